/* SPDX-License-Identifier: MIT */
/* Blocked products and convolutions with caches so small that every block boundary occurs, and teams larger than the work: the
 * same numbers as plain loops. And what must hold for the blocks that are chosen.
 */
#include "../gam_test.h"

#include "common/rand.h"
#include "kernels/cpu/simd/conv/planes.h"
#include "kernels/cpu/simd/gemm/product.h"
#include "kernels/impl.h"
#include "kernels/oracle/oracle.h"

#include <math.h>
#include <stdlib.h>

enum { SEED = 5 };

static struct gam_caps caps_small(unsigned isa, int threads)
{
    return (struct gam_caps){
        .device_kind = "cpu",
        .langs = 1u << GAM_LANG_HOST,
        .isa = isa,
        .threads = threads,
        .l1_bytes = 2048,
        .l2_bytes = 8192,
        .llc_bytes = 32768,
    };
}

static void operands_new(const struct gam_op *op, void **operand)
{
    struct gam_operand info[GAM_OP_MAX_OPERANDS];
    size_t n = gam_op_operands(op, info);

    for (size_t i = 0; i < GAM_OP_MAX_OPERANDS; i++)
        operand[i] = NULL;
    for (size_t i = 0; i < n; i++) {
        operand[i] = malloc(info[i].bytes);
        assert_non_null(operand[i]);
    }
}

/* Twice: the second run meets what the first left in its workspace. */
static void check_spec(const char *spec, unsigned isa, int threads)
{
    struct gam_caps caps = caps_small(isa, threads);
    struct gam_operand info[GAM_OP_MAX_OPERANDS];
    void *operand[GAM_OP_MAX_OPERANDS];
    const struct gam_impl *impl;
    struct gam_launch launch;
    struct gam_err err = { 0 };
    struct gam_op op;

    if (gam_op_parse(spec, &op, &err))
        fail_msg("%s", err.text);
    impl = gam_impl_find("simd", op.kind->name);
    assert_non_null(impl);
    if (impl->plan(&op, &caps, &launch, &err))
        fail_msg("%s: %s", spec, err.text);
    operands_new(&op, operand);
    for (int again = 0; again < 2; again++) {
        struct gam_verdict verdict;

        for (size_t i = 0; i < gam_op_operands(&op, info); i++)
            if (info[i].role == GAM_OPERAND_OUT)
                gam_inputs_poison(&op, i, operand[i]);
            else
                gam_inputs_fill(&op, i, operand[i], SEED, 1);
        assert_int_equal(launch.run(&launch, operand), 0);
        assert_int_equal(gam_verify(&op, operand, launch.tile_m, launch.tile_n, SEED, &verdict, &err), 0);
        if (!verdict.right)
            fail_msg("%s, isa %#x, %d threads, run %d (%s): error %g, tolerance %g at %llu", spec, isa, threads, again,
                     launch.detail, verdict.error, verdict.tolerance, (unsigned long long)verdict.worst_index);
    }
    gam_launch_release(&launch);
    for (size_t i = 0; i < GAM_OP_MAX_OPERANDS; i++)
        free(operand[i]);
}

static void each(const char *const *specs)
{
    static const unsigned isas[] = { GAM_ISA_AVX512, GAM_ISA_AVX2, GAM_ISA_NEON };
    static const int threads[] = { 1, 2, 3, 4, 6 };
    int ran = 0;

    for (size_t s = 0; specs[s]; s++)
        for (size_t i = 0; i < sizeof isas / sizeof isas[0]; i++)
            for (size_t t = 0; (isas[i] & gam_isa_detect()) && t < sizeof threads / sizeof threads[0]; t++, ran++)
                check_spec(specs[s], isas[i], threads[t]);
    if (!ran)
        skip(); /* this cpu has none of the instruction sets */
}

static void test_blocked_products(void **state)
{
    static const char *const specs[] = {
        "gemm:m=150,n=140,k=130,dtype=f32",
        "gemm:m=150,n=140,k=130,dtype=f64",
        "gemm:m=97,n=201,k=143,ta=1,dtype=f32",
        "gemm:m=97,n=201,k=143,tb=1,dtype=f32",
        "gemm:m=113,n=129,k=151,ta=1,tb=1,alpha=0.5,beta=-1.5,bias=1,act=relu,dtype=f64",
        "gemm:m=113,n=129,k=151,alpha=0.5,beta=2,bias=1,act=gelu,dtype=f32",
        "gemm:m=9,n=700,k=300,bias=1,act=silu,dtype=f32", /* fewer rows than a tile has */
        "gemm:m=1200,n=3,k=110,dtype=f32",                /* fewer columns */
        "gemm:m=15,n=33,k=2000,dtype=f64",                /* one tile and a little */
        "gemm:batch=3,m=70,n=80,k=90,beta=1,dtype=f32",
        "gemm:batch=7,m=70,n=80,k=90,tb=1,dtype=f64",
        "gemm:m=1,n=9001,k=70,bias=1,act=relu,dtype=f32",
        "gemm:m=1,n=3001,k=170,tb=1,beta=0.5,dtype=f32",
        "gemm:m=5003,n=1,k=90,bias=1,dtype=f64",
        "gemm:m=5003,n=1,k=90,ta=1,alpha=2,dtype=f32",
        NULL,
    };

    (void)state;
    each(specs);
}

static void test_blocked_convolutions(void **state)
{
    static const char *const specs[] = {
        "conv2d:c=20,h=13,k=33,r=3,pad=1,bias=1,dtype=f32",
        "conv2d:c=20,h=13,k=33,r=3,pad=1,dtype=f64",
        "conv2d:n=2,c=9,h=17,w=23,k=19,r=3,s=2,stride=2,pad=1,dtype=f32",
        "conv2d:n=3,c=8,h=19,k=12,r=3,stride=3,dilation=2,pad=2,groups=2,bias=1,dtype=f32",
        "conv2d:c=40,h=9,k=30,r=1,dtype=f32",
        "conv2d:c=7,h=3,k=30,r=1,dtype=f32", /* fewer positions than a tile is wide */
        "conv2d:c=5,h=40,w=32,k=15,r=5,s=1,pad=0,dtype=f32",
        "conv2d:c=3,h=66,k=9,r=3,pad=1,stride=2,dtype=f32",
        "conv2d:n=5,c=6,h=20,k=8,r=3,pad=1,dtype=f64",
        "conv2d:n=2,c=11,h=30,k=11,r=3,pad=1,groups=11,bias=1,dtype=f32",
        "conv2d:c=11,h=31,k=22,r=5,stride=2,pad=2,groups=11,dtype=f32",
        "conv2d:c=3,h=29,w=70,k=3,r=3,dilation=3,stride=2,pad=4,groups=3,dtype=f64",
        "conv2d:c=1024,h=4,k=15,r=1,dtype=f32", /* rows of weights that are whole pages */
        NULL,
    };

    (void)state;
    each(specs);
}

/* A random shape that the kind allows. */
static struct gam_conv2d conv_random(struct gam_rand *r)
{
    struct gam_conv2d s;

    do {
        s = (struct gam_conv2d){
            .n = 1,
            .c = 1,
            .k = 1,
            .groups = 1,
            .cg = 1,
            .kg = 1,
            .h = 1 + (int64_t)gam_rand_below(r, 12),
            .w = 1 + (int64_t)gam_rand_below(r, 12),
            .r = 1 + (int64_t)gam_rand_below(r, 5),
            .s = 1 + (int64_t)gam_rand_below(r, 5),
            .stride = 1 + (int64_t)gam_rand_below(r, 5),
            .pad = (int64_t)gam_rand_below(r, 4),
            .dilation = 1 + (int64_t)gam_rand_below(r, 5),
        };
        s.p = s.h + 2 * s.pad - s.dilation * (s.r - 1) - 1;
        s.q = s.w + 2 * s.pad - s.dilation * (s.s - 1) - 1;
    } while (s.p < 0 || s.q < 0);
    s.p = s.p / s.stride + 1;
    s.q = s.q / s.stride + 1;
    return s;
}

/* Every output position finds, at each tap's offset, the pixel that the definition says. */
static void planes_check(const struct gam_tile_kit *kit, const struct gam_conv2d *s, const float *x, float *copy)
{
    struct gam_planes planes;

    gam_planes_init(&planes, s);
    gam_planes_copy(&planes, kit, x, 0, planes.height, copy);
    for (int64_t p = 0; p < s->p; p++)
        for (int64_t q = 0; q < s->q; q++)
            for (int64_t r = 0; r < s->r; r++)
                for (int64_t t = 0; t < s->s; t++) {
                    const int64_t row = p * s->stride - s->pad + r * s->dilation,
                                  column = q * s->stride - s->pad + t * s->dilation;
                    const bool inside = row >= 0 && row < s->h && column >= 0 && column < s->w;
                    const size_t found = gam_planes_offset(&planes, (size_t)r, (size_t)t) + (size_t)p * planes.width + (size_t)q;

                    assert_true(found < planes.channel);
                    assert_true((double)copy[found] == (inside ? (double)x[row * s->w + column] : 0));
                    if (planes.as_is)
                        assert_true(inside && found == (size_t)(row * s->w + column));
                }
    assert_true(planes.positions == (size_t)(s->p - 1) * planes.width + (size_t)s->q);
}

static void test_planes(void **state)
{
    const struct gam_tile_kit *kit = gam_tile_kit_find(gam_isa_detect(), GAM_DTYPE_F32);
    static float x[12 * 12], copy[1 << 16];
    struct gam_rand r;

    (void)state;
    if (!kit)
        skip();
    gam_rand_seed(&r, 21);
    for (size_t i = 0; i < sizeof x / sizeof x[0]; i++)
        x[i] = (float)(i + 1);
    for (int i = 0; i < 2000; i++) {
        const struct gam_conv2d s = conv_random(&r);

        for (size_t k = 0; k < sizeof copy / sizeof copy[0]; k++)
            copy[k] = -1;
        planes_check(kit, &s, x, copy);
    }
}

static void test_blocks(void **state)
{
    static const uint64_t caches[][3] = {
        { 0, 0, 0 }, { 32 << 10, 1 << 20, 0 }, { 48 << 10, 2 << 20, 260 << 20 }, { 128 << 10, 12 << 20, 8 << 20 }
    };
    struct gam_rand r;

    (void)state;
    gam_rand_seed(&r, 9);
    for (size_t i = 0; gam_tile_kit_at(i); i++)
        for (int n = 0; n < 2000; n++) {
            const struct gam_tile_kit *kit = gam_tile_kit_at(i);
            const uint64_t *cache = caches[gam_rand_below(&r, 4)];
            const struct gam_caps caps = { .l1_bytes = cache[0], .l2_bytes = cache[1], .llc_bytes = cache[2] };
            const struct gam_product_shape s = { 1 + gam_rand_below(&r, 5000),
                                                 1 + gam_rand_below(&r, 5000),
                                                 1 + gam_rand_below(&r, 5000),
                                                 1,
                                                 1,
                                                 1,
                                                 1,
                                                 1,
                                                 0,
                                                 GAM_ACT_NONE };
            const size_t width = (size_t)kit->lanes * kit->vectors;
            const int team = 1 + (int)gam_rand_below(&r, 64);
            struct gam_product_blocks b;

            gam_product_blocks_choose(kit, &s, &caps, team, &b);
            assert_int_equal(b.grid_m * b.grid_n, team);
            assert_true(b.mc >= kit->rows && b.mc % kit->rows == 0);
            assert_true(b.nc >= width && b.nc % width == 0);
            assert_true(b.kc >= 1 && b.kc % GAM_TILE_GROUP == 0);
            /* the columns of any thread are covered by its rounds */
            assert_true(b.rounds * b.nc * (size_t)b.grid_n >= s.n);
            assert_true(b.rounds >= 1 && b.nc * b.kc * kit->width_bytes <= (16u << 20) + width * b.kc * kit->width_bytes);
        }
}

static void test_ways(void **state)
{
    struct gam_product_shape s = { 1, 500, 500, 1, 1, 1, 1, 1, 0, GAM_ACT_NONE };

    (void)state;
    assert_int_equal(gam_product_way_choose(&s, 1), GAM_PRODUCT_VECTOR);
    s.m = 500;
    assert_int_equal(gam_product_way_choose(&s, 1), GAM_PRODUCT_BLOCKED);
    s.n = 1;
    assert_int_equal(gam_product_way_choose(&s, 4), GAM_PRODUCT_VECTOR);
    s.m = s.n = s.k = 16;
    assert_int_equal(gam_product_way_choose(&s, 1), GAM_PRODUCT_SMALL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocked_products),
        cmocka_unit_test(test_blocked_convolutions),
        cmocka_unit_test(test_planes),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_ways),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
