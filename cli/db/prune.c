/* SPDX-License-Identifier: MIT */
#include "cli/db/db.h"

#include <stdio.h>

static void result_print(const struct gam_db_options *o, const struct gam_prune *what, size_t removed)
{
    if (o->quiet)
        return;
    if (o->json)
        printf("{\"removed\": %zu, \"dry_run\": %s}\n", removed, what->dry_run ? "true" : "false");
    else
        printf("%s %zu run%s\n", what->dry_run ? "would remove" : "removed", removed, removed == 1 ? "" : "s");
}

static int prune(const struct gam_db_options *o, const struct gam_prune *what, struct gam_err *err)
{
    struct gam_store *s = NULL;
    size_t removed = 0;
    int rc = gam_cli_db_open(o->db, GAM_STORE_READ, &s, err); /* never makes a database */

    gam_store_close(s);
    s = NULL;
    if (!rc)
        rc = gam_cli_db_open(o->db, GAM_STORE_WRITE, &s, err);
    if (!rc)
        rc = gam_store_prune(s, what, &removed, err);
    gam_store_close(s);
    if (!rc)
        result_print(o, what, removed);
    return rc;
}

int gam_db_prune(int argc, char **argv)
{
    struct gam_db_options o = { 0 };
    struct gam_prune what = { .keep_last = GAM_NULL_INT, .older_than_days = GAM_NULL_INT };
    const struct gam_opt opts[] = {
        { .name = "keep",
          .type = GAM_OPT_INT,
          .value = &what.keep_last,
          .argument = "N",
          .help = "keep the N newest runs",
          .least = 0,
          .most = 1e9 },
        { .name = "older-than",
          .type = GAM_OPT_INT,
          .value = &what.older_than_days,
          .argument = "DAYS",
          .help = "keep runs younger than that",
          .least = 0,
          .most = 100000 },
        { .name = "dry-run", .letter = 'n', .type = GAM_OPT_FLAG, .value = &what.dry_run, .help = "only say how many would go" },
        GAM_DB_OPTIONS(&o),
    };
    const struct gam_opt_spec spec = {
        .command = "gambrel db prune",
        .summary = "remove runs that no option keeps; tagged runs, baselines, runs in work and runs whose roofs another one "
                   "uses always stay",
        .example = "gambrel db prune --keep 20 --older-than 30",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts
    };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code = gam_cli_parse(&spec, argc, argv, &result);

    if (code >= 0)
        return code;
    if (what.keep_last == GAM_NULL_INT && what.older_than_days == GAM_NULL_INT) {
        gam_err_set(&err, -GAM_EINVAL, "nothing says what to remove; give --keep N, --older-than DAYS or both");
        return gam_cli_fail(&err);
    }
    return prune(&o, &what, &err) ? gam_cli_fail(&err) : gam_cli_finish(GAM_EXIT_OK);
}
