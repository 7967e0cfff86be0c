/* SPDX-License-Identifier: MIT */
/* Every kernel that is written once for all GPU languages, in every variant, against the oracle on every device that is here and
 * takes source code. Skipped where there is none.
 */
#include "collector/device.h"
#include "collector/topology.h"
#include "common/err.h"
#include "kernels/gpu/gpu.h"
#include "kernels/oracle/oracle.h"
#include "tests/unit/kernels/shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DEVICES_MAX = 8, GUARD_BYTES = 64, GUARD = 0x5c, SEED = 11 };

struct devices {
    struct gam_topology topology;
    struct gam_open_device device[DEVICES_MAX];
    size_t n;
};

/* An operator's operands on a device, each followed by guard bytes. */
struct bench {
    struct gam_op op;
    struct gam_operand info[GAM_OP_MAX_OPERANDS];
    size_t n;
    unsigned char *host[GAM_OP_MAX_OPERANDS], *after[GAM_OP_MAX_OPERANDS];
    struct gam_buffer buffer[GAM_OP_MAX_OPERANDS];
    void *handle[GAM_OP_MAX_OPERANDS];
};

static int devices_open(void **state)
{
    struct devices *d = calloc(1, sizeof *d);
    struct gam_err err = { 0 };

    assert_non_null(d);
    if (gam_topology_read(NULL, &d->topology, &err))
        fail_msg("%s", err.text);
    for (size_t b = 0; gam_device_backends[b]; b++) {
        const struct gam_device_backend *backend = gam_device_backends[b];
        struct gam_device_config config = { &d->topology, 1, 0, NULL };
        int n = backend->langs & GAM_LANGS_GPU ? backend->count(&config, &err) : 0;

        for (int i = 0; i < n && d->n < DEVICES_MAX; i++) {
            struct gam_device_info info;

            assert_int_equal(backend->info(i, &config, &info, &err), 0);
            if (gam_device_open(info.id, &config, &d->device[d->n], &err))
                fail_msg("%s: %s", info.id, err.text);
            d->n++;
        }
    }
    *state = d;
    return 0;
}

static int devices_close(void **state)
{
    struct devices *d = *state;

    for (size_t i = 0; i < d->n; i++)
        gam_device_close(&d->device[i]);
    gam_topology_release(&d->topology);
    free(d);
    return 0;
}

static void bench_init(struct bench *b, const struct gam_open_device *d, const char *spec)
{
    struct gam_err err = { 0 };

    if (gam_op_parse(spec, &b->op, &err))
        fail_msg("%s: %s", spec, err.text);
    b->n = gam_op_operands(&b->op, b->info);
    for (size_t i = 0; i < b->n; i++) {
        size_t bytes = b->info[i].bytes + GUARD_BYTES;

        b->host[i] = malloc(bytes);
        b->after[i] = malloc(bytes);
        assert_non_null(b->host[i]);
        assert_non_null(b->after[i]);
        memset(b->host[i], GUARD, bytes);
        gam_inputs_fill(&b->op, i, b->host[i], SEED, 1);
        if (d->backend->alloc(d->state, 1, bytes, &b->buffer[i], &err))
            fail_msg("%s: %s", spec, err.text);
        b->handle[i] = b->buffer[i].handle;
    }
}

static void bench_release(struct bench *b, const struct gam_open_device *d)
{
    for (size_t i = 0; i < b->n; i++) {
        d->backend->release(d->state, &b->buffer[i]);
        free(b->host[i]);
        free(b->after[i]);
    }
}

static void copy_all(struct bench *b, const struct gam_open_device *d, int up)
{
    struct gam_err err = { 0 };

    for (size_t i = 0; i < b->n; i++) {
        uint64_t bytes = b->info[i].bytes + GUARD_BYTES;
        int rc = up ? d->backend->upload(d->state, &b->buffer[i], b->host[i], bytes, &err)
                    : d->backend->download(d->state, b->after[i], &b->buffer[i], bytes, &err);

        if (rc)
            fail_msg("copy: %s", err.text);
    }
}

static void check_memory(const struct bench *b, const char *what)
{
    for (size_t i = 0; i < b->n; i++) {
        for (size_t g = 0; g < GUARD_BYTES; g++)
            if (b->after[i][b->info[i].bytes + g] != GUARD)
                fail_msg("%s: wrote %zu bytes behind operand %s", what, g, b->info[i].name);
        if (b->info[i].role == GAM_OPERAND_IN && memcmp(b->after[i], b->host[i], b->info[i].bytes))
            fail_msg("%s: changed its input %s", what, b->info[i].name);
    }
}

static void run_and_verify(struct bench *b, const struct gam_open_device *d, struct gam_launch *launch, const char *what)
{
    void *const *set[] = { b->handle };
    void *operand[GAM_OP_MAX_OPERANDS];
    struct gam_verdict verdict;
    struct gam_err err = { 0 };
    uint64_t ns = 0;

    copy_all(b, d, 1);
    if (d->backend->run(d->state, launch, set, 1, 0, 1, &ns, &err))
        fail_msg("%s: %s", what, err.text);
    assert_true(ns > 0);
    copy_all(b, d, 0);
    check_memory(b, what);
    for (size_t i = 0; i < b->n; i++)
        operand[i] = b->after[i];
    if (gam_verify(&b->op, operand, launch->tile_m, launch->tile_n, SEED, &verdict, &err))
        fail_msg("%s: %s", what, err.text);
    if (!verdict.right)
        fail_msg("%s: error %g over tolerance %g at %llu of %llu checked (%s)", what, verdict.error, verdict.tolerance,
                 (unsigned long long)verdict.worst_index, (unsigned long long)verdict.checked, launch->detail);
}

/* Returns how many variants ran. */
static uint32_t try_on(const struct gam_open_device *d, const char *spec)
{
    const struct gam_impl *impl;
    struct gam_caps caps = { .threads = 1 };
    struct gam_err err = { 0 };
    struct bench b = { .n = 0 };
    uint32_t n;

    bench_init(&b, d, spec);
    impl = gam_impl_find("gpu", b.op.kind->name);
    d->backend->caps(d->state, 1, &caps);
    if (!impl || impl->supports(&b.op, &caps, &err)) {
        bench_release(&b, d);
        return 0;
    }
    n = impl->variants(&b.op, &caps);
    assert_true(n > 0);
    for (caps.variant = 0; caps.variant < n; caps.variant++) {
        struct gam_launch launch = { .lang = GAM_LANG_HOST };
        char what[300];

        snprintf(what, sizeof what, "%s on %s, variant %u", spec, d->info.id, caps.variant);
        if (impl->plan(&b.op, &caps, &launch, &err))
            fail_msg("%s: plan: %s", what, err.text);
        run_and_verify(&b, d, &launch, what);
        gam_launch_release(&launch);
    }
    bench_release(&b, d);
    return n;
}

static void try_table(void **state, const char *const *specs)
{
    static const char *const types[] = { "f32", "f64" };
    struct devices *d = *state;

    if (!d->n)
        skip();
    for (size_t i = 0; specs[i]; i++)
        for (size_t k = 0; k < d->n; k++)
            for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
                char spec[200];
                uint32_t n;

                snprintf(spec, sizeof spec, "%s,dtype=%s", specs[i], types[t]);
                n = try_on(&d->device[k], spec);
                if (!n && t == 0)
                    fail_msg("%s: no kernel takes it on %s", spec, d->device[k].info.id);
            }
}

static void test_gemm(void **state)
{
    try_table(state, gemm_specs);
}

static void test_conv2d(void **state)
{
    try_table(state, conv2d_specs);
}

static void test_attention(void **state)
{
    try_table(state, attention_specs);
}

static void test_rows(void **state)
{
    try_table(state, row_specs);
}

static void test_elements(void **state)
{
    try_table(state, element_specs);
}

/* Whoever takes these must be right. */
static void test_small_types(void **state)
{
    static const char *const specs[] = {
        "gemm:m=9,n=17,k=33,dtype=f16",
        "gemm:m=9,n=17,k=33,dtype=bf16",
        "gemm:m=70,n=130,k=65,out=f32,dtype=bf16",
        "gemm:m=70,n=130,k=65,wdtype=f16,dtype=f32",
        "softmax:rows=3,cols=5,dtype=f16",
        "softmax:rows=7,cols=333,dtype=bf16",
        "layernorm:rows=3,cols=50,dtype=f16",
        "rmsnorm:rows=3,cols=50,dtype=bf16",
        "add:n=999,dtype=f16",
        "mul:n=999,dtype=bf16",
        "gelu:n=999,dtype=f16",
        "silu:n=999,out=f32,dtype=bf16",
        "conv2d:c=3,h=9,k=4,r=3,dtype=f16",
        "conv2d:c=8,h=9,w=17,k=4,r=3,s=5,stride=2,pad=2,groups=2,bias=1,dtype=bf16",
        "attention:hq=2,sq=9,d=8,dtype=bf16",
        "attention:hq=4,hkv=2,sq=1,skv=301,d=64,dtype=f16",
    };
    struct devices *d = *state;

    if (!d->n)
        skip();
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
        for (size_t k = 0; k < d->n; k++)
            assert_true(try_on(&d->device[k], specs[i]) > 0);
}

/* Sizes that divide nothing well; streams that go around and end in the middle of a slice. */
static void test_roofs(void **state)
{
    static const char *const specs[] = {
        "roof_fma:isa=gpu,chains=3,n=38,groups=3,items=5,width=1,dtype=f32",
        "roof_fma:isa=gpu,chains=8,n=1000,groups=2,items=1,width=16,dtype=f32",
        "roof_fma:isa=gpu,chains=4,n=500,groups=2,items=64,width=2,dtype=f64",
        "roof_fma:isa=gpu,class=special,mix=exp,chains=2,n=64,groups=2,items=16,width=4,dtype=f32",
        "roof_stream:isa=gpu,pattern=read,level=L1,bytes=24576,chunk=8192,unroll=1,groups=2,items=1,width=8,dtype=f64",
        "roof_stream:isa=gpu,pattern=read,level=L2,bytes=36864,chunk=73728,unroll=1,groups=3,items=64,width=1,dtype=f64",
        "roof_stream:isa=gpu,pattern=read,level=L2,bytes=36864,chunk=73728,unroll=4,groups=3,items=7,width=1,dtype=f64",
        "roof_stream:isa=gpu,pattern=read,level=L1,bytes=24576,chunk=8192,unroll=4,groups=2,items=1,width=8,dtype=f64",
        "roof_stream:isa=gpu,pattern=read,level=LOCAL,bytes=16384,chunk=65536,unroll=1,groups=2,items=16,width=2,dtype=f64",
        "roof_stream:isa=gpu,pattern=write,level=L2,bytes=24576,chunk=40960,unroll=1,groups=2,items=7,width=2,dtype=f64",
        "roof_stream:isa=gpu,pattern=copy,level=L2,bytes=49152,chunk=32768,unroll=1,groups=2,items=128,width=4,dtype=f32",
        "roof_stream:isa=gpu,pattern=triad,level=L2,bytes=73728,chunk=49152,unroll=1,groups=2,items=32,width=2,dtype=f64",
        "roof_stream:isa=gpu,pattern=triad,level=L2,bytes=73728,chunk=49152,unroll=1,groups=2,items=32,width=4,dtype=f32",
        "roof_launch:threads=1,dtype=f64",
        "roof_chase:level=L1,bytes=4096,steps=1000,dtype=i64",
        "roof_chase:level=DRAM,bytes=1000000,steps=12345,dtype=i64",
    };
    struct devices *d = *state;

    if (!d->n)
        skip();
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
        for (size_t k = 0; k < d->n; k++)
            assert_true(try_on(&d->device[k], specs[i]) > 0 || strstr(specs[i], "f64"));
}

/* A launch begins where the last one ended, so that a short one still sees the whole cycle in time. */
static void test_chase_goes_on(void **state)
{
    enum { STARTS, ENDS };
    struct devices *d = *state;

    if (!d->n)
        skip();
    for (size_t k = 0; k < d->n; k++) {
        const struct gam_open_device *device = &d->device[k];
        struct gam_launch launch = { .lang = GAM_LANG_HOST };
        struct gam_caps caps = { .threads = 1 };
        struct gam_err err = { 0 };
        struct bench b = { .n = 0 };
        void *const *set[1];
        double check[2][3];
        uint64_t ns = 0;

        bench_init(&b, device, "roof_chase:level=L2,bytes=65536,steps=777,dtype=i64");
        set[0] = b.handle;
        device->backend->caps(device->state, 1, &caps);
        assert_int_equal(gam_impl_find("gpu", "roof_chase")->plan(&b.op, &caps, &launch, &err), 0);
        copy_all(&b, device, 1);
        for (int turn = 0; turn < 2; turn++) {
            assert_int_equal(device->backend->run(device->state, &launch, set, 1, 0, 1, &ns, &err), 0);
            assert_int_equal(device->backend->download(device->state, check[turn], &b.buffer[1], sizeof check[turn], &err), 0);
        }
        assert_true(check[0][STARTS] == 0 && check[0][ENDS] > 0);
        assert_true(check[1][STARTS] == check[0][ENDS] && check[1][ENDS] != check[1][STARTS]);
        gam_launch_release(&launch);
        bench_release(&b, device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elements), cmocka_unit_test(test_rows),          cmocka_unit_test(test_gemm),
        cmocka_unit_test(test_conv2d),   cmocka_unit_test(test_attention),     cmocka_unit_test(test_small_types),
        cmocka_unit_test(test_roofs),    cmocka_unit_test(test_chase_goes_on),
    };
    return cmocka_run_group_tests(tests, devices_open, devices_close);
}
