/* SPDX-License-Identifier: MIT */
#include "store/store_priv.h"

#include <stdlib.h>

/* A run goes when every limit that is given says so, and nothing holds it. */
static const char candidates_sql[] =
    "CREATE TEMP TABLE doomed AS SELECT r.id, r.uuid, r.roof_run FROM run r"
    " WHERE (?1 IS NULL OR (SELECT count(*) FROM run n WHERE (n.started, n.id) > (r.started, r.id)) >= ?1)"
    " AND (?2 IS NULL OR r.started < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || ?2 || ' days'))"
    " AND r.purpose <> 'baseline' AND r.uuid NOT IN (SELECT run FROM baseline WHERE run IS NOT NULL)"
    " AND NOT EXISTS (SELECT 1 FROM run_tag t WHERE t.run = r.id)";

static const char keep_roofs_sql[] = "DELETE FROM doomed WHERE uuid IN (SELECT roof_run FROM run WHERE roof_run IS NOT NULL AND "
                                     "id NOT IN (SELECT id FROM doomed))";

static int candidates_find(struct gam_store *s, const struct gam_prune *what, struct gam_err *err)
{
    sqlite3_stmt *stmt;
    int rc = gam_sql_prepare(s, "prune", candidates_sql, &stmt, err);

    if (rc)
        return rc;
    if (what->keep_last != GAM_NULL_INT)
        sqlite3_bind_int64(stmt, 1, what->keep_last);
    if (what->older_than_days != GAM_NULL_INT)
        sqlite3_bind_int64(stmt, 2, what->older_than_days);
    rc = gam_sql_step(s, "prune", stmt, err);
    sqlite3_finalize(stmt);
    return rc;
}

/* Runs that a living process still writes stay. */
static int living_keep(struct gam_store *s, struct gam_err *err)
{
    struct gam_run_summary *runs;
    size_t n;
    int rc = gam_store_list(s, &runs, &n, err);

    for (size_t i = 0; i < n && !rc; i++) {
        char sql[80];

        if (gam_word_index(&gam_words_run_status, runs[i].status) != GAM_RUN_RUNNING)
            continue;
        sqlite3_snprintf(sizeof sql, sql, "DELETE FROM doomed WHERE id = %lld", (long long)runs[i].id);
        rc = gam_sql_exec(s, "prune", sql, err);
    }
    free(runs);
    return rc;
}

/* Removing a run may free the roofs of another, which is doomed too; keeping one keeps its roofs. So until nothing changes. */
static int roofs_keep(struct gam_store *s, struct gam_err *err)
{
    int rc;

    do
        rc = gam_sql_exec(s, "prune", keep_roofs_sql, err);
    while (!rc && sqlite3_changes(s->db));
    return rc;
}

static int rows_delete(struct gam_store *s, struct gam_err *err)
{
    int rc = 0;

    for (int i = GAM_RECORD_KINDS - 1; i > GAM_RECORD_RUN && !rc; i--) {
        char sql[120];

        sqlite3_snprintf(sizeof sql, sql, "DELETE FROM \"%w\" WHERE run IN (SELECT id FROM doomed)",
                         gam_record_desc((enum gam_record)i)->name);
        rc = gam_sql_exec(s, "prune", sql, err);
    }
    return rc ? rc : gam_sql_exec(s, "prune", "DELETE FROM run WHERE id IN (SELECT id FROM doomed)", err);
}

static int prune(struct gam_store *s, const struct gam_prune *what, size_t *removed, struct gam_err *err)
{
    int64_t n = 0;
    int rc = candidates_find(s, what, err);

    if (!rc)
        rc = living_keep(s, err);
    if (!rc)
        rc = roofs_keep(s, err);
    if (!rc)
        rc = gam_sql_int(s, "prune", "SELECT count(*) FROM doomed", 0, &n, err);
    if (!rc && !what->dry_run)
        rc = rows_delete(s, err);
    if (!rc)
        rc = gam_sql_exec(s, "prune", "DROP TABLE doomed", err);
    *removed = rc ? 0 : (size_t)n;
    return rc;
}

int gam_store_prune(struct gam_store *s, const struct gam_prune *what, size_t *removed, struct gam_err *err)
{
    int rc;

    *removed = 0;
    if (what->keep_last == GAM_NULL_INT && what->older_than_days == GAM_NULL_INT)
        return gam_err_set(err, -GAM_EINVAL, "nothing says what to remove: neither how many runs to keep nor an age");
    rc = gam_sql_begin(s, err);
    if (rc)
        return rc;
    rc = gam_sql_end(s, prune(s, what, removed, err), err);
    if (rc || what->dry_run || !*removed)
        return rc;
    /* Give the space back. Failing at that loses nothing. */
    sqlite3_exec(s->db, "PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
    return 0;
}
