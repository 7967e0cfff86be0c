/* SPDX-License-Identifier: MIT */
#include "cli/db/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static int file_take(const struct gam_db_options *o, struct gam_store *s, const char *path, struct gam_jsonw *w,
                     struct gam_err *err)
{
    struct merged merged = { 0 };
    int rc = file_merge(s, path, &merged, err);

    if (!rc)
        merged_print(o, w, path, &merged);
    return rc;
}

int gam_db_merge(int argc, char **argv)
{
    static const struct gam_db_taker taker = {
        .command = "merge",
        .summary = "copy the runs of other databases into this one; a run that is there already (by uuid) is left as it is",
        .positionals = "DATABASE...",
        .example = "gambrel db merge node1.db node2.db",
        .what = "database to merge",
        .take = file_take,
    };

    return gam_db_files(&taker, argc, argv);
}
