/* SPDX-License-Identifier: MIT */
#include "common/file.h"
#include "store/store_priv.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WAL_TRIES = 50, WAL_PAUSE_US = 20000, PATH_CAP = 4096, WARNING_CAP = PATH_CAP + 200 };

/* Opens the file; the first statement is what really touches it. */
static int connect(struct gam_store *s, const char *name, int flags, struct gam_err *err)
{
    int64_t unused;
    int rc = sqlite3_open_v2(name, &s->db, flags | SQLITE_OPEN_NOMUTEX, NULL);

    if (rc != SQLITE_OK)
        return gam_sql_fail(s, "open", err);
    sqlite3_extended_result_codes(s->db, 1);
    sqlite3_busy_timeout(s->db, GAM_STORE_BUSY_MS);
    rc = gam_sql_exec(
        s, "open",
        "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY", err);
    return rc ? rc : gam_sql_int(s, "open", "SELECT count(*) FROM sqlite_schema", 0, &unused, err);
}

static void disconnect(struct gam_store *s)
{
    sqlite3_close_v2(s->db);
    s->db = NULL;
}

/* The path as a URI that tells SQLite that nobody writes the file. */
static int immutable_name(const char *path, struct gam_strbuf *out, struct gam_err *err)
{
    gam_strbuf_text(out, "file:");
    for (; *path; path++) {
        if (strchr("%?#", *path))
            gam_strbuf_printf(out, "%%%02X", (unsigned)(unsigned char)*path);
        else
            gam_strbuf_char(out, *path);
    }
    gam_strbuf_text(out, "?immutable=1");
    return gam_strbuf_status(out, err);
}

static int wal_is_empty(const char *path)
{
    char name[PATH_CAP];
    struct stat info;
    int n = snprintf(name, sizeof name, "%s-wal", path);

    return n > 0 && (size_t)n < sizeof name && (stat(name, &info) || !info.st_size);
}

/* A database in a folder that we may not write to has no room for the files that WAL needs. It can still be read when all of
 * it lies in the file itself. */
static int connect_immutable(struct gam_store *s, struct gam_err *err)
{
    struct gam_strbuf name = GAM_STRBUF_INIT(3 * PATH_CAP);
    int rc = immutable_name(s->path, &name, err);

    disconnect(s);
    if (!rc)
        rc = connect(s, gam_strbuf_get(&name), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, err);
    gam_strbuf_release(&name);
    return rc;
}

static int connect_for_reading(struct gam_store *s, struct gam_err *err)
{
    struct gam_err why = { 0 };
    int rc = connect(s, s->path, SQLITE_OPEN_READWRITE, &why);

    if (rc == -GAM_EPERM && wal_is_empty(s->path) && !access(s->path, R_OK) && !connect_immutable(s, NULL))
        return 0;
    if (rc && err)
        *err = why;
    return rc;
}

/* Foreign, newer and half-made databases; *version is what is there. */
static int identity_check(struct gam_store *s, int64_t *version, struct gam_err *err)
{
    int64_t application, objects;
    int rc = gam_sql_int(s, "open", "PRAGMA application_id", 0, &application, err);

    if (!rc)
        rc = gam_sql_int(s, "open", "PRAGMA user_version", 0, version, err);
    if (!rc)
        rc = gam_sql_int(s, "open", "SELECT count(*) FROM sqlite_schema", 0, &objects, err);
    if (rc)
        return rc;
    if (!application && !*version && !objects)
        return 0; /* nothing in it yet */
    return gam_store_identity_check(s->path, application, *version, err);
}

/* `network`: the type of the network file system, NULL for another one that cannot do it. */
static int warn(struct gam_store *s, const char *network, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(WARNING_CAP);

    if (network)
        gam_strbuf_printf(
            &text, "'%s' lies on a network file system (%s): written without WAL; --db FILE on a local disk is faster and safer",
            s->path, network);
    else
        gam_strbuf_printf(&text,
                          "'%s' lies on a file system without shared memory: written without WAL; --db FILE elsewhere is faster",
                          s->path);
    free(s->warning);
    s->warning = gam_strbuf_take(&text);
    return s->warning ? 0 : gam_err_nomem(err);
}

/* Asks for a journal mode and tells whether it is the one now. Another process that opens the file in the same moment makes
 * SQLite refuse at once, without waiting. */
static int journal_set(struct gam_store *s, const char *mode, int *is_set, struct gam_err *err)
{
    char sql[60];
    int rc = 0;

    snprintf(sql, sizeof sql, "PRAGMA journal_mode = %s", mode);
    *is_set = 0;
    for (int i = 0; i < WAL_TRIES && !*is_set; i++) {
        sqlite3_stmt *stmt;

        rc = gam_sql_prepare(s, "open", sql, &stmt, err);
        if (rc)
            return rc;
        rc = gam_sql_step(s, "open", stmt, err);
        if (rc > 0) {
            const char *now = (const char *)sqlite3_column_text(stmt, 0);

            *is_set = now && !sqlite3_stricmp(now, mode);
        }
        sqlite3_finalize(stmt);
        if (rc != -GAM_EBUSY)
            break;
        usleep(WAL_PAUSE_US);
    }
    return rc < 0 ? rc : 0;
}

/* WAL: a killed process loses nothing it committed. NORMAL leaves the wait for the disk to checkpoints; a power cut may then take
 * the last commits, never the database. */
static int journal_choose(struct gam_store *s, struct gam_err *err)
{
    char type[40];
    int is_set = 0, rc = gam_store_network(s->path, type, sizeof type, err);

    if (rc)
        return rc;
    s->on_network = *type != '\0';
    if (!s->on_network) {
        rc = journal_set(s, "wal", &is_set, err);
        if (rc)
            return rc;
        if (is_set)
            return gam_sql_exec(s, "open", "PRAGMA synchronous = NORMAL", err);
    }
    rc = warn(s, s->on_network ? type : NULL, err);
    if (!rc)
        rc = journal_set(s, "truncate", &is_set, err);
    return rc ? rc : gam_sql_exec(s, "open", "PRAGMA synchronous = FULL", err);
}

static int open_for_writing(struct gam_store *s, struct gam_err *err)
{
    struct gam_err why = { 0 };
    int64_t version = 0;
    int rc = gam_file_make_folders(s->path, &why);

    if (rc)
        return gam_err_set(err, rc, "%.800s; name another file with --db FILE", why.text);
    rc = connect(s, s->path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err);
    if (!rc)
        rc = identity_check(s, &version, err);
    if (!rc && sqlite3_db_readonly(s->db, "main"))
        return gam_err_set(err, -GAM_EPERM,
                           "cannot write '%s': it is read-only; make the file and its folder writable for you, or name "
                           "another file with --db FILE",
                           s->path);
    if (!rc && !version) /* so that pruning can give space back; it must come before everything else */
        rc = gam_sql_exec(s, "create", "PRAGMA auto_vacuum = INCREMENTAL", err);
    if (!rc)
        rc = journal_choose(s, err);
    if (!rc && version < GAM_STORE_VERSION)
        rc = gam_store_migrate_current(s, err);
    return rc;
}

static int nothing_there(const struct gam_store *s, struct gam_err *err)
{
    return gam_err_set(err, -GAM_ENOENT, "no runs in '%s' yet; 'gambrel run' makes the first", s->path);
}

static int open_for_reading(struct gam_store *s, enum gam_db_file file, struct gam_err *err)
{
    int64_t version = 0;
    char type[40];
    int rc;

    if (file == GAM_DB_ABSENT)
        return nothing_there(s, err);
    rc = connect_for_reading(s, err);
    if (!rc)
        rc = identity_check(s, &version, err);
    if (!rc)
        rc = gam_store_network(s->path, type, sizeof type, err);
    if (rc)
        return rc;
    s->on_network = *type != '\0';
    if (!version && file == GAM_DB_EMPTY)
        return nothing_there(s, err);
    if (version < GAM_STORE_VERSION) {
        rc = gam_store_migrate_current(s, err);
        if (rc)
            return gam_err_prefix(err, "an older database must be brought up to date before it is read");
    }
    return gam_sql_exec(s, "open", "PRAGMA query_only = ON", err);
}

int gam_store_open(const char *path, enum gam_store_mode mode, struct gam_store **out, struct gam_err *err)
{
    enum gam_db_file file;
    struct gam_store *s;
    int rc = gam_store_header(path, &file, err);

    *out = NULL;
    if (rc)
        return rc;
    s = calloc(1, sizeof *s);
    if (!s)
        return gam_err_nomem(err);
    s->mode = mode;
    s->path = strdup(path);
    if (!s->path)
        rc = gam_err_nomem(err);
    else
        rc = mode == GAM_STORE_WRITE ? open_for_writing(s, err) : open_for_reading(s, file, err);
    if (rc) {
        gam_store_close(s);
        return rc;
    }
    *out = s;
    return 0;
}

void gam_store_close(struct gam_store *s)
{
    if (!s)
        return;
    gam_store_queue_release(s);
    gam_row_statements_release(s);
    disconnect(s);
    free(s->warning);
    free(s->path);
    free(s);
}

const char *gam_store_warning(const struct gam_store *s)
{
    return s->warning;
}
