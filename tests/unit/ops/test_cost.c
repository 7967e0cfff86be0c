/* SPDX-License-Identifier: MIT */
/* FLOPs, compulsory bytes, intensities and traffic against published numbers and against counting by loops. */
#include "common/err.h"
#include "ops/kind/attention.h"
#include "ops/kind/conv2d.h"
#include "ops/op.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct gam_op parsed(const char *spec)
{
    struct gam_err err = { 0 };
    struct gam_op op;

    if (gam_op_parse(spec, &op, &err))
        fail_msg("%s: %s", spec, err.text);
    return op;
}

static struct gam_cost cost_of(const char *spec)
{
    struct gam_op op = parsed(spec);
    struct gam_cost cost;

    gam_op_cost(&op, &cost);
    return cost;
}

static double bytes_of(const struct gam_cost *cost)
{
    return cost->read_bytes + cost->written_bytes;
}

static void near(double actual, double expected, double half_digit)
{
    if (!(fabs(actual - expected) <= half_digit))
        fail_msg("%.10g is not %.10g within %g", actual, expected, half_digit);
}

static void flops(const char *spec, double fma, double special)
{
    struct gam_cost cost = cost_of(spec);

    near(cost.fma_flop, fma, 0);
    near(cost.special_flop, special, 0);
}

static void bytes(const char *spec, double read, double written)
{
    struct gam_cost cost = cost_of(spec);

    near(cost.read_bytes, read, 0);
    near(cost.written_bytes, written, 0);
}

/* B x D by D x F in 16 bits: 2 BDF / 2 (BD + DF + BF). */
static void test_matrix_intensity(void **state)
{
    double b = 48, d = 640, f = 1280;
    struct gam_cost cost = cost_of("gemm:m=48,n=1280,k=640,dtype=bf16");

    (void)state;
    near(cost.fma_flop / bytes_of(&cost), b * d * f / (b * d + d * f + b * f), 1e-9);
    assert_int_equal(cost.compute_dtype, GAM_DTYPE_BF16);
}

static void test_dot_product_intensity(void **state)
{
    struct gam_cost cost = cost_of("gemm:m=1,n=1,k=1073741824,dtype=f16");

    (void)state;
    near(cost.fma_flop / bytes_of(&cost), 0.5, 1e-8);
}

/* The query projection of LLaMA: 4096 x 4096 weights, fp16, prefill of 2048 tokens and decoding of one. */
static void test_llama_projection(void **state)
{
    struct gam_cost prefill = cost_of("gemm:m=2048,n=4096,k=4096,dtype=f16");
    struct gam_cost decode = cost_of("gemm:m=1,n=4096,k=4096,dtype=f16");

    (void)state;
    near(prefill.fma_flop / 1e9, 68.72, 0.005);
    near(bytes_of(&prefill) / 1e6, 67.11, 0.005);
    near(prefill.fma_flop / bytes_of(&prefill), 1024, 0.5);
    near(decode.fma_flop / 1e9, 0.0336, 0.00005);
    near(bytes_of(&decode) / 1e6, 33.57, 0.005);
    near(decode.fma_flop / bytes_of(&decode), 0.9995, 0.00005);
}

/* The same on a device of 768 GB/s and 154.84 TFLOP/s (309.7 at int8); weights of 8 and 4 bits beside fp16 activations. */
static void test_llama_times(void **state)
{
    struct gam_cost prefill = cost_of("gemm:m=2048,n=4096,k=4096,dtype=f16");
    struct gam_cost decode = cost_of("gemm:m=1,n=4096,k=4096,dtype=f16");
    struct gam_cost prefill8 = cost_of("gemm:m=2048,n=4096,k=4096,dtype=i8");
    struct gam_cost w8 = cost_of("gemm:m=1,n=4096,k=4096,wdtype=i8,dtype=f16");
    struct gam_cost w4 = cost_of("gemm:m=1,n=4096,k=4096,wdtype=i4,dtype=f16");

    (void)state;
    near(prefill.fma_flop / 154.84e6, 443.8, 0.05);
    near(bytes_of(&prefill) / 768e3, 87.38, 0.005);
    near(decode.fma_flop / 154.84e6, 0.217, 0.0005);
    near(bytes_of(&decode) / 768e3, 43.71, 0.005);
    near(prefill8.fma_flop / 309.7e6, 221.9, 0.05);
    near(bytes_of(&w8) / 768e3, 21.87, 0.005);
    near(bytes_of(&w4) / 768e3, 10.94, 0.005);
}

/* x += y in fp64: 1 FLOP for 24 bytes. */
static void test_vector_add_intensity(void **state)
{
    struct gam_cost cost = cost_of("add:n=1000,dtype=f64");

    (void)state;
    near(cost.fma_flop / bytes_of(&cost), 1.0 / 24, 1e-15);
}

/* Matrix FLOPs alone, fp16, G query heads per key-value head: prefill T G/(G+1), decode S G/(G+S). */
static void attention_intensity(const char *spec, double expected)
{
    struct gam_op op = parsed(spec);
    struct gam_cost cost;
    double pairs;

    gam_op_cost(&op, &cost);
    pairs = cost.special_flop; /* one exp per pair */
    near((cost.fma_flop - 4 * pairs) / bytes_of(&cost), expected, expected * 1e-12);
}

static void test_attention_intensities(void **state)
{
    (void)state;
    attention_intensity("attention:b=3,hq=32,hkv=8,sq=2048,d=128,dtype=f16", 2048.0 * 4 / 5);
    attention_intensity("attention:hq=8,sq=512,d=64,dtype=bf16", 512.0 / 2);
    attention_intensity("attention:b=2,hq=32,hkv=8,sq=1,skv=4096,d=128,dtype=f16", 4096.0 * 4 / (4 + 4096));
    attention_intensity("attention:hq=64,hkv=1,sq=1,skv=100000,d=64,dtype=f16", 100000.0 * 64 / (64 + 100000));
}

static void test_gemm_extras(void **state)
{
    (void)state;
    flops("gemm:batch=3,m=5,n=7,k=11,dtype=f32", 3 * 2 * 5 * 7 * 11, 0);
    flops("gemm:batch=3,m=5,n=7,k=11,bias=1,dtype=f32", 3 * (2 * 5 * 7 * 11 + 35), 0);
    flops("gemm:batch=3,m=5,n=7,k=11,alpha=2,dtype=f32", 3 * (2 * 5 * 7 * 11 + 35), 0);
    flops("gemm:batch=3,m=5,n=7,k=11,beta=1,dtype=f32", 3 * (2 * 5 * 7 * 11 + 70), 0);
    flops("gemm:batch=3,m=5,n=7,k=11,alpha=-1,beta=2,bias=1,act=relu,dtype=f32", 3 * (2 * 5 * 7 * 11 + 35 * 5), 0);
    flops("gemm:m=5,n=7,k=11,act=gelu,dtype=f32", 2 * 5 * 7 * 11 + 35 * 4, 35);
    flops("gemm:m=5,n=7,k=11,act=silu,dtype=f32", 2 * 5 * 7 * 11 + 35, 70);
    bytes("gemm:batch=3,m=5,n=7,k=11,dtype=f32", 4 * 3 * (55 + 77), 4 * 3 * 35);
    bytes("gemm:batch=3,m=5,n=7,k=11,ta=1,tb=1,beta=1,bias=1,dtype=f32", 4 * 3 * (55 + 77 + 35) + 4 * 7, 4 * 3 * 35);
    bytes("gemm:m=5,n=8,k=12,wdtype=i4,out=f32,dtype=f16", 2 * 60 + 48, 4 * 40);
}

static void test_conv2d(void **state)
{
    (void)state;
    flops("conv2d:c=3,h=224,k=64,r=7,stride=2,pad=3,dtype=f32", 2.0 * 64 * 112 * 112 * 3 * 49, 0);
    bytes("conv2d:c=3,h=224,k=64,r=7,stride=2,pad=3,dtype=f32", 4.0 * (3 * 224 * 224 + 64 * 3 * 49), 4.0 * 64 * 112 * 112);
    flops("conv2d:n=2,c=32,h=14,k=32,r=3,pad=1,groups=32,bias=1,dtype=f32", 2.0 * 32 * 14 * 14 * (2 * 9 + 1), 0);
    bytes("conv2d:n=2,c=32,h=14,k=32,r=3,pad=1,groups=32,bias=1,dtype=f32", 4.0 * (2 * 32 * 196 + 32 * 9 + 32),
          4.0 * 2 * 32 * 196);
    flops("conv2d:c=8,h=9,w=17,k=4,r=3,s=5,stride=2,pad=2,dilation=2,groups=2,dtype=f32", 2.0 * 4 * 5 * 7 * 4 * 15, 0);
}

static void test_rows_and_elements(void **state)
{
    (void)state;
    flops("softmax:rows=3,cols=5,dtype=f32", 60, 15);
    bytes("softmax:rows=3,cols=5,dtype=f32", 60, 60);
    flops("layernorm:rows=3,cols=5,dtype=f32", 120, 0);
    bytes("layernorm:rows=3,cols=5,dtype=f32", 4 * (15 + 5 + 5), 60);
    flops("rmsnorm:rows=3,cols=5,dtype=f32", 75, 0);
    bytes("rmsnorm:rows=3,cols=5,dtype=f32", 4 * (15 + 5), 60);
    flops("add:n=10,dtype=f32", 10, 0);
    bytes("mul:n=10,dtype=f64", 160, 80);
    flops("gelu:n=10,dtype=f32", 40, 10);
    flops("gelu:n=10,form=tanh,dtype=f32", 80, 10);
    flops("silu:n=10,dtype=f32", 10, 20);
    bytes("silu:n=10,out=f32,dtype=f16", 20, 40);
}

/* The closed form of the masked pairs against counting, for every small shape. */
static void test_attention_pairs(void **state)
{
    (void)state;
    for (int mask = GAM_MASK_NONE; mask <= GAM_MASK_CAUSAL_TL; mask++)
        for (int64_t sq = 1; sq < 12; sq++)
            for (int64_t skv = 1; skv < 12; skv++) {
                struct gam_attention s = { .sq = sq, .skv = skv, .mask = (enum gam_mask)mask };
                double counted = 0;

                for (int64_t i = 0; i < sq; i++)
                    for (int64_t j = 0; j < skv; j++)
                        counted += mask == GAM_MASK_NONE || j <= i + (mask == GAM_MASK_CAUSAL ? skv - sq : 0);
                near(gam_attention_pairs(&s), counted, 0);
            }
}

/* The output size against counting the places where the filter lies inside the padded input. */
static void test_conv_output_size(void **state)
{
    char spec[200];

    (void)state;
    for (int h = 1; h < 9; h++)
        for (int r = 1; r <= 3; r++)
            for (int stride = 1; stride <= 3; stride++)
                for (int pad = 0; pad <= 2; pad++)
                    for (int dilation = 1; dilation <= 2; dilation++) {
                        struct gam_conv2d s;
                        struct gam_op op;
                        int places = 0;

                        for (int at = -pad; at + dilation * (r - 1) < h + pad; at += stride)
                            places++;
                        snprintf(spec, sizeof spec, "conv2d:c=1,h=%d,k=1,r=%d,stride=%d,pad=%d,dilation=%d,dtype=f32", h, r,
                                 stride, pad, dilation);
                        if (gam_op_parse(spec, &op, NULL)) {
                            assert_int_equal(places, 0);
                            continue;
                        }
                        gam_conv2d_shape(&op, &s);
                        assert_int_equal(s.p, places);
                        assert_int_equal(s.q, places);
                    }
}

/* max(compulsory, 2 b m n k w / sqrt(C / 3w)). */
static void gemm_model(const char *spec, double mnk, double width, double capacity)
{
    struct gam_op op = parsed(spec);
    struct gam_traffic traffic;
    struct gam_cost cost;

    gam_op_cost(&op, &cost);
    gam_op_traffic(&op, capacity, &traffic);
    near(traffic.read_bytes + traffic.written_bytes, fmax(bytes_of(&cost), 2 * mnk * width / sqrt(capacity / (3 * width))), 1e-3);
    near(traffic.written_bytes, cost.written_bytes, 0);
}

static void test_gemm_traffic(void **state)
{
    double n = 2048;

    (void)state;
    gemm_model("gemm:m=2048,n=2048,k=2048,dtype=f32", n * n * n, 4, 49152);
    gemm_model("gemm:m=2048,n=2048,k=2048,dtype=f32", n * n * n, 4, 2097152);
    gemm_model("gemm:m=2048,n=2048,k=2048,dtype=f32", n * n * n, 4, 1e9);
    gemm_model("gemm:batch=2,m=1024,n=1024,k=1024,dtype=f64", 2 * 1024.0 * 1024 * 1024, 8, 1048576);
    gemm_model("gemm:m=1,n=4096,k=4096,dtype=f32", 4096.0 * 4096, 4, 32768);
}

/* Attention streams keys and values once per block of queries; all of them fit: the compulsory bytes. */
static void test_attention_traffic(void **state)
{
    struct gam_op op = parsed("attention:hq=8,hkv=2,sq=1024,d=64,dtype=f32");
    double head = 1024 * 128 * 4, rows = floor(49152 / 2.0 / 512);
    struct gam_traffic traffic;
    struct gam_cost cost;

    (void)state;
    gam_op_cost(&op, &cost);
    gam_op_traffic(&op, 2 * head, &traffic);
    near(traffic.read_bytes, cost.read_bytes, 0);
    gam_op_traffic(&op, 49152, &traffic);
    near(traffic.read_bytes, 8 * (1024 * 64 * 4 + ceil(1024 / rows) * head), 0);
}

static void test_rows_traffic(void **state)
{
    struct gam_op op = parsed("softmax:rows=4,cols=100000,dtype=f32");
    struct gam_traffic traffic;

    (void)state;
    gam_op_traffic(&op, 32768, &traffic);
    near(traffic.read_bytes, 3 * 1.6e6, 0);
    gam_op_traffic(&op, 400000, &traffic);
    near(traffic.read_bytes, 1.6e6, 0);
}

static void test_tolerance(void **state)
{
    struct gam_op f32 = parsed("gemm:m=1,n=1,k=1024,dtype=f32");
    struct gam_op f16 = parsed("gemm:m=1,n=1,k=1024,dtype=f16");
    struct gam_op add = parsed("add:n=4,dtype=f64");

    (void)state;
    near(gam_op_tolerance(&f32), 33 * 0x1p-23, 1e-15);
    near(gam_op_tolerance(&f16), 32 * 0x1p-23 + 0x1p-10, 1e-15);
    near(gam_op_tolerance(&add), 2 * 0x1p-52, 1e-25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matrix_intensity),
        cmocka_unit_test(test_dot_product_intensity),
        cmocka_unit_test(test_llama_projection),
        cmocka_unit_test(test_llama_times),
        cmocka_unit_test(test_vector_add_intensity),
        cmocka_unit_test(test_attention_intensities),
        cmocka_unit_test(test_gemm_extras),
        cmocka_unit_test(test_conv2d),
        cmocka_unit_test(test_rows_and_elements),
        cmocka_unit_test(test_attention_pairs),
        cmocka_unit_test(test_conv_output_size),
        cmocka_unit_test(test_gemm_traffic),
        cmocka_unit_test(test_attention_traffic),
        cmocka_unit_test(test_rows_traffic),
        cmocka_unit_test(test_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
