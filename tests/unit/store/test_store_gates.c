/* SPDX-License-Identifier: MIT */
/* Gates and baselines: what is written comes back; a history is never lost. */
#include "fixture_store.h"

#include "store/gates.h"

#include <math.h>
#include <stdio.h>

static struct gam_stored_gate gate_of(const char *uuid, const char *started, const struct gam_stored_case *cases, size_t n)
{
    return (struct gam_stored_gate){ .uuid = uuid,
                                     .kind = "ab",
                                     .started = started,
                                     .verdict = "pass",
                                     .seed = 7,
                                     .threshold = 0.03,
                                     .alpha = 0.01,
                                     .mde = NAN,
                                     .noise_floor = 0.01,
                                     .order = "balanced-random",
                                     .host_class = "class-a",
                                     .base_kind = "revision",
                                     .base_name = "main",
                                     .cand_kind = "revision",
                                     .cand_name = uuid,
                                     .cases = cases,
                                     .n_cases = n };
}

/* 60 gates, of which the last 50 count: slower in every one but those of `faster`; their regressions come and go. */
static void history_of_a_kind_of_machine(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_gate_history h;
    struct gam_err err = { 0 };
    char uuid[16];

    (void)state;
    for (int i = 0; i < 60; i++) {
        struct gam_stored_case cases[] = {
            { .name = "a",
              .metric = "time",
              .unit = "ns",
              .verdict = i >= 58 ? "regression" : "pass",
              .base = 1,
              .cand = 1,
              .pairs = 10 },
            { .name = "b",
              .metric = "time",
              .unit = "ns",
              .verdict = i == 58 ? "regression" : "pass",
              .base = 1,
              .cand = 1,
              .pairs = 10 },
            { .name = "n", .metric = "count", .unit = "1", .verdict = "pass", .base = 1, .cand = 1, .ratio = 0.01 },
            { .name = "gone after 58",
              .metric = "count",
              .unit = "1",
              .verdict = "regression",
              .base = 1,
              .cand = 2,
              .ratio = 2 },
        };
        struct gam_stored_gate gate;

        cases[0].ratio = i % 10 == 3 ? 0.9 : 1.1;
        cases[1].ratio = 1.001;
        snprintf(uuid, sizeof uuid, "g%d", i);
        gate = gate_of(uuid, "2026-01-02T00:00:00.000Z", cases, i == 58 ? 4 : 3);
        gate.host_class = i == 57 ? "class-b" : "class-a";
        ok(gam_store_gate_add(s, &gate, &err), &err);
    }
    ok(gam_store_gate_history(s, "g59", &h, &err), &err);
    assert_int_equal(h.slower + h.faster, GAM_GATE_HISTORY);
    assert_int_equal(h.faster, 5);
    assert_true(h.alarms_before == 2 && h.alarms_again == 1);
    ok(gam_store_gate_history(s, "g57", &h, &err), &err); /* alone of its kind */
    assert_true(h.slower == 1 && h.faster == 0 && h.alarms_before == 0);
    ok(gam_store_gate_history(s, "none", &h, &err), &err);
    assert_true(h.slower + h.faster + h.alarms_before + h.alarms_again == 0);
    gam_store_close(s);
}

static void gates_become_series(void **state)
{
    struct gam_stored_case cases[] = {
        { .name = "parse",
          .metric = "time",
          .unit = "ns",
          .verdict = "pass",
          .base = 10,
          .cand = 11,
          .ratio = 1.1,
          .ratio_low = NAN,
          .ratio_high = NAN,
          .p = 0.5,
          .mde = 0.02,
          .pairs = 10 },
        { .name = "parse",
          .metric = "hash",
          .unit = "1",
          .verdict = "pass",
          .base = NAN,
          .cand = NAN,
          .ratio = NAN,
          .ratio_low = NAN,
          .ratio_high = NAN,
          .p = NAN,
          .mde = NAN },
    };
    const struct gam_stored_slot slots[] = { { 0, 0, 0, 1000, "base", NULL }, { 0, 0, 0, 1100, "cand", "disturbed" } };
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_stored_gate gate = gate_of("g2", "2026-01-02T00:00:00.000Z", cases, 2);
    struct gam_series_list list;
    struct gam_err err = { 0 };

    (void)state;
    gate.slot = slots;
    gate.n_slots = 2;
    ok(gam_store_gate_add(s, &gate, &err), &err);
    cases[0].cand = 9;
    gate = gate_of("g1", "2026-01-01T00:00:00.000Z", cases, 2);
    ok(gam_store_gate_add(s, &gate, &err), &err);
    ok(gam_store_gate_series(s, &list, &err), &err);
    assert_int_equal(list.n, 2); /* hashes are no series */
    assert_true(list.point[0].value == 9 && list.point[1].value == 11);
    assert_string_equal(list.point[0].label, "g1");
    assert_string_equal(list.point[0].host_class, "class-a");
    gam_series_list_release(&list);
    /* all or nothing: the same uuid again leaves no half gate */
    assert_true(gam_store_gate_add(s, &gate, &err) < 0);
    expect_sound(s);
    gam_store_close(s);
    assert_int_equal(sql_int("SELECT count(*) FROM gate"), 2);
    assert_int_equal(sql_int("SELECT count(*) FROM gate_case"), 4);
    assert_int_equal(sql_int("SELECT count(*) FROM gate_slot"), 2);
    assert_int_equal(sql_int("SELECT count(*) FROM gate WHERE mde_ratio IS NULL"), 2);
}

static struct gam_baseline baseline_of(const char *name, const char *op, double value, const char *accepted, const char *why)
{
    return (struct gam_baseline){ .name = name,
                                  .host_class = "class-a",
                                  .op = op,
                                  .implementation = "simd",
                                  .threads = 2,
                                  .cache = "warm",
                                  .metric = "time",
                                  .unit = "ns",
                                  .value = value,
                                  .low = value,
                                  .high = NAN,
                                  .accepted = accepted,
                                  .why = why };
}

static void baselines_are_a_history(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_baseline rows[2] = { baseline_of("main", "gemm", 10, "2026-01-01T00:00:00.000Z", "first"),
                                    baseline_of("main", "add", 5, "2026-01-01T00:00:00.000Z", "first") };
    struct gam_baseline_list list;
    struct gam_err err = { 0 };
    size_t superseded;

    (void)state;
    ok(gam_store_baseline_accept(s, rows, 2, &superseded, &err), &err);
    assert_int_equal(superseded, 0);
    rows[0] = baseline_of("main", "gemm", 12, "2026-02-01T00:00:00.000Z", "wider tiles");
    ok(gam_store_baseline_accept(s, rows, 1, &superseded, &err), &err);
    assert_int_equal(superseded, 1);
    rows[0].name = "release"; /* another name, another machine: neither touches the first */
    ok(gam_store_baseline_accept(s, rows, 1, &superseded, &err), &err);
    assert_int_equal(superseded, 0);
    rows[0].name = "main";
    rows[0].host_class = NULL;
    rows[0].threads = GAM_NULL_INT;
    ok(gam_store_baseline_accept(s, rows, 1, &superseded, &err), &err);
    assert_int_equal(superseded, 0);
    ok(gam_store_baseline_accept(s, rows, 1, &superseded, &err), &err);
    assert_int_equal(superseded, 1); /* unknown equals unknown */
    ok(gam_store_baseline_list(s, "main", 0, &list, &err), &err);
    assert_int_equal(list.n, 3);
    gam_baseline_list_release(&list);
    ok(gam_store_baseline_list(s, "main", 1, &list, &err), &err);
    assert_int_equal(list.n, 5);
    for (size_t i = 0; i < list.n; i++)
        if (list.row[i].superseded && !strcmp(list.row[i].why, "first")) {
            assert_string_equal(list.row[i].superseded, "2026-02-01T00:00:00.000Z");
            assert_true(list.row[i].value == 10 && isnan(list.row[i].high));
        }
    gam_baseline_list_release(&list);
    ok(gam_store_baseline_list(s, "nosuch", 1, &list, &err), &err);
    assert_int_equal(list.n, 0);
    gam_baseline_list_release(&list);
    expect_sound(s);
    gam_store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = { store_test(history_of_a_kind_of_machine), store_test(gates_become_series),
                                        store_test(baselines_are_a_history) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
