/* SPDX-License-Identifier: MIT */
#include "store/store_priv.h"

#include <errno.h>
#include <string.h>

struct cause {
    int code;  /* extended or primary result of SQLite */
    int error; /* errno that came with it; 0: any */
    int gam_code;
    const char *why; /* NULL: SQLite's own words */
    const char *remedy;
};

static const char space_remedy[] = "free some space, or name a file on another disk with --db FILE";
static const char rights_remedy[] = "make the file and its folder writable for you, or name another file with --db FILE";
static const char damage_remedy[] = "restore a copy, or move the file away to begin a new one";

/* The first that fits counts: particular causes stand before general ones. */
static const struct cause causes[] = {
    { SQLITE_NOMEM, 0, -GAM_ENOMEM, "out of memory", "close other programs" },
    { SQLITE_IOERR_NOMEM, 0, -GAM_ENOMEM, "out of memory", "close other programs" },
    { SQLITE_FULL, 0, -GAM_EIO, "the disk is full", space_remedy },
    { SQLITE_IOERR, ENOSPC, -GAM_EIO, "the disk is full", space_remedy },
    { SQLITE_IOERR, EDQUOT, -GAM_EIO, "your disk quota is used up", space_remedy },
    { SQLITE_IOERR, EFBIG, -GAM_EIO, "the file would grow beyond the size limit of this process", "raise 'ulimit -f'" },
    { SQLITE_CANTOPEN, ENOSPC, -GAM_EIO, "the disk is full", space_remedy },
    { SQLITE_BUSY, 0, -GAM_EBUSY, "another program keeps it locked",
      "wait until that ends, or name another file with --db FILE" },
    { SQLITE_LOCKED, 0, -GAM_EBUSY, "another part of this program keeps it locked", "this is a fault of gambrel" },
    { SQLITE_READONLY, 0, -GAM_EPERM, "it is read-only", rights_remedy },
    { SQLITE_PERM, 0, -GAM_EPERM, "permission denied", rights_remedy },
    { SQLITE_CANTOPEN, EACCES, -GAM_EPERM, "permission denied", rights_remedy },
    { SQLITE_CANTOPEN, EROFS, -GAM_EPERM, "the file system is read-only", rights_remedy },
    { SQLITE_CANTOPEN, ENOENT, -GAM_ENOENT, "it or its folder does not exist", "name an existing folder" },
    { SQLITE_CANTOPEN, 0, -GAM_EPERM, "the file, its folder or the '-wal' and '-shm' files beside it cannot be opened",
      rights_remedy },
    { SQLITE_NOTADB, 0, -GAM_EPARSE, "it is not a database", "name another file with --db FILE" },
    { SQLITE_CORRUPT, 0, -GAM_EPARSE, "the file is damaged", damage_remedy },
    { SQLITE_IOERR, 0, -GAM_EIO, NULL, "look at the disk or the network file system below it" },
    { SQLITE_CONSTRAINT, 0, -GAM_EINTERNAL, NULL, "this is a fault of gambrel" },
};

int gam_sql_fail(struct gam_store *s, const char *what, struct gam_err *err)
{
    int extended = s->db ? sqlite3_extended_errcode(s->db) : SQLITE_NOMEM, primary = extended & 0xff;
    int number = gam_sql_cause(s->path, primary, s->db ? sqlite3_system_errno(s->db) : 0);
    const char *own = s->db ? sqlite3_errmsg(s->db) : "out of memory";

    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++) {
        const struct cause *c = &causes[i];

        if ((c->code != extended && c->code != primary) || (c->error && c->error != number))
            continue;
        if (!c->why && primary == SQLITE_IOERR && number)
            own = strerror(number);
        return gam_err_set(err, c->gam_code, "cannot %s '%s': %s; %s", what, s->path, c->why ? c->why : own, c->remedy);
    }
    return gam_err_set(err, -GAM_EINTERNAL, "cannot %s '%s': %s", what, s->path, own);
}

int gam_sql_exec(struct gam_store *s, const char *what, const char *sql, struct gam_err *err)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : gam_sql_fail(s, what, err);
}

int gam_sql_prepare(struct gam_store *s, const char *what, const char *sql, sqlite3_stmt **out, struct gam_err *err)
{
    *out = NULL;
    return sqlite3_prepare_v2(s->db, sql, -1, out, NULL) == SQLITE_OK ? 0 : gam_sql_fail(s, what, err);
}

int gam_sql_step(struct gam_store *s, const char *what, sqlite3_stmt *stmt, struct gam_err *err)
{
    int rc = sqlite3_step(stmt);

    if (rc == SQLITE_ROW)
        return 1;
    return rc == SQLITE_DONE ? 0 : gam_sql_fail(s, what, err);
}

int gam_sql_int(struct gam_store *s, const char *what, const char *sql, int64_t fallback, int64_t *out, struct gam_err *err)
{
    sqlite3_stmt *stmt;
    int rc = gam_sql_prepare(s, what, sql, &stmt, err);

    if (rc)
        return rc;
    rc = gam_sql_step(s, what, stmt, err);
    if (rc >= 0)
        *out = rc ? sqlite3_column_int64(stmt, 0) : fallback;
    sqlite3_finalize(stmt);
    return rc < 0 ? rc : 0;
}

int gam_sql_begin(struct gam_store *s, struct gam_err *err)
{
    return gam_sql_exec(s, "write", "BEGIN IMMEDIATE", err);
}

int gam_sql_end(struct gam_store *s, int rc, struct gam_err *err)
{
    if (!rc)
        rc = gam_sql_exec(s, "write", "COMMIT", err);
    if (rc && !sqlite3_get_autocommit(s->db))
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL); /* the first failure is the one to report */
    return rc;
}

const char *gam_sql_text(sqlite3_stmt *stmt, int column, int *rc)
{
    const char *text;

    if (sqlite3_column_type(stmt, column) == SQLITE_NULL)
        return NULL;
    text = (const char *)sqlite3_column_text(stmt, column);
    if (!text)
        *rc = -GAM_ENOMEM;
    return text;
}

const char *gam_sql_text_keep(sqlite3_stmt *stmt, int column, struct gam_text_block **texts, int *rc)
{
    const char *text = gam_sql_text(stmt, column, rc), *copy;

    if (!text || *rc)
        return NULL;
    copy = gam_text_block_add(texts, text);
    if (!copy)
        *rc = -GAM_ENOMEM;
    return copy;
}
