/* SPDX-License-Identifier: MIT */
#include "fixture_store.h"

#include "store/store_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static struct gam_store *s;

static size_t prune(int64_t keep, int64_t days, int dry_run)
{
    const struct gam_prune what = { keep, days, dry_run };
    struct gam_err err = { 0 };
    size_t removed;

    ok(gam_store_prune(s, &what, &removed, &err), &err);
    expect_sound(s);
    return removed;
}

static void expect_runs(const char *uuids)
{
    char there[400];

    sql_text("SELECT coalesce(group_concat(uuid, ' '), '') FROM (SELECT uuid FROM run ORDER BY uuid)", there, sizeof there);
    assert_string_equal(there, uuids);
}

static void keeps_the_newest(void **state)
{
    (void)state;
    s = store_open(GAM_STORE_WRITE);
    add_small(s, "a", "2020-01-01T00:00:00Z", NULL, NULL);
    add_small(s, "b", "2020-01-02T00:00:00Z", NULL, NULL);
    add_small(s, "c", "2020-01-03T00:00:00Z", NULL, NULL);
    assert_int_equal(prune(2, GAM_NULL_INT, 1), 1);
    expect_runs("a b c");
    assert_int_equal(prune(2, GAM_NULL_INT, 0), 1);
    expect_runs("b c");
    assert_int_equal(sql_int("SELECT count(*) FROM sample"), 2);
    assert_int_equal(prune(2, GAM_NULL_INT, 0), 0);
    assert_int_equal(prune(0, GAM_NULL_INT, 0), 2);
    expect_runs("");
    gam_store_close(s);
}

static void both_limits_must_agree(void **state)
{
    (void)state;
    s = store_open(GAM_STORE_WRITE);
    add_small(s, "a", "2020-01-01T00:00:00Z", NULL, NULL);
    add_small(s, "b", "2020-01-02T00:00:00Z", NULL, NULL);
    add_small(s, "c", "2999-01-03T00:00:00Z", NULL, NULL);
    assert_int_equal(prune(3, 30, 0), 0);
    assert_int_equal(prune(0, 100000, 0), 0);
    assert_int_equal(prune(2, 30, 0), 1);
    expect_runs("b c");
    assert_int_equal(prune(GAM_NULL_INT, 30, 0), 1);
    expect_runs("c");
    gam_store_close(s);
}

static void what_is_held_stays(void **state)
{
    struct gam_run_summary *runs;
    struct gam_err err = { 0 };
    char sql[200], boot_id[64];
    size_t n;

    (void)state;
    s = store_open(GAM_STORE_WRITE);
    add_small(s, "tagged", "2020-01-01T00:00:00Z", "v1", NULL);
    add_small(s, "roofs", "2020-01-02T00:00:00Z", NULL, NULL);
    add_small(s, "user", "2999-01-01T00:00:00Z", NULL, "roofs");
    add_small(s, "base", "2020-01-03T00:00:00Z", NULL, NULL);
    add_small(s, "accepted", "2020-01-04T00:00:00Z", NULL, NULL);
    add_small(s, "living", "2020-01-05T00:00:00Z", NULL, NULL);
    add_small(s, "dead", "2020-01-06T00:00:00Z", NULL, NULL);
    gam_owner_boot_id(boot_id, sizeof boot_id);
    snprintf(
        sql, sizeof sql,
        "UPDATE run SET status = 'running', owner_boot_id = '%s', owner_pid = %d, owner_start_ticks = %lld WHERE uuid = 'living'",
        boot_id, (int)getpid(), (long long)gam_owner_start_ticks(getpid()));
    sql_run(sql);
    sql_run("UPDATE run SET purpose = 'baseline' WHERE uuid = 'base'");
    sql_run("UPDATE run SET status = 'running' WHERE uuid = 'dead'");
    sql_run("INSERT INTO baseline (uuid, name, op, metric, unit, value, run, accepted, why) VALUES ('x', 'main', 'gemm', 'time', "
            "'ns', 1, 'accepted', "
            "'2020-01-01T00:00:00Z', 'first')");
    assert_int_equal(prune(GAM_NULL_INT, 30, 0), 1);
    expect_runs("accepted base living roofs tagged user");
    assert_int_equal(prune(0, GAM_NULL_INT, 0), 2); /* the user and with it the roofs */
    expect_runs("accepted base living tagged");
    ok(gam_store_list(s, &runs, &n, &err), &err);
    assert_string_equal(runs[0].status, "running");
    free(runs);
    gam_store_close(s);
}

/* a uses the roofs of b, which uses those of c; only a is young enough. */
static void chains_of_roofs_stay(void **state)
{
    (void)state;
    s = store_open(GAM_STORE_WRITE);
    add_small(s, "c", "2020-01-01T00:00:00Z", NULL, NULL);
    add_small(s, "b", "2020-01-02T00:00:00Z", NULL, "c");
    add_small(s, "a", "2999-01-03T00:00:00Z", NULL, "b");
    assert_int_equal(prune(GAM_NULL_INT, 30, 0), 0);
    gam_store_close(s);
}

static void space_is_given_back(void **state)
{
    struct gam_runset set;
    struct gam_err err = { 0 };
    struct stat before, after;
    int64_t id;
    int added;

    (void)state;
    s = store_open(GAM_STORE_WRITE);
    runset_small(&set, "big", "2020-01-01T00:00:00Z");
    for (int64_t i = 1; i < 20000; i++) {
        struct gam_sample sample = { .ordinal = i, .iterations = i, .duration_ns = i * 1000003 };

        ok(gam_runset_add(&set, GAM_RECORD_SAMPLE, &sample, &err), &err);
    }
    ok(gam_store_add(s, &set, &id, &added, &err), &err);
    gam_runset_release(&set);
    gam_store_close(s);
    assert_int_equal(stat(store_path, &before), 0);
    s = store_open(GAM_STORE_WRITE);
    assert_int_equal(prune(0, GAM_NULL_INT, 0), 1);
    gam_store_close(s);
    assert_int_equal(stat(store_path, &after), 0);
    assert_true(after.st_size < before.st_size / 2);
}

static void needs_a_limit(void **state)
{
    const struct gam_prune what = { GAM_NULL_INT, GAM_NULL_INT, 0 };
    struct gam_err err = { 0 };
    size_t removed;

    (void)state;
    s = store_open(GAM_STORE_WRITE);
    assert_int_equal(gam_store_prune(s, &what, &removed, &err), -GAM_EINVAL);
    gam_store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        store_test(keeps_the_newest),     store_test(both_limits_must_agree), store_test(what_is_held_stays),
        store_test(chains_of_roofs_stay), store_test(space_is_given_back),    store_test(needs_a_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
