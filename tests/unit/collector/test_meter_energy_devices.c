/* SPDX-License-Identifier: MIT */
/* Energy through perf's PMU and NVML, with stand-ins for the system call and the library. */
#include "../gam_test.h"

#include "collector/meter/nvml/boards.h"
#include "collector/meter/perf_power/power.h"
#include "fixture_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define PMU "/sys/bus/event_source/devices/power/"
static const uint64_t ms = 1000000u;
static uint64_t now;

static uint64_t fake_now(void)
{
    return now;
}

static void fake_sleep(uint64_t ns)
{
    now += ns;
}

/* perf: a pipe per counter, from which one count after the other is read. */
static int pipe_end[8], n_pipes, open_error;
static struct {
    uint32_t type;
    uint64_t config;
    int cpu;
} asked[8];

static int fake_open(uint32_t type, uint64_t config, int cpu)
{
    int end[2];

    asked[n_pipes].type = type;
    asked[n_pipes].config = config;
    asked[n_pipes].cpu = cpu;
    if (open_error)
        return n_pipes++, -open_error;
    assert_int_equal(pipe(end), 0);
    pipe_end[n_pipes++] = end[1];
    return end[0];
}

static void counts_put(int i, const uint64_t *count, size_t n)
{
    assert_int_equal(write(pipe_end[i], count, n * sizeof *count), (ssize_t)(n * sizeof *count));
}

static void pmu_put(const char *root)
{
    tree_put(root, PMU "type", "9\n");
    tree_put(root, PMU "cpumask", "0,16\n");
    tree_put(root, PMU "events/energy-pkg", "event=0x02\n");
    tree_put(root, PMU "events/energy-pkg.scale", "2.3283064365386962890625e-10\n");
    tree_put(root, PMU "events/energy-pkg.unit", "Joules\n");
}

static struct gam_perf_power *power_of(const char *root)
{
    struct gam_perf_power *power = malloc(sizeof *power);

    assert_non_null(power);
    n_pipes = 0;
    power->event_open = fake_open;
    gam_perf_power_find(power, root);
    power->energy.now_ns = fake_now;
    power->energy.sleep_ns = fake_sleep;
    return power;
}

static void test_perf(void **state)
{
    const uint64_t joule = 4294967296u, first[] = { 0, joule, 2 * joule, 12 * joule }, second[] = { 0, joule, joule, 6 * joule };
    struct gam_meter_reading r[GAM_ENERGY_QUANTITIES];
    const char *root = tree_make();
    struct gam_perf_power *power;

    (void)state;
    open_error = 0;
    pmu_put(root);
    power = power_of(root);
    assert_int_equal(power->energy.n, 2);
    assert_true(asked[0].type == 9 && asked[0].config == 2 && asked[0].cpu == 0 && asked[1].cpu == 16);
    counts_put(0, first, 4);
    counts_put(1, second, 4);
    gam_energy_ready(&power->energy, NULL);
    gam_energy_start(&power->energy);
    now += 100 * ms;
    gam_energy_stop(&power->energy);
    gam_energy_read(&power->energy, r, GAM_ENERGY_QUANTITIES);
    assert_true(fabs(r[0].rvalue - 15) < 1e-9);
    assert_true(fabs(r[2].rvalue - 4) < 1e-9); /* 2 J in half a second */
    assert_true(fabs(r[1].rvalue - 14.6) < 1e-9);
    gam_perf_power_close(power);
    for (int i = 0; i < n_pipes; i++)
        close(pipe_end[i]);
    free(power);
    tree_remove(root);
}

static void test_perf_refused(void **state)
{
    const char *root = tree_make();
    struct gam_perf_power *power;

    (void)state;
    open_error = EACCES;
    pmu_put(root);
    power = power_of(root);
    assert_int_equal(power->refused_errno, EACCES);
    assert_string_equal(power->refused, "cannot read 'power/energy-pkg/ on cpu 0': Permission denied (errno 13)");
    gam_perf_power_close(power);
    free(power);
    tree_remove(root);
    root = tree_make();
    power = power_of(root);
    assert_non_null(strstr(power->refused, "the kernel has no PMU 'power'"));
    free(power);
    tree_remove(root);
}

/* NVML: two boards, the second without the counter. */
static unsigned long long board_millijoule;

static int nvml_count(unsigned *count)
{
    *count = 2;
    return GAM_NVML_OK;
}

static int nvml_at(unsigned index, void **device)
{
    static int boards[2];

    *device = &boards[index];
    boards[index] = (int)index;
    return GAM_NVML_OK;
}

static int nvml_name(void *device, char *name, unsigned length)
{
    snprintf(name, length, *(int *)device ? "board %d" : "H100 board %d", *(int *)device);
    return GAM_NVML_OK;
}

static int nvml_energy(void *device, unsigned long long *millijoule)
{
    *millijoule = board_millijoule;
    return *(int *)device ? GAM_NVML_NOT_SUPPORTED : GAM_NVML_OK;
}

static void test_nvml(void **state)
{
    const struct gam_nvml nvml = {
        .device_count = nvml_count, .device_at = nvml_at, .device_name = nvml_name, .device_energy = nvml_energy
    };
    struct gam_nvml_boards *b = malloc(sizeof *b);
    struct gam_meter_reading r[2 * GAM_ENERGY_QUANTITIES];

    (void)state;
    assert_non_null(b);
    gam_nvml_find(b, &nvml);
    b->energy.now_ns = fake_now;
    b->energy.sleep_ns = fake_sleep;
    gam_energy_ready(&b->energy, NULL);
    assert_int_equal(b->energy.n_groups, 2);
    assert_string_equal(b->energy.group[0].domain, "0: H100 board 0");
    assert_true(b->energy.quantity[0].energy.coverage == 0.25 &&
                isnan(b->energy.quantity[GAM_ENERGY_QUANTITIES].energy.coverage));
    gam_energy_start(&b->energy);
    now += 1000 * ms;
    board_millijoule += 700000;
    gam_energy_stop(&b->energy);
    gam_energy_read(&b->energy, r, 2 * GAM_ENERGY_QUANTITIES);
    assert_true(fabs(r[0].rvalue - 700) < 1e-9);
    assert_true(isnan(r[GAM_ENERGY_QUANTITIES].rvalue)); /* null, not 0 */
    assert_non_null(strstr(r[GAM_ENERGY_QUANTITIES].reason, "board 1"));
    gam_energy_start(&b->energy);
    now += 300 * ms; /* three updates */
    board_millijoule += 210000;
    gam_energy_stop(&b->energy);
    gam_energy_read(&b->energy, r, 2 * GAM_ENERGY_QUANTITIES);
    assert_non_null(strstr(r[0].reason, "too seldom for an interval of 300 ms"));
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perf),
        cmocka_unit_test(test_perf_refused),
        cmocka_unit_test(test_nvml),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
