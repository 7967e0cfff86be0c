/* SPDX-License-Identifier: MIT */
#include "store/reviews.h"

#include "store/store_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int gate_find(struct gam_store *s, const char *gate, int64_t *id, char *verdict, size_t size, struct gam_err *err)
{
    static const char by_uuid[] = "SELECT id, verdict FROM gate WHERE substr(uuid, 1, length(?1)) = ?1 LIMIT 2";
    static const char newest[] = "SELECT id, verdict FROM gate ORDER BY id DESC LIMIT 1";
    int last = !strcmp(gate, "last"), found = 0, rc;
    sqlite3_stmt *stmt;

    if (!*gate)
        return gam_err_set(err, -GAM_EINVAL, "which gate? 'last', its uuid or the beginning of one");
    rc = gam_sql_prepare(s, "read", last ? newest : by_uuid, &stmt, err);
    if (rc)
        return rc;
    if (!last && sqlite3_bind_text(stmt, 1, gate, -1, SQLITE_STATIC) != SQLITE_OK)
        rc = gam_sql_fail(s, "read", err);
    while (!rc && (rc = gam_sql_step(s, "read", stmt, err)) > 0) {
        const char *said = (const char *)sqlite3_column_text(stmt, 1);

        *id = sqlite3_column_int64(stmt, 0);
        snprintf(verdict, size, "%s", said ? said : "nothing");
        found++;
        rc = 0;
    }
    sqlite3_finalize(stmt);
    if (!rc && found != 1)
        rc = gam_err_set(err, -GAM_EINVAL,
                         found ? "more than one gate begins with '%s'; give more of its uuid"
                               : "no gate '%s' in the database; 'gambrel gate review' lists them",
                         gate);
    return rc;
}

static int review_insert(struct gam_store *s, int64_t gate, int right, const char *why, const char *now, struct gam_err *err)
{
    sqlite3_stmt *stmt;
    int rc = gam_sql_prepare(s, "write", "INSERT INTO gate_review (gate, held, why, reviewed) VALUES (?, ?, ?, ?)", &stmt, err);

    if (rc)
        return rc;
    if (sqlite3_bind_int64(stmt, 1, gate) != SQLITE_OK || sqlite3_bind_int(stmt, 2, right) != SQLITE_OK ||
        sqlite3_bind_text(stmt, 3, why, -1, SQLITE_STATIC) != SQLITE_OK ||
        sqlite3_bind_text(stmt, 4, now, -1, SQLITE_STATIC) != SQLITE_OK)
        rc = gam_sql_fail(s, "write", err);
    else
        rc = gam_sql_step(s, "write", stmt, err);
    sqlite3_finalize(stmt);
    return rc;
}

int gam_store_review_add(struct gam_store *s, const char *gate, int right, const char *why, const char *now, char *verdict,
                         size_t size, struct gam_err *err)
{
    int64_t id = 0;
    int rc = gam_sql_begin(s, err);

    if (rc)
        return rc;
    rc = gate_find(s, gate, &id, verdict, size, err);
    if (!rc && strcmp(verdict, "pass") != 0 && strcmp(verdict, "regression") != 0)
        rc = gam_err_set(err, -GAM_EINVAL, "gate '%s' said '%s'; only 'pass' and 'regression' can be right or wrong", gate,
                         verdict);
    if (!rc)
        rc = review_insert(s, id, right, why, now, err);
    return gam_sql_end(s, rc, err);
}

static int row_add(struct gam_review_list *l, sqlite3_stmt *stmt, struct gam_err *err)
{
    struct gam_review *row = realloc(l->row, (l->n + 1) * sizeof *row);
    int rc = 0;

    if (!row)
        return gam_err_nomem(err);
    l->row = row;
    row += l->n;
    row->gate = gam_sql_text_keep(stmt, 0, &l->texts, &rc);
    row->verdict = gam_sql_text_keep(stmt, 1, &l->texts, &rc);
    row->started = gam_sql_text_keep(stmt, 2, &l->texts, &rc);
    row->reviewed = gam_sql_text_keep(stmt, 3, &l->texts, &rc);
    row->why = gam_sql_text_keep(stmt, 4, &l->texts, &rc);
    row->right = sqlite3_column_int(stmt, 5);
    l->n++;
    return rc ? gam_err_nomem(err) : 0;
}

int gam_store_review_list(struct gam_store *s, struct gam_review_list *out, struct gam_err *err)
{
    static const char sql[] = "SELECT g.uuid, g.verdict, g.started, r.reviewed, r.why, COALESCE(r.held, 0) FROM gate g LEFT JOIN"
                              " gate_review r ON r.id = (SELECT MAX(id) FROM gate_review WHERE gate = g.id)"
                              " WHERE g.verdict IN ('pass', 'regression') ORDER BY g.id DESC";
    sqlite3_stmt *stmt;
    int rc;

    *out = (struct gam_review_list){ .row = NULL };
    rc = gam_sql_prepare(s, "read", sql, &stmt, err);
    if (rc)
        return rc;
    while (!rc && (rc = gam_sql_step(s, "read", stmt, err)) > 0)
        rc = row_add(out, stmt, err);
    sqlite3_finalize(stmt);
    return rc;
}

void gam_review_list_release(struct gam_review_list *l)
{
    free(l->row);
    gam_text_block_free(l->texts);
    *l = (struct gam_review_list){ .row = NULL };
}
