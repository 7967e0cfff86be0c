/* SPDX-License-Identifier: MIT */
/* Change points: steps are found where they are, noise and spikes are not. */
#include "../gam_test.h"

#include "analyzer/gate/change.h"
#include "common/rand.h"

#include <math.h>

static const struct gam_change_rule rule = { .alpha = 0.001, .magnitude = 0.03 };

static void a_step_is_found_where_it_is(void **state)
{
    struct gam_change change[GAM_CHANGES_MOST];
    double value[40];
    struct gam_rand r;
    size_t n;

    (void)state;
    gam_rand_seed(&r, 4);
    for (int i = 0; i < 40; i++) /* up by 10 % at 15, down again at 30; 2 % noise */
        value[i] = 100 * (i >= 15 && i < 30 ? 1.1 : 1) * exp(0.02 * gam_rand_normal(&r));
    assert_int_equal(gam_changes_find(value, 40, &rule, change, &n, NULL), 0);
    assert_int_equal(n, 2);
    assert_true(change[0].at >= 14 && change[0].at <= 16 && change[1].at >= 29 && change[1].at <= 31);
    assert_true(fabs(change[0].after / change[0].before - 1.1) < 0.02 && change[0].p <= 0.001);
    assert_true(fabs(change[1].after / change[1].before - 1 / 1.1) < 0.02);
}

static void noise_and_spikes_are_not(void **state)
{
    struct gam_change change[GAM_CHANGES_MOST];
    double value[50];
    struct gam_rand r;
    size_t n, found = 0;

    (void)state;
    gam_rand_seed(&r, 9);
    for (int trial = 0; trial < 100; trial++) {
        for (int i = 0; i < 50; i++)
            value[i] = 100 * exp(0.05 * gam_rand_normal(&r)) * (i == 20 || i == 40 ? 3 : 1);
        assert_int_equal(gam_changes_find(value, 50, &rule, change, &n, NULL), 0);
        found += n > 0;
    }
    assert_true(found <= 2); /* 0.1 expected */
}

static void small_steps_and_short_series(void **state)
{
    struct gam_change change[GAM_CHANGES_MOST];
    double value[20];
    size_t n = 7;
    struct gam_err err = { 0 };

    (void)state;
    for (int i = 0; i < 20; i++)
        value[i] = (i >= 10 ? 101 : 100) + 0.01 * (i % 3);
    assert_int_equal(gam_changes_find(value, 20, &rule, change, &n, NULL), 0);
    assert_int_equal(n, 0); /* certain, but smaller than what matters */
    assert_int_equal(gam_changes_find(value, 5, &rule, change, &n, NULL), 0);
    assert_int_equal(n, 0);
    assert_int_equal(gam_changes_find(value, 0, &rule, change, &n, NULL), 0);
    value[3] = 0;
    assert_int_equal(gam_changes_find(value, 20, &rule, change, &n, &err), -GAM_ENUMERIC);
    assert_error(&err, -GAM_ENUMERIC, "has no level");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_found_where_it_is),
        cmocka_unit_test(noise_and_spikes_are_not),
        cmocka_unit_test(small_steps_and_short_series),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
