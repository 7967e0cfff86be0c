/* SPDX-License-Identifier: MIT */
#include "store/store_priv.h"

#include <stdlib.h>

/* "IS" compares nulls as equal: an unknown governor matches only an unknown one. */
static const char roofs_sql[] =
    "SELECT r.id FROM run r JOIN host h ON h.run = r.id AND h.ordinal = 0"
    " WHERE r.status = 'complete' AND r.roof_run IS NULL AND h.instance = ?1 AND r.cpuset IS ?2 AND r.kernel_set = ?3 AND "
    "r.threads = ?4"
    " AND (SELECT f.value FROM host_fact f WHERE f.run = r.id AND f.key = 'governor' LIMIT 1) IS ?5"
    " AND r.started >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?6)"
    " AND (NOT ?7 OR EXISTS (SELECT 1 FROM run_option o WHERE o.run = r.id AND o.key = 'roofs' AND o.value = 'all'))"
    " AND EXISTS (SELECT 1 FROM measurement m WHERE m.run = r.id AND m.role = 'roof' AND m.status = 'ok')"
    " ORDER BY r.started DESC, r.id DESC";

static const char device_sql[] = "SELECT 1 FROM device WHERE run = ?1 AND class IS ?2 AND driver IS ?3";

static int bind(sqlite3_stmt *stmt, const struct gam_roof_query *q)
{
    const char *texts[] = { q->host_instance, q->cpuset, q->kernel_set };
    char age[40];
    int rc = SQLITE_OK;

    for (int i = 0; i < 3 && rc == SQLITE_OK; i++)
        rc = sqlite3_bind_text(stmt, i + 1, texts[i], -1, SQLITE_STATIC);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_int64(stmt, 4, q->threads);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_text(stmt, 5, q->governor, -1, SQLITE_STATIC);
    sqlite3_snprintf(sizeof age, age, "-%lld days", (long long)q->max_age_days);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_text(stmt, 6, age, -1, SQLITE_TRANSIENT);
    return rc == SQLITE_OK ? sqlite3_bind_int(stmt, 7, q->all_isas != 0) : rc;
}

/* 1: that run has all devices of the query; 0: not. */
static int devices_are_there(struct gam_store *s, const struct gam_roof_query *q, int64_t run, struct gam_err *err)
{
    sqlite3_stmt *stmt;
    int rc = gam_sql_prepare(s, "read", device_sql, &stmt, err), there = 1;

    for (size_t i = 0; i < q->n_devices && !rc && there; i++) {
        sqlite3_reset(stmt);
        if (sqlite3_bind_int64(stmt, 1, run) != SQLITE_OK ||
            sqlite3_bind_text(stmt, 2, q->device[i].class_, -1, SQLITE_STATIC) != SQLITE_OK ||
            sqlite3_bind_text(stmt, 3, q->device[i].driver, -1, SQLITE_STATIC) != SQLITE_OK)
            rc = gam_sql_fail(s, "read", err);
        else
            there = gam_sql_step(s, "read", stmt, err);
        rc = there < 0 ? there : rc;
    }
    sqlite3_finalize(stmt);
    return rc ? rc : there;
}

int gam_store_find_roofs(struct gam_store *s, const struct gam_roof_query *q, int64_t *id, struct gam_err *err)
{
    sqlite3_stmt *stmt;
    int rc;

    if (!q->host_instance) /* containers that share one cannot tell their machines apart */
        return gam_err_set(err, -GAM_ENOENT, "this host has no identity of its own, so roofs of earlier runs are not reused");
    rc = gam_sql_prepare(s, "read", roofs_sql, &stmt, err);
    if (rc)
        return rc;
    rc = bind(stmt, q) == SQLITE_OK ? gam_sql_step(s, "read", stmt, err) : gam_sql_fail(s, "read", err);
    while (rc > 0) {
        int there = devices_are_there(s, q, sqlite3_column_int64(stmt, 0), err);

        if (there) {
            rc = there;
            break;
        }
        rc = gam_sql_step(s, "read", stmt, err);
    }
    if (rc > 0)
        *id = sqlite3_column_int64(stmt, 0);
    else if (!rc)
        rc = gam_err_set(err, -GAM_ENOENT, "no earlier run has roofs measured under these conditions");
    sqlite3_finalize(stmt);
    return rc > 0 ? 0 : rc;
}
