/* SPDX-License-Identifier: MIT */
#include "cli/cli_energy.h"

#include "common/file.h"

enum { CONSTANTS_CAP = 1 << 20 };

int gam_cli_energy(const char *path, struct gam_energy_table *table, struct gam_report *report, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(CONSTANTS_CAP);
    int rc;

    if (!path)
        return 0;
    rc = gam_file_read(path, &text, err);
    if (!rc)
        rc = gam_energy_table_parse(path, gam_strbuf_get(&text), text.length, table, err);
    if (!rc)
        rc = gam_energy_apply(report, table, err);
    gam_strbuf_release(&text);
    return rc;
}
