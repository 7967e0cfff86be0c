/* SPDX-License-Identifier: MIT */
#include "cli/db/files.h"

#include <stdio.h>

enum { FILES_MOST = 64, OUTPUT_CAP = 1 << 20, COMMAND_MAX = 40 };

static int files_take(const struct gam_db_taker *taker, const struct gam_db_options *o, const struct gam_opt_result *files,
                      struct gam_err *err)
{
    struct gam_strbuf json = GAM_STRBUF_INIT(OUTPUT_CAP);
    struct gam_jsonw w;
    struct gam_store *s = NULL;
    int rc = gam_cli_db_open(o->db, GAM_STORE_WRITE, &s, err);

    gam_jsonw_init(&w, &json, true);
    gam_jsonw_array(&w, NULL);
    for (size_t i = 0; i < files->n_positional && !rc; i++)
        rc = taker->take(o, s, files->positional[i], &w, err);
    gam_jsonw_end(&w);
    if (o->json && !o->quiet)
        printf("%s\n", gam_strbuf_get(&json));
    gam_strbuf_release(&json);
    gam_store_close(s);
    return rc;
}

int gam_db_files(const struct gam_db_taker *taker, int argc, char **argv)
{
    struct gam_db_options o = { 0 };
    const struct gam_opt opts[] = { GAM_DB_OPTIONS(&o) };
    char command[COMMAND_MAX];
    const struct gam_opt_spec spec = { .command = command,
                                       .summary = taker->summary,
                                       .positionals = taker->positionals,
                                       .example = taker->example,
                                       .opts = opts,
                                       .n_opts = sizeof opts / sizeof *opts,
                                       .most_positionals = FILES_MOST };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code;

    snprintf(command, sizeof command, "gambrel db %s", taker->command);
    code = gam_cli_parse(&spec, argc, argv, &result);
    if (code >= 0)
        return code;
    if (!result.n_positional) {
        gam_err_set(&err, -GAM_EINVAL, "no %s; see '%s --help'", taker->what, command);
        return gam_cli_fail(&err);
    }
    if (!files_take(taker, &o, &result, &err))
        return gam_cli_finish(GAM_EXIT_OK);
    gam_cli_finish(GAM_EXIT_FAILED);
    return gam_cli_fail(&err);
}
