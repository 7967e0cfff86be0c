/* SPDX-License-Identifier: MIT */
#include "fixture_store.h"

#include "common/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

char store_folder[64], store_path[100];

int store_setup(void **state)
{
    (void)state;
    folder_make(store_folder, sizeof store_folder);
    snprintf(store_path, sizeof store_path, "%s/gambrel.db", store_folder);
    return 0;
}

int store_teardown(void **state)
{
    (void)state;
    folder_remove(store_folder);
    return 0;
}

void ok(int rc, const struct gam_err *err)
{
    if (rc)
        fail_msg("%d: %s", rc, err->text);
}

struct gam_store *store_open(enum gam_store_mode mode)
{
    struct gam_err err = { 0 };
    struct gam_store *s = NULL;

    ok(gam_store_open(store_path, mode, &s, &err), &err);
    return s;
}

static void fault_print(void *ctx, const char *text)
{
    (void)ctx;
    print_message("fault: %s\n", text);
}

void expect_sound(struct gam_store *s)
{
    struct gam_err err = { 0 };
    size_t faults;

    ok(gam_store_check(s, fault_print, NULL, &faults, &err), &err);
    assert_int_equal(faults, 0);
}

void expect_refused(enum gam_store_mode mode, int code, const char *part)
{
    struct gam_err err = { 0 };
    struct gam_store *s;

    assert_true(gam_store_open(store_path, mode, &s, &err) < 0);
    assert_null(s);
    assert_error(&err, code, part);
    assert_non_null(strstr(err.text, store_path));
}

void expect_equal(struct gam_store *s, int64_t id, const struct gam_runset *set)
{
    struct gam_runset back;
    struct gam_err err = { 0 };
    char where[200];

    gam_runset_init(&back);
    ok(gam_store_load(s, id, &back, &err), &err);
    if (runset_compare(set, &back, where, sizeof where))
        fail_msg("%s differs", where);
    gam_runset_release(&back);
}

int64_t add_small(struct gam_store *s, const char *uuid, const char *started, const char *tag, const char *roof_run)
{
    struct gam_runset set;
    struct gam_err err = { 0 };
    struct gam_run_tag row = { .tag = tag };
    int64_t id;
    int added;

    runset_small(&set, uuid, started);
    gam_runset_run(&set)->roof_run = roof_run;
    if (tag)
        ok(gam_runset_add(&set, GAM_RECORD_RUN_TAG, &row, &err), &err);
    ok(gam_store_add(s, &set, &id, &added, &err), &err);
    assert_int_equal(added, 1);
    gam_runset_release(&set);
    return id;
}

static sqlite3 *raw_open(void)
{
    sqlite3 *db;

    assert_int_equal(sqlite3_open(store_path, &db), SQLITE_OK);
    return db;
}

void sql_run(const char *sql)
{
    sqlite3 *db = raw_open();

    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

void sql_text(const char *sql, char *out, size_t size)
{
    sqlite3 *db = raw_open();
    sqlite3_stmt *stmt;

    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK || sqlite3_step(stmt) != SQLITE_ROW)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    snprintf(out, size, "%s", (const char *)sqlite3_column_text(stmt, 0));
    sqlite3_finalize(stmt);
    sqlite3_close(db);
}

int64_t sql_int(const char *sql)
{
    char text[40];

    sql_text(sql, text, sizeof text);
    return strtoll(text, NULL, 10);
}

void file_fill(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

char *file_bytes(const char *path, size_t *n)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(1 << 28);
    struct gam_err err = { 0 };

    ok(gam_file_read(path, &text, &err), &err);
    *n = text.length;
    return gam_strbuf_take(&text);
}

size_t folder_count(void)
{
    DIR *dir = opendir(store_folder);
    size_t n = 0;

    assert_non_null(dir);
    for (struct dirent *e; (e = readdir(dir));)
        n += e->d_name[0] != '.';
    closedir(dir);
    return n;
}
