/* SPDX-License-Identifier: MIT */
/* The link to the host and launches as graphs, on the fake driver: which calls are made, that what went over is compared, and
 * whole runs whose time is that of the fake's copies. */
#include "tests/unit/gam_test.h"

#include "collector/runner.h"
#include "common/record/runset.h"
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct gam_device_backend gam_device_cuda, gam_device_hip;

enum { ELEMENTS = 1 << 18, ROUNDS = 2, MARK_WORDS = 8 };

struct bench {
    const struct gam_device_backend *backend;
    struct gam_open_device device;
    struct gam_plan plan;
    struct gam_runset set;
    struct gam_emitter emit;
    struct gam_runner_result result;
    struct gam_clock clock;
};

/* Time passes by copies and kernels alone. */
static uint64_t now(void *ctx)
{
    (void)ctx;
    return 1 + fake_script()->host_ns + fake_script()->now_ns;
}

static void add_run(void *const *operand, const unsigned grid[3], const unsigned group[3])
{
    (void)grid, (void)group;
    for (int i = 0; i < ELEMENTS; i++)
        ((float *)operand[2])[i] = ((const float *)operand[0])[i] + ((const float *)operand[1])[i];
}

/* roof_launch: the number of the worker + 1, in the bits of an f64. */
static void mark_run(void *const *operand, const unsigned grid[3], const unsigned group[3])
{
    (void)grid, (void)group;
    for (int i = 0; i < MARK_WORDS; i++)
        ((double *)operand[0])[i] = 1;
}

static struct bench *bench_open(const struct gam_device_backend *backend)
{
    const struct gam_device_config config = { .threads = 1 };
    struct bench *b = calloc(1, sizeof *b);

    assert_non_null(b);
    fake_reset();
    if (backend == &gam_device_hip)
        fake_script()->version = 60200000;
    fake_script()->copy_ns = 100000;
    fake_script()->kernel[0] = (struct fake_kernel){ .name = "elementwise", .run = add_run, .ns = 1000000 };
    fake_script()->kernel[1] = (struct fake_kernel){ .name = "roof_launch", .run = mark_run, .ns = 30000, .n_operands = 1 };
    b->backend = backend;
    b->device = (struct gam_open_device){ .backend = backend, .threads = 1, .state = calloc(1, backend->state_size) };
    b->plan = (struct gam_plan){ .keep = 1, .rounds = ROUNDS, .rounds_least = ROUNDS, .seed = 1 };
    b->clock = (struct gam_clock){ now, NULL };
    gam_runset_init(&b->set);
    gam_emitter_init(&b->emit, gam_sink_runset(&b->set));
    assert_non_null(b->device.state);
    assert_int_equal(backend->open(b->device.state, 0, &config, NULL), 0);
    assert_int_equal(backend->info(0, &config, &b->device.info, NULL), 0);
    return b;
}

static void bench_close(struct bench *b)
{
    gam_plan_release(&b->plan);
    gam_runset_release(&b->set);
    b->backend->close(b->device.state);
    free(b->device.state);
    free(b);
    assert_int_equal(fake_script()->live_pinned, 0);
    assert_int_equal(fake_script()->live_graphs, 0);
    assert_int_equal(fake_script()->live_buffers, 0);
    assert_int_equal(fake_script()->live_streams, 0);
}

static void item(struct bench *b, enum gam_role role, const char *spec, const char *implementation, enum gam_host_memory host)
{
    struct gam_plan_item one = GAM_PLAN_ITEM_INIT;

    assert_int_equal(gam_op_parse(spec, &one.op, NULL), 0);
    one.role = role;
    one.impl = gam_impl_find(implementation, one.op.kind->name);
    assert_non_null(one.impl);
    one.threads = 1;
    one.host = host;
    one.node = b->plan.n;
    assert_int_equal(gam_plan_push(&b->plan, &one, NULL), 0);
}

static const struct gam_measurement *run(struct bench *b)
{
    struct gam_runner_config config = { .clock = &b->clock, .visit_ns = 50000000, .emit = &b->emit };
    struct gam_runner_request request = { &b->plan, &b->device, 1, &config };
    struct gam_err err = { .code = 0 };

    if (gam_runner_run(&request, &b->result, &err))
        fail_msg("%s", err.text);
    return gam_runset_measurement(&b->set);
}

static double sample_ns(const struct bench *b, int64_t measurement)
{
    for (size_t i = 0; i < gam_runset_sample_n(&b->set); i++) {
        const struct gam_sample *s = &gam_runset_sample(&b->set)[i];

        if (s->measurement == measurement)
            return (double)s->duration_ns / (double)s->iterations;
    }
    fail_msg("no sample of measurement %d", (int)measurement);
    return 0;
}

static void roofs_are_copies(const struct gam_device_backend *backend)
{
    static const char *const way[] = { "to-device", "from-device", "both" };
    struct bench *b = bench_open(backend);
    const struct gam_measurement *m;

    for (int pinned = 0; pinned < 2; pinned++)
        for (int w = 0; w < 3; w++) {
            char spec[128];

            snprintf(spec, sizeof spec, "roof_transfer:way=%s,host=%s,bytes=4194304,times=2,dtype=f32", way[w],
                     pinned ? "pinned" : "pageable");
            item(b, GAM_ROLE_ROOF, spec, "copy", GAM_HOST_NONE);
        }
    m = run(b);
    for (int i = 0; i < 6; i++) {
        if (m[i].status != GAM_STATUS_OK)
            fail_msg("measurement %d: %s", i, m[i].reason);
        assert_true(m[i].error == 0 && m[i].checked >= 1048576);
        assert_true(sample_ns(b, i) == 2 * 4 * 100000); /* both ways at once take as long as one */
    }
    assert_true(fake_script()->async_copies > 0);
    bench_close(b);
}

static void cuda_roofs(void **state)
{
    (void)state;
    roofs_are_copies(&gam_device_cuda);
}

static void corruption_is_seen(void **state)
{
    struct bench *b = bench_open(&gam_device_cuda);
    const struct gam_measurement *m;

    (void)state;
    fake_script()->copy_corrupts = 1;
    item(b, GAM_ROLE_ROOF, "roof_transfer:bytes=4096,dtype=f32", "copy", GAM_HOST_NONE);
    item(b, GAM_ROLE_ROOF, "roof_transfer:way=from-device,bytes=4096,dtype=f32", "copy", GAM_HOST_NONE);
    m = run(b);
    assert_int_equal(m[0].status, GAM_STATUS_WRONG);
    assert_int_equal(m[1].status, GAM_STATUS_WRONG);
    bench_close(b);
}

static void an_operator_crosses(void **state)
{
    struct bench *b = bench_open(&gam_device_cuda);
    const struct gam_measurement *m;
    char spec[64];

    (void)state;
    snprintf(spec, sizeof spec, "add:n=%d,dtype=f32", ELEMENTS); /* 1 MiB each */
    item(b, GAM_ROLE_SUBJECT, spec, "gpu", GAM_HOST_NONE);
    item(b, GAM_ROLE_SUBJECT, spec, "gpu", GAM_HOST_PINNED);
    item(b, GAM_ROLE_SUBJECT, spec, "gpu", GAM_HOST_PAGEABLE);
    m = run(b);
    for (int i = 0; i < 3; i++)
        if (m[i].status != GAM_STATUS_OK)
            fail_msg("measurement %d: %s", i, m[i].reason);
    assert_string_equal(m[0].implementation, "gpu");
    assert_string_equal(m[1].implementation, "gpu+pinned");
    assert_string_equal(m[2].implementation, "gpu+pageable");
    assert_true(sample_ns(b, 0) == 1000000);
    assert_true(sample_ns(b, 1) == 3 * 100000 + 1000000);
    assert_true(sample_ns(b, 2) == 3 * 100000 + 1000000);
    bench_close(b);
}

static void without_page_locked_memory(void **state)
{
    struct bench *b = bench_open(&gam_device_cuda);
    const struct gam_measurement *m;

    (void)state;
    fake_script()->pinned_error = 2;
    item(b, GAM_ROLE_ROOF, "roof_transfer:host=pinned,bytes=4096,dtype=f32", "copy", GAM_HOST_NONE);
    item(b, GAM_ROLE_ROOF, "roof_transfer:bytes=4096,dtype=f32", "copy", GAM_HOST_NONE);
    m = run(b);
    assert_int_equal(m[0].status, GAM_STATUS_FAILED);
    assert_non_null(strstr(m[0].reason, "no room for 4096 bytes of page-locked memory"));
    assert_int_equal(m[1].status, GAM_STATUS_OK);
    bench_close(b);
}

static void graphs_launch_all(const struct gam_device_backend *backend)
{
    struct bench *b = bench_open(backend);
    const struct gam_measurement *m;

    fake_script()->graph_ns = 5000;
    item(b, GAM_ROLE_ROOF, "roof_launch:dtype=f64", "gpu", GAM_HOST_NONE);
    item(b, GAM_ROLE_ROOF, "roof_launch:graph=64,dtype=f64", "gpu", GAM_HOST_NONE);
    m = run(b);
    for (int i = 0; i < 2; i++)
        if (m[i].status != GAM_STATUS_OK)
            fail_msg("measurement %d: %s", i, m[i].reason);
    assert_true(sample_ns(b, 0) == 30000);
    assert_true(sample_ns(b, 1) == 5000 + 64 * 30000);
    bench_close(b);
}

static void cuda_graphs(void **state)
{
    (void)state;
    graphs_launch_all(&gam_device_cuda);
}

static void a_graph_that_cannot_be_recorded(void **state)
{
    struct bench *b = bench_open(&gam_device_cuda);
    const struct gam_measurement *m;

    (void)state;
    fake_script()->graph_error = 901;
    item(b, GAM_ROLE_ROOF, "roof_launch:graph=1,dtype=f64", "gpu", GAM_HOST_NONE);
    item(b, GAM_ROLE_ROOF, "roof_launch:dtype=f64", "gpu", GAM_HOST_NONE);
    m = run(b);
    assert_int_equal(m[0].status, GAM_STATUS_FAILED);
    assert_non_null(strstr(m[0].reason, "cannot record a graph"));
    assert_int_equal(m[1].status, GAM_STATUS_OK);
    bench_close(b);
}

static void hip_roofs_and_graphs(void **state)
{
    (void)state;
    roofs_are_copies(&gam_device_hip);
    graphs_launch_all(&gam_device_hip);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuda_roofs),           cmocka_unit_test(corruption_is_seen),
        cmocka_unit_test(an_operator_crosses),  cmocka_unit_test(without_page_locked_memory),
        cmocka_unit_test(cuda_graphs),          cmocka_unit_test(a_graph_that_cannot_be_recorded),
        cmocka_unit_test(hip_roofs_and_graphs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
