/* SPDX-License-Identifier: MIT */
#include "cli/db/files.h"
#include "common/file.h"
#include "store/run_json.h"

#include <stdio.h>
#include <string.h>

enum { FILE_CAP = 1 << 30 };

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

static int file_take(const struct gam_db_options *o, struct gam_store *s, const char *path, struct gam_jsonw *w,
                     struct gam_err *err)
{
    struct imported run = { 0 };
    int rc = file_import(s, path, &run, err);

    if (!rc)
        imported_print(o, w, path, &run);
    return rc;
}

int gam_db_import(int argc, char **argv)
{
    static const struct gam_db_taker taker = {
        .command = "import",
        .summary = "read runs from gambrel-run/1 files ('-': standard input); one that is there already is left as it is",
        .positionals = "FILE...",
        .example = "gambrel db import run.json",
        .what = "file to import",
        .take = file_take,
    };

    return gam_db_files(&taker, argc, argv);
}
