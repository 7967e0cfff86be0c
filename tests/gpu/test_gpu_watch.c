/* SPDX-License-Identifier: MIT */
/* The meter that watches GPUs, against a fake NVML and AMD SMI: changing clocks, throttling, a lost board, slices, several
 * devices. */
#include "tests/unit/gam_test.h"

#include "collector/meter.h"
#include "collector/meter/gpu/watch.h"
#include "script.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern const struct gam_device_backend gam_device_cuda, gam_device_hip;
extern const struct gam_meter gam_meter_gpu;
static const struct gam_device_config config = { .threads = 1 };

struct bench {
    struct gam_open_device device[3];
    size_t n;
    void *state;
    struct gam_meter_reading reading[16];
    const struct gam_meter_quantity *quantity;
    size_t n_quantities;
};

static int fresh(void **state)
{
    fake_reset();
    *state = calloc(1, sizeof(struct bench));
    return *state ? 0 : -1;
}

static int done(void **state)
{
    struct bench *b = *state;

    if (b->state) {
        gam_meter_gpu.close(b->state);
        gam_meter_gpu.close(b->state);
    }
    for (size_t i = 0; i < b->n; i++) {
        b->device[i].backend->close(b->device[i].state);
        free(b->device[i].state);
    }
    free(b->state);
    free(b);
    return 0;
}

static void device_add(struct bench *b, const struct gam_device_backend *backend, int index)
{
    struct gam_open_device *d = &b->device[b->n++];
    struct gam_err err = { .code = 0 };

    d->backend = backend;
    d->state = calloc(1, backend->state_size);
    assert_non_null(d->state);
    if (backend->open(d->state, index, &config, &err))
        fail_msg("%s", err.text);
    snprintf(d->info.id, sizeof d->info.id, "%s:%d", backend->name, index);
}

static int meter_open(struct bench *b, struct gam_err *err)
{
    struct gam_meter_target target = { .devices = b->device, .n_devices = b->n };
    int rc;

    b->state = calloc(1, gam_meter_gpu.state_size);
    assert_non_null(b->state);
    rc = gam_meter_gpu.open(b->state, &target, err);
    b->n_quantities = gam_meter_gpu.quantities(b->state, &b->quantity);
    return rc;
}

static void visit(struct bench *b, long ms)
{
    struct timespec t = { 0, ms * 1000000 };

    assert_int_equal(gam_meter_gpu.start(b->state, 0, 1, NULL), 0);
    nanosleep(&t, NULL);
    assert_int_equal(gam_meter_gpu.stop(b->state, NULL), 0);
    assert_int_equal(gam_meter_gpu.read(b->state, b->reading, 16, NULL), 0);
}

static const struct gam_meter_reading *reading(const struct bench *b, const char *name)
{
    for (size_t i = 0; i < b->n_quantities; i++)
        if (!strcmp(b->quantity[i].name, name))
            return &b->reading[i];
    fail_msg("no quantity '%s'", name);
    return NULL;
}

static void watches_a_steady_board(void **state)
{
    struct bench *b = *state;
    struct gam_err err = { .code = 0 };

    device_add(b, &gam_device_cuda, 0);
    if (meter_open(b, &err))
        fail_msg("%s", err.text);
    assert_true(gam_meter_gpu.takes(b->state, 0));
    assert_false(gam_meter_gpu.takes(b->state, 1));
    assert_true(gam_meter_gpu.takes(b->state, 0));
    visit(b, 30);
    assert_true(fake_script()->monitor_looks >= 2);
    assert_true(reading(b, "gpu_clock_hz")->rvalue == 1.5e9);
    assert_true(reading(b, "gpu_clock_least_hz")->rvalue == 1.5e9);
    assert_true(reading(b, "gpu_memory_clock_hz")->rvalue == 2e9);
    assert_true(reading(b, "gpu_power_watt")->rvalue == 300);
    assert_true(reading(b, "gpu_temperature_celsius")->rvalue == 50);
    assert_int_equal(reading(b, "gpu_slow_reasons")->ivalue, 0);
    assert_int_equal(reading(b, "gpu_throttled_looks")->ivalue, 0);
}

/* Power is energy's kin: its definition says how it comes about, of what, and that idle power is in it. */
static void power_says_what_it_is(void **state)
{
    const struct gam_meter_quantity *q;
    size_t n = gam_meter_gpu.quantities(NULL, &q), seen = 0;

    (void)state;
    for (size_t i = 0; i < n; i++) {
        int power = !strcmp(q[i].name, "gpu_power_watt");

        assert_int_equal(power, q[i].energy.domain != NULL);
        if (!power)
            continue;
        assert_int_equal(q[i].energy.method, GAM_ENERGY_SAMPLED);
        assert_int_equal(q[i].energy.net, 0);
        assert_int_equal(q[i].energy.period_ns, 0); /* not known, and so nobody's guess */
        assert_true(isnan(q[i].energy.coverage));
        seen++;
    }
    assert_int_equal(seen, 1);
}

/* Samples under a throttle are kept and marked, the reasons with them. */
static void sees_clocks_change(void **state)
{
    struct bench *b = *state;
    struct fake_moment slow = { 900, 2000, 350000, 85, 0x20 | 0x4 };

    fake_script()->n_moments = 2;
    fake_script()->moment[1] = slow;
    device_add(b, &gam_device_cuda, 0);
    assert_int_equal(meter_open(b, NULL), 0);
    assert_true(gam_meter_gpu.takes(b->state, 0));
    visit(b, 40);
    assert_true(reading(b, "gpu_clock_least_hz")->rvalue == 9e8);
    assert_in_range((int)(reading(b, "gpu_clock_hz")->rvalue / 1e6), 900, 1500);
    assert_true(reading(b, "gpu_temperature_celsius")->rvalue == 85);
    assert_int_equal(reading(b, "gpu_slow_reasons")->ivalue, 0x24);
    assert_true(reading(b, "gpu_throttled_looks")->ivalue > 0);
}

/* A clock that the user asked for, or an idle moment, is slow but no throttling. */
static void a_chosen_clock_is_no_throttling(void **state)
{
    struct bench *b = *state;

    fake_script()->moment[0].throttle = 0x2 | 0x1;
    device_add(b, &gam_device_cuda, 0);
    assert_int_equal(meter_open(b, NULL), 0);
    assert_true(gam_meter_gpu.takes(b->state, 0));
    visit(b, 1);
    assert_int_equal(reading(b, "gpu_slow_reasons")->ivalue, 3);
    assert_int_equal(reading(b, "gpu_throttled_looks")->ivalue, 0);
}

static void missing_is_missing(void **state)
{
    struct bench *b = *state;

    device_add(b, &gam_device_cuda, 0);
    assert_int_equal(meter_open(b, NULL), 0);
    assert_true(gam_meter_gpu.takes(b->state, 0));
    fake_script()->monitor_error = 3;
    visit(b, 1);
    for (size_t i = 0; i < b->n_quantities; i++) {
        assert_true(isnan(b->reading[i].rvalue));
        assert_true(b->reading[i].ivalue == GAM_NULL_INT);
        assert_string_equal(b->reading[i].reason, "the driver does not say it for this device");
    }
    fake_script()->monitor_error = 15;
    visit(b, 1);
    assert_string_equal(reading(b, "gpu_clock_hz")->reason, "NVML: GPU is lost");
}

static void finds_the_board_of_a_slice(void **state)
{
    struct bench *b = *state;

    fake_script()->n_devices = 2;
    fake_script()->device[1].is_slice = 1;
    device_add(b, &gam_device_cuda, 0);
    device_add(b, &gam_device_cuda, 1);
    assert_int_equal(meter_open(b, NULL), 0);
    assert_true(gam_meter_gpu.takes(b->state, 1));
    visit(b, 1);
    assert_true(reading(b, "gpu_clock_hz")->rvalue == 1.5e9);
}

static void watches_boards_of_amd(void **state)
{
    struct bench *b = *state;
    struct gam_err err = { .code = 0 };

    fake_script()->version = 60200000;
    device_add(b, &gam_device_hip, 0);
    if (meter_open(b, &err))
        fail_msg("%s", err.text);
    assert_true(gam_meter_gpu.takes(b->state, 0));
    visit(b, 1);
    assert_true(reading(b, "gpu_clock_hz")->rvalue == 1.5e9);
    assert_true(reading(b, "gpu_temperature_celsius")->rvalue == 50);
    assert_non_null(reading(b, "gpu_power_watt")->reason); /* not read there, and said so */
}

static void has_nothing_to_do_without_a_gpu(void **state)
{
    assert_int_equal(meter_open(*state, NULL), 1);
}

int main(void)
{
#define WATCH(test) cmocka_unit_test_setup_teardown(test, fresh, done)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(power_says_what_it_is),
        WATCH(watches_a_steady_board),
        WATCH(sees_clocks_change),
        WATCH(a_chosen_clock_is_no_throttling),
        WATCH(missing_is_missing),
        WATCH(finds_the_board_of_a_slice),
        WATCH(watches_boards_of_amd),
        WATCH(has_nothing_to_do_without_a_gpu),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
