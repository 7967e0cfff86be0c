/* SPDX-License-Identifier: MIT */
/* meter_cost [PAIRS]: what measuring costs. Prints key=value lines:
 *   call_ns           median of one start + stop + read of every ready meter, worst of its passes
 *   fma, dram         median ratio of a visit's time with meters to one without, over alternating pairs, with its interval
 */
#include "collector/meter.h"
#include "collector/topology.h"
#include "common/clock.h"
#include "common/err.h"
#include "common/rand.h"
#include "common/stats.h"
#include "kernels/oracle/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS = 301, PAIRS = 100, PAIRS_MOST = 10000, VISIT_NS = 50000000, METERS = 16, READINGS = 256, TIDS = 4096 };

struct bench {
    struct gam_topology topology;
    struct gam_open_device device;
    void *state[METERS];
    const struct gam_meter *meter[METERS];
    size_t n_meters;
    struct gam_op op;
    struct gam_launch launch;
    struct gam_buffer buffer[GAM_OP_MAX_OPERANDS];
    void *pointer[GAM_OP_MAX_OPERANDS];
    uint64_t iterations;
    int failed; /* a meter that was ready refused to count */
};

static int device_open(struct bench *b, struct gam_err *err)
{
    struct gam_device_config config = { .topology = &b->topology };
    int rc = gam_topology_read(NULL, &b->topology, err);

    if (rc)
        return rc;
    config.threads = gam_topology_workers(&b->topology, 0, 0, err);
    return config.threads < 0 ? config.threads : gam_device_open("cpu", &config, &b->device, err);
}

static void meters_open(struct bench *b)
{
    int worker[TIDS];
    size_t n = b->device.backend->workers ? b->device.backend->workers(b->device.state, worker, TIDS) : 0;
    struct gam_meter_target target = {
        .tids = worker, .n_tids = n, .worker_tids = worker, .n_workers = n, .devices = &b->device, .n_devices = 1
    };

    for (size_t i = 0; gam_meters[i] && b->n_meters < METERS; i++) {
        void *state = calloc(1, gam_meters[i]->state_size + 1);

        if (state && !gam_meters[i]->open(state, &target, NULL)) {
            b->state[b->n_meters] = state;
            b->meter[b->n_meters++] = gam_meters[i];
        } else if (state) {
            gam_meters[i]->close(state);
            free(state);
        }
    }
}

static void meters_start(struct bench *b)
{
    for (size_t i = 0; i < b->n_meters; i++)
        b->failed |= b->meter[i]->start(b->state[i], 1, (size_t)b->device.threads, NULL) != 0;
}

static void meters_stop(struct bench *b)
{
    static struct gam_meter_reading reading[READINGS];

    for (size_t i = b->n_meters; i-- > 0;)
        b->failed |= b->meter[i]->stop(b->state[i], NULL) != 0;
    for (size_t i = 0; i < b->n_meters; i++)
        b->failed |= b->meter[i]->read(b->state[i], reading, READINGS, NULL) < 0;
}

static int kernel_run(struct bench *b, uint64_t iterations, uint64_t *ns, struct gam_err *err)
{
    void *const *set = b->pointer;

    return b->device.backend->run(b->device.state, &b->launch, &set, 1, 0, iterations, ns, err);
}

static int kernel_open(struct bench *b, const char *kind, const char *spec, struct gam_err *err)
{
    const struct gam_impl *impl = gam_impl_find("roof", kind);
    struct gam_operand operand[GAM_OP_MAX_OPERANDS];
    struct gam_caps caps;
    uint64_t ns = 0;
    size_t n;
    int rc = gam_op_parse(spec, &b->op, err);

    if (rc || !impl)
        return rc ? rc : -GAM_ENOENT;
    b->device.backend->caps(b->device.state, b->device.threads, &caps);
    rc = impl->plan(&b->op, &caps, &b->launch, err);
    n = gam_op_operands(&b->op, operand);
    for (size_t i = 0; !rc && i < n; i++) {
        rc = b->device.backend->alloc(b->device.state, b->device.threads, operand[i].bytes, &b->buffer[i], err);
        b->pointer[i] = b->buffer[i].handle;
        if (!rc)
            gam_inputs_fill(&b->op, i, b->pointer[i], 1, b->device.threads);
    }
    for (b->iterations = 1; !rc && ns < VISIT_NS; b->iterations *= 2)
        rc = kernel_run(b, b->iterations, &ns, err);
    return rc;
}

static void kernel_close(struct bench *b)
{
    for (size_t i = 0; i < GAM_OP_MAX_OPERANDS; i++)
        if (b->buffer[i].handle)
            b->device.backend->release(b->device.state, &b->buffer[i]);
    gam_launch_release(&b->launch);
    memset(b->buffer, 0, sizeof b->buffer);
}

static double visit(struct bench *b, int with, struct gam_err *err)
{
    uint64_t ns = 0, begin = gam_clock_monotonic_now();

    if (with)
        meters_start(b);
    if (kernel_run(b, b->iterations, &ns, err))
        return NAN;
    if (with)
        meters_stop(b);
    return (double)(gam_clock_monotonic_now() - begin);
}

static int pairs_print(struct bench *b, const char *name, const char *kind, const char *spec, size_t pairs, struct gam_err *err)
{
    static double ratio[PAIRS_MOST];
    struct gam_rand rand;
    struct gam_interval all;
    int rc = kernel_open(b, kind, spec, err);

    gam_rand_seed(&rand, 7);
    for (size_t i = 0; !rc && i < pairs; i++) {
        int with_first = (int)(gam_rand_u64(&rand) & 1);
        double first = visit(b, with_first, err), second = visit(b, !with_first, err);

        ratio[i] = with_first ? first / second : second / first;
        if (isnan(ratio[i]))
            rc = -GAM_EDEVICE;
    }
    if (!rc) {
        all = gam_stats_median_interval(ratio, pairs);
        printf("%s=%.5f\n%s_low=%.5f\n%s_high=%.5f\n", name, all.value, name, all.low, name, all.high);
    }
    kernel_close(b);
    return rc;
}

static void call_print(struct bench *b)
{
    static double ns[CALLS];

    for (size_t i = 0; i < CALLS; i++) {
        uint64_t begin = gam_clock_monotonic_now();

        meters_start(b);
        meters_stop(b);
        ns[i] = (double)(gam_clock_monotonic_now() - begin);
    }
    printf("call_ns=%.0f\nmeters=", gam_stats_median(ns, CALLS));
    for (size_t i = 0; i < b->n_meters; i++)
        printf("%s%s", i ? "," : "", b->meter[i]->name);
    printf("\n");
}

static const char *isa_best(void)
{
    static const enum gam_isa order[] = { GAM_ISA_AVX512, GAM_ISA_AVX2, GAM_ISA_NEON };
    unsigned has = gam_isa_detect();

    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (has & order[i])
            return gam_isa_word(order[i]);
    return "base";
}

int main(int argc, char **argv)
{
    static struct bench b;
    struct gam_err err = { 0 };
    size_t pairs = argc > 1 ? strtoul(argv[1], NULL, 10) : PAIRS;
    char fma[200], dram[200];
    int rc = device_open(&b, &err);

    if (pairs > PAIRS_MOST)
        return 2;
    if (!rc) {
        int t = b.device.threads;
        const char *isa = isa_best();

        snprintf(fma, sizeof fma, "roof_fma:isa=%s,mix=%s,chains=8,n=65536,threads=%d,dtype=f32", isa,
                 strcmp(isa, "base") ? "fma" : "muladd", t);
        snprintf(dram, sizeof dram, "roof_stream:isa=base,pattern=read,level=DRAM,bytes=%lld,chunk=%lld,threads=%d,dtype=f64",
                 131072LL * 4096 * t, 4096LL * 4096 * t, t);
        meters_open(&b);
        call_print(&b);
        rc = pairs_print(&b, "fma", "roof_fma", fma, pairs, &err);
    }
    if (!rc)
        rc = pairs_print(&b, "dram", "roof_stream", dram, pairs, &err);
    if (!rc && b.failed)
        rc = gam_err_set(&err, -GAM_EDEVICE, "a meter failed while it counted; what it costs was not measured");
    for (size_t i = 0; i < b.n_meters; i++) {
        b.meter[i]->close(b.state[i]);
        free(b.state[i]);
    }
    gam_device_close(&b.device);
    gam_topology_release(&b.topology);
    if (rc)
        fprintf(stderr, "meter_cost: %s\n", err.text);
    return rc != 0;
}
