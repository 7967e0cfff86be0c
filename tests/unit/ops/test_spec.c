/* SPDX-License-Identifier: MIT */
#include "common/err.h"
#include "ops/op.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void canonical(const char *spec, const char *expected)
{
    struct gam_err err = { 0 };
    struct gam_op op, again;
    char out[GAM_OP_SPEC_MAX];

    if (gam_op_parse(spec, &op, &err))
        fail_msg("'%s': %s", spec, err.text);
    assert_int_equal(gam_op_spec(&op, out, sizeof out), (int)strlen(expected));
    assert_string_equal(out, expected);
    assert_int_equal(gam_op_parse(out, &again, &err), 0);
    assert_true(gam_op_equal(&op, &again));
}

static void test_canonical_form(void **state)
{
    (void)state;
    canonical("gemm:m=512,n=512,k=512,dtype=f32", "gemm:m=512,n=512,k=512,dtype=f32");
    canonical("gemm:dtype=float,k=3,n=2,m=1,batch=1,alpha=1.0,beta=-0,act=none", "gemm:m=1,n=2,k=3,dtype=f32");
    canonical("gemm:m=1,n=2,k=3,batch=7,alpha=0.1,beta=1e-3,ta=1,tb=0,bias=1,act=gelu,dtype=FP64",
              "gemm:batch=7,m=1,n=2,k=3,ta=1,alpha=0.1,beta=0.001,bias=1,act=gelu,dtype=f64");
    canonical("gemm:m=1,n=2,k=3,acc=f32,out=f16,wdtype=int4,dtype=half", "gemm:m=1,n=2,k=3,wdtype=i4,dtype=f16");
    canonical("gemm:m=1,n=2,k=3,acc=f16,out=f32,dtype=half", "gemm:m=1,n=2,k=3,acc=f16,out=f32,dtype=f16");
    canonical("gemm:m=1,n=2,k=3,dtype=i8,out=i32,acc=i32", "gemm:m=1,n=2,k=3,dtype=i8");
    canonical("conv2d:n=1,c=3,h=224,w=224,k=64,r=7,s=7,stride=2,pad=3,dilation=1,groups=1,dtype=f32",
              "conv2d:c=3,h=224,k=64,r=7,stride=2,pad=3,dtype=f32");
    canonical("attention:b=1,hq=8,hkv=8,sq=5,skv=5,d=64,dv=64,mask=causal-tl,scale=0,dtype=f32",
              "attention:hq=8,sq=5,d=64,mask=causal-tl,dtype=f32");
    canonical("gelu:n=8,form=tanh,dtype=bf16", "gelu:n=8,form=tanh,dtype=bf16");
    canonical("layernorm:rows=2,cols=3,eps=0.00001,dtype=f32", "layernorm:rows=2,cols=3,dtype=f32");
}

static void refused(const char *spec, int code, const char *text)
{
    struct gam_err err = { 0 };
    struct gam_op op;

    if (gam_op_parse(spec, &op, &err) != code)
        fail_msg("'%s': code %d: %s", spec, err.code, err.text);
    if (!strstr(err.text, text))
        fail_msg("'%s': '%s' lacks '%s'", spec, err.text, text);
}

static void test_errors_name_the_place_and_the_remedy(void **state)
{
    (void)state;
    refused("", -GAM_EPARSE, "expected operator:key=value");
    refused(":m=1", -GAM_EPARSE, "expected operator:key=value");
    refused("gem:m=1", -GAM_EINVAL, "unknown operator 'gem'; did you mean 'gemm'?; operators are");
    refused("gemm", -GAM_EINVAL, "gemm: missing m n k dtype; example: gemm:m=512");
    refused("gemm:", -GAM_EINVAL, "gemm: missing m n k dtype");
    refused("gemm:m=1,n=1,k=1", -GAM_EINVAL, "gemm: missing dtype");
    refused("gemm:mm=1", -GAM_EINVAL, "gemm: unknown key 'mm'; did you mean 'm'?; keys are batch m n k");
    refused("gemm:aplha=1", -GAM_EINVAL, "did you mean 'alpha'?");
    refused("gemm:m=1,m=2", -GAM_EINVAL, "gemm: key 'm' is given twice");
    refused("gemm:m=0", -GAM_EINVAL, "gemm: m=0: expected an integer from 1 to 1099511627776 (rows of a and c)");
    refused("gemm:m=1.5", -GAM_EINVAL, "expected an integer");
    refused("gemm:m= 1", -GAM_EINVAL, "expected an integer");
    refused("gemm:m=99999999999999999999", -GAM_EINVAL, "expected an integer");
    refused("gemm:m=0x10", -GAM_EINVAL, "expected an integer");
    refused("gemm:alpha=nan", -GAM_EINVAL, "expected a number");
    refused("gemm:alpha=inf", -GAM_EINVAL, "expected a number");
    refused("gemm:alpha=1e999", -GAM_EINVAL, "expected a number");
    refused("gemm:alpha=0x1p3", -GAM_EINVAL, "expected a number");
    refused("gemm:act=rellu", -GAM_EINVAL, "expected one of none relu gelu silu; did you mean 'relu'?");
    refused("gemm:dtype=f31", -GAM_EINVAL, "unknown element type; did you mean 'f32'?");
    refused("gemm:m", -GAM_EPARSE, "expected key=value at 'm'");
    refused("gemm:m=", -GAM_EPARSE, "expected key=value");
    refused("gemm:=1", -GAM_EPARSE, "expected key=value");
    refused("gemm:m=1,", -GAM_EPARSE, "ends in a comma");
    refused("gemm:m=1,,n=1", -GAM_EPARSE, "expected key=value");
    refused("conv2d:c=6,h=5,k=4,r=3,groups=4,dtype=f32", -GAM_EINVAL, "conv2d: groups=4 must divide c=6 and k=4");
    refused("conv2d:c=6,h=5,k=4,r=7,dtype=f32", -GAM_EINVAL,
            "filter of 7x7 with dilation=1 is larger than the padded input of 5x5");
    refused("attention:hq=8,hkv=3,sq=1,d=4,dtype=f32", -GAM_EINVAL, "attention: hkv=3 must divide hq=8");
    refused("attention:hq=8,sq=1,d=4,mask=casual,dtype=f32", -GAM_EINVAL, "did you mean 'causal'?");
}

static void test_sizes_that_pass_63_bits_are_refused(void **state)
{
    (void)state;
    refused("gemm:m=1099511627776,n=1099511627776,k=1,dtype=f32", -GAM_EINVAL, "2^63 bytes");
    refused("gemm:m=1099511627776,n=1,k=2097152,dtype=f32", -GAM_EINVAL, "2^63 bytes"); /* a alone is 2^63 bytes */
    refused("conv2d:n=1099511627776,c=1099511627776,h=1073741824,k=1,r=1,dtype=f32", -GAM_EINVAL, "2^63 bytes");
    refused("attention:b=1099511627776,hq=1,sq=1,skv=1099511627776,d=1,dtype=f32", -GAM_EINVAL, "2^63 bytes");
    refused("softmax:rows=1099511627776,cols=1099511627776,dtype=i1", -GAM_EINVAL, "2^63 bytes");
    refused("gemm:batch=1099511627776,m=1099511627776,n=1099511627776,k=1099511627776,dtype=f64", -GAM_EINVAL, "2^63 bytes");
}

static void test_short_buffer_is_refused(void **state)
{
    struct gam_op op;
    char out[64];

    (void)state;
    assert_int_equal(gam_op_parse("gemm:m=512,n=512,k=512,dtype=f32", &op, NULL), 0);
    for (size_t size = 0; size < 33; size++)
        assert_int_equal(gam_op_spec(&op, out, size), -GAM_EINVAL);
    assert_int_equal(gam_op_spec(&op, out, 33), 32);
}

/* A value of a key, drawn from its allowed range: small, or now and then anything. */
static void random_value(const struct gam_op_key *key, unsigned *seed, char *out, size_t size)
{
    int words = 0;

    switch (key->type) {
    case GAM_KEY_INT:
        snprintf(out, size, "%.0f", key->least + (double)(rand_r(seed) % (int)fmin(5, key->most - key->least + 1)));
        return;
    case GAM_KEY_REAL:
        snprintf(out, size, "%.17g", key->least + (key->most - key->least) * (rand_r(seed) / (1.0 + RAND_MAX)));
        return;
    case GAM_KEY_WORD:
        while (key->words[words])
            words++;
        snprintf(out, size, "%s", key->words[rand_r(seed) % words]);
        return;
    case GAM_KEY_DTYPE:
        snprintf(out, size, "%s", gam_dtype_info((enum gam_dtype)(rand_r(seed) % GAM_DTYPE_COUNT))->name);
        return;
    }
}

/* Keys in random order, optional ones present by chance. */
static void random_spec(const struct gam_op_kind *kind, unsigned *seed, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, "%s", kind->name);
    size_t start = (size_t)rand_r(seed) % kind->n_keys;
    char separator = ':';

    for (size_t i = 0; i < kind->n_keys; i++) {
        const struct gam_op_key *key = &kind->keys[(start + i) % kind->n_keys];
        char value[64];

        if (!key->required && rand_r(seed) % 2)
            continue;
        random_value(key, seed, value, sizeof value);
        used += (size_t)snprintf(out + used, size - used, "%c%s=%s", separator, key->name, value);
        separator = ',';
        assert_true(used < size);
    }
}

static void check_numbers(const struct gam_op *op, const char *spec)
{
    struct gam_operand operand[GAM_OP_MAX_OPERANDS];
    size_t n = gam_op_operands(op, operand);
    struct gam_traffic small, large;
    struct gam_cost cost;
    double in = 0, out = 0;

    for (size_t i = 0; i < n; i++) {
        double bytes = (double)operand[i].bytes;

        in += operand[i].role == GAM_OPERAND_IN || operand[i].role == GAM_OPERAND_INOUT ? bytes : 0;
        out += operand[i].role == GAM_OPERAND_OUT || operand[i].role == GAM_OPERAND_INOUT ? bytes : 0;
    }
    gam_op_cost(op, &cost);
    gam_op_traffic(op, 32768, &small);
    gam_op_traffic(op, 1e12, &large);
    if (op->kind->class == GAM_OP_SUBJECT && (cost.read_bytes != in || cost.written_bytes != out || out <= 0))
        fail_msg("%s: compulsory bytes", spec);
    if (small.read_bytes < large.read_bytes || large.read_bytes < cost.read_bytes || large.written_bytes < cost.written_bytes)
        fail_msg("%s: traffic %g, %g below compulsory %g", spec, small.read_bytes, large.read_bytes, cost.read_bytes);
}

/* For every kind: a random spec parses, or is refused with a text; its canonical form parses to the same operator and stays. */
static void test_round_trip_of_random_specs(void **state)
{
    unsigned seed = 20;

    (void)state;
    for (size_t i = 0; gam_op_kinds[i]; i++) {
        int parsed = 0;

        for (int round = 0; round < 2000; round++) {
            char spec[2048], once[GAM_OP_SPEC_MAX], twice[GAM_OP_SPEC_MAX];
            struct gam_err err = { 0 };
            struct gam_op op, again;

            random_spec(gam_op_kinds[i], &seed, spec, sizeof spec);
            if (gam_op_parse(spec, &op, &err)) {
                assert_true(err.text[0]);
                continue;
            }
            parsed++;
            assert_true(gam_op_spec(&op, once, sizeof once) > 0);
            if (gam_op_parse(once, &again, &err))
                fail_msg("%s gives %s: %s", spec, once, err.text);
            assert_true(gam_op_equal(&op, &again));
            assert_true(gam_op_spec(&again, twice, sizeof twice) > 0);
            assert_string_equal(once, twice);
            check_numbers(&op, once);
        }
        if (parsed < 100 && gam_op_kinds[i]->class == GAM_OP_SUBJECT)
            fail_msg("%s: only %d of 2000 random specs are valid", gam_op_kinds[i]->name, parsed);
    }
}

/* The largest values of all keys still fit into GAM_OP_SPEC_MAX. */
static void test_longest_spec_fits(void **state)
{
    (void)state;
    for (size_t i = 0; gam_op_kinds[i]; i++) {
        const struct gam_op_kind *kind = gam_op_kinds[i];
        struct gam_op op = { .kind = kind };
        char out[GAM_OP_SPEC_MAX];

        for (size_t k = 0; k < kind->n_keys; k++)
            if (kind->keys[k].type == GAM_KEY_REAL)
                op.v[k].f = -1.2345678901234567e-123;
            else if (kind->keys[k].type == GAM_KEY_INT)
                op.v[k].i = (int64_t)kind->keys[k].most;
            else
                op.v[k].i = kind->keys[k].type == GAM_KEY_DTYPE ? GAM_DTYPE_F8E4M3 : 1;
        assert_true(gam_op_spec(&op, out, sizeof out) > 0);
    }
}

static void test_examples_and_tables(void **state)
{
    (void)state;
    for (size_t i = 0; gam_op_kinds[i]; i++) {
        const struct gam_op_kind *kind = gam_op_kinds[i];
        struct gam_err err = { 0 };
        struct gam_op op;
        char out[GAM_OP_SPEC_MAX];

        assert_true(kind->n_keys && kind->n_keys <= GAM_OP_MAX_KEYS);
        assert_string_equal(kind->keys[kind->n_keys - 1].name, "dtype");
        assert_true(kind->keys[kind->n_keys - 1].required);
        if (gam_op_parse(kind->example, &op, &err))
            fail_msg("%s: %s", kind->example, err.text);
        assert_true(gam_op_spec(&op, out, sizeof out) > 0);
        assert_string_equal(out, kind->example);
        for (size_t k = 0; k < kind->n_keys; k++)
            assert_true(kind->keys[k].help && kind->keys[k].help[0]);
    }
}

static void test_fit_bytes(void **state)
{
    struct gam_cost cost, less;
    struct gam_err err;
    struct gam_op op;

    (void)state;
    for (double bytes = 1; bytes < 1e12; bytes *= 7.3) {
        assert_int_equal(gam_op_parse_fit("gemm:m=8,n=8,k=8,dtype=f32", bytes, &op, &err), 0);
        gam_op_cost(&op, &cost);
        assert_true(cost.read_bytes + cost.written_bytes >= bytes);
        if (gam_op_int(&op, "batch") == 1)
            continue;
        op.v[0].i--;
        gam_op_cost(&op, &less);
        assert_true(less.read_bytes + less.written_bytes < bytes);
    }
    assert_int_equal(gam_op_parse_fit("gemm:batch=2,m=8,n=8,k=8,dtype=f32", 1e6, &op, &err), -GAM_EINVAL);
    assert_non_null(strstr(err.text, "batch and bytes are both given"));
    assert_int_equal(gam_op_parse_fit("gemm:m=8,n=8,k=8,dtype=f32", 1e30, &op, &err), -GAM_EINVAL);
    assert_non_null(strstr(err.text, "cannot be reached"));
    assert_int_equal(gam_op_parse_fit("gemm:m=8,n=8,k=8,dtype=f32", NAN, &op, &err), -GAM_EINVAL);
    assert_int_equal(gam_op_parse_fit("gemm:m=8,n=8,k=8,dtype=f32", -1, &op, &err), -GAM_EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_canonical_form),
        cmocka_unit_test(test_errors_name_the_place_and_the_remedy),
        cmocka_unit_test(test_sizes_that_pass_63_bits_are_refused),
        cmocka_unit_test(test_short_buffer_is_refused),
        cmocka_unit_test(test_round_trip_of_random_specs),
        cmocka_unit_test(test_longest_spec_fits),
        cmocka_unit_test(test_examples_and_tables),
        cmocka_unit_test(test_fit_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
