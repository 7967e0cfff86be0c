/* SPDX-License-Identifier: MIT */
/* Devices with memory of their own: what crosses the link to the host, links that are slower than others, launches as graphs, and
 * the same operator on several devices. */
#include "analyzer/ceilings.h"
#include "analyzer/devices/host_links.h"
#include "analyzer/devices/side.h"
#include "analyzer/report.h"
#include "fixture_machine.h"
#include "near.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 10 };
static const char add[] = "add:n=8388608,dtype=f32"; /* 64 MiB in, 32 MiB back: 5 ms in main memory */

struct scene {
    struct machine m;
    struct gam_report report;
};

static int setup(void **state)
{
    struct scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    machine_init(&s->m, ROUNDS, 0.002);
    machine_roofs(&s->m, &machine_usual);
    *state = s;
    return 0;
}

static int teardown(void **state)
{
    struct scene *s = *state;
    gam_report_release(&s->report);
    machine_release(&s->m);
    free(s);
    return 0;
}

/* A device like the others of its class; returns its ordinal. */
static int64_t add_device(struct scene *s, const char *id, const char *class_)
{
    struct gam_device device = gam_runset_device(&s->m.set)[0];
    device.ordinal = (int64_t)gam_runset_device_n(&s->m.set);
    device.id = id;
    device.backend = "cuda";
    device.kind = "gpu";
    device.class = class_;
    machine_add(&s->m, GAM_RECORD_DEVICE, &device);
    return device.ordinal;
}

/* A roof of `times` copies and its control, of which one copy takes that long. */
static void add_copies(struct scene *s, int64_t device, const char *way, const char *memory, int bytes, double ns)
{
    for (int times = 1; times <= 2; times++) {
        char spec[200], canonical[GAM_OP_SPEC_MAX];
        struct gam_op op;
        snprintf(spec, sizeof spec, "roof_transfer:way=%s,host=%s,bytes=%d,times=%d,dtype=f32", way, memory, bytes, times);
        assert_int_equal(gam_op_parse(spec, &op, NULL), 0);
        gam_op_spec(&op, canonical, sizeof canonical);
        int64_t k = machine_measure(&s->m, times > 1 ? GAM_ROLE_CONTROL : GAM_ROLE_ROOF, canonical, "copy");
        gam_runset_measurement(&s->m.set)[k].device = device;
        machine_time(&s->m, k, times * ns);
    }
}

static void add_way(struct scene *s, int64_t device, const char *way, const char *memory, double rate)
{
    const int bytes = 67108864;
    add_copies(s, device, way, memory, bytes, bytes * (strcmp(way, "both") ? 1 : 2) / rate * 1e9);
}

static void add_link(struct scene *s, int64_t device, double rate)
{
    add_way(s, device, "to-device", "pinned", rate);
    add_way(s, device, "from-device", "pinned", 0.9 * rate);
    add_way(s, device, "both", "pinned", 1.6 * rate);
    add_way(s, device, "to-device", "pageable", 0.3 * rate);
    add_way(s, device, "from-device", "pageable", 0.3 * rate);
}

static const struct gam_report_operator *any_op(struct scene *s, const char *spec, const char *implementation, double ns)
{
    machine_time(&s->m, machine_measure(&s->m, GAM_ROLE_SUBJECT, spec, implementation), ns);
    machine_analyze(&s->m, &s->report);
    return report_op(&s->report, spec, implementation);
}

static const struct gam_report_operator *add_op(struct scene *s, const char *implementation, double ns)
{
    return any_op(s, add, implementation, ns);
}

static double host_link_ns(const struct gam_report_operator *op)
{
    for (size_t i = 0; i < op->n_resources; i++)
        if (op->resource[i].kind == GAM_RESOURCE_HOST_LINK)
            return op->resource[i].time_ns;
    return NAN;
}

static const double in_ns = 67108864 / 4e9 * 1e9, back_ns = 33554432 / 3.6e9 * 1e9;

static void the_link_binds(void **state)
{
    struct scene *s = *state;
    add_link(s, 0, 4e9);
    const struct gam_report_operator *op = add_op(s, "gpu+pinned", 1.2 * (in_ns + back_ns));
    assert_near(host_link_ns(op), in_ns + back_ns, 0.01 * in_ns);
    assert_int_equal(op->bound.label, GAM_LABEL_COMMUNICATION);
    assert_string_equal(op->bound.resource, "host_link");
    assert_string_equal(op->roof->id, "cpu/host_link/pinned/to-device/t2");
    assert_near(op->roof_share.value, 1 / 1.2, 0.01);
}

/* Two copies of 10 us to start and one of 12 us; the bytes take 8192 / 4e9 + 4096 / 3.6e9 s = 3.19 us. */
static void small_operands_wait_for_their_copies(void **state)
{
    static const char small[] = "add:n=1024,dtype=f32";
    struct scene *s = *state;
    add_link(s, 0, 4e9);
    add_copies(s, 0, "to-device", "pinned", 4, 10000);
    add_copies(s, 0, "from-device", "pinned", 4, 12000);
    add_copies(s, 0, "to-device", "pageable", 4, 77000);
    const struct gam_report_operator *op = any_op(s, small, "gpu+pinned", 40000);
    assert_near(host_link_ns(op), 32000 + 2048 + 1137.8, 400);
    assert_int_equal(op->bound.label, GAM_LABEL_COMM_LATENCY);
    assert_string_equal(op->bound.resource, "host_link");
    assert_string_equal(op->roof->id, "cpu/latency/copy/pinned/to-device/t2");
    assert_near(report_ceiling(&s->report, "cpu/host_link/pinned/to-device/t2")->value.value, 4e9, 0.02e9); /* apart */
}

static void other_memory_other_roof(void **state)
{
    struct scene *s = *state;
    add_link(s, 0, 4e9);
    const struct gam_report_operator *op = add_op(s, "gpu+pageable", 1.2 * 100663296 / 1.2e9 * 1e9);
    assert_near(host_link_ns(op), 100663296 / 1.2e9 * 1e9, 1e6);
    assert_int_equal(op->bound.label, GAM_LABEL_COMMUNICATION);
}

static void what_stays_does_not_cross(void **state)
{
    struct scene *s = *state;
    add_link(s, 0, 4e9);
    const struct gam_report_operator *op = add_op(s, "gpu", 5.5e6);
    assert_true(isnan(host_link_ns(op)));
    assert_int_equal(op->bound.label, GAM_LABEL_MEMORY);
}

static void without_the_roof_nothing_is_said(void **state)
{
    struct scene *s = *state;
    add_way(s, 0, "to-device", "pinned", 4e9);
    const struct gam_report_operator *op = add_op(s, "gpu+pinned", 1.2 * (in_ns + back_ns));
    assert_int_equal(op->bound.label, GAM_LABEL_INDETERMINATE);
    assert_non_null(strstr(op->bound.reason, "no valid ceiling of the link to the host with pinned memory"));
}

/* A link that is a copy in memory: caches made it faster than its roof. */
static void faster_than_the_link(void **state)
{
    struct scene *s = *state;
    add_link(s, 0, 4e9);
    const struct gam_report_operator *op = add_op(s, "gpu+pinned", 0.5 * (in_ns + back_ns));
    assert_int_equal(op->bound.label, GAM_LABEL_INDETERMINATE);
    assert_non_null(strstr(op->bound.reason, "faster than the link to the host was measured"));
}

static void a_slow_link_is_named(void **state)
{
    struct scene *s = *state;
    for (int i = 0; i < 4; i++) {
        char id[16];
        snprintf(id, sizeof id, "cuda:%d", i);
        add_link(s, add_device(s, id, "the same"), i ? 57e9 : 14e9);
    }
    add_link(s, add_device(s, "cuda:4", "another"), 5e9); /* slower, and with no equal to compare with */
    machine_analyze(&s->m, &s->report);
    assert_int_equal(s->report.n_host_links, 10);
    for (size_t i = 0; i < 10; i++) {
        const struct gam_report_host_link *l = &s->report.host_link[i];
        assert_int_equal(l->outlier != NULL, l->device == 1);
        assert_non_null(l->way[GAM_WAY_IN]);
        assert_int_equal(l->way[GAM_WAY_BOTH] != NULL, !strcmp(l->memory, "pinned"));
    }
    assert_string_equal(s->report.host_link[0].outlier, "to the device 0.25 of the median of the other devices of its kind");
    const struct gam_finding *f = report_finding(&s->report, "slow-host-link");
    assert_non_null(f);
    assert_non_null(strstr(f->text, "cuda:0"));
}

/* A graph's roof is per kernel, and never taken for what a launch costs. */
static void graphs(void **state)
{
    struct scene *s = *state;
    machine_time(&s->m, machine_measure(&s->m, GAM_ROLE_ROOF, "roof_launch:graph=64,dtype=f64", "gpu"), 64 * 300);
    machine_analyze(&s->m, &s->report);
    const struct gam_ceiling *c = report_ceiling(&s->report, "cpu/launch/graph-64/t2");
    assert_non_null(c);
    assert_near(c->value.value, 300, 3);
    assert_near(gam_ceiling_launch(&s->report.device[0], 2)->value.value, 2000, 20);
}

static void side_by_side(void **state)
{
    struct scene *s = *state;
    int64_t gpu = add_device(s, "cuda:0", NULL), k;
    machine_op(&s->m, add, 6e6);
    machine_op(&s->m, "gelu:n=1000000,dtype=f32", 1e6); /* on one device only */
    k = machine_measure(&s->m, GAM_ROLE_SUBJECT, add, "gpu");
    gam_runset_measurement(&s->m.set)[k].device = gpu;
    machine_time(&s->m, k, 2e6);
    machine_analyze(&s->m, &s->report);
    assert_int_equal(s->report.n_sides, 1);
    const struct gam_report_side *row = &s->report.side[0];
    assert_int_equal(row->first, 0);
    assert_string_equal(row->op[0]->implementation, "simd");
    assert_string_equal(row->op[1]->implementation, "gpu");
    assert_near(row->speed[0].value, 1, 1e-9);
    assert_near(row->speed[1].value, 3, 0.05);
    assert_true(row->speed[1].low <= 3.05 && row->speed[1].high >= 2.95);
}

int main(void)
{
#define SCENE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
    const struct CMUnitTest tests[] = {
        SCENE(the_link_binds),
        SCENE(small_operands_wait_for_their_copies),
        SCENE(other_memory_other_roof),
        SCENE(what_stays_does_not_cross),
        SCENE(without_the_roof_nothing_is_said),
        SCENE(faster_than_the_link),
        SCENE(a_slow_link_is_named),
        SCENE(graphs),
        SCENE(side_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
