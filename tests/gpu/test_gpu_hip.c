/* SPDX-License-Identifier: MIT */
/* The same backend under HIP's names: what differs from CUDA. And those names against the libraries of this machine. */
#include "tests/unit/gam_test.h"

#include "collector/device.h"
#include "script.h"

#include <stdlib.h>

extern const struct gam_device_backend gam_device_hip;
static const struct gam_device_backend *const backend = &gam_device_hip;
static const struct gam_device_config config = { .threads = 1 };

static int fresh(void **state)
{
    (void)state;
    fake_reset();
    fake_script()->version = 60200000;
    return 0;
}

static void says_what_it_is(void **state)
{
    struct gam_device_info info;
    struct gam_probe probe;

    (void)state;
    backend->probe(&probe);
    assert_true(probe.ready);
    assert_non_null(strstr(probe.reason, "1 device, HIP 6.2"));
    assert_int_equal(backend->info(0, &config, &info, NULL), 0);
    assert_string_equal(info.id, "hip:0");
    assert_string_equal(info.isa, "gfx90");
    assert_int_equal(info.units, 7);
    fake_script()->version = 50100000;
    backend->probe(&probe);
    assert_false(probe.ready);
    assert_non_null(strstr(probe.reason, "it knows HIP 5.1, and HIP 5.2 is needed"));
}

static void doubles(void *const *operand, const unsigned grid[3], const unsigned group[3])
{
    (void)grid, (void)group;
    *(int *)operand[0] *= 2;
}

static void computes(void **state)
{
    struct gam_launch_step step = { .entry = "doubles",
                                    .groups = { 1, 1, 1 },
                                    .local = { 1, 1, 1 },
                                    .n_args = 3,
                                    .arg = { { .kind = GAM_ARG_OPERAND }, { .operand = -1 }, { .operand = -1 } } };
    struct gam_launch launch = { .lang = GAM_LANG_HIP, .source = "doubles", .step = &step, .n_steps = 1, .threads = 1 };
    void *s = calloc(1, backend->state_size), *operand[1] = { NULL };
    void *const *set[1] = { operand };
    struct gam_err err = { .code = 0 };
    struct gam_buffer b;
    uint64_t ns = 0;
    int value = 21;

    (void)state;
    assert_non_null(s);
    if (backend->open(s, 0, &config, &err) || backend->alloc(s, 1, sizeof value, &b, &err) ||
        backend->upload(s, &b, &value, sizeof value, &err))
        fail_msg("%s", err.text);
    operand[0] = b.handle;
    fake_script()->kernel[0] = (struct fake_kernel){ .name = "doubles", .run = doubles, .ns = 50000 };
    if (backend->run(s, &launch, set, 1, 0, 1, &ns, &err) || backend->download(s, &value, &b, sizeof value, &err))
        fail_msg("%s", err.text);
    assert_int_equal(value, 42);
    assert_in_range(ns, 49900, 50100);
    assert_null(strstr(fake_script()->rtc_options, "arch")); /* hiprtc takes that of the device in use */
    fake_script()->sticky = 719;
    assert_int_equal(backend->run(s, &launch, set, 1, 0, 1, &ns, &err), -GAM_EDEVICE);
    assert_non_null(strstr(err.text, "hipErrorLaunchFailure"));
    fake_script()->sticky = 0;
    assert_int_equal(backend->run(s, &launch, set, 1, 0, 1, &ns, &err), -GAM_EDEVICE); /* once lost, lost */
    backend->release(s, &b);
    backend->close(s);
    backend->close(s);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test_setup(says_what_it_is, fresh), cmocka_unit_test_setup(computes, fresh) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
