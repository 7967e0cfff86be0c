/* SPDX-License-Identifier: MIT */
#include "cli/cli_render.h"
#include "cli/hw/hw.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

int gam_cli_hw_folder(const char *folder, const char *db, struct gam_strbuf *out, struct gam_err *err)
{
    struct gam_strbuf path = GAM_STRBUF_INIT(4096);
    const char *slash;
    int rc;

    if (folder) {
        gam_strbuf_text(out, folder);
        return gam_strbuf_status(out, err);
    }
    if (gam_cli_db_path(db, &path, NULL)) { /* no home and none named: only what is built in */
        gam_strbuf_release(&path);
        return 0;
    }
    slash = strrchr(gam_strbuf_get(&path), '/');
    if (slash)
        gam_strbuf_bytes(out, gam_strbuf_get(&path), (size_t)(slash + 1 - gam_strbuf_get(&path)));
    gam_strbuf_text(out, "hwdb");
    rc = gam_strbuf_status(out, err);
    gam_strbuf_release(&path);
    return rc;
}

int gam_cli_hw_load(const char *folder, const char *db, struct gam_hw_db *out, struct gam_err *err)
{
    struct gam_strbuf path = GAM_STRBUF_INIT(4096);
    int rc = gam_cli_hw_folder(folder, db, &path, err);

    *out = (struct gam_hw_db){ .n = 0 };
    if (!rc && folder && access(folder, F_OK)) /* the default one need not be there; one that was named should */
        rc = gam_err_set(err, -GAM_ENOENT, "--hwdb '%s': %s", folder, strerror(errno));
    if (!rc)
        rc = gam_hw_db_load(path.length ? gam_strbuf_get(&path) : NULL, out, err);
    gam_strbuf_release(&path);
    return rc;
}

int gam_cli_hw_print(const struct gam_hw_doc *hw, const struct gam_hw_options *o, struct gam_err *err)
{
    struct gam_doc doc = { .kind = GAM_DOC_HW, .hw = hw, .tool_version = gam_cli_version(), .tool_commit = gam_cli_commit() };

    return o->quiet ? 0 : gam_cli_render_stdout(&doc, o->json ? "json" : "text", err);
}
