/* SPDX-License-Identifier: MIT */
/* The parts of the proof that numbers elsewhere can check: intervals of shares, rank sums, the campaign's file. */
#include "../unit/gam_test.h"
#include "proof.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static void clopper_pearson(void **state)
{
    double low, high;

    (void)state;
    proof_clopper_pearson(0, 300, &low, &high);
    assert_true(low == 0 && fabs(high - (1 - pow(0.025, 1.0 / 300))) < 1e-9);
    proof_clopper_pearson(300, 300, &low, &high);
    assert_true(high == 1 && fabs(low - pow(0.025, 1.0 / 300)) < 1e-9);
    proof_clopper_pearson(5, 10, &low, &high); /* published: [0.187, 0.813] */
    assert_true(fabs(low - 0.1871) < 1e-4 && fabs(high - 0.8129) < 1e-4);
}

/* Separated samples of n and m: 2 / C(n + m, n). */
static void rank_sum(void **state)
{
    const double a[] = { 1, 2, 3, 4, 5 }, b[] = { 6, 7, 8, 9, 10 }, c[] = { 1.5, 2.5, 3.5, 4.5, 5.5 };

    (void)state;
    assert_true(fabs(proof_rank_sum_p(a, 5, b, 5) - 2.0 / 252) < 1e-12);
    assert_true(fabs(proof_rank_sum_p(b, 5, a, 5) - 2.0 / 252) < 1e-12);
    assert_true(fabs(proof_rank_sum_p(a, 3, b, 4) - 2.0 / 35) < 1e-12);
    assert_true(fabs(proof_rank_sum_p(a, 5, c, 5) - 174.0 / 252) < 1e-12); /* U = 10: P(U <= 10) = 87 / 252 */
    assert_true(proof_rank_sum_p(a, 5, a, 5) > 0.9);
}

static void a_torn_file_goes_on(void **state)
{
    struct proof_file head = { .plan = "short", .seed = 5, .units = { 1000, 2000 } }, f;
    struct proof_pair pair = {
        .trial = 3, .job = 1, .control = 0, .cand_first = 1, .base_ns = 100, .cand_ns = 200, .spent_ns = 300
    };
    char path[] = "/tmp/gam_proof_XXXXXX";
    int fd = mkstemp(path);
    struct gam_err err = { 0 };

    (void)state;
    assert_true(fd >= 0);
    assert_int_equal(proof_file_open(path, &head, &f, &err), 0);
    assert_int_equal(proof_file_append(&f, &pair, &err), 0);
    proof_file_close(&f);
    assert_true(lseek(fd, 0, SEEK_END) > 0 && write(fd, "{\"trial\":4,\"jo", 14) == 14);
    assert_int_equal(proof_file_open(path, &head, &f, &err), 0);
    assert_true(f.n == 1 && f.seed == 5 && f.units[PROOF_DRAM] == 2000 && f.pair[0].trial == 3 && f.pair[0].cand_ns == 200);
    assert_int_equal(proof_file_append(&f, &pair, &err), 0);
    proof_file_close(&f);
    assert_int_equal(proof_file_open(path, NULL, &f, &err), 0);
    assert_int_equal(f.n, 2);
    proof_file_close(&f);
    close(fd);
    unlink(path);
}

/* Pairs of a known machine; after `left` of them the campaign is killed. */
static int known_run(void *ctx, const struct proof_trial *trial, const struct gam_gate_step *step, struct proof_pair *out,
                     struct gam_err *err)
{
    int *left = ctx;

    if (!(*left)--)
        return gam_err_set(err, -GAM_ECANCELLED, "killed");
    out->base_ns = 100 + (double)(*left % 7) * 0.1;
    out->cand_ns = (step->control ? 1 : 1 + trial->part->slowdown) * (100 + (double)(*left % 5) * 0.1);
    out->spent_ns = 1;
    return 0;
}

static void a_killed_trial_ends_as_one_that_was_not(void **state)
{
    struct proof_file head = { .plan = "full", .seed = 5, .units = { 1000, 2000 } }, f;
    struct proof_part part = { "slower by 10 %", 0.10, PROOF_QUIET, 1 };
    struct proof_trial trial = { &part, PROOF_COMPUTE, 0 };
    struct proof_outcome o;
    char path[] = "/tmp/gam_proof_XXXXXX";
    struct gam_err err = { 0 };
    int fd = mkstemp(path), left = 7;
    struct proof_runner runner = { known_run, &left };

    (void)state;
    assert_true(fd >= 0);
    assert_int_equal(proof_file_open(path, &head, &f, &err), 0);
    assert_int_equal(proof_trial_judge(&f, &trial, 0, &runner, &o, &err), -GAM_ECANCELLED);
    proof_file_close(&f);
    left = 1000;
    assert_int_equal(proof_file_open(path, &head, &f, &err), 0);
    assert_int_equal(f.n, 7);
    assert_int_equal(proof_trial_judge(&f, &trial, 0, &runner, &o, &err), 0);
    assert_true(o.complete && o.first == GAM_GATE_REGRESSION && o.verdict == GAM_GATE_REGRESSION && o.n_raw == PROOF_RAW_LEAST);
    assert_int_equal(o.pairs, 2 * (10 + 2)); /* two jobs of ten pairs and two controls */
    assert_int_equal(f.n, 2 * (10 + 2) + 10);
    f.pair[4].cand_first = !f.pair[4].cand_first;
    assert_int_equal(proof_trial_judge(&f, &trial, 0, NULL, &o, &err), -GAM_EPARSE);
    proof_file_close(&f);
    close(fd);
    unlink(path);
}

static void plans(void **state)
{
    size_t n;
    struct proof_trial *t = proof_plan_trials("full", 1, &n);

    (void)state;
    assert_int_equal(n, 300 + 600 + 120);
    free(t);
    t = proof_plan_trials("short", 1, &n);
    assert_int_equal(n, 10);
    free(t);
    assert_null(proof_plan_trials("nosuch", 1, &n));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clopper_pearson),
        cmocka_unit_test(rank_sum),
        cmocka_unit_test(a_torn_file_goes_on),
        cmocka_unit_test(a_killed_trial_ends_as_one_that_was_not),
        cmocka_unit_test(plans),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
