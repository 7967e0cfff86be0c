/* SPDX-License-Identifier: MIT */
/* What stands at the path may be anything. */
#include "fixture_store.h"

#include "store/store_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void new_database_is_set_up(void **state)
{
    char mode[20];
    struct gam_store *s = store_open(GAM_STORE_WRITE);

    (void)state;
    assert_null(gam_store_warning(s));
    gam_store_close(s);
    sql_text("PRAGMA journal_mode", mode, sizeof mode);
    assert_string_equal(mode, "wal");
    assert_int_equal(sql_int("PRAGMA user_version"), GAM_STORE_VERSION);
    assert_int_equal(sql_int("PRAGMA application_id"), 0x47414d42);
    assert_int_equal(sql_int("PRAGMA auto_vacuum"), 2); /* incremental */
    assert_int_equal(
        sql_int("SELECT count(*) FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND NOT strict"), 0);
    /* every record has its table, and the gate and baselines have theirs */
    for (int i = 0; i < GAM_RECORD_KINDS; i++) {
        char sql[200];

        snprintf(sql, sizeof sql, "SELECT count(*) FROM pragma_table_info('%s')", gam_record_desc((enum gam_record)i)->name);
        assert_int_equal(sql_int(sql), gam_record_desc((enum gam_record)i)->n_fields + (i == GAM_RECORD_RUN ? 1 : 2));
    }
    assert_int_equal(sql_int("SELECT count(*) FROM sqlite_schema WHERE name IN ('gate', 'gate_slot', 'gate_case', 'baseline')"),
                     4);
    assert_int_equal(folder_count(), 1); /* closing leaves no -wal and -shm */
}

static void foreign_keys_are_on(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_err err = { 0 };

    (void)state;
    assert_true(gam_sql_exec(s, "write", "INSERT INTO host (run, ordinal) VALUES (77, 0)", &err) < 0);
    assert_error(&err, -GAM_EINTERNAL, "FOREIGN KEY");
    gam_store_close(s);
}

static void folders_are_made(void **state)
{
    (void)state;
    snprintf(store_path, sizeof store_path, "%s/a/b c/gambrel.db", store_folder);
    gam_store_close(store_open(GAM_STORE_WRITE));
    gam_store_close(store_open(GAM_STORE_READ));
}

static void absent_and_empty(void **state)
{
    (void)state;
    expect_refused(GAM_STORE_READ, -GAM_ENOENT, "'gambrel run' makes the first");
    assert_int_equal(folder_count(), 0); /* reading makes no file */
    file_fill(store_path, "", 0);
    expect_refused(GAM_STORE_READ, -GAM_ENOENT, "'gambrel run' makes the first");
    gam_store_close(store_open(GAM_STORE_WRITE));
    gam_store_close(store_open(GAM_STORE_READ));
}

static void expect_untouched(int code, const char *part)
{
    size_t n, m;
    char *before = file_bytes(store_path, &n), *after;

    expect_refused(GAM_STORE_WRITE, code, part);
    expect_refused(GAM_STORE_READ, code, part);
    after = file_bytes(store_path, &m);
    assert_int_equal(n, m);
    assert_memory_equal(before, after, n);
    assert_int_equal(folder_count(), 1);
    free(before);
    free(after);
}

static void newer_is_refused_untouched(void **state)
{
    (void)state;
    gam_store_close(store_open(GAM_STORE_WRITE));
    sql_run("PRAGMA user_version = 12; CREATE TABLE future (x)");
    expect_untouched(-GAM_EVERSION, "made by a newer gambrel (schema 12, this one knows 3); update gambrel");
}

/* The newer version number stands only in the WAL, because the writer was killed. */
static void newer_in_wal_is_refused(void **state)
{
    int status;
    pid_t child;

    (void)state;
    gam_store_close(store_open(GAM_STORE_WRITE));
    child = fork();
    if (!child) {
        sqlite3 *db;

        sqlite3_open(store_path, &db);
        sqlite3_exec(db, "PRAGMA user_version = 13", NULL, NULL, NULL);
        _exit(0);
    }
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    expect_refused(GAM_STORE_WRITE, -GAM_EVERSION, "made by a newer gambrel (schema 13");
    assert_int_equal(sql_int("PRAGMA user_version"), 13);
}

static void other_files_are_refused_untouched(void **state)
{
    char bytes[5000];

    (void)state;
    sql_run("CREATE TABLE accounts (money)");
    expect_untouched(-GAM_EPARSE, "database of another program");
    sql_run("PRAGMA application_id = 5; PRAGMA user_version = 9");
    expect_untouched(-GAM_EPARSE, "database of another program");
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 7919 >> 3);
    file_fill(store_path, bytes, sizeof bytes);
    expect_untouched(-GAM_EPARSE, "it is not a database");
    file_fill(store_path, "SQLite", 6);
    expect_untouched(-GAM_EPARSE, "it is not a database");
}

static void folders_and_pipes_are_refused(void **state)
{
    (void)state;
    assert_int_equal(mkdir(store_path, 0700), 0);
    expect_refused(GAM_STORE_WRITE, -GAM_EINVAL, "it is a folder");
    rmdir(store_path);
    assert_int_equal(mkfifo(store_path, 0600), 0);
    expect_refused(GAM_STORE_READ, -GAM_EINVAL, "it is not a plain file");
    unlink(store_path);
    file_fill(store_path, "x", 1);
    snprintf(store_path, sizeof store_path, "%s/gambrel.db/below/it.db", store_folder);
    expect_refused(GAM_STORE_WRITE, -GAM_EIO, "Not a directory");
}

/* A file cut anywhere is either refused or found damaged, or its run no longer loads: it never crashes and never passes. */
static void truncated_is_noticed(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_runset set;
    struct gam_err err = { 0 };
    int64_t id;
    int added;
    size_t n;
    char *whole;

    (void)state;
    runset_generate(&set, 5, 30);
    ok(gam_store_add(s, &set, &id, &added, &err), &err);
    gam_store_close(s);
    gam_runset_release(&set);
    whole = file_bytes(store_path, &n);
    assert_true(n > 40000);
    for (size_t cut = 1; cut < 20; cut++) {
        size_t faults = 0;
        int rc;

        file_fill(store_path, whole, n * cut / 20);
        err.code = 0;
        rc = gam_store_open(store_path, GAM_STORE_READ, &s, &err);
        if (!rc)
            rc = gam_store_check(s, NULL, NULL, &faults, &err);
        if (!rc && !faults)
            fail_msg("cut at %zu of %zu was not noticed", n * cut / 20, n);
        if (rc)
            assert_true(err.code == rc && strstr(err.text, store_path));
        gam_store_close(s);
    }
    free(whole);
}

/* A byte changed in any page is survived; what it does to the contents may go unseen. */
static void flipped_bytes_are_survived(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_runset set;
    struct gam_err err = { 0 };
    int64_t id;
    int added;
    size_t n;
    char *bytes;

    (void)state;
    runset_generate(&set, 6, 10);
    ok(gam_store_add(s, &set, &id, &added, &err), &err);
    gam_store_close(s);
    gam_runset_release(&set);
    bytes = file_bytes(store_path, &n);
    for (size_t at = 0; at < n; at += 509) {
        size_t faults;

        bytes[at] = (char)(bytes[at] ^ 0xff);
        file_fill(store_path, bytes, n);
        bytes[at] = (char)(bytes[at] ^ 0xff);
        if (gam_store_open(store_path, GAM_STORE_READ, &s, &err))
            continue;
        gam_store_check(s, NULL, NULL, &faults, &err);
        gam_runset_init(&set);
        gam_store_load(s, id, &set, &err);
        gam_runset_release(&set);
        gam_store_close(s);
    }
    free(bytes);
}

static void locked_is_named(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_sink sink = gam_store_sink(s);
    struct gam_runset set;
    struct gam_err err = { 0 };
    sqlite3 *other;
    int64_t id;
    int added;

    (void)state;
    runset_small(&set, "u1", "2026-01-01T00:00:00Z");
    sqlite3_busy_timeout(s->db, 30);
    assert_int_equal(sqlite3_open(store_path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    gam_store_add(s, &set, &id, &added, &err);
    assert_error(&err, -GAM_EBUSY, "another program keeps it locked; wait until that ends");
    assert_int_equal(added, 0);
    ok(sink.put(sink.ctx, GAM_RECORD_RUN, gam_runset_run(&set), &err), &err);
    assert_int_equal(sink.commit(sink.ctx, &err), -GAM_EBUSY);
    sqlite3_close(other);
    ok(gam_store_add(s, &set, &id, &added, &err), &err);
    assert_int_equal(added, 1);
    gam_runset_release(&set);
    gam_store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        store_test(new_database_is_set_up),
        store_test(foreign_keys_are_on),
        store_test(folders_are_made),
        store_test(absent_and_empty),
        store_test(newer_is_refused_untouched),
        store_test(newer_in_wal_is_refused),
        store_test(other_files_are_refused_untouched),
        store_test(folders_and_pipes_are_refused),
        store_test(truncated_is_noticed),
        store_test(flipped_bytes_are_survived),
        store_test(locked_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
