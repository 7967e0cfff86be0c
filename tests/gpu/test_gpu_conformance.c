/* SPDX-License-Identifier: MIT */
/* The conformance suite on the CUDA and HIP backends, on fake devices that compute its operator; and what it says of one that is
 * lost, corrupts copies, has a clock that cannot be true, or is not there.
 */
#include "tests/unit/gam_test.h"

#include "collector/conformance.h"
#include "collector/topology.h"
#include "script.h"

extern const struct gam_device_backend gam_device_cuda, gam_device_hip;

enum { ELEMENTS = 4096, KERNEL_NS = 100000, LOST = 719 };

static void add_run(void *const *operand, const unsigned grid[3], const unsigned group[3])
{
    (void)grid, (void)group;
    for (int i = 0; i < ELEMENTS; i++)
        ((float *)operand[2])[i] = ((const float *)operand[0])[i] + ((const float *)operand[1])[i];
}

static int fresh(void **state)
{
    (void)state;
    fake_reset();
    fake_script()->version = 13000;
    fake_script()->kernel[0] = (struct fake_kernel){ .name = "elementwise", .run = add_run, .ns = KERNEL_NS };
    return 0;
}

static void suite_run(const struct gam_device_backend *backend, struct gam_conformance *out)
{
    struct gam_topology topology = { 0 };
    struct gam_device_config config = { .topology = &topology, .threads = 1 };
    struct gam_err err = { .code = 0 };

    if (gam_topology_read(NULL, &topology, &err))
        fail_msg("%s", err.text);
    gam_conformance_run(backend, &config, out);
    gam_topology_release(&topology);
}

static void passes(const struct gam_device_backend *backend)
{
    struct gam_conformance result;

    suite_run(backend, &result);
    assert_true(result.n >= 12);
    for (size_t i = 0; i < result.n; i++)
        if (strcmp(result.check[i].state, "ready") != 0)
            fail_msg("%s: %s: %s", result.check[i].name, result.check[i].state, result.check[i].reason);
    assert_int_equal(result.failed, 0);
    assert_int_equal(fake_script()->live_buffers, 0);
    assert_int_equal(fake_script()->live_modules, 0);
    assert_int_equal(fake_script()->live_contexts, 0);
}

static void cuda_passes(void **state)
{
    (void)state;
    passes(&gam_device_cuda);
}

static void hip_passes(void **state)
{
    (void)state;
    fake_script()->version = 70000000;
    passes(&gam_device_hip);
}

/* The check of that name is in that state, with that text. */
static void found(const char *check, const char *wanted, const char *text)
{
    struct gam_conformance result;

    suite_run(&gam_device_cuda, &result);
    for (size_t i = 0; i < result.n; i++)
        if (!strcmp(result.check[i].name, check)) {
            if (strcmp(result.check[i].state, wanted) != 0 || !strstr(result.check[i].reason, text))
                fail_msg("%s: %s: %s", check, result.check[i].state, result.check[i].reason);
            return;
        }
    fail_msg("no check '%s'", check);
}

static void finds_a_lost_device(void **state)
{
    (void)state;
    fake_script()->kernel[0].fail_at = 1;
    fake_script()->kernel[0].fail = LOST;
    found("right result", "missing", "CUDA_ERROR_LAUNCH_FAILED");
}

static void finds_corrupt_copies(void **state)
{
    (void)state;
    fake_script()->copy_corrupts = 1;
    found("copies", "missing", "not what was sent");
}

static void finds_a_wrong_clock(void **state)
{
    (void)state;
    fake_script()->no_waiting = 1;
    fake_script()->kernel[0].ns = 10000000000u;
    found("right result", "missing", "passed on the host");
}

static void says_that_nothing_is_there(void **state)
{
    (void)state;
    fake_script()->n_devices = 0;
    found("zero devices", "ready", "0 devices");
    found("lost device", "partial", "no device");
}

int main(void)
{
#define TRY(test) cmocka_unit_test_setup(test, fresh)
    const struct CMUnitTest tests[] = { TRY(cuda_passes),          TRY(hip_passes),          TRY(finds_a_lost_device),
                                        TRY(finds_corrupt_copies), TRY(finds_a_wrong_clock), TRY(says_that_nothing_is_there) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
