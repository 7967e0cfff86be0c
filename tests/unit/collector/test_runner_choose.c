/* SPDX-License-Identifier: MIT */
/* Who goes on to the rounds: candidates of a group, their controls, slow implementations, wrong and failing ones. */
#include "../gam_test.h"

#include "fixture_fake.h"

#include <math.h>
#include <stdio.h>

#define MS 1e6

static void group_add(struct fake *f, int group, double iteration_ns)
{
    fake_add(f, "add:n=16,dtype=f32", iteration_ns);
    fake_last(f)->group = group;
    fake_last(f)->role = GAM_ROLE_ROOF;
    snprintf(fake_last(f)->group_name, sizeof fake_last(f)->group_name, "group %d", group);
}

static void test_the_fastest_of_a_group_stays(void **state)
{
    struct fake *f = *state;

    group_add(f, 0, 3 * MS);
    group_add(f, 0, 2 * MS);
    group_add(f, 0, 4 * MS);
    group_add(f, 1, 9 * MS);
    fake_assert_ok(f);
    fake_assert_status(f, 0, GAM_STATUS_DROPPED, "place 2 of its group: 1.5 times");
    fake_assert_status(f, 1, GAM_STATUS_OK, NULL);
    fake_assert_status(f, 2, GAM_STATUS_DROPPED, "place 3 of its group: 2 times");
    fake_assert_status(f, 3, GAM_STATUS_OK, NULL); /* alone in its group, however slow */
    assert_string_equal(fake_measurement(f, 0)->candidate_group, "group 0");
    assert_int_equal(fake_samples(f, 0, -1), 0);
    assert_int_equal(f->result.measured, 2);
}

static void test_two_stay_and_a_tie_goes_to_the_first(void **state)
{
    struct fake *f = *state;

    f->plan.keep = 2;
    group_add(f, 0, 2 * MS);
    group_add(f, 0, 2 * MS);
    group_add(f, 0, 2 * MS);
    fake_assert_ok(f);
    fake_assert_status(f, 0, GAM_STATUS_OK, NULL);
    fake_assert_status(f, 1, GAM_STATUS_OK, NULL);
    fake_assert_status(f, 2, GAM_STATUS_DROPPED, "place 3");
}

/* A failing or wrong candidate is no candidate. */
static void test_a_wrong_candidate_wins_nothing(void **state)
{
    struct fake *f = *state;

    group_add(f, 0, 1 * MS);
    f->item[0].wrong = 1;
    group_add(f, 0, 2 * MS);
    f->item[1].plan_code = -GAM_EDEVICE;
    group_add(f, 0, 3 * MS);
    fake_assert_ok(f);
    fake_assert_status(f, 0, GAM_STATUS_WRONG, "tolerance");
    fake_assert_status(f, 1, GAM_STATUS_FAILED, "told to fail");
    fake_assert_status(f, 2, GAM_STATUS_OK, NULL);
}

static void control_add(struct fake *f, size_t twin)
{
    fake_add(f, "add:n=32,dtype=f32", 6 * MS);
    fake_last(f)->role = GAM_ROLE_CONTROL;
    fake_last(f)->twin_of = twin;
}

static void test_controls_follow_their_twins(void **state)
{
    struct fake *f = *state;

    group_add(f, 0, 3 * MS);
    group_add(f, 0, 2 * MS);
    control_add(f, 0);
    control_add(f, 1);
    fake_assert_ok(f);
    fake_assert_status(f, 2, GAM_STATUS_SKIPPED, "is not measured");
    fake_assert_status(f, 3, GAM_STATUS_OK, NULL);
    assert_int_equal(f->item[2].launches, 0); /* not even prepared */
    assert_int_equal(fake_measurement(f, 3)->role, GAM_ROLE_CONTROL);
}

static struct fake_item *same_node_add(struct fake *f, const char *spec, double iteration_ns)
{
    struct fake_item *item = fake_add(f, spec, iteration_ns);

    fake_last(f)->node = f->plan.item[f->plan.n - 2].node;
    f->plan.n_nodes--;
    return item;
}

static void test_slow_beside_a_faster_one(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=16,dtype=f32", 2 * MS);
    same_node_add(f, "add:n=16,dtype=f32", 80 * MS);
    fake_add(f, "add:n=48,dtype=f32", 80 * MS);
    fake_assert_ok(f);
    fake_assert_status(f, 1, GAM_STATUS_SKIPPED, "one run takes 80.0 ms, 'i0' takes 2.00 ms");
    fake_assert_status(f, 2, GAM_STATUS_OK, NULL); /* the only one of its place: few samples, but measured */
    assert_int_equal(fake_samples(f, 2, -1), 6);
    assert_int_equal(f->result.skipped, 1);
}

static void test_slow_but_nearly_as_fast(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=16,dtype=f32", 60 * MS);
    same_node_add(f, "add:n=16,dtype=f32", 80 * MS);
    fake_assert_ok(f);
    fake_assert_status(f, 0, GAM_STATUS_OK, NULL);
    fake_assert_status(f, 1, GAM_STATUS_OK, NULL);
}

static double busy_at_first(const struct fake *f, const struct fake_item *item)
{
    (void)f;
    return item->iteration_ns * (item->runs < 2 ? 50 : 1);
}

/* 100 ms while it was calibrated, 2 ms when looked at again: measured like the others. */
static void test_slow_only_at_first(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=16,dtype=f32", 2 * MS);
    same_node_add(f, "add:n=16,dtype=f32", 2 * MS)->time_ns = busy_at_first;
    fake_assert_ok(f);
    fake_assert_status(f, 1, GAM_STATUS_OK, NULL);
    assert_int_equal(fake_samples(f, 1, 0), fake_samples(f, 0, 0));
}

/* The same implementation took 40 ms for an eighth of the work: 320 ms are foreseen, and not spent. */
static void test_slow_is_foreseen(void **state)
{
    struct fake *f = *state;
    struct fake_item *large;

    fake_add(f, "add:n=100,dtype=f32", 40 * MS);
    large = fake_add(f, "add:n=800,dtype=f32", 320 * MS);
    fake_last(f)->impl = f->plan.item[0].impl;
    same_node_add(f, "add:n=800,dtype=f32", 10 * MS);
    fake_assert_ok(f);
    fake_assert_status(f, 1, GAM_STATUS_SKIPPED, "would take about 320 ms, 'i2' takes 10.0 ms");
    assert_int_equal(large->launches, 0);
    fake_assert_status(f, 0, GAM_STATUS_OK, NULL);
    fake_assert_status(f, 2, GAM_STATUS_OK, NULL);
}

static void test_slow_is_foreseen_but_alone(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=100,dtype=f32", 40 * MS);
    fake_add(f, "add:n=800,dtype=f32", 320 * MS);
    fake_last(f)->impl = f->plan.item[0].impl;
    same_node_add(f, "add:n=800,dtype=f32", 10 * MS)->wrong = 1;
    fake_assert_ok(f);
    fake_assert_status(f, 1, GAM_STATUS_OK, NULL); /* a wrong result is no rival */
    fake_assert_status(f, 2, GAM_STATUS_WRONG, "error");
    assert_true(fake_measurement(f, 2)->error > fake_measurement(f, 2)->tolerance);
    assert_int_equal(f->result.wrong, 1);
}

static void test_not_a_number_is_wrong(void **state)
{
    struct fake *f = *state;

    fake_add(f, "add:n=16,dtype=f32", 2 * MS)->wrong = NAN;
    fake_assert_ok(f);
    fake_assert_status(f, 0, GAM_STATUS_WRONG, "NaN");
    assert_true(isnan(fake_measurement(f, 0)->error));
}

int main(void)
{
#define FAKE_TEST(name) cmocka_unit_test_setup_teardown(name, fake_setup, fake_teardown)
    const struct CMUnitTest tests[] = {
        FAKE_TEST(test_the_fastest_of_a_group_stays),
        FAKE_TEST(test_two_stay_and_a_tie_goes_to_the_first),
        FAKE_TEST(test_a_wrong_candidate_wins_nothing),
        FAKE_TEST(test_controls_follow_their_twins),
        FAKE_TEST(test_slow_beside_a_faster_one),
        FAKE_TEST(test_slow_but_nearly_as_fast),
        FAKE_TEST(test_slow_only_at_first),
        FAKE_TEST(test_slow_is_foreseen),
        FAKE_TEST(test_slow_is_foreseen_but_alone),
        FAKE_TEST(test_not_a_number_is_wrong),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
