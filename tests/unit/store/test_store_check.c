/* SPDX-License-Identifier: MIT */
/* Faults that were put into a database on purpose are found by the check, and named when the run is loaded. */
#include "fixture_store.h"

#include <stdio.h>

struct found {
    char text[2000];
};

static void fault_collect(void *ctx, const char *text)
{
    struct found *f = ctx;
    size_t used = strlen(f->text);

    snprintf(f->text + used, sizeof f->text - used, "%s\n", text);
}

/* Fills a database, runs the statement on it and expects a fault. `load`: the part of the message when the run is loaded. */
static void expect_fault(const char *sql, const char *fault, const char *load)
{
    struct gam_store *s;
    struct gam_runset set;
    struct gam_err err = { 0 };
    struct found found = { "" };
    int64_t id;
    size_t n;

    store_setup(NULL);
    s = store_open(GAM_STORE_WRITE);
    runset_small(&set, "u1", "2026-01-01T00:00:00Z");
    id = add_small(s, "u1", "2026-01-01T00:00:00Z", "t", NULL);
    gam_runset_release(&set);
    sql_run(sql);
    ok(gam_store_check(s, fault_collect, &found, &n, &err), &err);
    if (!n || !strstr(found.text, fault))
        fail_msg("after %s: %zu faults:\n%s", sql, n, found.text);
    gam_runset_init(&set);
    if (load) {
        assert_true(gam_store_load(s, id, &set, &err) < 0);
        assert_error(&err, -GAM_EPARSE, load);
        assert_non_null(strstr(err.text, store_path));
    } else {
        ok(gam_store_load(s, id, &set, &err), &err);
    }
    gam_runset_release(&set);
    gam_store_close(s);
    store_teardown(NULL);
}

static void faults_are_found(void **state)
{
    (void)state;
    expect_fault("UPDATE measurement SET role = 'rooof'", "unknown word in measurement.role (run, ordinal, value): 1 0 rooof",
                 "measurement 0, role: unknown word");
    expect_fault("UPDATE run SET status = 'napping'", "unknown word in run.status (run, ordinal, value): 1 0 napping",
                 "run 0, status: unknown word");
    expect_fault("UPDATE sample SET ordinal = 3", "sample: ordinals are not dense (run, rows, last): 1 1 3",
                 "sample 0: is missing");
    expect_fault("UPDATE sample SET measurement = 9", "reference to nothing (table, row, parent table): sample",
                 "sample[0].measurement: there is no measurement 9");
    expect_fault("DELETE FROM device", "reference to nothing", "measurement[0].device: there is no device 0");
    expect_fault(
        "INSERT INTO quantity_def (run, ordinal, name, unit, scope, kind) VALUES (1, 0, 'cycles', '1', 'thread', 'delta');"
        "INSERT INTO reading (run, ordinal, quantity, target, subject, rank, ivalue, source, flags) VALUES (1, 0, 0, 'sample', "
        "7, 0, 5, 'counter', 0)",
        "reading of a sample that is not there (run, ordinal, subject): 1 0 7", "reading[0].subject: there is no sample 7");
    expect_fault(
        "INSERT INTO count (run, ordinal, target, subject, what, value, source) VALUES (1, 0, 'run', 1, 'flop', 1, 'shape')",
        "count of a run that is not there", "count[0].subject: there is no run 1");
    expect_fault(
        "INSERT INTO quantity_def (run, ordinal, name, unit, scope, kind) VALUES (1, 0, 'cycles', '1', 'thread', 'delta');"
        "INSERT INTO reading (run, ordinal, quantity, target, subject, rank, source, flags) VALUES (1, 0, 0, 'sample', 0, 0, "
        "'counter', 0)",
        "reading is missing without a reason (run, ordinal): 1 0", NULL);
    expect_fault("UPDATE sample SET duration_ns = 9007199254740992",
                 "not below 2^53 in sample.duration_ns (run, ordinal, value): 1 0 9007199254740992",
                 "sample[0].duration_ns: is not below 2^53");
    expect_fault("UPDATE run SET started = 'yesterday'", "no time in run.started (run, ordinal, value): 1 0 yesterday",
                 "run.started: is not a time");
}

static void all_faults_are_listed(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_err err = { 0 };
    struct found found = { "" };
    size_t n;

    (void)state;
    add_small(s, "u1", "2026-01-01T00:00:00Z", NULL, NULL);
    add_small(s, "u2", "2026-01-01T00:00:00Z", NULL, NULL);
    sql_run("UPDATE measurement SET role = 'x', status = 'y'");
    ok(gam_store_check(s, fault_collect, &found, &n, &err), &err);
    assert_int_equal(n, 4);
    ok(gam_store_check(s, NULL, NULL, &n, &err), &err);
    assert_int_equal(n, 4);
    gam_store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(faults_are_found), store_test(all_faults_are_listed) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
