/* SPDX-License-Identifier: MIT */
#include "store/store_priv.h"

#include <stdlib.h>
#include <string.h>

enum { UUID_BEGINNING = 4, ID_DIGITS = 18 };

/* The first two ids that a query with one text parameter gives. */
static int ids_find(struct gam_store *s, const char *sql, const char *name, int64_t id[2], size_t *n, struct gam_err *err)
{
    sqlite3_stmt *stmt;
    int rc = gam_sql_prepare(s, "read", sql, &stmt, err);

    *n = 0;
    if (rc)
        return rc;
    if (sqlite3_bind_text(stmt, 1, name, -1, SQLITE_STATIC) != SQLITE_OK)
        rc = gam_sql_fail(s, "read", err);
    else
        while (*n < 2 && (rc = gam_sql_step(s, "read", stmt, err)) > 0)
            id[(*n)++] = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return rc < 0 ? rc : 0;
}

int gam_store_find_uuid(struct gam_store *s, const char *uuid, int64_t *id, struct gam_err *err)
{
    int64_t ids[2];
    size_t n;
    int rc = ids_find(s, "SELECT id FROM run WHERE uuid = ?", uuid, ids, &n, err);

    if (rc)
        return rc;
    if (!n)
        return gam_err_set(err, -GAM_ENOENT, "no run '%s' in '%s'", uuid, s->path);
    *id = ids[0];
    return 0;
}

static int is_uuid_beginning(const char *name)
{
    return strlen(name) >= UUID_BEGINNING && strspn(name, "0123456789abcdefABCDEF-") == strlen(name);
}

int gam_store_resolve(struct gam_store *s, const char *name, int64_t *id, struct gam_err *err)
{
    static const struct {
        const char *sql;
        int unique; /* two that fit are an error */
    } ways[] = {
        { "SELECT id FROM run WHERE purpose = 'run' AND ? = 'last' ORDER BY started DESC, id DESC LIMIT 1", 0 },
        { "SELECT id FROM run WHERE id = CAST(? AS INTEGER)", 0 },
        { "SELECT run.id FROM run JOIN run_tag ON run_tag.run = run.id WHERE tag = ? ORDER BY started DESC, run.id DESC LIMIT 1",
          0 },
        { "SELECT id FROM run WHERE uuid = ?", 0 },
        { "SELECT id FROM run WHERE lower(substr(uuid, 1, length(?1))) = lower(?1)", 1 },
    };
    int digits = *name && strspn(name, "0123456789") == strlen(name) && strlen(name) <= ID_DIGITS;

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        int64_t ids[2];
        size_t n;
        int rc;

        if ((i == 1 && !digits) || (ways[i].unique && !is_uuid_beginning(name)))
            continue;
        rc = ids_find(s, ways[i].sql, name, ids, &n, err);
        if (rc)
            return rc;
        if (n == 2 && ways[i].unique)
            return gam_err_set(err, -GAM_EINVAL, "more than one run begins with '%s'; give more of its uuid", name);
        if (n) {
            *id = ids[0];
            return 0;
        }
    }
    if (!strcmp(name, "last"))
        return gam_err_set(err, -GAM_ENOENT, "no runs in '%s' yet; 'gambrel run' makes the first", s->path);
    return gam_err_set(err, -GAM_ENOENT,
                       "no run '%s' in '%s': not an id, a tag or the beginning of a uuid; 'gambrel db list' shows what is there",
                       name, s->path);
}
