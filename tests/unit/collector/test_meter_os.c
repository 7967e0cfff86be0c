/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "collector/meter.h"
#include "collector/meter/os/os_priv.h"
#include "fixture_machine.h"

#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern const struct gam_meter gam_meter_os, gam_meter_clock;

static void test_steal_of_the_cpus_in_use(void **state)
{
    static const char text[] = "cpu  100 0 100 1000 5 0 1 60 0 0\ncpu0 50 0 50 500 2 0 1 10 0 0\ncpu1 50 0 50 500 3 0 0 20 0 0\n"
                               "cpu2 1 1 1 1 1 1 1 30 0 0\nintr 12345 0 0\nctxt 99\n";
    const unsigned char both[4] = { 1, 1 }, last[4] = { 0, 0, 1 }, none[4] = { 0, 0, 0, 1 };

    (void)state;
    assert_int_equal(gam_os_steal_ticks(text, both, 4), 30);
    assert_int_equal(gam_os_steal_ticks(text, last, 4), 30);
    assert_int_equal(gam_os_steal_ticks(text, none, 4), -1);
    assert_int_equal(gam_os_steal_ticks(text, both, 1), 10); /* cpus beyond the list are not looked at */
    assert_int_equal(gam_os_steal_ticks("", both, 4), -1);
    assert_int_equal(gam_os_steal_ticks("cpu0 1 2\n", both, 4), -1); /* a kernel without steal time */
}

static void test_sums_over_cpus(void **state)
{
    struct machine m = { .cores = { { .n = 3, .threads = 1 } },
                         .node_mib = 64,
                         .facts = { { "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "1000\n" },
                                    { "/sys/devices/system/cpu/cpu2/cpufreq/scaling_cur_freq", "3000\n" } } };
    const char *root = machine_make(&m);
    const unsigned char all[3] = { 1, 1, 1 }, middle[3] = { 0, 1, 0 };
    size_t found;

    (void)state;
    assert_int_equal(gam_os_cpu_sum(root, "cpufreq/scaling_cur_freq", all, 3, &found), 4000);
    assert_int_equal(found, 2);
    assert_int_equal(gam_os_cpu_sum(root, "cpufreq/scaling_cur_freq", middle, 3, &found), -1);
    assert_int_equal(found, 0);
    machine_remove(root);
}

static size_t index_of(const struct gam_meter *meter, void *s, const char *name)
{
    const struct gam_meter_quantity *q;
    size_t n = meter->quantities(s, &q), i = 0;

    while (i < n && strcmp(q[i].name, name) != 0)
        i++;
    assert_true(i < n);
    return i;
}

/* What this process does between start and stop is seen; what the system does not show has a reason. */
static void test_on_this_machine(void **state)
{
    void *s = calloc(1, gam_meter_os.state_size);
    struct gam_meter_target target = { .n_tids = 0 };
    const struct gam_meter_quantity *q;
    struct gam_meter_reading r[16];
    size_t n;
    const size_t bytes = 64 * 4096;
    volatile char *memory;

    (void)state;
    assert_non_null(s);
    assert_int_equal(gam_meter_os.open(s, &target, NULL), 0);
    n = gam_meter_os.quantities(s, &q);
    assert_true(n <= 16);
    assert_int_equal(gam_meter_os.passes(s), 0);
    assert_int_equal(gam_meter_os.start(s, 0, 1, NULL), 0);
    memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true((void *)(uintptr_t)memory != MAP_FAILED);
    madvise((void *)(uintptr_t)memory, bytes, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < bytes; i += 4096)
        memory[i] = 1;
    usleep(2000);
    assert_int_equal(gam_meter_os.stop(s, NULL), 0);
    assert_int_equal(gam_meter_os.read(s, r, n, NULL), 0);
    for (size_t i = 0; i < n; i++)
        assert_true((r[i].ivalue != GAM_NULL_INT || !isnan(r[i].rvalue)) != (r[i].reason != NULL));
    assert_true(r[index_of(&gam_meter_os, s, "minor_faults")].ivalue >= 64);
    assert_true(r[index_of(&gam_meter_os, s, "voluntary_switches")].ivalue >= 1);
    assert_true(r[index_of(&gam_meter_os, s, "rss_peak_bytes")].ivalue > (int64_t)bytes);
    munmap((void *)(uintptr_t)memory, bytes);
    gam_meter_os.close(s);
    gam_meter_os.close(s); /* twice is allowed */
    free(s);
}

static void test_clock(void **state)
{
    void *s = calloc(1, gam_meter_clock.state_size);
    struct gam_meter_target target = { .n_tids = 0 };
    struct gam_meter_reading first, second;
    struct gam_probe probe;

    (void)state;
    assert_non_null(s);
    gam_meter_clock.probe(&probe);
    assert_true(*probe.reason);
    assert_int_equal(gam_meter_clock.open(s, &target, NULL), 0);
    assert_int_equal(gam_meter_clock.start(s, 0, 1, NULL), 0);
    assert_int_equal(gam_meter_clock.stop(s, NULL), 0);
    assert_int_equal(gam_meter_clock.read(s, &first, 1, NULL), 0);
    assert_int_equal(gam_meter_clock.stop(s, NULL), 0);
    assert_int_equal(gam_meter_clock.read(s, &second, 1, NULL), 0);
    if (probe.ready) /* two looks at one core agree as well as its clock is steady: far better than a factor of three */
        assert_true(first.rvalue > 1e7 && first.rvalue / second.rvalue < 3 && second.rvalue / first.rvalue < 3);
    else
        assert_non_null(first.reason);
    gam_meter_clock.close(s);
    free(s);
}

static void test_probes(void **state)
{
    (void)state;
    for (size_t i = 0; gam_meters[i]; i++) {
        struct gam_probe probe = { .ready = -1 };

        gam_meters[i]->probe(&probe);
        assert_true(probe.ready == 0 || probe.ready == 1);
        assert_true(*probe.reason && *gam_meters[i]->name && *gam_meters[i]->summary);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steal_of_the_cpus_in_use),
        cmocka_unit_test(test_sums_over_cpus),
        cmocka_unit_test(test_on_this_machine),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_probes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
