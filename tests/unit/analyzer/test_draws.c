/* SPDX-License-Identifier: MIT */
#include "analyzer/draws.h"

#include "near.h"

#include <math.h>

static const struct gam_overlap max_model = { INFINITY, INFINITY, 0 };

static struct gam_draws_result two(double compute, double sigma_c, double memory, double sigma_m, struct gam_overlap overlap)
{
    struct gam_draw_leaf leaf[2] = { { GAM_RESOURCE_COMPUTE, compute, sigma_c, 0, 11 },
                                     { GAM_RESOURCE_MEMORY, memory, sigma_m, 0, 12 } };
    struct gam_draws_result r;
    gam_draws_run(leaf, 2, overlap, &r);
    return r;
}

/* Ridge 201.6, max model, 5 % on each time: intensity 200, 220, 300. */
static void closed_form(void **state)
{
    (void)state;
    assert_near(gam_confidence_of_two(200, 0.05, 201.6, 0.05), 0.455, 5e-4);
    assert_near(gam_confidence_of_two(220, 0.05, 201.6, 0.05), 0.892, 5e-4);
    assert_near(1 - gam_confidence_of_two(300, 0.05, 201.6, 0.05), 1e-8, 5e-9);
    assert_near(gam_confidence_of_two(2, 0, 2, 0), 0.5, 0);
    assert_near(gam_confidence_of_two(3, 0, 2, 0), 1, 0);
    assert_near(gam_confidence_of_two(1, 0, 2, 0), 0, 0);
}

/* 10 000 draws: the standard error of a share is at most 0.005. */
static void draws_agree_with_the_closed_form(void **state)
{
    static const double sigma[][2] = { { 0.05, 0.05 }, { 0.02, 0.15 }, { 0.15, 0.01 } };
    (void)state;
    for (size_t s = 0; s < 3; s++)
        for (double ratio = 0.7; ratio < 1.5; ratio *= 1.03) {
            struct gam_draws_result r = two(ratio, sigma[s][0], 1, sigma[s][1], max_model);
            double p = gam_confidence_of_two(ratio, sigma[s][0], 1, sigma[s][1]);
            assert_near(r.of_kind[GAM_RESOURCE_COMPUTE], p, 0.02);
            assert_near(r.of_kind[GAM_RESOURCE_COMPUTE] + r.of_kind[GAM_RESOURCE_MEMORY] + r.none, 1, 1e-12);
        }
}

static void intensities_around_the_ridge(void **state)
{
    (void)state;
    assert_near(two(200, 0.05, 201.6, 0.05, max_model).of_kind[GAM_RESOURCE_COMPUTE], 0.455, 0.015);
    assert_near(two(220, 0.05, 201.6, 0.05, max_model).of_kind[GAM_RESOURCE_COMPUTE], 0.892, 0.008);
    assert_true(two(220, 0.05, 201.6, 0.05, max_model).of_kind[GAM_RESOURCE_COMPUTE] < 0.90);
    assert_near(two(300, 0.05, 201.6, 0.05, max_model).of_kind[GAM_RESOURCE_COMPUTE], 1, 0);
}

/* An exact tie of exact times: both have elasticity 1/2; the first in the order of kinds is noted, and every draw is a near tie.
 */
static void exact_tie(void **state)
{
    (void)state;
    struct gam_draws_result r = two(5, 0, 5, 0, max_model);
    assert_near(r.near_tie, 1, 0);
    assert_near(r.none, 0, 0);
}

/* Which of two resources binds does not depend on the exponent. */
static void exponent_does_not_decide_between_two(void **state)
{
    (void)state;
    double p1 = two(1.05, 0.05, 1, 0.05, (struct gam_overlap){ 1, 1, 0 }).of_kind[GAM_RESOURCE_COMPUTE];
    double p16 = two(1.05, 0.05, 1, 0.05, (struct gam_overlap){ 16, 16, 0 }).of_kind[GAM_RESOURCE_COMPUTE];
    double range = two(1.05, 0.05, 1, 0.05, (struct gam_overlap){ 1, 16, 0 }).of_kind[GAM_RESOURCE_COMPUTE];
    assert_near(p1, p16, 0);
    assert_near(p1, range, 0);
}

/* What is decided without drawing is what drawing says: the same vector beside a resource that is too small to matter but whose
 * spread keeps the short cut away. */
static void short_cut_agrees_with_drawing(void **state)
{
    (void)state;
    for (double ratio = 1.2; ratio < 4; ratio *= 1.1) {
        struct gam_draw_leaf leaf[3] = { { GAM_RESOURCE_COMPUTE, ratio, 0.03, 0, 1 },
                                         { GAM_RESOURCE_MEMORY, 1, 0.03, 0, 2 },
                                         { GAM_RESOURCE_OVERHEAD, 1e-9, 4, 0, 3 } };
        struct gam_draws_result quick, slow;
        gam_draws_run(leaf, 2, max_model, &quick);
        gam_draws_run(leaf, 3, max_model, &slow);
        assert_near(quick.of_kind[GAM_RESOURCE_COMPUTE], slow.of_kind[GAM_RESOURCE_COMPUTE], 0.001);
    }
}

/* A range of bytes is drawn log-uniformly: memory binds in ln(1.5 / 1) / ln(4) of it. */
static void range_of_work(void **state)
{
    struct gam_draw_leaf leaf[2] = { { GAM_RESOURCE_COMPUTE, 2.0 / 1.5, 0, 0, 1 }, { GAM_RESOURCE_MEMORY, 1, 0, log(4), 2 } };
    struct gam_draws_result r;
    (void)state;
    gam_draws_run(leaf, 2, max_model, &r);
    assert_near(r.of_kind[GAM_RESOURCE_MEMORY], log(1.5) / log(4), 0.02);
}

static void memory_level_that_binds(void **state)
{
    struct gam_draw_leaf leaf[3] = { { GAM_RESOURCE_MEMORY, 1, 0.05, 0, 1 },
                                     { GAM_RESOURCE_MEMORY, 1.05, 0.05, 0, 2 },
                                     { GAM_RESOURCE_COMPUTE, 0.1, 0.05, 0, 3 } };
    struct gam_draws_result r;
    (void)state;
    gam_draws_run(leaf, 3, max_model, &r);
    assert_near(r.of_kind[GAM_RESOURCE_MEMORY], 1, 0);
    assert_int_equal(r.level, 1);
    assert_near(r.level_share, gam_confidence_of_two(1.05, 0.05, 1, 0.05), 0.02);
    leaf[1].time = 3;
    gam_draws_run(leaf, 3, max_model, &r);
    assert_int_equal(r.level, 1);
    assert_near(r.level_share, 1, 0);
}

static void no_resource_has_half(void **state)
{
    struct gam_draw_leaf leaf[3] = { { GAM_RESOURCE_COMPUTE, 1, 0.02, 0, 1 },
                                     { GAM_RESOURCE_MEMORY, 0.9, 0.02, 0, 2 },
                                     { GAM_RESOURCE_OVERHEAD, 0.8, 0.02, 0, 3 } };
    struct gam_draws_result r;
    (void)state;
    gam_draws_run(leaf, 3, (struct gam_overlap){ 1, 1, 0 }, &r);
    assert_near(r.none, 1, 0);
}

/* Overlapped network time takes elasticity from the device: the corners prove nothing there, draws do. */
static void hidden_network(void **state)
{
    struct gam_draw_leaf leaf[3] = { { GAM_RESOURCE_COMPUTE, 70, 0.05, 0, 1 },
                                     { GAM_RESOURCE_MEMORY, 50, 0.05, 0, 2 },
                                     { GAM_RESOURCE_NETWORK, 100, 0.05, 0, 3 } };
    struct gam_draws_result r;
    (void)state;
    gam_draws_run(leaf, 3, (struct gam_overlap){ 1, 1, 1 }, &r);
    assert_true(r.of_kind[GAM_RESOURCE_NETWORK] < 0.02);
    assert_true(r.of_kind[GAM_RESOURCE_COMPUTE] > 0.9);
}

/* The same vector is not drawn twice, another one is. */
static void memo_recalls(void **state)
{
    struct gam_arena *arena = NULL;
    struct gam_draws_memo *memo = gam_draws_memo_new(&arena);
    (void)state;
    for (int i = 0; i < 3000; i++) {
        struct gam_draw_leaf leaf[2] = { { GAM_RESOURCE_COMPUTE, 1 + 0.1 * (i % 7), 0.05, 0, 1 },
                                         { GAM_RESOURCE_MEMORY, 1.3, 0.05, 0, 2 } };
        struct gam_draws_result r, direct;
        gam_draws_recall(memo, leaf, 2, max_model, &r);
        if (i >= 14)
            continue;
        gam_draws_run(leaf, 2, max_model, &direct);
        assert_memory_equal(&r, &direct, sizeof r);
    }
    gam_draws_recall(NULL, NULL, 0, max_model, &(struct gam_draws_result){ 0 });
    gam_arena_free(arena);
}

static void sigma_of_ceilings(void **state)
{
    struct gam_ceiling c = { .value = { .value = 100, .low = 100 / 1.1, .high = 110, .source = GAM_SOURCE_TIMED } };
    (void)state;
    assert_near(gam_ceiling_sigma(&c), log(1.1) / 1.96, 1e-12);
    c.value.source = GAM_SOURCE_DATASHEET;
    assert_near(gam_ceiling_sigma(&c), 0.15, 0);
    c.value.source = GAM_SOURCE_TIMED;
    c.value.low = NAN;
    assert_true(isnan(gam_ceiling_sigma(&c)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_form),
        cmocka_unit_test(draws_agree_with_the_closed_form),
        cmocka_unit_test(intensities_around_the_ridge),
        cmocka_unit_test(exact_tie),
        cmocka_unit_test(exponent_does_not_decide_between_two),
        cmocka_unit_test(short_cut_agrees_with_drawing),
        cmocka_unit_test(range_of_work),
        cmocka_unit_test(memory_level_that_binds),
        cmocka_unit_test(no_resource_has_half),
        cmocka_unit_test(hidden_network),
        cmocka_unit_test(memo_recalls),
        cmocka_unit_test(sigma_of_ceilings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
