/* SPDX-License-Identifier: MIT */
/* References against numbers worked out by hand, element conversion, inputs. */
#include "common/err.h"
#include "kernels/oracle/chain.h"
#include "kernels/oracle/convert.h"
#include "kernels/oracle/oracle.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void near(double actual, double expected)
{
    if (!(fabs(actual - expected) <= 1e-12 * fmax(1, fabs(expected))))
        fail_msg("%.17g is not %.17g", actual, expected);
}

/* All output elements of a small operator in f64. */
static void reference(const char *spec, void *const *operand, size_t n, double *value, double *magnitude)
{
    uint64_t index[64];
    struct gam_err err = { 0 };
    struct gam_op op;

    if (gam_op_parse(spec, &op, &err))
        fail_msg("%s: %s", spec, err.text);
    for (size_t i = 0; i < n; i++)
        index[i] = i;
    for (size_t i = 0; gam_oracles[i]; i++)
        if (!strcmp(gam_oracles[i]->kind, op.kind->name)) {
            assert_int_equal(gam_oracles[i]->reference(&op, operand, index, n, value, magnitude), 0);
            return;
        }
    fail_msg("%s: no oracle", spec);
}

static void expect(const char *spec, void *const *operand, const double *expected, size_t n)
{
    double value[64], magnitude[64];

    reference(spec, operand, n, value, magnitude);
    for (size_t i = 0; i < n; i++)
        near(value[i], expected[i]);
}

static void test_gemm_by_hand(void **state)
{
    double a[] = { 1, 2, 3, 4, 5, 6 };   /* 2 x 3 */
    double at[] = { 1, 4, 2, 5, 3, 6 };  /* the same, stored 3 x 2 */
    double b[] = { 1, -1, 0, 2, 3, 1 };  /* 3 x 2 */
    double bt[] = { 1, 0, 3, -1, 2, 1 }; /* the same, stored 2 x 3 */
    double c[] = { 10, 20, 30, 40 }, bias[] = { 0.5, -100 };
    double value[4], magnitude[4];

    (void)state;
    expect("gemm:m=2,n=2,k=3,dtype=f64", (void *[]){ a, b, c }, (double[]){ 10, 6, 22, 12 }, 4);
    expect("gemm:m=2,n=2,k=3,ta=1,dtype=f64", (void *[]){ at, b, c }, (double[]){ 10, 6, 22, 12 }, 4);
    expect("gemm:m=2,n=2,k=3,tb=1,dtype=f64", (void *[]){ a, bt, c }, (double[]){ 10, 6, 22, 12 }, 4);
    expect("gemm:m=2,n=2,k=3,ta=1,tb=1,alpha=2,dtype=f64", (void *[]){ at, bt, c }, (double[]){ 20, 12, 44, 24 }, 4);
    expect("gemm:m=2,n=2,k=3,alpha=2,beta=-1,dtype=f64", (void *[]){ a, b, c }, (double[]){ 10, -8, 14, -16 }, 4);
    expect("gemm:m=2,n=2,k=3,bias=1,act=relu,dtype=f64", (void *[]){ a, b, c, bias }, (double[]){ 10.5, 0, 22.5, 0 }, 4);
    expect("gemm:batch=2,m=1,n=2,k=1,dtype=f64", (void *[]){ a, b, c }, (double[]){ 1, -1, 0, 4 }, 4);
    reference("gemm:m=2,n=2,k=3,alpha=-2,beta=1,bias=1,dtype=f64", (void *[]){ a, b, c, bias }, 4, value, magnitude);
    near(magnitude[1], 2 * (1 + 4 + 3) + 20 + 100);
    near(value[1], -2 * 6 + 20 - 100);
}

static void test_conv2d_by_hand(void **state)
{
    double x[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 }, w[] = { 1, 10, 100, 1000 }, two[] = { 1, 10, 100, 1000, 2, 0, 0, 0 },
           bias[] = { 0.5, 1 };
    double deep[] = { 1, 2, 3, 4, 5, 6, 7, 8 }, pointwise[] = { 1, 10 };

    (void)state;
    expect("conv2d:c=1,h=3,k=1,r=2,dtype=f64", (void *[]){ x, w, NULL }, (double[]){ 5421, 6532, 8754, 9865 }, 4);
    expect("conv2d:c=1,h=3,k=1,r=2,stride=2,pad=1,dtype=f64", (void *[]){ x, w, NULL }, (double[]){ 1000, 3200, 7040, 9865 }, 4);
    expect("conv2d:c=1,h=3,k=1,r=2,dilation=2,dtype=f64", (void *[]){ x, w, NULL }, (double[]){ 9731 }, 1);
    expect("conv2d:c=1,h=3,k=2,r=2,bias=1,dtype=f64", (void *[]){ x, two, NULL, bias },
           (double[]){ 5421.5, 6532.5, 8754.5, 9865.5, 3, 5, 9, 11 }, 8);
    expect("conv2d:c=2,h=2,k=1,r=1,dtype=f64", (void *[]){ deep, pointwise, NULL }, (double[]){ 51, 62, 73, 84 }, 4);
    expect("conv2d:c=2,h=2,k=2,r=1,groups=2,dtype=f64", (void *[]){ deep, pointwise, NULL },
           (double[]){ 1, 2, 3, 4, 50, 60, 70, 80 }, 8);
    expect("conv2d:n=2,c=1,h=2,k=1,r=2,dtype=f64", (void *[]){ deep, w, NULL }, (double[]){ 4321, 8765 }, 2);
}

static void test_attention_by_hand(void **state)
{
    double ln3 = log(3), q[] = { 1, 1, 1, 1 }, k[] = { 0, ln3, 5, 7 }, v[] = { 4, 8, 1, 2 };

    (void)state;
    /* Weights 1/4 and 3/4. */
    expect("attention:hq=1,sq=1,skv=2,d=1,dtype=f64", (void *[]){ q, k, v, NULL }, (double[]){ 7 }, 1);
    expect("attention:hq=1,sq=2,skv=2,d=1,mask=causal,dtype=f64", (void *[]){ q, k, v, NULL }, (double[]){ 4, 7 }, 2);
    expect("attention:hq=1,sq=1,skv=2,d=1,mask=causal,dtype=f64", (void *[]){ q, k, v, NULL }, (double[]){ 7 }, 1);
    expect("attention:hq=1,sq=1,skv=2,d=1,mask=causal-tl,dtype=f64", (void *[]){ q, k, v, NULL }, (double[]){ 4 }, 1);
    expect("attention:hq=1,sq=3,skv=1,d=1,mask=causal,dtype=f64", (void *[]){ q, k, v, NULL }, (double[]){ 0, 0, 4 }, 3);
    /* Two query heads share the one key-value head; values of two elements. */
    expect("attention:hq=2,hkv=1,sq=1,skv=2,d=1,dv=2,dtype=f64", (void *[]){ q, k, v, NULL }, (double[]){ 1.75, 3.5, 1.75, 3.5 },
           4);
    expect("attention:hq=1,sq=1,skv=2,d=1,scale=2,dtype=f64", (void *[]){ q, k, v, NULL }, (double[]){ 7.6 }, 1);
    /* d = 4: the default scale is 1/2. */
    expect("attention:hq=1,sq=1,skv=1,d=4,dv=1,dtype=f64", (void *[]){ q, k, v, NULL }, (double[]){ 4 }, 1);
}

static void test_rows_by_hand(void **state)
{
    double x[] = { 0, log(3), 5, 5 }, y[] = { 1, 3, 3, 4 }, w[] = { 1, 2 }, b[] = { 0, 10 };

    (void)state;
    expect("softmax:rows=2,cols=2,dtype=f64", (void *[]){ x, NULL }, (double[]){ 0.25, 0.75, 0.5, 0.5 }, 4);
    expect("layernorm:rows=1,cols=2,eps=0,dtype=f64", (void *[]){ y, w, b, NULL }, (double[]){ -1, 12 }, 2);
    expect("layernorm:rows=1,cols=2,eps=0.44,dtype=f64", (void *[]){ y, w, b, NULL }, (double[]){ -1 / 1.2, 10 + 2 / 1.2 }, 2);
    expect("rmsnorm:rows=1,cols=2,eps=0,dtype=f64", (void *[]){ y + 2, w, NULL }, (double[]){ 3 / sqrt(12.5), 8 / sqrt(12.5) },
           2);
}

static void test_elements_by_hand(void **state)
{
    double x[] = { -1, 0, 2 }, y[] = { 3, 4, 5 };

    (void)state;
    expect("add:n=3,dtype=f64", (void *[]){ x, y, NULL }, (double[]){ 2, 4, 7 }, 3);
    expect("mul:n=3,dtype=f64", (void *[]){ x, y, NULL }, (double[]){ -3, 0, 10 }, 3);
    /* Phi(-1) = 0.15865525393145705, Phi(2) = 0.97724986805182079. */
    expect("gelu:n=3,dtype=f64", (void *[]){ x, NULL }, (double[]){ -0.15865525393145705, 0, 1.9544997361036416 }, 3);
    expect("silu:n=3,dtype=f64", (void *[]){ x, NULL }, (double[]){ -1 / (1 + M_E), 0, 2 / (1 + exp(-2)) }, 3);
    expect("gelu:n=3,form=tanh,dtype=f64", (void *[]){ x, NULL }, (double[]){ -0.15880800939172324, 0, 1.9545976940877752 }, 3);
}

/* Every bit pattern of a small type survives a load and a store; values between two neighbours go to the nearer. */
static void test_small_floats(void **state)
{
    static const enum gam_dtype types[] = { GAM_DTYPE_F16,    GAM_DTYPE_BF16,   GAM_DTYPE_F8E4M3, GAM_DTYPE_F8E5M2,
                                            GAM_DTYPE_F6E3M2, GAM_DTYPE_F6E2M3, GAM_DTYPE_F4E2M1 };

    (void)state;
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        const struct gam_dtype_info *info = gam_dtype_info(types[t]);
        double largest = 0, one = 1, above = 1 + info->epsilon * 0.75, read;

        for (uint32_t bits = 0; bits < 1u << info->bits; bits++) {
            uint32_t memory = bits, again = 0;

            gam_elements_load(types[t], &memory, 0, 1, &read);
            gam_elements_store(types[t], &again, 0, 1, &read);
            if (!isnan(read) && again != bits)
                fail_msg("%s: %#x reads %g, written %#x", info->name, bits, read, again);
            if (isfinite(read))
                largest = fmax(largest, read);
        }
        assert_true(largest == info->max);
        for (int i = 0; i < 2; i++) {
            uint32_t memory = 0;

            gam_elements_store(types[t], &memory, 0, 1, i ? &above : &one);
            gam_elements_load(types[t], &memory, 0, 1, &read);
            assert_true(read == (i ? 1 + info->epsilon : 1));
        }
    }
}

/* Neighbours in packed types do not disturb each other. */
static void test_packed_elements(void **state)
{
    static const enum gam_dtype types[] = { GAM_DTYPE_I4, GAM_DTYPE_U4, GAM_DTYPE_I1,  GAM_DTYPE_F6E3M2, GAM_DTYPE_F4E2M1,
                                            GAM_DTYPE_I8, GAM_DTYPE_U8, GAM_DTYPE_I16, GAM_DTYPE_I32,    GAM_DTYPE_I64 };

    (void)state;
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        unsigned char memory[41 * 8] = { 0 };
        double expected[41], read[41];

        for (int i = 40; i >= 0; i--) {
            expected[i] = types[t] == GAM_DTYPE_I1                               ? i % 3 == 0
                          : types[t] == GAM_DTYPE_U4 || types[t] == GAM_DTYPE_U8 ? i % 4
                                                                                 : i % 7 - 3;
            gam_elements_store(types[t], memory, (uint64_t)i, 1, &expected[i]);
        }
        gam_elements_load(types[t], memory, 0, 41, read);
        for (int i = 0; i < 41; i++)
            assert_true(read[i] == expected[i]);
    }
}

static void test_out_of_range(void **state)
{
    double huge[] = { 1e30, -1e30, NAN }, read[3];
    unsigned char memory[24];

    (void)state;
    gam_elements_store(GAM_DTYPE_I8, memory, 0, 3, huge);
    gam_elements_load(GAM_DTYPE_I8, memory, 0, 3, read);
    assert_true(read[0] == 127 && read[1] == -128 && read[2] == 0);
    gam_elements_store(GAM_DTYPE_U8, memory, 0, 3, huge);
    gam_elements_load(GAM_DTYPE_U8, memory, 0, 3, read);
    assert_true(read[0] == 255 && read[1] == 0);
    gam_elements_store(GAM_DTYPE_F16, memory, 0, 3, huge);
    gam_elements_load(GAM_DTYPE_F16, memory, 0, 3, read);
    assert_true(isinf(read[0]) && read[1] < 0 && isinf(read[1]) && isnan(read[2]));
    gam_elements_store(GAM_DTYPE_F8E4M3, memory, 0, 3, huge);
    gam_elements_load(GAM_DTYPE_F8E4M3, memory, 0, 3, read);
    assert_true(read[0] == 448 && read[1] == -448 && isnan(read[2]));
    gam_elements_store(GAM_DTYPE_TF32, memory, 0, 1, (double[]){ 1 + 0x1p-11 + 0x1p-20 });
    gam_elements_load(GAM_DTYPE_TF32, memory, 0, 1, read);
    assert_true(read[0] == 1 + 0x1p-10);
}

/* The same for any number of threads and one by one; mean and variance as they should be; never a constant. */
static void inputs_of(const char *spec, double mean, double variance)
{
    enum { N = 100003 };
    double *value = malloc(N * sizeof *value), sum = 0, squares = 0;
    unsigned char *one = malloc(N * 8), *three = malloc(N * 8);
    struct gam_op op;
    enum gam_dtype d;

    assert_int_equal(gam_op_parse(spec, &op, NULL), 0);
    d = gam_op_dtype(&op);
    gam_inputs_fill(&op, 0, one, 5, 1);
    gam_inputs_fill(&op, 0, three, 5, 3);
    assert_memory_equal(one, three, gam_dtype_storage_bytes(d, N));
    gam_elements_load(d, one, 0, N, value);
    for (int i = 0; i < N; i++) {
        sum += value[i];
        squares += value[i] * value[i];
        if (i % 5000 == 0)
            assert_true(gam_inputs_value(&op, 0, 5, (uint64_t)i) == value[i]);
    }
    if (fabs(sum / N - mean) > 0.03 || fabs(squares / N - mean * mean - variance) > 0.03 * variance)
        fail_msg("%s: mean %g, variance %g", spec, sum / N, squares / N);
    gam_inputs_fill(&op, 0, three, 6, 1);
    assert_memory_not_equal(one, three, gam_dtype_storage_bytes(d, N));
    free(value);
    free(one);
    free(three);
}

static void test_inputs(void **state)
{
    (void)state;
    inputs_of("add:n=100003,dtype=f32", 0, 1.0 / 3);
    inputs_of("add:n=100003,dtype=f64", 0, 1.0 / 3);
    inputs_of("add:n=100003,dtype=bf16", 0, 1.0 / 3);
    inputs_of("add:n=100003,dtype=i4", -0.5, 255.0 / 12);
    inputs_of("add:n=100003,dtype=u8", 7.5, 255.0 / 12);
    inputs_of("attention:hq=1,sq=100003,d=1,dtype=f32", 0, 1);
}

static const char *pattern_of(const char *spec, size_t which)
{
    struct gam_operand operand[GAM_OP_MAX_OPERANDS];
    struct gam_op op;

    assert_int_equal(gam_op_parse(spec, &op, NULL), 0);
    assert_true(which < gam_op_operands(&op, operand));
    return gam_inputs_pattern(&operand[which]);
}

static void test_patterns(void **state)
{
    (void)state;
    assert_string_equal(pattern_of("add:n=64,dtype=f32", 0), "uniform");
    assert_string_equal(pattern_of("add:n=64,dtype=i4", 0), "integers");
    assert_string_equal(pattern_of("attention:hq=1,sq=64,d=1,dtype=f32", 0), "normal");
    assert_string_equal(pattern_of("roof_chase:level=L2,bytes=1048576,steps=65536,dtype=i64", 0), "cycle");
    assert_null(pattern_of("softmax:rows=4,cols=4,dtype=f32", 1)); /* an output */
}

static void test_chain_is_one_cycle(void **state)
{
    static const uint64_t sizes[] = { 1, 2, 3, 7, 64, 65, 1000, 4096, 99991 };

    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (int threads = 1; threads <= 2; threads++) {
            uint64_t n = sizes[s], at = 0, steps = 0, next_door = 0;
            int64_t *memory = calloc(n * 8, sizeof *memory);

            assert_non_null(memory);
            gam_chain_fill(memory, n, 64, 3, threads);
            do {
                next_door += memory[at * 8] == (int64_t)(at + 1);
                at = (uint64_t)memory[at * 8];
                assert_true(at < n);
                steps++;
            } while (at && steps <= n);
            assert_true(steps == n);
            assert_true(n < 1000 || next_door < n / 50);
            free(memory);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gemm_by_hand),
        cmocka_unit_test(test_conv2d_by_hand),
        cmocka_unit_test(test_attention_by_hand),
        cmocka_unit_test(test_rows_by_hand),
        cmocka_unit_test(test_elements_by_hand),
        cmocka_unit_test(test_small_floats),
        cmocka_unit_test(test_packed_elements),
        cmocka_unit_test(test_out_of_range),
        cmocka_unit_test(test_inputs),
        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_chain_is_one_cycle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
