/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "collector/topology.h"
#include "fixture_machine.h"

#include <math.h>
#include <stdio.h>

static void read_machine(const struct machine *m, struct gam_topology *t)
{
    const char *root = machine_make(m);
    struct gam_err err = { 0 };

    if (gam_topology_read(root, t, &err))
        fail_msg("%s", err.text);
    machine_remove(root);
}

static const struct gam_cache_level *cache(const struct gam_topology *t, const char *level)
{
    for (size_t i = 0; i < t->n_caches; i++)
        if (!strcmp(t->cache[i].level, level))
            return &t->cache[i];
    return NULL;
}

static void assert_workers(const struct gam_topology *t, const char *expected)
{
    char text[256] = "";

    for (unsigned i = 0; i < t->logical_cpus; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d", i ? " " : "", t->worker_cpu[i]);
    assert_string_equal(text, expected);
}

static void test_two_sockets(void **state)
{
    struct machine m = {
        .cores = { { .n = 4, .threads = 2, .l1_kib = 32, .l2_kib = 1024, .l3_kib = 8192 },
                   { .n = 4, .threads = 2, .package = 1, .node = 1, .l1_kib = 32, .l2_kib = 1024, .l3_kib = 8192 } },
        .node_mib = 1024
    };
    struct gam_topology t;
    char list[64];

    (void)state;
    read_machine(&m, &t);
    assert_int_equal(t.sockets, 2);
    assert_int_equal(t.numa_nodes, 2);
    assert_int_equal(t.cores, 8);
    assert_int_equal(t.cores_total, 8);
    assert_int_equal(t.logical_cpus, 16);
    assert_int_equal(t.threads_per_core, 2);
    assert_int_equal(t.core_kinds, 1);
    assert_true(isnan(t.quota_cpus));
    assert_true(t.memory_bytes == 2048ull << 20);
    assert_workers(&t, "0 2 4 6 8 10 12 14 1 3 5 7 9 11 13 15");
    assert_int_equal(t.n_caches, 3);
    assert_true(cache(&t, "L1")->size_bytes == 32768);
    assert_int_equal(cache(&t, "L1")->instances, 8);
    assert_int_equal(cache(&t, "L1")->line_bytes, 64);
    assert_int_equal(cache(&t, "L3")->instances, 2);
    assert_int_equal(cache(&t, "L3")->shared_by, 4);
    assert_true(cache(&t, "L3")->reach_bytes == 16ull << 20);
    gam_topology_cpu_list(&t, 3, list, sizeof list);
    assert_string_equal(list, "0,2,4");
    assert_true(gam_topology_memory_available(&t) == 0); /* the captured tree is gone */
    gam_topology_release(&t);
}

static void test_hybrid_unequal_caches(void **state)
{
    struct machine m = { .cores = { { .n = 2, .threads = 2, .l1_kib = 48, .l2_kib = 1280, .capacity = 1024 },
                                    { .n = 4, .threads = 1, .l1_kib = 32, .l2_kib = 2048, .l2_cores = 4, .capacity = 400 } },
                         .node_mib = 512 };
    struct gam_topology t;

    (void)state;
    read_machine(&m, &t);
    assert_int_equal(t.sockets, 1);
    assert_int_equal(t.cores, 6);
    assert_int_equal(t.logical_cpus, 8);
    assert_int_equal(t.core_kinds, 2);
    assert_workers(&t, "0 2 4 5 6 7 1 3"); /* the faster kind first, siblings last */
    assert_true(cache(&t, "L1")->size_bytes == 32 << 10);
    assert_true(cache(&t, "L1")->largest_bytes == 48 << 10);
    assert_true(cache(&t, "L1")->reach_bytes == (2 * 48 + 4 * 32) << 10);
    assert_int_equal(cache(&t, "L2")->instances, 3);
    assert_int_equal(cache(&t, "L2")->shared_by, 4);
    assert_true(cache(&t, "L2")->size_bytes == 1280 << 10);
    assert_true(cache(&t, "L2")->reach_bytes == (2 * 1280 + 2048) << 10);
    assert_null(cache(&t, "L3"));
    gam_topology_release(&t);
}

static void test_slow_cores_listed_first(void **state)
{
    struct machine m = { .cores = { { .n = 2, .threads = 1, .l1_kib = 32, .capacity = 400 },
                                    { .n = 2, .threads = 1, .l1_kib = 64, .capacity = 1024 } },
                         .node_mib = 512 };
    struct gam_topology t;

    (void)state;
    read_machine(&m, &t);
    assert_workers(&t, "2 3 0 1");
    gam_topology_release(&t);
}

static void test_single_core_without_caches(void **state)
{
    struct machine m = { .cores = { { .n = 1, .threads = 1 } }, .node_mib = 256 };
    struct gam_topology t;

    (void)state;
    read_machine(&m, &t);
    assert_int_equal(t.cores, 1);
    assert_int_equal(t.logical_cpus, 1);
    assert_int_equal(t.n_caches, 0);
    assert_workers(&t, "0");
    gam_topology_release(&t);
}

static void test_smt_off(void **state)
{
    struct machine m = { .cores = { { .n = 2, .threads = 2, .l1_kib = 32 } }, .node_mib = 256, .offline = "1,3" };
    struct gam_topology t;

    (void)state;
    read_machine(&m, &t);
    assert_int_equal(t.cores, 2);
    assert_int_equal(t.logical_cpus, 2);
    assert_int_equal(t.threads_per_core, 1);
    assert_workers(&t, "0 2");
    gam_topology_release(&t);
}

static void test_cpuset_and_affinity(void **state)
{
    struct machine m = { .cores = { { .n = 4, .threads = 2, .l1_kib = 32, .l2_kib = 512, .l3_kib = 4096 } },
                         .node_mib = 256,
                         .cpuset = "2-5" };
    struct gam_topology t;

    (void)state;
    read_machine(&m, &t);
    assert_int_equal(t.cores, 2);
    assert_int_equal(t.cores_total, 4);
    assert_workers(&t, "2 4 3 5");
    assert_int_equal(cache(&t, "L1")->instances, 2);
    assert_int_equal(cache(&t, "L3")->shared_by, 2); /* of the usable cores */
    gam_topology_release(&t);
    m.affinity = "5,6";
    read_machine(&m, &t);
    assert_workers(&t, "5");
    gam_topology_release(&t);
    m.affinity = "7"; /* outside the cpuset: what the kernel would not do is not believed */
    read_machine(&m, &t);
    assert_int_equal(t.cores, 2);
    gam_topology_release(&t);
}

static void test_quota(void **state)
{
    struct machine m = { .cores = { { .n = 4, .threads = 2, .l1_kib = 32 } }, .node_mib = 256, .cpu_max = "250000 100000" };
    struct gam_topology t;
    struct gam_err err = { 0 };

    (void)state;
    read_machine(&m, &t);
    assert_true(t.quota_cpus == 2.5);
    assert_int_equal(t.cores, 2);
    assert_int_equal(t.cores_allowed, 4);
    assert_int_equal(cache(&t, "L1")->instances, 2); /* what the default workers reach */
    assert_int_equal(gam_topology_workers(&t, 0, 0, &err), 2);
    assert_int_equal(gam_topology_workers(&t, 0, 1, &err), 2);
    assert_int_equal(gam_topology_workers(&t, 4, 0, &err), 4);
    assert_int_equal(gam_topology_workers(&t, 8, 1, &err), 8);
    assert_true(gam_topology_workers(&t, 5, 0, &err) < 0);
    assert_error(&err, -GAM_EINVAL, "--smt");
    assert_true(gam_topology_workers(&t, 9, 1, &err) < 0);
    assert_true(gam_topology_workers(&t, -1, 0, &err) < 0);
    gam_topology_release(&t);
    m.parent_cpu_max = "50000 100000"; /* the tightest on the way up counts; half a cpu still runs one worker */
    read_machine(&m, &t);
    assert_true(t.quota_cpus == 0.5);
    assert_int_equal(t.cores, 1);
    gam_topology_release(&t);
}

static void test_cgroup_version_1(void **state)
{
    struct machine m = { .cores = { { .n = 4, .threads = 1, .l1_kib = 32 } },
                         .node_mib = 256,
                         .cgroup1 = "300000 100000 67108864" };
    struct gam_topology t;

    (void)state;
    read_machine(&m, &t);
    assert_true(t.quota_cpus == 3);
    assert_int_equal(t.cores, 3);
    assert_true(t.memory_bytes == 64 << 20);
    gam_topology_release(&t);
}

static void test_memory_limit(void **state)
{
    struct machine m = { .cores = { { .n = 1, .threads = 1 } },
                         .node_mib = 256,
                         .memory_max = "100000000",
                         .memory_current = "60000000",
                         .facts = { { "/sys/fs/cgroup/slice/job/memory.stat", "anon 1\ninactive_file 5000000\n" } } };
    const char *root = machine_make(&m);
    struct gam_topology t;

    (void)state;
    assert_int_equal(gam_topology_read(root, &t, NULL), 0);
    assert_true(t.memory_bytes == 100000000);
    assert_true(gam_topology_memory_available(&t) == 45000000);
    gam_topology_release(&t);
    machine_remove(root);
}

static void test_capture(void **state)
{
    struct gam_topology t;
    struct gam_err err = { 0 };
    const char *root = machine_unpack(GAM_SOURCE_DIR "/tests/machines/2intel-vm-spr.txt");

    (void)state;
    if (gam_topology_read(root, &t, &err))
        fail_msg("%s", err.text);
    machine_remove(root);
    assert_int_equal(t.cores, 2);
    assert_int_equal(t.n_caches, 3);
    assert_true(cache(&t, "L1")->size_bytes == 48 << 10);
    assert_true(cache(&t, "L2")->size_bytes == 2 << 20);
    assert_true(cache(&t, "L3")->size_bytes == 260ull << 20);
    assert_int_equal(cache(&t, "L3")->instances, 1);
    gam_topology_release(&t);
}

static void test_this_machine(void **state)
{
    struct gam_topology t;
    struct gam_err err = { 0 };

    (void)state;
    if (gam_topology_read(NULL, &t, &err))
        fail_msg("%s", err.text);
    assert_true(t.cores >= 1 && t.cores <= t.cores_allowed && t.cores_allowed <= t.cores_total);
    assert_true(t.logical_cpus >= t.cores_allowed);
    assert_true(t.memory_bytes > 0 && gam_topology_memory_available(&t) > 0);
    for (unsigned i = 0; i < t.logical_cpus; i++)
        for (unsigned j = 0; j < i; j++)
            assert_int_not_equal(t.worker_cpu[i], t.worker_cpu[j]);
    gam_topology_release(&t);
    gam_topology_release(&t); /* twice is allowed */
}

static void test_root_too_long(void **state)
{
    char root[600];
    struct gam_topology t;
    struct gam_err err = { 0 };

    (void)state;
    memset(root, 'x', sizeof root - 1);
    root[sizeof root - 1] = '\0';
    assert_int_equal(gam_topology_read(root, &t, &err), -GAM_EINVAL);
    gam_topology_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_sockets),
        cmocka_unit_test(test_hybrid_unequal_caches),
        cmocka_unit_test(test_slow_cores_listed_first),
        cmocka_unit_test(test_single_core_without_caches),
        cmocka_unit_test(test_smt_off),
        cmocka_unit_test(test_cpuset_and_affinity),
        cmocka_unit_test(test_quota),
        cmocka_unit_test(test_cgroup_version_1),
        cmocka_unit_test(test_memory_limit),
        cmocka_unit_test(test_capture),
        cmocka_unit_test(test_this_machine),
        cmocka_unit_test(test_root_too_long),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
