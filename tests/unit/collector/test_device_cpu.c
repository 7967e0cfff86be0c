/* SPDX-License-Identifier: MIT */
/* The cpu device on this machine: binding inside the team, memory, launches. */
#include "../gam_test.h"

#include "collector/device.h"
#include "collector/topology.h"

#include <omp.h>
#include <sched.h>
#include <unistd.h>

struct bench {
    struct gam_topology topology;
    struct gam_device_config config;
    struct gam_open_device device;
};

static int bench_setup(void **state)
{
    static struct bench b;
    struct gam_err err = { 0 };

    memset(&b, 0, sizeof b);
    if (gam_topology_read(NULL, &b.topology, &err))
        fail_msg("%s", err.text);
    b.config = (struct gam_device_config){ .topology = &b.topology, .threads = gam_topology_workers(&b.topology, 0, 0, &err) };
    if (gam_device_open("cpu", &b.config, &b.device, &err))
        fail_msg("%s", err.text);
    *state = &b;
    return 0;
}

static int bench_teardown(void **state)
{
    struct bench *b = *state;

    gam_device_close(&b->device);
    gam_topology_release(&b->topology);
    return 0;
}

struct seen {
    int cpus[64]; /* of each worker: how many it may run on */
    int first[64];
    int operand[16]; /* which set each launch got */
    int n, fail_at;
};

static int look_run(struct gam_launch *launch, void *const *operand)
{
    struct seen *seen = launch->state;

    if (seen->n < 16)
        seen->operand[seen->n] = *(int *)operand[0];
    seen->n++;
#pragma omp parallel num_threads(launch->threads)
    {
        int i = omp_get_thread_num();
        cpu_set_t set;

        CPU_ZERO(&set);
        sched_getaffinity(0, sizeof set, &set);
        if (i < 64) {
            seen->cpus[i] = CPU_COUNT(&set);
            for (int c = CPU_SETSIZE - 1; c >= 0; c--)
                seen->first[i] = CPU_ISSET(c, &set) ? c : seen->first[i];
        }
    }
    return seen->n == seen->fail_at ? -GAM_EDEVICE : 0;
}

static int launch_run(struct bench *b, struct seen *seen, int threads, uint64_t start, uint64_t iterations, struct gam_err *err)
{
    static int value[3] = { 10, 11, 12 };
    void *p0[] = { &value[0] }, *p1[] = { &value[1] }, *p2[] = { &value[2] };
    void *const *sets[] = { p0, p1, p2 };
    struct gam_launch launch = { .run = look_run, .state = seen, .threads = threads };
    uint64_t ns = 0;
    int rc = b->device.backend->run(b->device.state, &launch, sets, 3, start, iterations, &ns, err);

    assert_true(rc || ns > 0 || !iterations);
    return rc;
}

static void test_workers_are_bound(void **state)
{
    struct bench *b = *state;
    int n = b->device.threads, tid[64];
    struct seen seen = { .n = 0 };
    cpu_set_t before, after;

    CPU_ZERO(&before);
    CPU_ZERO(&after);
    sched_getaffinity(0, sizeof before, &before);
    assert_int_equal(launch_run(b, &seen, n, 0, 1, NULL), 0);
    for (int i = 0; i < n && i < 64 && !b->device.backend->notice(b->device.state); i++) {
        assert_int_equal(seen.cpus[i], 1);
        assert_int_equal(seen.first[i], b->topology.worker_cpu[i]);
    }
    assert_int_equal(b->device.backend->workers(b->device.state, tid, 64), n < 64 ? n : 64);
    assert_int_equal(tid[0], gettid());
    if (n > 1) { /* a new team's threads are bound too */
        assert_int_equal(launch_run(b, &seen, 1, 0, 1, NULL), 0);
        assert_int_equal(launch_run(b, &seen, n, 0, 1, NULL), 0);
        assert_int_equal(seen.first[n - 1], b->topology.worker_cpu[n - 1]);
    }
    gam_device_close(&b->device);
    sched_getaffinity(0, sizeof after, &after);
    assert_true(CPU_EQUAL(&before, &after)); /* closing gives the calling thread its own mask back */
}

static void test_sets_rotate(void **state)
{
    struct bench *b = *state;
    struct seen seen = { .n = 0 };
    const int expected[] = { 12, 10, 11, 12, 10 };

    assert_int_equal(launch_run(b, &seen, 1, 2, 5, NULL), 0);
    assert_memory_equal(seen.operand, expected, sizeof expected);
    assert_int_equal(launch_run(b, &seen, 1, 0, 0, NULL), 0);
    assert_int_equal(seen.n, 5);
}

static void test_a_failing_launch_ends_the_run(void **state)
{
    struct bench *b = *state;
    struct seen seen = { .fail_at = 2 };
    struct gam_err err = { 0 };

    assert_int_equal(launch_run(b, &seen, 1, 0, 9, &err), -GAM_EDEVICE);
    assert_int_equal(seen.n, 2);
    assert_error(&err, -GAM_EDEVICE, "while running");
    assert_int_equal(launch_run(b, &seen, b->device.threads + 1, 0, 1, &err), -GAM_EINVAL);
}

static void test_memory(void **state)
{
    struct bench *b = *state;
    const uint64_t sizes[] = { 0, 1, 100, 4096, 5000000, (64 << 20) + 1 };
    struct gam_buffer buffer;
    struct gam_err err = { 0 };

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        unsigned char *p;

        assert_int_equal(b->device.backend->alloc(b->device.state, b->device.threads, sizes[i], &buffer, &err), 0);
        p = buffer.handle;
        assert_true((uintptr_t)p % (sizes[i] >= 2 << 20 ? 2 << 20 : 64) == 0);
        if (sizes[i])
            p[0] = p[sizes[i] - 1] = 7;
        b->device.backend->release(b->device.state, &buffer);
        assert_null(buffer.handle);
        b->device.backend->release(b->device.state, &buffer); /* nothing there: nothing happens */
    }
    assert_int_equal(b->device.backend->alloc(b->device.state, 1, 1ull << 60, &buffer, &err), -GAM_ENOMEM);
    assert_null(buffer.handle);
}

static void test_copies(void **state)
{
    struct bench *b = *state;
    struct gam_buffer buffer;
    char text[] = "operand", back[sizeof text];

    assert_int_equal(b->device.backend->alloc(b->device.state, 1, sizeof text, &buffer, NULL), 0);
    assert_int_equal(b->device.backend->upload(b->device.state, &buffer, text, sizeof text, NULL), 0);
    assert_int_equal(b->device.backend->download(b->device.state, back, &buffer, sizeof back, NULL), 0);
    assert_string_equal(back, text);
    assert_int_equal(b->device.backend->upload(b->device.state, &buffer, text, sizeof text + 1, NULL), -GAM_EINVAL);
    assert_int_equal(b->device.backend->download(b->device.state, back, &buffer, sizeof text + 1, NULL), -GAM_EINVAL);
    b->device.backend->release(b->device.state, &buffer);
}

static void test_what_it_says(void **state)
{
    struct bench *b = *state;
    struct gam_probe probe;
    struct gam_caps caps;
    const struct gam_device_info *info = &b->device.info;

    b->device.backend->probe(&probe);
    assert_true(probe.ready && *probe.reason);
    assert_string_equal(info->id, "cpu");
    assert_string_equal(info->kind, "cpu");
    assert_true(*info->name && *info->class_ && strstr(info->isa, "base") == info->isa);
    assert_int_equal(info->n_memory, b->topology.n_caches + 1);
    assert_string_equal(info->memory[info->n_memory - 1].level, "DRAM");
    b->device.backend->caps(b->device.state, 1, &caps);
    assert_int_equal(caps.threads, 1);
    assert_int_equal(caps.langs, 1u << GAM_LANG_HOST);
    assert_int_equal(caps.isa, gam_isa_detect());
    assert_true(caps.memory_bytes > 0);
    assert_true(!b->topology.n_caches || caps.llc_bytes == b->topology.cache[b->topology.n_caches - 1].reach_bytes);
}

static void test_devices_that_are_not_there(void **state)
{
    struct bench *b = *state;
    struct gam_open_device other;
    struct gam_device_config config = b->config;
    struct gam_err err = { 0 };

    assert_int_equal(gam_device_open("cpu:7", &config, &other, &err), -GAM_ENOENT);
    assert_int_equal(gam_device_open("abacus", &config, &other, &err), -GAM_ENOENT);
    assert_error(&err, -GAM_ENOENT, "there are: cpu");
    gam_device_close(&other);
    config.threads = (int)b->topology.logical_cpus + 1;
    assert_int_equal(gam_device_open("cpu", &config, &other, &err), -GAM_EINVAL);
    assert_error(&err, -GAM_EINVAL, "cannot open device 'cpu': ");
    gam_device_close(&other);
    config.topology = NULL;
    assert_int_equal(gam_device_open("cpu", &config, &other, &err), -GAM_ENOENT);
}

int main(void)
{
#define BENCH_TEST(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)
    const struct CMUnitTest tests[] = {
        BENCH_TEST(test_workers_are_bound),
        BENCH_TEST(test_sets_rotate),
        BENCH_TEST(test_a_failing_launch_ends_the_run),
        BENCH_TEST(test_memory),
        BENCH_TEST(test_copies),
        BENCH_TEST(test_what_it_says),
        BENCH_TEST(test_devices_that_are_not_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
