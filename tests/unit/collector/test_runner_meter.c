/* SPDX-License-Identifier: MIT */
/* Meters around visits: passes, readings, flags, and meters that fail. */
#include "../gam_test.h"

#include "fixture_fake.h"

#include <math.h>

#define MS 1e6

static const struct gam_meter *const soft[] = { &fake_meter }, *const hard[] = { &fake_hardware_meter };

static void with_meter(struct fake *f, const struct gam_meter *const *meters)
{
    f->config.meters = meters;
    f->config.n_meters = 1;
}

struct found {
    size_t n, on_run, missing;
    int64_t value;
};

/* Readings of a quantity by the pass of their sample (-1: all). */
static struct found readings_of(const struct fake *f, const char *name, int pass)
{
    struct found found = { .n = 0 };

    for (size_t i = 0; i < gam_runset_reading_n(&f->set); i++) {
        const struct gam_reading *r = &gam_runset_reading(&f->set)[i];

        if (strcmp(gam_runset_quantity_def(&f->set)[r->quantity].name, name) != 0)
            continue;
        if (r->target == GAM_TARGET_RUN) {
            found.on_run++;
            continue;
        }
        if (pass >= 0 && gam_runset_sample(&f->set)[r->subject].pass != pass)
            continue;
        found.n++;
        found.missing += r->ivalue == GAM_NULL_INT && isnan(r->rvalue);
        found.value = r->ivalue;
    }
    return found;
}

static void test_passes(void **state)
{
    struct fake *f = *state;

    fake_script()->passes = 2;
    with_meter(f, hard);
    fake_add(f, "add:n=16,dtype=f32", 0.1 * MS);
    fake_assert_ok(f);
    assert_int_equal(fake_samples(f, 0, 0), 6 * 5);
    assert_int_equal(fake_samples(f, 0, 1), 6); /* one sample a visit: the counters belong to it alone */
    assert_int_equal(fake_samples(f, 0, 2), 6);
    assert_int_equal(readings_of(f, "cycles", -1).n, 6);
    assert_int_equal(readings_of(f, "cycles", 1).n, 6);
    assert_int_equal(readings_of(f, "cycles", 1).value, 1000);
    assert_int_equal(readings_of(f, "instructions", 2).n, 6);
    assert_int_equal(readings_of(f, "instructions", 2).value, 2000);
    assert_int_equal(readings_of(f, "steal_ns", -1).n, 3 * 6); /* free in every pass */
    assert_int_equal(readings_of(f, "nothing", -1).n, 0);
    assert_int_equal(readings_of(f, "nothing", -1).on_run, 1); /* never there: said once */
    assert_int_equal(fake_script()->starts, 3 * 6);
    assert_int_equal(fake_script()->stops, 3 * 6);
    assert_int_equal(fake_script()->opened, 1);
    assert_int_equal(fake_script()->closed, 1);
    assert_true(fake_script()->n_tids >= 1);
    assert_int_equal(fake_script()->n_workers, 2);
    assert_int_equal(fake_script()->computing, 1);
    assert_string_equal(f->result.counters, "partial"); /* "nothing" is missing */
}

static void test_only_pass_0_gives_the_time(void **state)
{
    struct fake *f = *state;

    fake_script()->passes = 1;
    with_meter(f, hard);
    fake_add(f, "add:n=16,dtype=f32", 3 * MS);
    fake_assert_ok(f);
    assert_int_equal(f->result.rounds_done, 6);
    for (size_t i = 0; i < gam_runset_reading_n(&f->set); i++) {
        const struct gam_reading *r = &gam_runset_reading(&f->set)[i];

        if (r->target != GAM_TARGET_SAMPLE)
            continue;
        if (r->flags) { /* the multiplexed one keeps its own times */
            assert_int_equal(r->enabled_ns, 10);
            assert_int_equal(r->running_ns, 5);
        } else { /* the others cover the visit: three samples in pass 0, one in pass 1 */
            assert_int_equal(r->enabled_ns, gam_runset_sample(&f->set)[r->subject].pass ? 3 * MS : 9 * MS);
        }
    }
}

static void test_readings_flag_samples(void **state)
{
    struct fake *f = *state;

    fake_script()->free_value = 10000000;
    with_meter(f, soft);
    fake_add(f, "add:n=16,dtype=f32", 3 * MS);
    fake_assert_ok(f);
    for (size_t i = 0; i < gam_runset_sample_n(&f->set); i++)
        assert_int_equal(gam_runset_sample(&f->set)[i].flags, GAM_SAMPLE_STEAL);
    assert_int_equal(readings_of(f, "steal_ns", 0).n, 6);
    assert_string_equal(f->result.counters, "off"); /* no meter of the hardware was asked for */
}

static void test_always_missing_is_said_once(void **state)
{
    struct fake *f = *state;

    fake_script()->free_value = GAM_NULL_INT;
    with_meter(f, soft);
    fake_add(f, "add:n=16,dtype=f32", 3 * MS);
    fake_assert_ok(f);
    assert_int_equal(readings_of(f, "steal_ns", -1).n, 0);
    assert_int_equal(readings_of(f, "steal_ns", -1).on_run, 1);
    assert_string_equal(gam_runset_reading(&f->set)[0].reason, "not shown");
}

static size_t events_of(const struct fake *f, const char *code, const char *part)
{
    size_t n = 0;

    for (size_t i = 0; i < gam_runset_event_n(&f->set); i++) {
        const struct gam_event *e = &gam_runset_event(&f->set)[i];

        n += !strcmp(e->code, code) && strstr(e->text, part);
    }
    return n;
}

static void test_a_meter_that_does_not_open(void **state)
{
    struct fake *f = *state;

    fake_script()->open_code = -GAM_EPERM;
    with_meter(f, hard);
    fake_add(f, "add:n=16,dtype=f32", 3 * MS);
    fake_assert_ok(f);
    assert_string_equal(f->result.counters, "not-permitted");
    assert_string_equal(f->result.counters_reason, "the script says no");
    assert_int_equal(events_of(f, "counters-unavailable", "the script says no"), 1);
    assert_string_equal(gam_runset_event(&f->set)[0].remedy, "none");
    assert_int_equal(fake_samples(f, 0, -1), 6 * 3);
    assert_int_equal(fake_script()->closed, 1);
    fake_script()->open_code = -GAM_EUNSUPPORTED;
    assert_int_equal(fake_run(f), 0);
    assert_string_equal(f->result.counters, "software-only");
}

/* Readings that were there before become missing in the visits where the meter fails; the visits count. */
static void test_a_meter_that_stops_working(void **state)
{
    struct fake *f = *state;
    struct found steal;

    fake_script()->start_code = -GAM_EDEVICE;
    fake_script()->fail_from_start = 4;
    with_meter(f, soft);
    fake_add(f, "add:n=16,dtype=f32", 3 * MS);
    fake_assert_ok(f);
    fake_assert_status(f, 0, GAM_STATUS_OK, NULL);
    steal = readings_of(f, "steal_ns", -1);
    assert_int_equal(steal.n, 6);
    assert_int_equal(steal.missing, 3);
    assert_int_equal(events_of(f, "meter-failed", "the script stopped"), 1); /* once */
    assert_int_equal(fake_script()->stops, 3);                               /* what did not start is not stopped */
}

static void test_an_untrue_counter(void **state)
{
    struct fake *f = *state;

    fake_script()->passes = 1;
    fake_script()->trust = 0.5;
    with_meter(f, hard);
    fake_add(f, "add:n=16,dtype=f32", 3 * MS);
    fake_assert_ok(f);
    assert_string_equal(f->result.counters, "partial");
    assert_non_null(strstr(f->result.counters_reason, "truth test"));
    assert_true(gam_runset_quantity_def(&f->set)[1].trust == 0.5);
    assert_string_equal(gam_runset_quantity_def(&f->set)[1].meter, "fake");
}

int main(void)
{
#define FAKE_TEST(name) cmocka_unit_test_setup_teardown(name, fake_setup, fake_teardown)
    const struct CMUnitTest tests[] = {
        FAKE_TEST(test_passes),
        FAKE_TEST(test_only_pass_0_gives_the_time),
        FAKE_TEST(test_readings_flag_samples),
        FAKE_TEST(test_always_missing_is_said_once),
        FAKE_TEST(test_a_meter_that_does_not_open),
        FAKE_TEST(test_a_meter_that_stops_working),
        FAKE_TEST(test_an_untrue_counter),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
