/* SPDX-License-Identifier: MIT */
#include "common/record/choice.h"
#include "store/store_priv.h"

#include <stdio.h>

/* "IS" compares nulls as equal: an unknown driver matches only an unknown one. */
static const char choice_sql[] =
    "SELECT r.id, m.detail FROM run r JOIN host h ON h.run = r.id AND h.ordinal = 0"
    " JOIN measurement m ON m.run = r.id JOIN device d ON d.run = r.id AND d.ordinal = m.device"
    " JOIN node n ON n.run = r.id AND n.ordinal = m.node JOIN operator o ON o.run = r.id AND o.ordinal = n.operator"
    " WHERE h.instance = ?1 AND d.class IS ?2 AND d.driver IS ?3 AND m.implementation = ?4 AND m.implementation_version = ?5"
    " AND o.spec = ?6 AND m.cache = ?7 AND m.threads = ?8 AND m.status = 'ok' AND m.detail IS NOT NULL"
    " AND r.started >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?9)"
    " ORDER BY r.started DESC, r.id DESC";

static int bind(sqlite3_stmt *stmt, const struct gam_choice_query *q)
{
    const char *texts[] = { q->host_instance, q->device_class, q->driver, q->implementation, q->version, q->spec, q->cache };
    char age[40];
    int rc = SQLITE_OK;

    for (int i = 0; i < 7 && rc == SQLITE_OK; i++)
        rc = sqlite3_bind_text(stmt, i + 1, texts[i], -1, SQLITE_STATIC);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_int64(stmt, 8, q->threads);
    sqlite3_snprintf(sizeof age, age, "-%lld days", (long long)q->max_age_days);
    return rc == SQLITE_OK ? sqlite3_bind_text(stmt, 9, age, -1, SQLITE_TRANSIENT) : rc;
}

int gam_store_find_choice(struct gam_store *s, const struct gam_choice_query *q, char *detail, size_t size, int64_t *run,
                          struct gam_err *err)
{
    sqlite3_stmt *stmt;
    int rc;

    if (!q->host_instance || !q->version)
        return gam_err_set(err, -GAM_ENOENT, "nothing tells whether an earlier choice is of this machine and this code");
    rc = gam_sql_prepare(s, "read", choice_sql, &stmt, err);
    if (rc)
        return rc;
    rc = bind(stmt, q) == SQLITE_OK ? gam_sql_step(s, "read", stmt, err) : gam_sql_fail(s, "read", err);
    while (rc > 0 && !gam_choice_is_own((const char *)sqlite3_column_text(stmt, 1)))
        rc = gam_sql_step(s, "read", stmt, err);
    if (rc > 0) {
        *run = sqlite3_column_int64(stmt, 0);
        snprintf(detail, size, "%s", (const char *)sqlite3_column_text(stmt, 1));
    } else if (!rc) {
        rc = gam_err_set(err, -GAM_ENOENT, "no earlier run has chosen under these conditions");
    }
    sqlite3_finalize(stmt);
    return rc > 0 ? 0 : rc;
}
