/* SPDX-License-Identifier: MIT */
#include "cli/db.h"
#include "common/file.h"
#include "common/json.h"
#include "store/run_json.h"

#include <stdio.h>
#include <string.h>

enum { FILE_CAP = 1 << 30, FILES_MOST = 64, OUTPUT_CAP = 1 << 20 };

struct imported {
    int64_t id;
    int added;
    char uuid[40];
};

static int sets_add(struct gam_store *s, const struct gam_runset *set, const struct gam_runset *roofs, struct imported *out,
                    struct gam_err *err)
{
    int64_t id;
    int added, rc = gam_runset_run_n(roofs) ? gam_store_add(s, roofs, &id, &added, err) : 0;

    if (!rc)
        rc = gam_store_add(s, set, &out->id, &out->added, err);
    if (!rc)
        snprintf(out->uuid, sizeof out->uuid, "%s", gam_runset_run(set)->uuid);
    return rc;
}

static int file_import(struct gam_store *s, const char *path, struct imported *out, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(FILE_CAP);
    const char *label = strcmp(path, "-") ? path : "standard input";
    struct gam_runset set, roofs;
    int rc = gam_file_read(path, &text, err);

    gam_runset_init(&set);
    gam_runset_init(&roofs);
    if (!rc)
        rc = gam_run_json_read(label, gam_strbuf_get(&text), text.length, &set, &roofs, err);
    gam_strbuf_release(&text);
    if (!rc)
        rc = sets_add(s, &set, &roofs, out, err);
    gam_runset_release(&set);
    gam_runset_release(&roofs);
    return rc;
}

static void imported_print(const struct gam_db_options *o, struct gam_jsonw *w, const char *path, const struct imported *run)
{
    if (o->json) {
        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "file", path);
        gam_jsonw_int(w, "id", run->id);
        gam_jsonw_text(w, "uuid", run->uuid);
        gam_jsonw_bool(w, "added", run->added);
        gam_jsonw_end(w);
    } else if (!o->quiet) {
        printf(run->added ? "%s: run %lld (%s)\n" : "%s: run %lld (%s) is already there\n", path, (long long)run->id, run->uuid);
    }
}

/* Files before the one that fails stay imported and are named. */
static int import_files(const struct gam_db_options *o, const struct gam_opt_result *files, struct gam_err *err)
{
    struct gam_strbuf json = GAM_STRBUF_INIT(OUTPUT_CAP);
    struct gam_jsonw w;
    struct gam_store *s = NULL;
    int rc = gam_cli_db_open(o->db, GAM_STORE_WRITE, &s, err);

    gam_jsonw_init(&w, &json, true);
    gam_jsonw_array(&w, NULL);
    for (size_t i = 0; i < files->n_positional && !rc; i++) {
        struct imported run = { 0 };

        rc = file_import(s, files->positional[i], &run, err);
        if (!rc)
            imported_print(o, &w, files->positional[i], &run);
    }
    gam_jsonw_end(&w);
    if (o->json && !o->quiet)
        printf("%s\n", gam_strbuf_get(&json));
    gam_strbuf_release(&json);
    gam_store_close(s);
    return rc;
}

int gam_db_import(int argc, char **argv)
{
    struct gam_db_options o = { 0 };
    const struct gam_opt opts[] = { GAM_DB_OPTIONS(&o) };
    const struct gam_opt_spec spec = {
        .command = "gambrel db import",
        .summary = "read runs from gambrel-run/1 files ('-': standard input); one that is there already is left as it is",
        .positionals = "FILE...",
        .example = "gambrel db import run.json",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts,
        .most_positionals = FILES_MOST
    };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code = gam_cli_parse(&spec, argc, argv, &result);

    if (code >= 0)
        return code;
    if (!result.n_positional) {
        gam_err_set(&err, -GAM_EINVAL, "no file to import; see 'gambrel db import --help'");
        return gam_cli_fail(&err);
    }
    if (!import_files(&o, &result, &err))
        return gam_cli_finish(GAM_EXIT_OK);
    gam_cli_finish(GAM_EXIT_FAILED);
    return gam_cli_fail(&err);
}
