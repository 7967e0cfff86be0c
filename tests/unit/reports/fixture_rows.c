/* SPDX-License-Identifier: MIT */
#include "fixture_rows.h"

#include <stdio.h>
#include <string.h>

/* clang-format off */
static const struct fixture_row rows[] = {
    { "gemm square 2048", "gemm:m=2048,n=2048,k=2048,dtype=f32", "simd", 1, 17179869184, 50331648, 1.21, 0.011, 0 },
    { "gemm square 1024", "gemm:m=1024,n=1024,k=1024,dtype=f32", "openblas", 2, 2147483648, 12582912, 1.12, 0.013, 0 },
    { "gemm square 512", "gemm:m=512,n=512,k=512,dtype=f32", "simd", 4, 268435456, 3145728, 1.19, 0.016, 0 },
    { "gemm tiny", "gemm:m=16,n=16,k=16,dtype=f32", "simd", 64, 8192, 3072, 1.35, 0.051, 0 },
    { "gemv", "gemm:m=1,n=4096,k=4096,dtype=f32", "simd", 12, 33554432, 67141632, 1.06, 0.022, 0 },
    { "stem 7x7/2", "conv2d:n=1,c=3,h=224,w=224,k=64,r=7,s=7,stride=2,pad=3,dtype=f32", "onednn", 1, 236027904, 3850496, 1.92, 0.014, 0 },
    { "conv 3x3 64@56", "conv2d:n=1,c=64,h=56,w=56,k=64,r=3,s=3,pad=1,dtype=f32", "onednn", 6, 231211008, 1753088, 1.24, 0.018, 0 },
    { "conv 1x1 256@14", "conv2d:n=1,c=256,h=14,w=14,k=256,r=1,s=1,dtype=f32", "simd", 11, 25690112, 663552, 1.48, 0.027, 0 },
    { "depthwise 3x3", "conv2d:n=1,c=128,h=56,w=56,k=128,r=3,s=3,pad=1,groups=128,dtype=f32", "simd", 8, 7225344, 3216384, 1.61, 0.031, 0 },
    { "attention prefill 1024", "attention:b=1,hq=16,hkv=16,sq=1024,skv=1024,d=64,causal=1,dtype=f32", "simd", 12, 2147483648, 16777216, 1.83, 0.019, 0 },
    { "attention decode 4096", "attention:b=1,hq=32,hkv=32,sq=1,skv=4096,d=128,dtype=f32", "simd", 12, 67108864, 134250496, 1.04, 0.024, 0 },
    { "softmax rows", "softmax:rows=4096,cols=4096,dtype=f32", "simd", 12, 83886080, 134217728, 1.11, 0.017, 0 },
    { "layernorm", "layernorm:rows=4096,cols=1024,dtype=f32", "simd", 25, 33554432, 33562624, 1.16, 0.021, 0 },
    { "rmsnorm", "rmsnorm:rows=4096,cols=1024,dtype=f32", "simd", 25, 20971520, 33558528, 1.09, 0.026, 0 },
    { "add residual", "add:n=33554432,dtype=f32", "simd", 24, 33554432, 402653184, 1.02, 0.012, 0 },
    { "gelu", "gelu:n=4194304,dtype=f32", "simd", 12, 41943040, 33554432, 1.44, 0.023, 0 },
    { "q projection", "gemm:m=1024,n=1024,k=1024,tb=1,dtype=f32", "openblas", 12, 2147483648, 12582912, 1.17, 0.014, 0 },
    { "mlp up", "gemm:m=1024,n=4096,k=1024,dtype=f32", "openblas", 12, 8589934592, 37748736, 1.14, 0.012, 0 },
    { "mlp down", "gemm:m=1024,n=1024,k=4096,dtype=f32", "openblas", 12, 8589934592, 37748736, 1.13, 0.012, 0 },
    { "gemm f64", "gemm:m=1024,n=1024,k=1024,dtype=f64", "simd", 1, 2147483648, 25165824, 2.3, 0.016, 0 },
};
/* clang-format on */

struct fixture_row fixture_row(size_t i, char *name)
{
    static const char *const stage[] = { "embed", "attention", "mlp", "norm", "head", "conv" };
    struct fixture_row row;
    uint32_t r = (uint32_t)i * 2654435761u;

    if (i < sizeof rows / sizeof *rows)
        return rows[i];
    row = rows[r >> 8 & 15];
    snprintf(name, 40, "layer %zu %s %s", i / 6, stage[i % 6], rows[r >> 8 & 15].name);
    row.name = name;
    row.flop *= 0.02 + (r >> 12 & 63) / 9.0;
    row.bytes *= 0.02 + (r >> 18 & 63) / 13.0;
    row.slack = 1.02 + (r >> 5 & 127) / 90.0;
    row.calls = 1 + (r >> 20 & 7);
    return row;
}

const struct gam_op_kind *fixture_kind(const char *spec)
{
    static const struct gam_op_key keys[] = { { .name = "dtype", .type = GAM_KEY_DTYPE, .required = true } };
    static const struct gam_op_kind kinds[] = {
        { .name = "gemm", .keys = keys, .n_keys = 1 },      { .name = "conv2d", .keys = keys, .n_keys = 1 },
        { .name = "attention", .keys = keys, .n_keys = 1 }, { .name = "softmax", .keys = keys, .n_keys = 1 },
        { .name = "layernorm", .keys = keys, .n_keys = 1 }, { .name = "rmsnorm", .keys = keys, .n_keys = 1 },
        { .name = "add", .keys = keys, .n_keys = 1 },       { .name = "gelu", .keys = keys, .n_keys = 1 },
    };

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strncmp(spec, kinds[i].name, strlen(kinds[i].name)) && spec[strlen(kinds[i].name)] == ':')
            return &kinds[i];
    return NULL;
}

static int run_add(struct gam_runset *set)
{
    struct gam_run run;
    struct gam_run_tag tag;

    gam_record_clear(GAM_RECORD_RUN, &run);
    run.uuid = "3f2c0d2e-7a6b-4c1d-9e8f-001122334455";
    run.purpose = GAM_PURPOSE_RUN;
    run.status = GAM_RUN_COMPLETE;
    run.started = "2026-05-04T10:20:30Z";
    run.finished = "2026-05-04T10:21:18Z";
    run.seed = 9223372036854775807LL;
    run.rounds_planned = run.rounds_done = FIXTURE_ROUNDS;
    run.suite = "quick";
    run.unit = "one pass over the suite";
    run.command = "gambrel run --suite quick";
    run.threads = 2;
    run.counters = "software-only";
    run.counters_reason = "perf_event_open: no such device; this virtual machine has no PMU";
    run.stop_reason = "rounds";
    gam_record_clear(GAM_RECORD_RUN_TAG, &tag);
    tag.tag = "nightly";
    return gam_runset_add(set, GAM_RECORD_RUN, &run, NULL) || gam_runset_add(set, GAM_RECORD_RUN_TAG, &tag, NULL);
}

static int host_add(struct gam_runset *set)
{
    static const char *const facts[][2] = { { "governor", "performance" },
                                            { "turbo", "on" },
                                            { "perf_event_paranoid", "2" },
                                            { "thp", "madvise" },
                                            { "env.OMP_NUM_THREADS", "2" } };
    struct gam_host host;
    int rc;

    gam_record_clear(GAM_RECORD_HOST, &host);
    host.cpu = "Example CPU 9000 @ 2.60GHz";
    host.vendor = "GenuineIntel";
    host.class = "c0ffee00c0ffee00";
    host.cores = 2;
    host.hypervisor = "kvm";
    host.kernel = "Linux 6.1.0";
    host.memory_bytes = 25769803776;
    rc = gam_runset_add(set, GAM_RECORD_HOST, &host, NULL);
    for (size_t i = 0; !rc && i < sizeof facts / sizeof *facts; i++) {
        struct gam_host_fact fact = { .ordinal = (int64_t)i, .host = 0, .key = facts[i][0], .value = facts[i][1] };

        rc = gam_runset_add(set, GAM_RECORD_HOST_FACT, &fact, NULL);
    }
    return rc;
}

static int devices_add(struct gam_runset *set)
{
    static const struct {
        const char *level;
        int64_t size, shared;
    } caches[] = { { "L1", 49152, 1 }, { "L2", 2097152, 1 }, { "L3", 33554432, 2 } };
    struct gam_device d;
    int rc;

    gam_record_clear(GAM_RECORD_DEVICE, &d);
    d.host = 0;
    d.id = "cpu";
    d.backend = "cpu";
    d.kind = "cpu";
    d.name = "Example CPU 9000 @ 2.60GHz";
    d.class = "deadbeef";
    rc = gam_runset_add(set, GAM_RECORD_DEVICE, &d, NULL);
    d.ordinal = 1;
    d.id = "opencl:0.1";
    d.backend = "opencl";
    d.kind = "gpu";
    d.name = "Example GPU";
    rc = rc ? rc : gam_runset_add(set, GAM_RECORD_DEVICE, &d, NULL);
    for (size_t i = 0; !rc && i < 3; i++) {
        struct gam_memory m = { .ordinal = (int64_t)i,
                                .device = 0,
                                .level = caches[i].level,
                                .kind = GAM_MEMORY_CACHE,
                                .size_bytes = caches[i].size,
                                .line_bytes = 64,
                                .instances = 1,
                                .shared_by = caches[i].shared };

        rc = gam_runset_add(set, GAM_RECORD_MEMORY, &m, NULL);
    }
    return rc;
}

int fixture_records(struct gam_runset *set)
{
    struct gam_event e = { .ordinal = 0,
                           .severity = GAM_SEVERITY_WARNING,
                           .code = "counters-unavailable",
                           .text = "no hardware event can be counted: perf_event_open: no such device",
                           .remedy = "gambrel doctor" };

    gam_runset_init(set);
    return run_add(set) || host_add(set) || devices_add(set) || gam_runset_add(set, GAM_RECORD_EVENT, &e, NULL);
}
