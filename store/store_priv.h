/* SPDX-License-Identifier: MIT */
/* The handle and the thin layer over SQLite that the files of store/ share. */
#ifndef GAM_STORE_STORE_PRIV_H
#define GAM_STORE_STORE_PRIV_H

#include "common/err.h"
#include "common/record/text_block.h"
#include "common/strbuf.h"
#include "store/store.h"

#include <sqlite3.h>

enum {
    GAM_STORE_VERSION = 3,              /* PRAGMA user_version that this program writes */
    GAM_STORE_APPLICATION = 0x47414d42, /* PRAGMA application_id: "GAMB" */
    GAM_STORE_BUSY_MS = 10000,
    GAM_SQL_CAP = 64 * 1024
};

/* What a run being written has put and not yet committed. */
struct gam_store_queue {
    struct gam_rows fresh, changed; /* rows not yet in the database; rows that replace one there */
    size_t stored;                  /* rows in the database */
};

struct gam_store {
    sqlite3 *db;
    char *path;
    char *warning;
    enum gam_store_mode mode;
    int on_network;
    sqlite3_stmt *insert[GAM_RECORD_KINDS], *update[GAM_RECORD_KINDS]; /* prepared when first needed */
    struct gam_store_queue queue[GAM_RECORD_KINDS];
    struct gam_text_block *queue_texts;
    int64_t queue_run;
    struct gam_err queue_err; /* of the commit that failed; code 0: none */
};

/* sql.c. `what` completes "cannot <what> '<path>': <why>; <remedy>": "open", "write", "read". */
int gam_sql_fail(struct gam_store *s, const char *what, struct gam_err *err);
int gam_sql_exec(struct gam_store *s, const char *what, const char *sql, struct gam_err *err);
int gam_sql_prepare(struct gam_store *s, const char *what, const char *sql, sqlite3_stmt **out, struct gam_err *err);
/* 1: a row is there; 0: done; negative: failed. */
int gam_sql_step(struct gam_store *s, const char *what, sqlite3_stmt *stmt, struct gam_err *err);
/* One integer of a statement without parameters; `fallback` when it has no row. */
int gam_sql_int(struct gam_store *s, const char *what, const char *sql, int64_t fallback, int64_t *out, struct gam_err *err);
int gam_sql_begin(struct gam_store *s, struct gam_err *err); /* takes the write lock */
/* Commits when rc is 0, else rolls back. Returns rc or the failure of the commit. */
int gam_sql_end(struct gam_store *s, int rc, struct gam_err *err);
/* The text of a column, NULL for null; *rc = -GAM_ENOMEM when it could not be held. */
const char *gam_sql_text(sqlite3_stmt *stmt, int column, int *rc);
/* The same, copied into `texts`. */
const char *gam_sql_text_keep(sqlite3_stmt *stmt, int column, struct gam_text_block **texts, int *rc);

/* cause.c: the errno behind a failure to open or write `path`; `reported` (SQLite's own, may be 0) when nothing is found. */
int gam_sql_cause(const char *path, int primary, int reported);

/* schema.c: all statements that make an empty database one of GAM_STORE_VERSION. */
int gam_schema_sql(struct gam_strbuf *out, struct gam_err *err);

/* migrate.c. A step turns version `to - 1` into `to`; steps stand in ascending order. */
struct gam_migration {
    int to;
    int (*apply)(struct gam_store *s, struct gam_err *err);
};
struct gam_schema {
    int version;
    int (*create)(struct gam_store *s, struct gam_err *err); /* makes it in an empty database */
    const struct gam_migration *steps;                       /* from version 1 */
    size_t n_steps;
};
/* Creates or migrates in one transaction; -GAM_EVERSION when the database is newer. */
int gam_store_migrate(struct gam_store *s, const struct gam_schema *to, struct gam_err *err);
int gam_store_migrate_current(struct gam_store *s, struct gam_err *err);

/* header.c: the file's own header, before SQLite touches anything. */
enum gam_db_file { GAM_DB_ABSENT, GAM_DB_EMPTY, GAM_DB_OURS };
/* -GAM_EPARSE: not one of ours; -GAM_EVERSION: newer; -GAM_EPERM, -GAM_EIO. */
int gam_store_header(const char *path, enum gam_db_file *out, struct gam_err *err);
int gam_store_identity_check(const char *path, int64_t application, int64_t version, struct gam_err *err);

/* network.c: the type of the network file system that holds `path`; empty for a local or unknown one. */
int gam_store_network(const char *path, char *type, size_t size, struct gam_err *err);
/* The same from the text of a mountinfo file and a device number; NULL when it is none. */
const char *gam_mountinfo_network(const char *mountinfo, unsigned major, unsigned minor, char *type, size_t size);

/* rows.c */
int gam_row_insert(struct gam_store *s, enum gam_record which, int64_t run, const void *record, int64_t *id, struct gam_err *err);
int gam_row_update(struct gam_store *s, enum gam_record which, int64_t run, const void *record, struct gam_err *err);
void gam_row_statements_release(struct gam_store *s);
/* Appends the quoted names of a record's fields, separated by commas. */
void gam_row_columns(struct gam_strbuf *out, const struct gam_record_desc *desc);

void gam_store_queue_release(struct gam_store *s); /* sink.c */

/* A `running` row whose owner is gone; `here` is this boot's id. */
int gam_owner_gone(const struct gam_store *s, const char *here, const char *boot_id, int64_t pid, int64_t start_ticks);

#endif
