/* SPDX-License-Identifier: MIT */
/* The host record and its facts, from described machines. */
#include "../gam_test.h"

#include "collector/emit.h"
#include "collector/host_priv.h"
#include "collector/topology_priv.h"
#include "fixture_machine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct described {
    struct gam_runset set;
    const struct gam_host *host;
};

static const struct gam_env env[] = {
    { "OMP_NUM_THREADS", "4" }, { "AWS_SECRET_ACCESS_KEY", "hush" }, { "OPENBLAS_CORETYPE", "Haswell" }, { "PATH", "/bin" },
    { "XOMP_A", "1" },
};

static void describe(const struct machine *m, struct described *out)
{
    const char *root = m ? machine_make(m) : machine_unpack(GAM_SOURCE_DIR "/tests/machines/2intel-vm-spr.txt");
    struct gam_topology t;
    struct gam_emitter emit;
    struct gam_err err = { 0 };
    int64_t host;

    gam_runset_init(&out->set);
    gam_emitter_init(&emit, gam_sink_runset(&out->set));
    if (gam_topology_read(root, &t, &err) || gam_host_describe(&t, env, sizeof env / sizeof env[0], &emit, &host, &err))
        fail_msg("%s", err.text);
    assert_int_equal(host, 0);
    assert_int_equal(emit.next[GAM_RECORD_HOST], 1);
    out->host = gam_runset_host(&out->set);
    gam_topology_release(&t);
    machine_remove(root);
}

/* Value of a fact; "(null)" when it is there without one, NULL when it is not there. */
static const char *fact(const struct described *d, const char *key)
{
    for (size_t i = 0; i < gam_runset_host_fact_n(&d->set); i++) {
        const struct gam_host_fact *f = &gam_runset_host_fact(&d->set)[i];

        if (!strcmp(f->key, key))
            return f->value ? f->value : "(null)";
    }
    return NULL;
}

static void test_capture(void **state)
{
    struct described d;

    (void)state;
    describe(NULL, &d);
    assert_string_equal(d.host->cpu, "Intel(R) Xeon(R) Processor");
    assert_string_equal(d.host->vendor, "GenuineIntel");
    assert_int_equal(d.host->family, 6);
    assert_int_equal(d.host->model, 207);
    assert_int_equal(d.host->stepping, 2);
    assert_string_equal(d.host->hypervisor, "unknown"); /* the flag says there is one; the captured tree has no DMI */
    assert_null(d.host->container);
    assert_null(d.host->instance);
    assert_true(isnan(d.host->cpu_quota));
    assert_non_null(
        strstr(d.host->class, "GenuineIntel/6-207-2/2 cores/1 per core/L1 48 KiB,L2 2 MiB,L3 260 MiB/24 GiB/unknown/6.18/"));
    assert_string_equal(fact(&d, "perf_event_paranoid"), "2");
    assert_string_equal(fact(&d, "thp"), "madvise"); /* the word in brackets */
    assert_string_equal(fact(&d, "governor"), "(null)");
    assert_string_equal(fact(&d, "turbo"), "(null)");
    gam_runset_release(&d.set);
}

static void test_environment_is_an_allow_list(void **state)
{
    struct described d;

    (void)state;
    describe(NULL, &d);
    assert_string_equal(fact(&d, "env.OMP_NUM_THREADS"), "4");
    assert_string_equal(fact(&d, "env.OPENBLAS_CORETYPE"), "Haswell");
    assert_null(fact(&d, "env.AWS_SECRET_ACCESS_KEY"));
    assert_null(fact(&d, "env.PATH"));
    assert_null(fact(&d, "env.XOMP_A"));
    gam_runset_release(&d.set);
}

static void test_conditions(void **state)
{
    struct machine m = { .cores = { { .n = 2, .threads = 1, .l1_kib = 32 } },
                         .node_mib = 512,
                         .cpu_max = "150000 100000",
                         .facts = { { "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n" },
                                    { "/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n" },
                                    { "/sys/devices/system/cpu/intel_pstate/no_turbo", "1\n" },
                                    { "/sys/class/dmi/id/product_uuid", "01234567-89ab-cdef-0123-456789abcdef\n" },
                                    { "/etc/machine-id", "ffffffffffffffffffffffffffffffff\n" } } };
    struct described d;
    char first[40];

    (void)state;
    describe(&m, &d);
    assert_string_equal(fact(&d, "governor"), "powersave,performance");
    assert_string_equal(fact(&d, "turbo"), "off");
    assert_true(d.host->cpu_quota == 1.5);
    assert_null(d.host->hypervisor);
    assert_int_equal(strlen(d.host->instance), 32);
    assert_null(strstr(d.host->instance, "89ab")); /* a hash, not the id */
    snprintf(first, sizeof first, "%s", d.host->instance);
    gam_runset_release(&d.set);
    m.facts[4][1] = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee\n"; /* the product's id counts before the machine's */
    describe(&m, &d);
    assert_string_equal(d.host->instance, first);
    gam_runset_release(&d.set);
    m.facts[3][1] = "11234567-89ab-cdef-0123-456789abcdef\n";
    describe(&m, &d);
    assert_string_not_equal(d.host->instance, first);
    gam_runset_release(&d.set);
}

/* Two containers of one image on two machines: the same machine id, different boots. */
static void test_container(void **state)
{
    struct machine m = { .cores = { { .n = 1, .threads = 1 } },
                         .node_mib = 512,
                         .facts = { { "/etc/machine-id", "ffffffffffffffffffffffffffffffff\n" }, { "/.dockerenv", "" } } };
    struct described d;
    char first[40];

    (void)state;
    describe(&m, &d);
    assert_string_equal(d.host->container, "docker");
    assert_null(d.host->instance);
    gam_runset_release(&d.set);
    m.facts[2][0] = "/proc/sys/kernel/random/boot_id";
    m.facts[2][1] = "01234567-89ab-cdef-0123-456789abcdef\n";
    describe(&m, &d);
    snprintf(first, sizeof first, "%s", d.host->instance);
    gam_runset_release(&d.set);
    m.facts[2][1] = "11234567-89ab-cdef-0123-456789abcdef\n";
    describe(&m, &d);
    assert_string_not_equal(d.host->instance, first);
    gam_runset_release(&d.set);
}

static void test_arm(void **state)
{
    struct machine m = {
        .cores = { { .n = 1, .threads = 1 } },
        .node_mib = 512,
        .cpuinfo = "processor\t: 0\nBogoMIPS\t: 243.75\nFeatures\t: fp asimd\nCPU implementer\t: 0x41\nCPU architecture: 8\n"
                   "CPU variant\t: 0x3\nCPU part\t: 0xd0c\nCPU revision\t: 1\n",
        .facts = { { "/sys/class/dmi/id/sys_vendor", "QEMU\n" }, { "/sys/devices/system/cpu/cpufreq/boost", "1\n" } }
    };
    struct described d;

    (void)state;
    describe(&m, &d);
    assert_string_equal(d.host->vendor, "ARM");
    assert_int_equal(d.host->family, 0x41);
    assert_int_equal(d.host->model, 0xd0c);
    assert_int_equal(d.host->stepping, 1);
    assert_string_equal(d.host->cpu, "Arm core, implementer 0x41 part 0xd0c");
    assert_string_equal(d.host->hypervisor, "qemu");
    assert_string_equal(fact(&d, "turbo"), "on");
    gam_runset_release(&d.set);
}

static void test_unknown_processor(void **state)
{
    struct machine m = { .cores = { { .n = 1, .threads = 1 } }, .node_mib = 512, .cpuinfo = "nothing of use\n" };
    struct described d;

    (void)state;
    describe(&m, &d);
    assert_null(d.host->cpu);
    assert_null(d.host->vendor);
    assert_true(d.host->family == GAM_NULL_INT && d.host->model == GAM_NULL_INT);
    assert_non_null(strstr(d.host->class, "?/?-?-?/1 cores"));
    gam_runset_release(&d.set);
}

static int failing_put(void *ctx, enum gam_record which, const void *record, struct gam_err *err)
{
    int *left = ctx;

    (void)which;
    (void)record;
    return (*left)-- > 0 ? 0 : gam_err_set(err, -GAM_EIO, "full");
}

static void test_failing_sink(void **state)
{
    const char *root = machine_unpack(GAM_SOURCE_DIR "/tests/machines/2intel-vm-spr.txt");
    struct gam_topology t;

    (void)state;
    assert_int_equal(gam_topology_read(root, &t, NULL), 0);
    for (int n = 0; n < 20; n++) {
        struct gam_emitter emit;
        int left = n;
        int64_t host;

        gam_emitter_init(&emit, (struct gam_sink){ failing_put, NULL, &left });
        assert_int_equal(gam_host_describe(&t, NULL, 0, &emit, &host, NULL), -GAM_EIO);
    }
    gam_topology_release(&t);
    machine_remove(root);
}

static void test_fields(void **state)
{
    char value[16];
    const char text[] = "model name\t: Some CPU \nmodel\t\t: 7\nMemTotal:   12 kB\nempty:\n";

    (void)state;
    assert_true(gam_sys_field(text, "model", value, sizeof value)); /* not the longer key before it */
    assert_string_equal(value, "7");
    assert_true(gam_sys_field(text, "model name", value, sizeof value));
    assert_string_equal(value, "Some CPU");
    assert_true(gam_sys_field(text, "MemTotal", value, sizeof value));
    assert_string_equal(value, "12 kB");
    assert_true(gam_sys_field(text, "empty", value, sizeof value));
    assert_string_equal(value, "");
    assert_false(gam_sys_field(text, "mod", value, sizeof value));
    assert_false(gam_sys_field("", "model", value, sizeof value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_capture),      cmocka_unit_test(test_environment_is_an_allow_list),
        cmocka_unit_test(test_conditions),   cmocka_unit_test(test_container),
        cmocka_unit_test(test_arm),          cmocka_unit_test(test_unknown_processor),
        cmocka_unit_test(test_failing_sink), cmocka_unit_test(test_fields),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
