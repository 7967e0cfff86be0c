/* SPDX-License-Identifier: MIT */
#include "cli/db/db.h"
#include "common/json.h"

#include <stdio.h>
#include <stdlib.h>

enum { OUTPUT_CAP = 64 << 20 };

struct report {
    const struct gam_db_options *o;
    struct gam_strbuf json;
    struct gam_jsonw w;
};

static void fault_print(void *ctx, const char *text)
{
    struct report *r = ctx;

    if (r->o->json)
        gam_jsonw_text(&r->w, NULL, text);
    else if (!r->o->quiet)
        printf("%s\n", text);
}

static void summary_print(struct report *r, const char *path, size_t runs, size_t faults)
{
    gam_jsonw_end(&r->w);
    gam_jsonw_uint(&r->w, "runs", runs);
    gam_jsonw_bool(&r->w, "sound", faults == 0);
    gam_jsonw_end(&r->w);
    if (r->o->quiet)
        return;
    if (r->o->json)
        printf("%s\n", gam_strbuf_get(&r->json));
    else if (faults)
        printf("%s: %zu fault%s\n", path, faults, faults == 1 ? "" : "s");
    else
        printf("%s: sound, %zu run%s\n", path, runs, runs == 1 ? "" : "s");
}

static int check(const struct gam_db_options *o, const char *path, size_t *faults, struct gam_err *err)
{
    struct report r = { .o = o, .json = GAM_STRBUF_INIT(OUTPUT_CAP) };
    struct gam_run_summary *runs = NULL;
    struct gam_store *s = NULL;
    size_t n = 0;
    int rc = gam_cli_db_open(path, GAM_STORE_READ, &s, err);

    gam_jsonw_init(&r.w, &r.json, true);
    gam_jsonw_object(&r.w, NULL);
    gam_jsonw_text(&r.w, "database", path);
    gam_jsonw_array(&r.w, "faults");
    if (!rc)
        rc = gam_store_check(s, fault_print, &r, faults, err);
    if (!rc && !*faults) /* a damaged file may have no list to give */
        rc = gam_store_list(s, &runs, &n, err);
    if (!rc)
        summary_print(&r, path, n, *faults);
    free(runs);
    gam_store_close(s);
    gam_strbuf_release(&r.json);
    return rc;
}

int gam_db_check(int argc, char **argv)
{
    struct gam_db_options o = { 0 };
    const struct gam_opt opts[] = { GAM_DB_OPTIONS(&o) };
    const struct gam_opt_spec spec = {
        .command = "gambrel db check",
        .summary = "look for damage of the file, broken references, unknown words and gaps; exit code 1 when there are any",
        .example = "gambrel db check --db old.db",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts
    };
    struct gam_strbuf path = GAM_STRBUF_INIT(4096);
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    size_t faults = 0;
    int code = gam_cli_parse(&spec, argc, argv, &result), rc;

    if (code >= 0)
        return code;
    rc = gam_cli_db_path(o.db, &path, &err);
    if (!rc)
        rc = check(&o, gam_strbuf_get(&path), &faults, &err);
    gam_strbuf_release(&path);
    if (rc)
        return gam_cli_fail(&err);
    return gam_cli_finish(faults ? GAM_EXIT_FAILED : GAM_EXIT_OK);
}
