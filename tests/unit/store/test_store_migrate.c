/* SPDX-License-Identifier: MIT */
#include "fixture_store.h"

#include "common/file.h"
#include "store/store_priv.h"

#include <stdio.h>
#include <unistd.h>

static int add_column(struct gam_store *s, struct gam_err *err)
{
    return gam_sql_exec(s, "migrate", "ALTER TABLE run ADD COLUMN note TEXT", err);
}

static int fill_column(struct gam_store *s, struct gam_err *err)
{
    return gam_sql_exec(s, "migrate", "UPDATE run SET note = 'was ' || suite", err);
}

static int stumble(struct gam_store *s, struct gam_err *err)
{
    return gam_sql_exec(s, "migrate", "UPDATE no_such_table SET x = 1", err);
}

static int never(struct gam_store *s, struct gam_err *err)
{
    (void)s;
    return gam_err_set(err, -GAM_EINTERNAL, "an old database was created anew");
}

/* The two versions after the one that this program writes. */
enum { NOW = GAM_STORE_VERSION, NEXT, AFTER };

static const struct gam_migration good_steps[] = { { NEXT, add_column }, { AFTER, fill_column } };
static const struct gam_migration bad_steps[] = { { NEXT, add_column }, { AFTER, stumble } };
static const struct gam_schema good = { AFTER, never, good_steps, 2 }, first = { NEXT, never, good_steps, 1 },
                               bad = { AFTER, never, bad_steps, 2 };

static const char *between(const char *before, int a, const char *middle, int b)
{
    static char text[100];

    snprintf(text, sizeof text, "%s%d%s%d", before, a, middle, b);
    return text;
}

static void steps_run_in_order(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_err err = { 0 };
    char note[40];

    (void)state;
    add_small(s, "u1", "2026-01-01T00:00:00Z", NULL, NULL);
    ok(gam_store_migrate(s, &good, &err), &err);
    ok(gam_store_migrate(s, &good, &err), &err); /* again: nothing to do */
    gam_store_close(s);
    assert_int_equal(sql_int("PRAGMA user_version"), AFTER);
    sql_text("SELECT note FROM run", note, sizeof note);
    assert_string_equal(note, "was quick");
    expect_refused(GAM_STORE_READ, -GAM_EVERSION, between("schema ", AFTER, ", this one knows ", NOW));
}

static void only_missing_steps_run(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_err err = { 0 };

    (void)state;
    ok(gam_store_migrate(s, &first, &err), &err);
    assert_int_equal(sql_int("PRAGMA user_version"), NEXT);
    ok(gam_store_migrate(s, &good, &err), &err); /* add_column again would fail */
    assert_int_equal(sql_int("PRAGMA user_version"), AFTER);
    gam_store_close(s);
}

static void failure_leaves_the_old_version_whole(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_err err = { 0 };

    (void)state;
    add_small(s, "u1", "2026-01-01T00:00:00Z", NULL, NULL);
    assert_true(gam_store_migrate(s, &bad, &err) < 0);
    assert_error(&err, err.code, between("database schema ", NOW, " to ", AFTER));
    assert_non_null(strstr(err.text, "cannot migrate"));
    assert_int_equal(sql_int("PRAGMA user_version"), NOW);
    assert_int_equal(sql_int("SELECT count(*) FROM pragma_table_info('run') WHERE name = 'note'"), 0);
    expect_sound(s);
    gam_store_close(s);
    gam_store_close(store_open(GAM_STORE_READ));
}

static void newer_is_not_migrated_back(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_err err = { 0 };

    (void)state;
    ok(gam_sql_exec(s, "write", "PRAGMA user_version = 9", &err), &err);
    assert_int_equal(gam_store_migrate(s, &good, &err), -GAM_EVERSION);
    gam_store_close(s);
}

/* Version 0 with our mark: a file whose creation ended between mark and tables. Reading brings it up to date too. */
static void version_0_becomes_current(void **state)
{
    (void)state;
    for (int mode = GAM_STORE_READ; mode <= GAM_STORE_WRITE; mode++) {
        struct gam_store *s;

        unlink(store_path);
        sql_run("PRAGMA application_id = 1195461954; PRAGMA user_version = 0; VACUUM");
        s = store_open((enum gam_store_mode)mode);
        expect_sound(s);
        gam_store_close(s);
        assert_int_equal(sql_int("PRAGMA user_version"), GAM_STORE_VERSION);
    }
}

/* What version 1 was, brought up to date, is what a new database is: a change of a .def without a migration shows here. */
static const char schema_1[] = GAM_SOURCE_DIR "/tests/unit/store/schema_1.sql";

static const char columns_sql[] = "SELECT group_concat(line, char(10)) FROM (SELECT t.name || '.' || c.name || ' ' || c.type || "
                                  "' ' || c.\"notnull\" || ' ' || c.pk AS line"
                                  " FROM pragma_table_list t JOIN pragma_table_info(t.name) c WHERE t.schema = 'main' AND t.name "
                                  "NOT LIKE 'sqlite%' ORDER BY 1)";

static void version_1_becomes_current(void **state)
{
    static char migrated[65536], fresh[65536];
    struct gam_strbuf sql = GAM_STRBUF_INIT(GAM_SQL_CAP);
    struct gam_err err = { 0 };
    struct gam_store *s;

    (void)state;
    ok(gam_file_read(schema_1, &sql, &err), &err);
    sql_run(gam_strbuf_get(&sql));
    sql_run("PRAGMA application_id = 1195461954; PRAGMA user_version = 1");
    gam_strbuf_release(&sql);
    s = store_open(GAM_STORE_WRITE);
    add_small(s, "u1", "2026-01-01T00:00:00Z", "t", NULL);
    expect_sound(s);
    gam_store_close(s);
    sql_text(columns_sql, migrated, sizeof migrated);
    unlink(store_path);
    gam_store_close(store_open(GAM_STORE_WRITE));
    sql_text(columns_sql, fresh, sizeof fresh);
    assert_true(strlen(fresh) > 1000);
    if (strcmp(migrated, fresh))
        fail_msg("a new database is not what migrations make of version 1; write a step in store/migrate.c (before version 1 is "
                 "released: "
                 "test_store_migrate --write)");
}

static int schema_write(void)
{
    struct gam_strbuf sql = GAM_STRBUF_INIT(GAM_SQL_CAP);
    int rc = gam_schema_sql(&sql, NULL);

    if (!rc)
        rc = gam_file_write(schema_1, gam_strbuf_get(&sql), sql.length, NULL);
    gam_strbuf_release(&sql);
    return rc ? 1 : 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        store_test(steps_run_in_order),
        store_test(only_missing_steps_run),
        store_test(failure_leaves_the_old_version_whole),
        store_test(newer_is_not_migrated_back),
        store_test(version_0_becomes_current),
        store_test(version_1_becomes_current),
    };

    if (argc > 1 && !strcmp(argv[1], "--write"))
        return schema_write();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
