/* SPDX-License-Identifier: MIT */
/* Settings of a gate, runs against stored baselines, and what a whole gate says of its cases. */
#include "../gam_test.h"

#include "cli/gate/against.h"
#include "cli/gate/session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int settings_of(const char *json, struct gam_gate_settings *out, struct gam_err *err)
{
    char path[] = "/tmp/gam_gate_XXXXXX";
    struct gam_gate_flags flags = { .config = path, .seed = GAM_NULL_INT };
    int fd = mkstemp(path), rc;

    assert_true(fd >= 0 && write(fd, json, strlen(json)) == (ssize_t)strlen(json));
    close(fd);
    rc = gam_gate_settings_read(&flags, out, err);
    unlink(path);
    return rc;
}

static void the_first_pattern_that_matches_counts(void **state)
{
    struct gam_gate_settings s;
    struct gam_err err = { 0 };
    double ratio, absolute;

    (void)state;
    assert_int_equal(
        settings_of(
            "{\"threshold\":0.05,\"exact\":[\"*_sha256\"],\"thresholds\":[{\"case\":\"gemm/*\",\"metric\":\"p99\",\"ratio\":0.1},"
            "{\"case\":\"gemm/*\",\"abs\":50},{\"metric\":\"p99\",\"ratio\":0.2}]}",
            &s, &err),
        0);
    gam_gate_thresholds(&s, "gemm/small", "p99", &ratio, &absolute);
    assert_true(ratio == 0.1 && absolute == 0);
    gam_gate_thresholds(&s, "gemm/small", "time", &ratio, &absolute);
    assert_true(ratio == 0.05 && absolute == 50);
    gam_gate_thresholds(&s, "add", "p99", &ratio, &absolute);
    assert_true(ratio == 0.2 && absolute == 0);
    gam_gate_thresholds(&s, "add", "time", &ratio, &absolute);
    assert_true(ratio == 0.05 && absolute == 0);
    assert_true(gam_gate_is_exact(&s, "output_sha256") && !gam_gate_is_exact(&s, "time"));
    assert_int_equal(gam_gate_ratio_parse("3%", &ratio, &err), 0);
    assert_true(fabs(ratio - 0.03) < 1e-15);
    assert_int_equal(gam_gate_ratio_parse("0", &ratio, &err), -GAM_EINVAL);
    assert_int_equal(gam_gate_ratio_parse("nan", &ratio, &err), -GAM_EINVAL);
    assert_int_equal(gam_gate_ratio_parse("3%%", &ratio, &err), -GAM_EINVAL);
}

static struct gam_baseline row(const char *op, const char *host_class, double low, double value, double high)
{
    return (struct gam_baseline){ .op = op,
                                  .implementation = "simd",
                                  .threads = 1,
                                  .cache = "warm",
                                  .metric = "time",
                                  .unit = "ns",
                                  .host_class = host_class,
                                  .value = value,
                                  .low = low,
                                  .high = high };
}

static void intervals_decide(void **state)
{
    const struct gam_baseline base[] = { row("slow", "a", 99, 100, 101),   row("even", "a", 99.5, 100, 100.5),
                                         row("near", "a", 98, 100, 102),   row("loud", "a", 80, 100, 120),
                                         row("short", "a", NAN, 100, NAN), row("other", "b", 99, 100, 101),
                                         row("two", "b", 9, 10, 11),       row("two", "a", 99, 100, 101),
                                         row("gone", "a", 1, 1, 1) };
    const struct gam_baseline cand[] = { row("slow", "a", 109, 110, 111), row("even", "a", 99.6, 100.1, 100.6),
                                         row("near", "a", 101, 103, 105), row("loud", "a", 90, 105, 130),
                                         row("short", "a", 99, 100, 101), row("other", "a", 99, 100, 101),
                                         row("two", "a", 99, 100, 101),   row("new", "a", 1, 1, 1) };
    static const struct {
        enum gam_gate_verdict verdict;
        enum gam_gate_why why;
    } expected[] = { { GAM_GATE_REGRESSION, GAM_GATE_WHY_WORSE }, { GAM_GATE_PASS, GAM_GATE_WHY_NOT_WORSE },
                     { GAM_GATE_UNDECIDED, GAM_GATE_WHY_NOISE },  { GAM_GATE_UNDECIDED, GAM_GATE_WHY_NOISE },
                     { GAM_GATE_UNDECIDED, GAM_GATE_WHY_SINGLE }, { GAM_GATE_NOT_COMPARABLE, GAM_GATE_WHY_HOST },
                     { GAM_GATE_PASS, GAM_GATE_WHY_NOT_WORSE },   { GAM_GATE_NO_BASELINE, GAM_GATE_WHY_MISSING } };
    struct gam_gate_settings s;
    struct gam_gate gate = { .undecided = "fail" };
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(settings_of("{}", &s, &err), 0);
    assert_int_equal(gam_gate_against(&s, base, sizeof base / sizeof *base, cand, sizeof cand / sizeof *cand, &gate, &err), 0);
    assert_int_equal(gate.n_cases, 8);
    for (size_t i = 0; i < gate.n_cases; i++)
        if (gate.cases[i].verdict != expected[i].verdict || gate.cases[i].why != expected[i].why)
            fail_msg("case %zu: %s, %s", i, gam_gate_verdict_word(gate.cases[i].verdict), gam_gate_why_word(gate.cases[i].why));
    assert_int_equal(gate.verdict, GAM_GATE_NOT_COMPARABLE);
    assert_int_equal(gate.exit_code, 4);
    assert_true(fabs(gate.cases[0].first.worse_low - (109.0 / 101 - 1)) < 1e-12 && gate.cases[0].first.level == 0.9);
    gam_gate_release(&gate);
    gate = (struct gam_gate){ .undecided = "fail", .advisory = 1 };
    assert_int_equal(gam_gate_against(&s, base, sizeof base / sizeof *base, cand, sizeof cand / sizeof *cand, &gate, &err), 0);
    assert_int_equal(gate.cases[5].verdict, GAM_GATE_PASS); /* judged all the same, and warned of */
    assert_int_equal(gate.exit_code, 0);
    assert_true(gate.n_warnings >= 2);
    gam_gate_release(&gate);
    gate = (struct gam_gate){ .undecided = "fail" };
    assert_int_equal(gam_gate_against(&s, base, 0, cand, 1, &gate, &err), 0);
    assert_int_equal(gate.verdict, GAM_GATE_NO_BASELINE);
    assert_int_equal(gate.exit_code, 5);
    gam_gate_release(&gate);
}

static void news_do_not_block(void **state)
{
    struct gam_gate_case cases[] = { { .name = "a", .metric = "t", .verdict = GAM_GATE_PASS, .reason = "fine" },
                                     { .name = "b", .metric = "t", .verdict = GAM_GATE_NO_BASELINE, .reason = "new" },
                                     { .name = "c", .metric = "t", .verdict = GAM_GATE_UNDECIDED, .reason = "noise" } };
    struct gam_gate gate = { .undecided = "warn", .n_cases = 2 };

    (void)state;
    gam_gate_conclude(&gate, cases);
    assert_int_equal(gate.verdict, GAM_GATE_PASS);
    gate.n_cases = 3;
    gam_gate_conclude(&gate, cases);
    assert_int_equal(gate.verdict, GAM_GATE_UNDECIDED);
    assert_int_equal(gate.exit_code, 0);
    gate.undecided = "fail";
    gam_gate_conclude(&gate, cases);
    assert_int_equal(gate.exit_code, 3);
    gate.n_cases = 1;
    gam_gate_conclude(&gate, cases + 1);
    assert_int_equal(gate.verdict, GAM_GATE_NO_BASELINE);
    gam_gate_release(&gate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_pattern_that_matches_counts),
        cmocka_unit_test(intervals_decide),
        cmocka_unit_test(news_do_not_block),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
