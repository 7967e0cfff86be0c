/* SPDX-License-Identifier: MIT */
/* Fused attention of every instruction set that this cpu has against the definition in double: shapes that fit no tile, masks
 * that hide whole rows and blocks, keys in parts, scores far apart.
 */
#include "../gam_test.h"

#include "common/rand.h"
#include "kernels/impl.h"
#include "ops/kind/attention.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const specs[] = {
    "attention:hq=1,sq=1",
    "attention:hq=1,sq=1,d=1",
    "attention:hq=2,sq=7,skv=1,d=3,dv=2",
    "attention:b=2,hq=3,sq=49,skv=300,d=7,dv=5",
    "attention:hq=2,sq=131,d=64",
    "attention:hq=2,sq=131,d=64,mask=causal",
    "attention:hq=6,hkv=2,sq=33,skv=257,d=17,dv=31,mask=causal",
    "attention:hq=6,hkv=2,sq=33,skv=257,d=17,dv=31,mask=causal-tl",
    "attention:hq=2,sq=150,skv=20,d=16,mask=causal",    /* 130 rows see nothing */
    "attention:hq=4,hkv=1,sq=2,skv=1,d=9,mask=causal",  /* few rows, the first sees nothing */
    "attention:hq=2,sq=150,skv=20,d=16,mask=causal-tl", /* most rows see all */
    "attention:hq=1,sq=1,skv=5000,d=64",
    "attention:b=3,hq=8,hkv=2,sq=1,skv=1031,d=80,dv=72",
    "attention:hq=8,hkv=1,sq=1,skv=2048,d=128",
    "attention:hq=5,hkv=1,sq=1,skv=777,d=33",
    "attention:hq=32,hkv=2,sq=1,skv=600,d=40,mask=causal",
    "attention:hq=7,hkv=1,sq=9,skv=900,d=24,mask=causal",
    "attention:hq=1,sq=5,skv=3000,d=8,dv=130,mask=causal",
    "attention:hq=1,sq=40,skv=2100,d=65,dv=9,scale=30",
    "attention:hq=1,sq=3,skv=700,d=20,scale=30",
};

struct bench {
    struct gam_op op;
    struct gam_attention s;
    int is_f32;
    size_t elements[4];
    void *operand[4];
};

static double get(const struct bench *b, int which, size_t i)
{
    return b->is_f32 ? (double)((const float *)b->operand[which])[i] : ((const double *)b->operand[which])[i];
}

static void set(struct bench *b, int which, size_t i, double x)
{
    if (b->is_f32)
        ((float *)b->operand[which])[i] = (float)x;
    else
        ((double *)b->operand[which])[i] = x;
}

static void bench_new(struct bench *b, const char *spec, const char *dtype)
{
    struct gam_operand operands[GAM_OP_MAX_OPERANDS];
    char text[GAM_OP_SPEC_MAX];
    struct gam_rand r;
    struct gam_err err;

    snprintf(text, sizeof text, "%s%s,dtype=%s", spec, strstr(spec, ",d=") ? "" : ",d=13", dtype);
    if (gam_op_parse(text, &b->op, &err))
        fail_msg("%s: %s", text, err.text);
    gam_attention_shape(&b->op, &b->s);
    b->is_f32 = gam_op_dtype(&b->op) == GAM_DTYPE_F32;
    assert_int_equal(gam_op_operands(&b->op, operands), 4);
    gam_rand_seed(&r, 3);
    for (int i = 0; i < 4; i++) {
        b->elements[i] = operands[i].elements;
        b->operand[i] = malloc(operands[i].bytes);
        assert_non_null(b->operand[i]);
        for (size_t j = 0; j < b->elements[i]; j++)
            set(b, i, j, i == GAM_ATTENTION_O ? NAN : gam_rand_normal(&r));
    }
}

static void bench_release(struct bench *b)
{
    for (int i = 0; i < 4; i++)
        free(b->operand[i]);
}

/* Weights of query i of head h (of all sequences' heads) over the keys; 0 where it sees none. */
static void weights(const struct bench *b, size_t h, size_t i, double *w)
{
    const struct gam_attention *s = &b->s;
    size_t seen = (size_t)gam_attention_visible(s, (int64_t)i), kv = h / (size_t)s->share, d = (size_t)s->d;
    double top = -INFINITY, sum = 0;

    for (size_t j = 0; j < seen; j++) {
        w[j] = 0;
        for (size_t x = 0; x < d; x++)
            w[j] += get(b, GAM_ATTENTION_Q, (h * (size_t)s->sq + i) * d + x) *
                    get(b, GAM_ATTENTION_K, (kv * (size_t)s->skv + j) * d + x);
        w[j] *= s->scale;
        top = fmax(top, w[j]);
    }
    for (size_t j = 0; j < seen; j++)
        sum += w[j] = exp(w[j] - top);
    for (size_t j = 0; j < (size_t)s->skv; j++)
        w[j] = j < seen ? w[j] / sum : 0;
}

/* Worst error over the sum of |weight value|, in units of the type's epsilon. */
static double worst_error(const struct bench *b)
{
    const struct gam_attention *s = &b->s;
    double *w = malloc((size_t)s->skv * sizeof *w), worst = 0;
    size_t dv = (size_t)s->dv;

    assert_non_null(w);
    for (size_t h = 0; h < (size_t)(s->b * s->hq); h++)
        for (size_t i = 0; i < (size_t)s->sq; i++) {
            weights(b, h, i, w);
            for (size_t c = 0; c < dv; c++) {
                double y = get(b, GAM_ATTENTION_O, (h * (size_t)s->sq + i) * dv + c), ref = 0, size = 0, error;

                for (size_t j = 0; j < (size_t)s->skv; j++) {
                    double term = w[j] * get(b, GAM_ATTENTION_V, (h / (size_t)s->share * (size_t)s->skv + j) * dv + c);

                    ref += term;
                    size += fabs(term);
                }
                error = size > 0 ? fabs(y - ref) / size : y == 0 ? 0 : INFINITY;
                worst = error >= 0 && error <= worst ? worst : error; /* a NaN stays */
            }
        }
    free(w);
    return worst / gam_dtype_info(gam_op_dtype(&b->op))->epsilon;
}

/* Rounding of a score is scale sqrt(d) |q||k| eps or so, of which the exponential makes a relative error. */
static double allowed(const struct bench *b)
{
    return 8 + 4 * b->s.scale * sqrt((double)b->s.d) * sqrt((double)b->s.d) + 0.5 * sqrt((double)b->s.skv);
}

static void check_run(struct bench *b, const char *spec, unsigned isa, int threads)
{
    const struct gam_impl *impl = gam_impl_find("simd", "attention");
    struct gam_caps caps = {
        .device_kind = "cpu", .langs = 1u << GAM_LANG_HOST, .isa = isa, .threads = threads, .l2_bytes = 1 << 16
    };
    struct gam_launch launch;
    struct gam_err err;
    double error;

    assert_non_null(impl);
    assert_int_equal(impl->supports(&b->op, &caps, &err), 0);
    if (impl->plan(&b->op, &caps, &launch, &err))
        fail_msg("%s: %s", spec, err.text);
    assert_true(launch.flop_scale >= 1);
    for (int again = 0; again < 2; again++) { /* the second run meets what the first left in its work memory */
        for (size_t i = 0; i < b->elements[GAM_ATTENTION_O]; i++)
            set(b, GAM_ATTENTION_O, i, NAN);
        assert_int_equal(launch.run(&launch, b->operand), 0);
        error = worst_error(b);
        if (!(error <= allowed(b)))
            fail_msg("%s, %s, %d threads, %s, run %d: error %g eps, allowed %g", spec, b->is_f32 ? "f32" : "f64", threads,
                     launch.detail, again + 1, error, allowed(b));
    }
    gam_launch_release(&launch);
}

static void each_spec(const char *dtype)
{
    const unsigned isas[] = { GAM_ISA_AVX512, GAM_ISA_AVX2, GAM_ISA_NEON };
    int ran = 0;

    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct bench b;

        bench_new(&b, specs[i], dtype);
        for (size_t k = 0; k < sizeof isas / sizeof isas[0]; k++)
            for (int threads = 1; threads <= 3 && (isas[k] & gam_isa_detect()); threads++, ran++)
                check_run(&b, specs[i], isas[k], threads);
        bench_release(&b);
    }
    if (!ran)
        skip(); /* this cpu has none of the instruction sets */
}

static void test_f32(void **state)
{
    (void)state;
    each_spec("f32");
}

static void test_f64(void **state)
{
    (void)state;
    each_spec("f64");
}

static void test_refusals(void **state)
{
    const struct gam_impl *impl = gam_impl_find("simd", "attention");
    struct gam_caps caps = { .device_kind = "cpu", .langs = 1u << GAM_LANG_HOST, .isa = GAM_ISA_BASE, .threads = 1 };
    struct gam_err err = { 0 };
    struct gam_op op;

    (void)state;
    assert_int_equal(gam_op_parse("attention:hq=1,sq=1,d=8,dtype=f32", &op, &err), 0);
    assert_int_equal(impl->supports(&op, &caps, &err), -GAM_EUNSUPPORTED);
    assert_error(&err, -GAM_EUNSUPPORTED, "AVX2");
    caps.isa = gam_isa_detect();
    assert_int_equal(gam_op_parse("attention:hq=1,sq=1,d=8,dtype=f16", &op, &err), 0);
    assert_int_equal(impl->supports(&op, &caps, &err), -GAM_EUNSUPPORTED);
    assert_error(&err, -GAM_EUNSUPPORTED, "f16");
    assert_int_equal(gam_op_parse("attention:hq=1,sq=1,d=8,acc=f64,dtype=f32", &op, &err), 0);
    assert_int_equal(impl->supports(&op, &caps, &err), -GAM_EUNSUPPORTED);
    caps.langs = 1u << GAM_LANG_OPENCL;
    assert_int_equal(impl->supports(&op, &caps, &err), -GAM_EUNSUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_f32),
        cmocka_unit_test(test_f64),
        cmocka_unit_test(test_refusals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
