/* SPDX-License-Identifier: MIT */
#include "store/store_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SUMMARIES = 16 };

enum column {
    COLUMN_ID,
    COLUMN_UUID,
    COLUMN_STARTED,
    COLUMN_SUITE,
    COLUMN_STATUS,
    COLUMN_PURPOSE,
    COLUMN_ROUNDS,
    COLUMN_BOOT_ID,
    COLUMN_PID,
    COLUMN_TICKS,
    COLUMN_TAGS,
    COLUMN_DEVICE,
    COLUMN_MEASUREMENTS
};

static const char list_sql[] = "SELECT r.id, r.uuid, r.started, r.suite, r.status, r.purpose, r.rounds_done, r.owner_boot_id, "
                               "r.owner_pid, r.owner_start_ticks,"
                               " (SELECT group_concat(tag, ',') FROM run_tag t WHERE t.run = r.id),"
                               " (SELECT d.id FROM device d WHERE d.run = r.id AND d.ordinal = 0),"
                               " (SELECT count(*) FROM measurement m WHERE m.run = r.id)"
                               " FROM run r ORDER BY r.started DESC, r.id DESC";

static void text_copy(sqlite3_stmt *stmt, enum column column, char *out, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(stmt, (int)column);

    snprintf(out, size, "%s", text ? text : "");
}

static int64_t int_or_null(sqlite3_stmt *stmt, enum column column)
{
    return sqlite3_column_type(stmt, (int)column) == SQLITE_NULL ? GAM_NULL_INT : sqlite3_column_int64(stmt, (int)column);
}

static void summary_fill(const struct gam_store *s, sqlite3_stmt *stmt, const char *boot_id, struct gam_run_summary *out)
{
    out->id = sqlite3_column_int64(stmt, COLUMN_ID);
    text_copy(stmt, COLUMN_UUID, out->uuid, sizeof out->uuid);
    text_copy(stmt, COLUMN_STARTED, out->started, sizeof out->started);
    text_copy(stmt, COLUMN_SUITE, out->suite, sizeof out->suite);
    text_copy(stmt, COLUMN_STATUS, out->status, sizeof out->status);
    text_copy(stmt, COLUMN_PURPOSE, out->purpose, sizeof out->purpose);
    text_copy(stmt, COLUMN_TAGS, out->tags, sizeof out->tags);
    text_copy(stmt, COLUMN_DEVICE, out->device, sizeof out->device);
    out->rounds_done = int_or_null(stmt, COLUMN_ROUNDS);
    out->measurements = sqlite3_column_int64(stmt, COLUMN_MEASUREMENTS);
    out->interrupted = !strcmp(out->status, gam_words_run_status.word[GAM_RUN_RUNNING]) &&
                       gam_owner_gone(s, boot_id, (const char *)sqlite3_column_text(stmt, COLUMN_BOOT_ID),
                                      int_or_null(stmt, COLUMN_PID), int_or_null(stmt, COLUMN_TICKS));
    if (out->interrupted)
        snprintf(out->status, sizeof out->status, "interrupted");
}

static int summaries_read(struct gam_store *s, sqlite3_stmt *stmt, struct gam_run_summary **out, size_t *n, struct gam_err *err)
{
    size_t capacity = 0;
    char boot_id[64];
    int rc;

    gam_owner_boot_id(boot_id, sizeof boot_id);
    while ((rc = gam_sql_step(s, "read", stmt, err)) > 0) {
        if (*n == capacity) {
            size_t more = capacity ? capacity * 2 : FIRST_SUMMARIES;
            struct gam_run_summary *grown = realloc(*out, more * sizeof *grown);

            if (!grown)
                return gam_err_nomem(err);
            *out = grown;
            capacity = more;
        }
        summary_fill(s, stmt, boot_id, &(*out)[(*n)++]);
    }
    return rc;
}

int gam_store_list(struct gam_store *s, struct gam_run_summary **out, size_t *n, struct gam_err *err)
{
    sqlite3_stmt *stmt;
    int rc = gam_sql_prepare(s, "read", list_sql, &stmt, err);

    *out = NULL;
    *n = 0;
    if (rc)
        return rc;
    rc = summaries_read(s, stmt, out, n, err);
    sqlite3_finalize(stmt);
    if (rc) {
        free(*out);
        *out = NULL;
        *n = 0;
    }
    return rc;
}
