/* SPDX-License-Identifier: MIT */
/* Round trips: sets added and loaded, runs written through the sink, names resolved, runs listed. */
#include "fixture_store.h"

#include <stdlib.h>

static void sets_round_trip(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_err err = { 0 };

    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct gam_runset set;
        int64_t id, again;
        int added;

        runset_generate(&set, seed, 10);
        ok(gam_store_add(s, &set, &id, &added, &err), &err);
        assert_int_equal(added, 1);
        expect_equal(s, id, &set);
        ok(gam_store_add(s, &set, &again, &added, &err), &err);
        assert_int_equal(added, 0);
        assert_true(again == id);
        gam_runset_release(&set);
    }
    expect_sound(s);
    gam_store_close(s);
    s = store_open(GAM_STORE_READ); /* and so does another opening see it */
    expect_sound(s);
    gam_store_close(s);
}

/* Feeds a set through the sink in pieces: a commit after every `step` records. */
static void sink_feed(const struct gam_sink *sink, const struct gam_runset *set, size_t step)
{
    struct gam_err err = { 0 };
    size_t n = 0;

    for (int i = 0; i < GAM_RECORD_KINDS; i++)
        for (size_t k = 0; k < set->of[i].n; k++) {
            ok(sink->put(sink->ctx, (enum gam_record)i,
                         (const char *)set->of[i].row + k * gam_record_desc((enum gam_record)i)->size, &err),
               &err);
            if (++n % step == 0)
                ok(sink->commit(sink->ctx, &err), &err);
        }
    ok(sink->commit(sink->ctx, &err), &err);
}

static void sink_writes_what_was_put(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);

    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct gam_sink sink = gam_store_sink(s);
        struct gam_runset set;

        assert_int_equal(gam_store_sink_run(s), 0);
        runset_generate(&set, seed, 8);
        sink_feed(&sink, &set, seed);
        expect_equal(s, gam_store_sink_run(s), &set);
        gam_runset_release(&set);
    }
    expect_sound(s);
    gam_store_close(s);
}

static void sink_changes_records(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_sink sink = gam_store_sink(s);
    struct gam_runset set;
    struct gam_err err = { 0 };
    struct gam_run *run;
    struct gam_measurement *m;

    (void)state;
    runset_small(&set, "u1", "2026-01-01T00:00:00Z");
    run = gam_runset_run(&set);
    m = gam_runset_measurement(&set);
    run->status = GAM_RUN_RUNNING;
    sink_feed(&sink, &set, 100);
    m->status = GAM_STATUS_WRONG; /* a stored one, twice in one transaction, the last counts */
    m->reason = "first";
    ok(sink.put(sink.ctx, GAM_RECORD_MEASUREMENT, m, &err), &err);
    m->reason = "second";
    ok(sink.put(sink.ctx, GAM_RECORD_MEASUREMENT, m, &err), &err);
    run->status = GAM_RUN_COMPLETE;
    run->finished = "2026-01-01T00:01:00Z";
    ok(sink.put(sink.ctx, GAM_RECORD_RUN, run, &err), &err);
    ok(sink.commit(sink.ctx, &err), &err);
    expect_equal(s, gam_store_sink_run(s), &set);
    gam_runset_release(&set);
    gam_store_close(s);
}

static void nothing_is_seen_before_commit(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE), *other = store_open(GAM_STORE_READ);
    struct gam_sink sink = gam_store_sink(s);
    struct gam_runset set;
    struct gam_run_summary *runs;
    struct gam_err err = { 0 };
    size_t n;

    (void)state;
    runset_small(&set, "u1", "2026-01-01T00:00:00Z");
    ok(sink.put(sink.ctx, GAM_RECORD_RUN, gam_runset_run(&set), &err), &err);
    ok(gam_store_list(other, &runs, &n, &err), &err);
    assert_int_equal(n, 0);
    free(runs);
    ok(sink.commit(sink.ctx, &err), &err);
    ok(gam_store_list(other, &runs, &n, &err), &err);
    assert_int_equal(n, 1);
    free(runs);
    gam_runset_release(&set);
    gam_store_close(other);
    gam_store_close(s);
}

static void sink_refuses_what_is_wrong(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_sink sink = gam_store_sink(s);
    struct gam_runset set;
    struct gam_err err = { 0 };

    (void)state;
    runset_small(&set, "u1", "2026-01-01T00:00:00Z");
    sink.put(sink.ctx, GAM_RECORD_HOST, gam_runset_host(&set), &err);
    assert_error(&err, -GAM_EINVAL, "host: put before its run");
    ok(sink.put(sink.ctx, GAM_RECORD_RUN, gam_runset_run(&set), &err), &err);
    sink.put(sink.ctx, GAM_RECORD_DEVICE, gam_runset_device(&set), &err);
    assert_error(&err, -GAM_EINVAL, "device[0].host: there is no host 0");
    gam_runset_host(&set)->ordinal = 1;
    sink.put(sink.ctx, GAM_RECORD_HOST, gam_runset_host(&set), &err);
    assert_error(&err, -GAM_EINVAL, "host: ordinal 1 where 0 is next");
    ok(sink.commit(sink.ctx, &err), &err);
    gam_runset_release(&set);
    gam_store_close(s);
}

static void equal_uuid_fails_and_sticks(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_runset set;
    struct gam_err err = { 0 }, second = { 0 };

    (void)state;
    runset_small(&set, "u1", "2026-01-01T00:00:00Z");
    for (int i = 0; i < 2; i++) {
        struct gam_sink sink = gam_store_sink(s);

        ok(sink.put(sink.ctx, GAM_RECORD_RUN, gam_runset_run(&set), &err), &err);
        assert_int_equal(sink.commit(sink.ctx, &err) != 0, i);
        if (!i)
            continue;
        assert_non_null(strstr(err.text, "UNIQUE"));
        assert_int_equal(sink.put(sink.ctx, GAM_RECORD_HOST, gam_runset_host(&set), &second), err.code);
        assert_string_equal(second.text, err.text);
        assert_int_equal(sink.commit(sink.ctx, NULL), err.code);
        assert_int_equal(gam_store_sink_run(s), 0);
    }
    expect_sound(s);
    gam_runset_release(&set);
    gam_store_close(s);
}

static void expect_resolved(struct gam_store *s, const char *name, int64_t expected)
{
    struct gam_err err = { 0 };
    int64_t id;

    ok(gam_store_resolve(s, name, &id, &err), &err);
    if (id != expected)
        fail_msg("'%s' is run %lld, not %lld", name, (long long)id, (long long)expected);
}

static void names_resolve(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_err err = { 0 };
    int64_t a, b, c, d, id;

    (void)state;
    gam_store_resolve(s, "last", &id, &err);
    assert_error(&err, -GAM_ENOENT, "no runs in ");
    a = add_small(s, "aaaa1111-0000-4000-8000-000000000001", "2026-03-01T00:00:00Z", "nightly", NULL);
    b = add_small(s, "aaaa2222-0000-4000-8000-000000000002", "2026-02-01T00:00:00Z", "nightly", NULL);
    c = add_small(s, "bbbb3333-0000-4000-8000-000000000003", "2026-04-01T00:00:00Z", "v1.0", NULL);
    sql_run("UPDATE run SET purpose = 'import' WHERE id = 3"); /* so it is not the last of purpose run */
    d = add_small(s, "12345678-0000-4000-8000-000000000004", "2026-01-01T00:00:00Z", "12345678", NULL);
    expect_resolved(s, "last", a);
    expect_resolved(s, "nightly", a);
    expect_resolved(s, "v1.0", c);
    expect_resolved(s, "2", b);
    expect_resolved(s, "aaaa2", b);
    expect_resolved(s, "AAAA2222-0000", b);
    expect_resolved(s, "12345678", d); /* no id of that number: the tag */
    expect_resolved(s, "bbbb3333-0000-4000-8000-000000000003", c);
    expect_resolved(s, "u", add_small(s, "u", "2025-01-01T00:00:00Z", NULL, NULL)); /* a whole uuid may be short */
    gam_store_resolve(s, "aaaa", &id, &err);
    assert_error(&err, -GAM_EINVAL, "more than one run begins with 'aaaa'");
    gam_store_resolve(s, "zzz'; --", &id, &err);
    assert_error(&err, -GAM_ENOENT, "no run 'zzz'; --'");
    gam_store_resolve(s, "", &id, &err);
    assert_error(&err, -GAM_ENOENT, "no run ''");
    gam_store_resolve(s, "99", &id, &err);
    assert_error(&err, -GAM_ENOENT, "'gambrel db list' shows");
    gam_store_resolve(s, "99999999999999999999999", &id, &err);
    assert_error(&err, -GAM_ENOENT, "no run '99999999999999999999999'");
    gam_store_close(s);
}

static void runs_are_listed_newest_first(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_run_summary *runs;
    struct gam_err err = { 0 };
    size_t n;

    (void)state;
    add_small(s, "u1", "2026-03-01T00:00:00Z", "a", NULL);
    add_small(s, "u2", "2026-04-01T00:00:00Z", NULL, NULL);
    ok(gam_store_list(s, &runs, &n, &err), &err);
    assert_int_equal(n, 2);
    assert_string_equal(runs[0].uuid, "u2");
    assert_string_equal(runs[0].purpose, "run");
    assert_string_equal(runs[0].tags, "");
    assert_string_equal(runs[1].tags, "a");
    assert_string_equal(runs[1].device, "cpu");
    assert_string_equal(runs[1].suite, "quick");
    assert_string_equal(runs[1].status, "complete");
    assert_int_equal(runs[1].measurements, 1);
    assert_int_equal(runs[1].rounds_done, 6);
    assert_int_equal(runs[1].interrupted, 0);
    free(runs);
    gam_store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        store_test(sets_round_trip),
        store_test(sink_writes_what_was_put),
        store_test(sink_changes_records),
        store_test(nothing_is_seen_before_commit),
        store_test(sink_refuses_what_is_wrong),
        store_test(equal_uuid_fails_and_sticks),
        store_test(names_resolve),
        store_test(runs_are_listed_newest_first),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
