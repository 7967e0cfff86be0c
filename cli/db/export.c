/* SPDX-License-Identifier: MIT */
#include "cli/db/db.h"
#include "common/file.h"
#include "store/run_json.h"

#include <stdio.h>

enum { FILE_CAP = 1 << 30 };

struct export_options {
    struct gam_db_options common;
    const char *out, *run;
};

/* Loads the run and the one whose roofs it uses. *has_roofs: that one is there. */
static int runs_load(struct gam_store *s, const char *name, struct gam_runset *set, struct gam_runset *roofs, int *has_roofs,
                     struct gam_err *err)
{
    char warning[200];
    const char *uuid;
    int64_t id;
    int rc = gam_store_resolve(s, name, &id, err);

    *has_roofs = 0;
    if (!rc)
        rc = gam_store_load(s, id, set, err);
    if (rc)
        return rc;
    uuid = gam_runset_run(set)->roof_run;
    if (!uuid)
        return 0;
    rc = gam_store_find_uuid(s, uuid, &id, err);
    if (rc == -GAM_ENOENT) {
        snprintf(warning, sizeof warning, "the run %.60s whose roofs this one uses is not in the database; exported without them",
                 uuid);
        gam_cli_warn(warning);
        return 0;
    }
    if (!rc)
        rc = gam_store_load(s, id, roofs, err);
    *has_roofs = !rc;
    return rc;
}

static int export_run(const struct export_options *o, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(FILE_CAP);
    struct gam_runset set, roofs;
    struct gam_store *s = NULL;
    int has_roofs, rc;

    gam_runset_init(&set);
    gam_runset_init(&roofs);
    rc = gam_cli_db_open(o->common.db, GAM_STORE_READ, &s, err);
    if (!rc)
        rc = runs_load(s, o->run, &set, &roofs, &has_roofs, err);
    if (!rc)
        rc = gam_run_json_write(&set, has_roofs ? &roofs : NULL, &text, err);
    if (!rc)
        rc = gam_file_write(o->out, gam_strbuf_get(&text), text.length, err);
    gam_store_close(s);
    gam_runset_release(&set);
    gam_runset_release(&roofs);
    gam_strbuf_release(&text);
    return rc;
}

int gam_db_export(int argc, char **argv)
{
    struct export_options o = { .out = "-", .run = "last" };
    const struct gam_opt opts[] = {
        { .name = "output",
          .letter = 'o',
          .type = GAM_OPT_TEXT,
          .value = &o.out,
          .argument = "FILE",
          .help = "write there (default: standard output)" },
        GAM_DB_OPTIONS(&o.common),
    };
    const struct gam_opt_spec spec = {
        .command = "gambrel db export",
        .summary = "write a run, samples and the roofs it uses included, as gambrel-run/1 JSON; RUN is an id, 'last', a "
                   "tag or the beginning of a uuid",
        .positionals = "[RUN]",
        .example = "gambrel db export last -o run.json",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts,
        .most_positionals = 1
    };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code = gam_cli_parse(&spec, argc, argv, &result);

    if (code >= 0)
        return code;
    if (result.n_positional)
        o.run = result.positional[0];
    return export_run(&o, &err) ? gam_cli_fail(&err) : gam_cli_finish(GAM_EXIT_OK);
}
