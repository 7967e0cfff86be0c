/* SPDX-License-Identifier: MIT */
/* The rule of the gate: its formulas, its course, and how often it says what under known noise. */
#include "../gam_test.h"

#include "analyzer/gate/job.h"
#include "analyzer/gate/rank.h"
#include "common/rand.h"

#include <math.h>
#include <stdlib.h>

static const struct gam_gate_rule three_looks = { .alpha = 0.01, .power = 0.9, .look = { 10, 20, 40 }, .n_looks = 3 };

static void mde_is_the_formula(void **state)
{
    double s = 0.02 * sqrt(1.05 / 20), z = 2.8070337683438042, zp = 1.2815515655446004;

    (void)state;
    /* small noise: the threshold decides; large noise: the significance does */
    assert_true(fabs(gam_gate_mde(&gam_gate_rule_default, 1, 0.02, 20, 0.03) - (exp(log(1.03) + zp * s) - 1)) < 1e-12);
    s = 0.2 * sqrt(1.05 / 80);
    assert_true(fabs(gam_gate_mde(&gam_gate_rule_default, 1, 0.2, 80, 0.03) - (exp((z + zp) * s) - 1)) < 1e-12);
    /* more cases: a sharper test each, so a larger effect */
    assert_true(gam_gate_mde(&gam_gate_rule_default, 10, 0.2, 80, 0.03) > gam_gate_mde(&gam_gate_rule_default, 1, 0.2, 80, 0.03));
}

static void rules_that_cannot_decide_are_refused(void **state)
{
    struct gam_gate_rule rule = gam_gate_rule_default;
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(gam_gate_rule_check(&rule, &err), 0);
    rule.look[1] = 10;
    assert_int_equal(gam_gate_rule_check(&rule, &err), -GAM_EINVAL);
    assert_error(&err, -GAM_EINVAL, "must ascend");
    rule = (struct gam_gate_rule){ .alpha = 0.01, .power = 0.9, .look = { 5 }, .n_looks = 1 };
    assert_int_equal(gam_gate_rule_check(&rule, &err), -GAM_EINVAL);
    assert_error(&err, -GAM_EINVAL, "5 pairs can never decide at alpha 0.01; the least is 7");
    rule = gam_gate_rule_default;
    rule.alpha = 0.5;
    assert_int_equal(gam_gate_rule_check(&rule, &err), -GAM_EINVAL);
    rule = gam_gate_rule_default;
    rule.n_looks = 0;
    assert_int_equal(gam_gate_rule_check(&rule, &err), -GAM_EINVAL);
}

static void order_is_balanced_within_each_look(void **state)
{
    struct gam_gate_series series = { .better = GAM_GATE_LOWER, .threshold_ratio = 1e-9 };
    struct gam_gate_job job;
    struct gam_gate_step step;
    size_t first[4] = { 0 }, pairs = 0, controls = 0, from = 0;
    const double base = 1;
    struct gam_rand r;

    (void)state;
    gam_rand_seed(&r, 1);
    assert_int_equal(gam_gate_job_init(&job, &gam_gate_rule_default, &series, 1, 1, 3, NULL), 0);
    while (gam_gate_job_next(&job, &step)) {
        double cand = exp(0.3 * gam_rand_normal(&r)); /* too noisy to be decided */

        first[step.look] += !step.control && step.cand_first;
        pairs += !step.control;
        controls += step.control != 0;
        assert_int_equal(gam_gate_job_put(&job, &base, &cand, NULL), 0);
    }
    assert_int_equal(pairs, 80);
    assert_int_equal(controls, 20);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(first[i], (gam_gate_rule_default.look[i] - from) / 2);
        from = gam_gate_rule_default.look[i];
    }
    assert_int_equal(series.verdict, GAM_GATE_UNDECIDED);
    assert_int_equal(series.why, GAM_GATE_WHY_NOISE);
    gam_gate_job_release(&job);
}

struct tally {
    double fail, pass, pairs; /* shares; mean */
};

/* Gates of one case with normal noise of the paired log ratio. */
static struct tally simulate(const struct gam_gate_rule *rule, double slowdown, double sd, int gates, uint64_t seed)
{
    struct tally t = { 0 };
    struct gam_rand r;

    gam_rand_seed(&r, seed);
    for (int g = 0; g < gates; g++) {
        struct gam_gate_series s = { .better = GAM_GATE_LOWER, .threshold_ratio = 0.03 };
        struct gam_gate_job job;
        struct gam_gate_step step;

        assert_int_equal(gam_gate_job_init(&job, rule, &s, 1, 0, seed + (uint64_t)g, NULL), 0);
        while (gam_gate_job_next(&job, &step)) {
            double base = 1e8, cand = base * exp(log1p(slowdown) + sd * gam_rand_normal(&r));

            assert_int_equal(gam_gate_job_put(&job, &base, &cand, NULL), 0);
        }
        t.fail += s.verdict == GAM_GATE_REGRESSION;
        t.pass += s.verdict == GAM_GATE_PASS;
        t.pairs += (double)job.pairs;
        gam_gate_job_release(&job);
    }
    return (struct tally){ t.fail / gates, t.pass / gates, t.pairs / gates };
}

static void near(double value, double expected, double within)
{
    if (!(fabs(value - expected) <= within))
        fail_msg("%g is not within %g of %g", value, within, expected);
}

/* Three looks at 2 % noise; expected shares from an independent simulation of the same rule. */
static void shares_of_verdicts_under_known_noise(void **state)
{
    static const struct {
        double slowdown, fail, pass, pairs;
    } rows[] = { { 0, 0, 1, 10.5 },
                 { 0.01, 0.001, 0.999, 14.0 },
                 { 0.02, 0.067, 0.784, 26.6 },
                 { 0.03, 0.698, 0.037, 22.6 },
                 { 0.04, 0.999, 0, 11.2 },
                 { 0.05, 1, 0, 10 } };
    enum { GATES = 1500 };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct tally t = simulate(&three_looks, rows[i].slowdown, 0.02, GATES, 100 + i);

        near(t.fail, rows[i].fail, 0.003 + 4 * sqrt(rows[i].fail * (1 - rows[i].fail) / GATES));
        near(t.pass, rows[i].pass, 0.003 + 4 * sqrt(rows[i].pass * (1 - rows[i].pass) / GATES));
        near(t.pairs, rows[i].pairs, 1.5);
    }
}

static void four_looks_hold_their_error_and_reach_their_power(void **state)
{
    struct tally equal = simulate(&gam_gate_rule_default, 0, 0.05, 2000, 7);
    struct tally slow = simulate(&gam_gate_rule_default, 0.05, 0.05, 1000, 8);
    struct tally loud = simulate(&gam_gate_rule_default, 0.05, 0.3, 200, 9);

    (void)state;
    assert_true(equal.fail <= 0.01);
    assert_true(slow.fail >= 0.985 && slow.pass <= 0.001);
    assert_true(loud.pass == 0); /* what could not have been seen is never called a pass */
}

static void holm_keeps_the_first_look_from_failing_many(void **state)
{
    struct gam_gate_series s[3] = { 0 };
    struct gam_gate_pair pair[3][10];
    enum { TWO = 2, THREE = 3 };

    (void)state;
    for (size_t m = TWO; m <= THREE; m++) {
        for (size_t i = 0; i < m; i++) {
            s[i] = (struct gam_gate_series){ .better = GAM_GATE_LOWER, .threshold_ratio = 0.03, .pair = pair[i], .n = 10 };
            for (int k = 0; k < 10; k++) /* case 0 is twice as slow, the others are equal within noise */
                pair[i][k] = (struct gam_gate_pair){ .base = 100 + k % 3, .cand = (i ? 1 : 2) * (100 + (k + 1) % 3) };
        }
        assert_int_equal(gam_gate_judge_look(&gam_gate_rule_default, s, m, 0, NULL), 0);
        /* 2^-10 x 2 = .00195 < .0025; x 3 = .0029 is not */
        assert_int_equal(s[0].decided && s[0].verdict == GAM_GATE_REGRESSION, m == TWO);
    }
}

static void both_thresholds_must_be_exceeded(void **state)
{
    struct gam_gate_pair pair[20];
    struct gam_gate_series s = { .better = GAM_GATE_LOWER, .threshold_ratio = 0.03, .threshold_abs = 50, .pair = pair, .n = 20 };

    (void)state;
    for (int k = 0; k < 20; k++)
        pair[k] = (struct gam_gate_pair){ .base = 100 + 0.1 * (k % 4), .cand = 110 + 0.1 * (k % 3) };
    assert_int_equal(gam_gate_judge_look(&gam_gate_rule_default, &s, 1, 1, NULL), 0);
    /* 10 % slower, but only 10 of the 50 that matter */
    assert_true(s.decided && s.verdict == GAM_GATE_PASS);
    s.decided = 0;
    s.threshold_abs = 5;
    assert_int_equal(gam_gate_judge_look(&gam_gate_rule_default, &s, 1, 1, NULL), 0);
    assert_true(s.decided && s.verdict == GAM_GATE_REGRESSION);
    near(s.outcome.worse, 0.1, 0.003);
    near(s.outcome.ratio, 1.1, 0.003);
    /* where higher is better the same values are an improvement */
    s.decided = 0;
    s.better = GAM_GATE_HIGHER;
    assert_int_equal(gam_gate_judge_look(&gam_gate_rule_default, &s, 1, 1, NULL), 0);
    assert_true(s.decided && s.verdict == GAM_GATE_PASS);
    near(s.outcome.worse, 1 / 1.1 - 1, 0.003);
    near(s.outcome.ratio, 1.1, 0.003);
}

static void missing_and_impossible_values(void **state)
{
    struct gam_gate_pair pair[20];
    struct gam_gate_series s = { .better = GAM_GATE_LOWER, .threshold_ratio = 0.03, .pair = pair, .n = 20 };
    struct gam_err err = { 0 };

    (void)state;
    for (int k = 0; k < 20; k++)
        pair[k] = (struct gam_gate_pair){ .base = k % 3 ? 100 : NAN, .cand = 101 };
    assert_int_equal(gam_gate_judge_look(&gam_gate_rule_default, &s, 1, 1, &err), 0);
    assert_int_equal(s.verdict, GAM_GATE_NOT_COMPARABLE);
    assert_int_equal(s.why, GAM_GATE_WHY_DROPPED);
    s.decided = 0;
    pair[1].cand = 0;
    assert_int_equal(gam_gate_judge_look(&gam_gate_rule_default, &s, 1, 1, &err), -GAM_ENUMERIC);
    assert_error(&err, -GAM_ENUMERIC, "has no ratio");
}

/* 24 pairs of equal arms, and some in which the machine hit the candidate: left out by the mark, whatever their values. */
static void disturbed_pairs_do_not_count(void **state)
{
    struct gam_gate_pair pair[32];
    struct gam_gate_series s = { .better = GAM_GATE_LOWER, .threshold_ratio = 0.03, .pair = pair, .n = 32 };
    struct gam_gate_diagnostics d;

    (void)state;
    for (int k = 0; k < 32; k++) {
        int disturbed = k % 4 == 0;

        pair[k] = (struct gam_gate_pair){
            .base = 100 + k % 5, .cand = (100 + k % 3) * (disturbed ? 5 : 1), .cand_first = k % 2, .disturbed = disturbed
        };
    }
    assert_int_equal(gam_gate_judge_look(&gam_gate_rule_default, &s, 1, 2, NULL), 0);
    assert_int_equal(s.verdict, GAM_GATE_PASS);
    assert_int_equal(s.outcome.pairs, 24);
    assert_true(s.outcome.cand < 103 && s.outcome.sd < 0.03);
    assert_int_equal(gam_gate_diagnose(&s, &d, NULL), 0);
    assert_true(fabs(d.slot_effect) < 0.03);
    /* one more than a quarter: not yet for good, except at the last look */
    s.decided = 0;
    pair[1].disturbed = 1;
    assert_int_equal(gam_gate_judge_look(&gam_gate_rule_default, &s, 1, 2, NULL), 0);
    assert_false(s.decided);
    assert_int_equal(gam_gate_judge_look(&gam_gate_rule_default, &s, 1, 3, NULL), 0);
    assert_int_equal(s.verdict, GAM_GATE_NOT_COMPARABLE);
    assert_int_equal(s.why, GAM_GATE_WHY_DROPPED);
}

static void a_job_marks_the_next_pair_only(void **state)
{
    struct gam_gate_series s = { .better = GAM_GATE_LOWER, .threshold_ratio = 0.03 };
    struct gam_gate_job job;
    const double base = 1, cand = 1;

    (void)state;
    assert_int_equal(gam_gate_job_init(&job, &gam_gate_rule_default, &s, 1, 0, 3, NULL), 0);
    for (int i = 0; i < 3; i++) {
        if (i == 1)
            gam_gate_job_disturbed(&job);
        assert_int_equal(gam_gate_job_put(&job, &base, &cand, NULL), 0);
    }
    assert_true(!s.pair[0].disturbed && s.pair[1].disturbed && !s.pair[2].disturbed);
    gam_gate_job_release(&job);
}

static void a_stopped_job_is_undecided(void **state)
{
    struct gam_gate_series s = { .better = GAM_GATE_LOWER, .threshold_ratio = 0.03 };
    struct gam_gate_job job;
    struct gam_gate_step step;
    const double base = 1, cand = 2;

    (void)state;
    assert_int_equal(gam_gate_job_init(&job, &gam_gate_rule_default, &s, 1, 1, 3, NULL), 0);
    for (int i = 0; i < 5; i++)
        assert_int_equal(gam_gate_job_put(&job, &base, &cand, NULL), 0);
    assert_int_equal(gam_gate_job_stop(&job, GAM_GATE_WHY_BUDGET, NULL), 0);
    assert_false(gam_gate_job_next(&job, &step));
    assert_int_equal(s.verdict, GAM_GATE_UNDECIDED);
    assert_int_equal(s.why, GAM_GATE_WHY_BUDGET);
    assert_true(s.outcome.pairs == 4 && fabs(s.outcome.worse - 1) < 1e-12); /* the fifth was the control's */
    gam_gate_job_release(&job);
}

/* A machine that follows the arm: the second copy of the base is 10 % slower. */
static void the_control_fires(void **state)
{
    struct gam_gate_series s = { .better = GAM_GATE_LOWER, .threshold_ratio = 0.03 };
    struct gam_gate_control control;
    struct gam_gate_job job;
    struct gam_gate_step step;
    struct gam_rand r;

    (void)state;
    gam_rand_seed(&r, 2);
    for (int follows = 0; follows < 2; follows++) {
        assert_int_equal(gam_gate_job_init(&job, &gam_gate_rule_default, &s, 1, 1, 3, NULL), 0);
        while (gam_gate_job_next(&job, &step)) {
            double base = 1, cand = exp(0.06 * gam_rand_normal(&r)) * (step.control ? 1 + 0.1 * follows : 1.03);

            assert_int_equal(gam_gate_job_put(&job, &base, &cand, NULL), 0);
        }
        assert_int_equal(gam_gate_job_control(&job, 0, &control, NULL), 0);
        assert_true(control.pairs >= 8);
        assert_int_equal(control.fired, follows);
        gam_gate_job_release(&job);
    }
}

static void diagnostics_see_slot_and_drift(void **state)
{
    struct gam_gate_pair pair[40];
    struct gam_gate_series s = { .pair = pair, .n = 40 };
    struct gam_gate_diagnostics d = { 0 };
    struct gam_rand r;

    (void)state;
    gam_rand_seed(&r, 11);
    for (int i = 0; i < 40; i++) { /* the second slot is 4 % slower, everything gets 1 % slower per pair */
        double level = exp(0.01 * i), noise = 0.005 * gam_rand_normal(&r);
        int cand_first = (int)gam_rand_below(&r, 2);

        pair[i] = (struct gam_gate_pair){ .base = level * (cand_first ? 1.04 : 1),
                                          .cand = level * (cand_first ? 1 : 1.04) * exp(noise),
                                          .cand_first = cand_first };
    }
    assert_int_equal(gam_gate_diagnose(&s, &d, NULL), 0);
    near(d.slot_effect, log(1.04), 0.004);
    assert_true(d.slot_p < 1e-6 && d.drift > 0.95 && d.drift_p < 1e-6);
}

static void words(void **state)
{
    (void)state;
    for (int i = GAM_GATE_PASS; i <= GAM_GATE_FAILED; i++)
        assert_int_equal(gam_gate_verdict_parse(gam_gate_verdict_word((enum gam_gate_verdict)i)), i);
    for (int i = 0; i <= GAM_GATE_WHY_CHILD; i++)
        assert_int_equal(gam_gate_why_parse(gam_gate_why_word((enum gam_gate_why)i)), i);
    assert_int_equal(gam_gate_verdict_exit(GAM_GATE_REGRESSION), 1);
    assert_int_equal(gam_gate_verdict_exit(GAM_GATE_UNDECIDED), 3);
    assert_int_equal(gam_gate_verdict_exit(GAM_GATE_NOT_COMPARABLE), 4);
    assert_int_equal(gam_gate_verdict_exit(GAM_GATE_NO_BASELINE), 5);
    assert_int_equal(gam_gate_verdict_parse("fine"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mde_is_the_formula),
        cmocka_unit_test(rules_that_cannot_decide_are_refused),
        cmocka_unit_test(order_is_balanced_within_each_look),
        cmocka_unit_test(shares_of_verdicts_under_known_noise),
        cmocka_unit_test(four_looks_hold_their_error_and_reach_their_power),
        cmocka_unit_test(holm_keeps_the_first_look_from_failing_many),
        cmocka_unit_test(both_thresholds_must_be_exceeded),
        cmocka_unit_test(missing_and_impossible_values),
        cmocka_unit_test(disturbed_pairs_do_not_count),
        cmocka_unit_test(a_job_marks_the_next_pair_only),
        cmocka_unit_test(a_stopped_job_is_undecided),
        cmocka_unit_test(the_control_fires),
        cmocka_unit_test(diagnostics_see_slot_and_drift),
        cmocka_unit_test(words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
