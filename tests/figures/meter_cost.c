/* SPDX-License-Identifier: MIT */
/* meter_cost [PAIRS [DEVICE]]: what measuring costs on a device (default: cpu). Prints key=value lines:
 *   call_ns           median of one start + stop + read of every ready meter, worst of its passes
 *   fma, dram         median ratio of a visit's time with meters to one without, over alternating pairs, with its interval
 * On the cpu the counters count meanwhile. Elsewhere counting has visits of its own, so what costs is the pass that is timed.
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
enum { GPU_GROUPS = 8, GPU_ITEMS = 256, GPU_MEMORY_PART = 16 }; /* groups of a compute unit */

static const uint64_t gpu_most_bytes = UINT64_C(1) << 30; /* past any cache, and filled soon */

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
    int pass;   /* of the meters */
    int failed; /* a meter that was ready refused to count */
};

static int on_host(const struct bench *b)
{
    return (b->device.backend->langs & 1u << GAM_LANG_HOST) != 0;
}

static int device_open(struct bench *b, const char *id, struct gam_err *err)
{
    struct gam_device_config config = { .topology = &b->topology };
    int rc = gam_topology_read(NULL, &b->topology, err);

    if (rc)
        return rc;
    config.threads = gam_topology_workers(&b->topology, 0, 0, err);
    rc = config.threads < 0 ? config.threads : gam_device_open(id, &config, &b->device, err);
    b->pass = !rc && on_host(b);
    return rc;
}

static int meter_open(const struct gam_meter *meter, void *state, const struct gam_meter_target *target)
{
    return !meter->open(state, target, NULL) && (!meter->takes || meter->takes(state, 0));
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

        if (state && meter_open(gam_meters[i], state, &target)) {
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
        b->failed |= b->meter[i]->start(b->state[i], b->pass, (size_t)b->device.threads, NULL) != 0;
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

/* Memory of the device, filled as the operand says. */
static int operand_fill(struct bench *b, size_t i, uint64_t bytes, struct gam_err *err)
{
    int rc = b->device.backend->alloc(b->device.state, b->device.threads, bytes, &b->buffer[i], err);
    void *memory = b->pointer[i] = b->buffer[i].handle;

    if (rc || on_host(b)) {
        if (!rc)
            gam_inputs_fill(&b->op, i, memory, 1, b->device.threads);
        return rc;
    }
    memory = malloc(bytes);
    if (!memory)
        return gam_err_nomem(err);
    gam_inputs_fill(&b->op, i, memory, 1, 1);
    rc = b->device.backend->upload(b->device.state, &b->buffer[i], memory, bytes, err);
    free(memory);
    return rc;
}

static int kernel_open(struct bench *b, const char *kind, const char *spec, struct gam_err *err)
{
    const struct gam_impl *impl = gam_impl_find(on_host(b) ? "roof" : "gpu", kind);
    struct gam_operand operand[GAM_OP_MAX_OPERANDS];
    struct gam_caps caps;
    uint64_t ns = 0;
    size_t n;
    int rc = gam_op_parse(spec, &b->op, err);

    if (!rc && !impl)
        rc = gam_err_set(err, -GAM_ENOENT, "no kernel for %s", kind);
    if (rc)
        return rc;
    b->device.backend->caps(b->device.state, b->device.threads, &caps);
    rc = impl->plan(&b->op, &caps, &b->launch, err);
    n = gam_op_operands(&b->op, operand);
    for (size_t i = 0; !rc && i < n; i++)
        rc = operand_fill(b, i, operand[i].bytes, err);
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

struct specs {
    char fma[200], dram[200];
};

static void specs_of_host(const struct bench *b, struct specs *out)
{
    const char *isa = isa_best();
    int t = b->device.threads;

    snprintf(out->fma, sizeof out->fma, "roof_fma:isa=%s,mix=%s,chains=8,n=65536,threads=%d,dtype=f32", isa,
             strcmp(isa, "base") ? "fma" : "muladd", t);
    snprintf(out->dram, sizeof out->dram,
             "roof_stream:isa=base,pattern=read,level=DRAM,bytes=%lld,chunk=%lld,threads=%d,dtype=f64", 131072LL * 4096 * t,
             4096LL * 4096 * t, t);
}

static void specs_of_gpu(const struct bench *b, struct specs *out)
{
    uint64_t groups = (uint64_t)GPU_GROUPS * (b->device.info.units ? b->device.info.units : 1), unit = 4096 * groups;
    uint64_t bytes = b->device.info.memory_bytes / GPU_MEMORY_PART;

    bytes = (bytes < gpu_most_bytes ? bytes : gpu_most_bytes) / unit * unit;
    snprintf(out->fma, sizeof out->fma,
             "roof_fma:isa=gpu,class=fma,mix=fma,chains=8,n=8192,groups=%llu,items=%d,width=1,dtype=f32",
             (unsigned long long)groups, GPU_ITEMS);
    snprintf(out->dram, sizeof out->dram,
             "roof_stream:isa=gpu,pattern=read,level=DRAM,bytes=%llu,chunk=%llu,unroll=1,groups=%llu,items=%d,width=2,dtype=f64",
             (unsigned long long)bytes, (unsigned long long)bytes, (unsigned long long)groups, GPU_ITEMS);
}

int main(int argc, char **argv)
{
    static struct bench b;
    struct gam_err err = { 0 };
    size_t pairs = argc > 1 ? strtoul(argv[1], NULL, 10) : PAIRS;
    struct specs specs;
    int rc = device_open(&b, argc > 2 ? argv[2] : "cpu", &err);

    if (pairs > PAIRS_MOST)
        return 2;
    if (!rc) {
        if (on_host(&b))
            specs_of_host(&b, &specs);
        else
            specs_of_gpu(&b, &specs);
        meters_open(&b);
        call_print(&b);
        rc = pairs_print(&b, "fma", "roof_fma", specs.fma, pairs, &err);
    }
    if (!rc)
        rc = pairs_print(&b, "dram", "roof_stream", specs.dram, pairs, &err);
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
