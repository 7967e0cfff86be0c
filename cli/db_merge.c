/* SPDX-License-Identifier: MIT */
#include "cli/db.h"
#include "common/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MOST = 64, OUTPUT_CAP = 1 << 20 };

struct merged {
    int64_t added, present;
};

static int run_copy(struct gam_store *from, int64_t from_id, struct gam_store *to, struct merged *out, struct gam_err *err)
{
    struct gam_runset set;
    int64_t id;
    int added = 0, rc;

    gam_runset_init(&set);
    rc = gam_store_load(from, from_id, &set, err);
    if (!rc)
        rc = gam_store_add(to, &set, &id, &added, err);
    gam_runset_release(&set);
    out->added += !rc && added;
    out->present += !rc && !added;
    return rc;
}

/* Runs that are there already are not even read. The oldest first, so that roofs come before the runs that use them. */
static int runs_copy(struct gam_store *from, struct gam_store *to, struct merged *out, struct gam_err *err)
{
    struct gam_run_summary *run = NULL;
    size_t n = 0;
    int rc = gam_store_list(from, &run, &n, err);

    for (size_t i = n; i-- > 0 && !rc;) {
        struct gam_err none = { 0 };
        int64_t id;

        rc = gam_store_find_uuid(to, run[i].uuid, &id, &none);
        if (!rc)
            out->present++;
        else if (rc == -GAM_ENOENT)
            rc = run_copy(from, run[i].id, to, out, err);
        else
            *err = none;
    }
    free(run);
    return rc;
}

static int file_merge(struct gam_store *to, const char *path, struct merged *out, struct gam_err *err)
{
    struct gam_store *from = NULL;
    int rc = gam_store_open(path, GAM_STORE_READ, &from, err);

    if (!rc)
        rc = runs_copy(from, to, out, err);
    gam_store_close(from);
    return rc;
}

static void merged_print(const struct gam_db_options *o, struct gam_jsonw *w, const char *path, const struct merged *m)
{
    if (o->json) {
        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "file", path);
        gam_jsonw_int(w, "added", m->added);
        gam_jsonw_int(w, "present", m->present);
        gam_jsonw_end(w);
    } else if (!o->quiet) {
        printf("%s: %lld run%s added, %lld already there\n", path, (long long)m->added, m->added == 1 ? "" : "s",
               (long long)m->present);
    }
}

/* Files before the one that fails stay merged and are named. */
static int merge_files(const struct gam_db_options *o, const struct gam_opt_result *files, struct gam_err *err)
{
    struct gam_strbuf json = GAM_STRBUF_INIT(OUTPUT_CAP);
    struct gam_jsonw w;
    struct gam_store *s = NULL;
    int rc = gam_cli_db_open(o->db, GAM_STORE_WRITE, &s, err);

    gam_jsonw_init(&w, &json, true);
    gam_jsonw_array(&w, NULL);
    for (size_t i = 0; i < files->n_positional && !rc; i++) {
        struct merged m = { 0 };

        rc = file_merge(s, files->positional[i], &m, err);
        if (!rc)
            merged_print(o, &w, files->positional[i], &m);
    }
    gam_jsonw_end(&w);
    if (o->json && !o->quiet)
        printf("%s\n", gam_strbuf_get(&json));
    gam_strbuf_release(&json);
    gam_store_close(s);
    return rc;
}

int gam_db_merge(int argc, char **argv)
{
    struct gam_db_options o = { 0 };
    const struct gam_opt opts[] = { GAM_DB_OPTIONS(&o) };
    const struct gam_opt_spec spec = {
        .command = "gambrel db merge",
        .summary = "copy the runs of other databases into this one; a run that is there already (by uuid) is left as it is",
        .positionals = "DATABASE...",
        .example = "gambrel db merge node1.db node2.db",
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
        gam_err_set(&err, -GAM_EINVAL, "no database to merge; see 'gambrel db merge --help'");
        return gam_cli_fail(&err);
    }
    if (!merge_files(&o, &result, &err))
        return gam_cli_finish(GAM_EXIT_OK);
    gam_cli_finish(GAM_EXIT_FAILED);
    return gam_cli_fail(&err);
}
