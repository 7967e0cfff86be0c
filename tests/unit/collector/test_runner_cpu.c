/* SPDX-License-Identifier: MIT */
/* The whole way on this machine's cpu: a small plan, real kernels, real meters, into records. Values depend on the machine, so
 * what is checked is that they hang together.
 */
#include "../gam_test.h"

#include "collector/runner.h"
#include "collector/topology.h"
#include "common/stats.h"

#include <math.h>
#include <stdio.h>

struct bench {
    struct gam_topology topology;
    struct gam_open_device device;
    struct gam_plan plan;
    struct gam_runset set;
    struct gam_emitter emit;
    struct gam_runner_result result;
    size_t told;
};

static int bench_setup(void **state)
{
    static struct bench b;
    struct gam_err err = { 0 };
    struct gam_device_config config;

    memset(&b, 0, sizeof b);
    if (gam_topology_read(NULL, &b.topology, &err))
        fail_msg("%s", err.text);
    config = (struct gam_device_config){ .topology = &b.topology, .threads = gam_topology_workers(&b.topology, 0, 0, &err) };
    if (gam_device_open("cpu", &config, &b.device, &err))
        fail_msg("%s", err.text);
    b.plan = (struct gam_plan){ .keep = 1, .rounds = 6, .rounds_least = 6, .seed = 7 };
    gam_runset_init(&b.set);
    gam_emitter_init(&b.emit, gam_sink_runset(&b.set));
    *state = &b;
    return 0;
}

static int bench_teardown(void **state)
{
    struct bench *b = *state;

    gam_plan_release(&b->plan);
    gam_device_close(&b->device);
    gam_device_close(&b->device); /* twice is allowed */
    gam_topology_release(&b->topology);
    gam_runset_release(&b->set);
    return 0;
}

static void item_add(struct bench *b, const char *spec, const char *impl, int threads, enum gam_cache_state cache)
{
    struct gam_plan_item item = GAM_PLAN_ITEM_INIT;
    struct gam_err err = { 0 };

    if (gam_op_parse(spec, &item.op, &err))
        fail_msg("%s", err.text);
    item.impl = gam_impl_find(impl, item.op.kind->name);
    assert_non_null(item.impl);
    item.threads = threads;
    item.cache = cache;
    item.node = b->plan.n_nodes;
    assert_int_equal(gam_plan_push(&b->plan, &item, &err), 0);
}

static void on_progress(void *ctx, const struct gam_progress *p)
{
    struct bench *b = ctx;

    assert_true(p->done <= p->total || p->phase == GAM_PHASE_PREPARE);
    b->told++;
}

static int bench_run(struct bench *b, const struct gam_runner_config *extra, struct gam_err *err)
{
    struct gam_runner_config config = *extra;
    struct gam_runner_request request = { .plan = &b->plan, .devices = &b->device, .n_devices = 1, .config = &config };

    config.clock = &gam_clock_monotonic;
    config.emit = &b->emit;
    config.progress = on_progress;
    config.progress_ctx = b;
    return gam_runner_run(&request, &b->result, err);
}

static double iteration_ns(const struct bench *b, int64_t measurement)
{
    double value[1024];
    size_t n = 0;

    for (size_t i = 0; i < gam_runset_sample_n(&b->set); i++) {
        const struct gam_sample *s = &gam_runset_sample(&b->set)[i];

        if (s->measurement == measurement && s->pass == 0 && n < 1024)
            value[n++] = (double)s->duration_ns / (double)s->iterations;
    }
    return gam_stats_median(value, n);
}

static void test_small_plan(void **state)
{
    struct bench *b = *state;
    const struct gam_meter *meters[8];
    size_t n_meters = 0;
    struct gam_err err = { 0 };
    int n = b->device.threads;

    for (; gam_meters[n_meters] && n_meters < 8; n_meters++)
        meters[n_meters] = gam_meters[n_meters];
    item_add(b, "gemm:m=96,n=80,k=64,dtype=f32", "portable", n, GAM_CACHE_WARM);
    item_add(b, "gemm:m=24,n=24,k=24,beta=0.5,dtype=f64", "portable", n, GAM_CACHE_WARM);
    item_add(b, "softmax:rows=64,cols=200,dtype=f32", "portable", n, GAM_CACHE_WARM);
    item_add(b, "add:n=100000,dtype=f32", "portable", n, GAM_CACHE_WARM);
    item_add(b, "roof_fma:isa=base,mix=muladd,chains=8,n=1000,threads=1,dtype=f32", "roof", 1, GAM_CACHE_WARM);
    item_add(b, "roof_chase:level=L1,bytes=16384,steps=1000,dtype=i64", "roof", 1, GAM_CACHE_WARM);
    if (bench_run(b, &(struct gam_runner_config){ .visit_ns = 5000000, .meters = meters, .n_meters = n_meters }, &err))
        fail_msg("%s", err.text);
    for (size_t i = 0; i < gam_runset_measurement_n(&b->set); i++)
        if (gam_runset_measurement(&b->set)[i].status != GAM_STATUS_OK)
            fail_msg("%zu: %s", i, gam_runset_measurement(&b->set)[i].reason);
    assert_int_equal(b->result.measured, 6);
    assert_int_equal(b->result.rounds_done, 6);
    assert_int_equal(gam_runset_measurement_n(&b->set), 6);
    assert_int_equal(gam_runset_device_n(&b->set), 1);
    assert_true(b->told > 36);
    for (size_t i = 0; i < 6; i++) {
        const struct gam_measurement *m = &gam_runset_measurement(&b->set)[i];

        if (m->status != GAM_STATUS_OK)
            fail_msg("%zu: %s", i, m->reason);
        assert_true(iteration_ns(b, m->ordinal) > 0);
        assert_true(m->error <= m->tolerance && m->checked > 0);
    }
    for (size_t i = 0; i < gam_runset_sample_n(&b->set); i++) {
        const struct gam_sample *s = &gam_runset_sample(&b->set)[i];

        assert_true(s->round >= 0 && s->round < 6 && s->iterations > 0 && s->duration_ns > 0);
    }
}

static double clock_of(const struct bench *b)
{
    double best = 0;

    for (size_t i = 0; i < gam_runset_reading_n(&b->set); i++) {
        const struct gam_reading *r = &gam_runset_reading(&b->set)[i];

        if (!strcmp(gam_runset_quantity_def(&b->set)[r->quantity].name, "clock_hz") && r->rvalue > best)
            best = r->rvalue;
    }
    return best;
}

/* One fused multiply-add chain a lane and two pipes at most: a vector unit cannot do more per cycle of the measured clock. */
static void test_clock_bounds_the_chain(void **state)
{
    struct bench *b = *state;
    extern const struct gam_meter gam_meter_clock;
    const struct gam_meter *meters[] = { &gam_meter_clock };
    struct gam_err err = { 0 };
    double hz, cycles;

    item_add(b, "roof_chase:level=L1,bytes=4096,steps=4096,dtype=i64", "roof", 1, GAM_CACHE_WARM);
    if (bench_run(b, &(struct gam_runner_config){ .visit_ns = 5000000, .meters = meters, .n_meters = 1 }, &err))
        fail_msg("%s", err.text);
    hz = clock_of(b);
    if (hz == 0)
        skip(); /* no add chain for this processor */
    assert_true(hz > 1e8 && hz < 1e10);
    cycles = iteration_ns(b, 0) / 4096 * hz / 1e9;
    if (!(cycles > 1.9 && cycles < 40)) /* every L1 so far takes 3 to 5 cycles; a shared core may double it */
        fail_msg("a load took %g cycles of %g Hz", cycles, hz);
}

static void test_cold_rotates_copies(void **state)
{
    struct bench *b = *state;
    struct gam_caps caps;
    struct gam_err err = { 0 };
    const struct gam_measurement *m;

    b->device.backend->caps(b->device.state, b->device.threads, &caps);
    if (!caps.llc_bytes)
        skip();
    item_add(b, "add:n=4000000,dtype=f32", "portable", b->device.threads, GAM_CACHE_COLD);
    if (bench_run(b, &(struct gam_runner_config){ .visit_ns = 5000000 }, &err))
        fail_msg("%s", err.text);
    m = &gam_runset_measurement(&b->set)[0];
    assert_int_equal(m->status, GAM_STATUS_OK);
    assert_true((uint64_t)(m->copies * m->footprint_bytes) >= 2 * caps.llc_bytes);
}

/* Memory for one of the two large items only: each is made ready again at its visits, and the results stay right. */
static void test_little_memory(void **state)
{
    struct bench *b = *state;
    struct gam_err err = { 0 };

    item_add(b, "add:n=8000000,dtype=f32", "portable", b->device.threads, GAM_CACHE_WARM);
    item_add(b, "roof_chase:level=L3,bytes=67108864,steps=1000,dtype=i64", "roof", 1, GAM_CACHE_WARM);
    item_add(b, "add:n=100000000,dtype=f32", "portable", b->device.threads, GAM_CACHE_WARM);
    if (bench_run(b, &(struct gam_runner_config){ .visit_ns = 5000000, .memory_bytes = 110 << 20 }, &err))
        fail_msg("%s", err.text);
    assert_int_equal(b->result.measured, 2);
    assert_int_equal(gam_runset_measurement(&b->set)[2].status, GAM_STATUS_SKIPPED);
    assert_non_null(strstr(gam_runset_measurement(&b->set)[2].reason, "MiB may be used"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_small_plan, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(test_clock_bounds_the_chain, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(test_cold_rotates_copies, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(test_little_memory, bench_setup, bench_teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
