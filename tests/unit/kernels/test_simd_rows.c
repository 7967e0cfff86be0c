/* SPDX-License-Identifier: MIT */
/* Vector add, mul, gelu, silu, softmax and norms through their plans: whole and cut rows, plain and non-temporal stores, any
 * alignment of the operands, every instruction set that this cpu has; against the definitions in a wider type.
 */
#include "../gam_test.h"

#include "common/rand.h"
#include "kernels/impl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_OPERANDS = 4, MARGIN = 16 /* elements around each operand that must stay as they are */ };

struct bench {
    struct gam_op op;
    int is_f32;
    size_t width, n_operands, shift; /* shift: elements off alignment */
    size_t elements[MOST_OPERANDS];
    char *memory[MOST_OPERANDS];
    void *operand[MOST_OPERANDS];
    double *x[MOST_OPERANDS]; /* inputs in double */
};

static double get(const struct bench *b, size_t which, size_t i)
{
    return b->is_f32 ? (double)((const float *)b->operand[which])[i] : ((const double *)b->operand[which])[i];
}

static void set(struct bench *b, size_t which, ptrdiff_t i, double x)
{
    if (b->is_f32)
        ((float *)b->operand[which])[i] = (float)x;
    else
        ((double *)b->operand[which])[i] = x;
}

static void bench_new(struct bench *b, const char *spec, size_t shift)
{
    struct gam_operand operands[GAM_OP_MAX_OPERANDS];
    struct gam_rand r;
    struct gam_err err;

    if (gam_op_parse(spec, &b->op, &err))
        fail_msg("%s: %s", spec, err.text);
    b->is_f32 = gam_op_dtype(&b->op) == GAM_DTYPE_F32;
    b->width = b->is_f32 ? 4 : 8;
    b->shift = shift;
    b->n_operands = gam_op_operands(&b->op, operands);
    assert_true(b->n_operands <= MOST_OPERANDS);
    gam_rand_seed(&r, 5);
    for (size_t i = 0; i < b->n_operands; i++) {
        b->elements[i] = operands[i].elements;
        b->memory[i] = aligned_alloc(64, (operands[i].bytes + (2 * MARGIN + shift) * b->width + 63) / 64 * 64);
        b->x[i] = malloc(operands[i].elements * sizeof(double));
        assert_non_null(b->memory[i]);
        assert_non_null(b->x[i]);
        b->operand[i] = b->memory[i] + (MARGIN + shift) * b->width;
        for (size_t j = 0; j < b->elements[i]; j++) {
            set(b, i, (ptrdiff_t)j, 4 * gam_rand_normal(&r) + 3);
            b->x[i][j] = get(b, i, j);
        }
    }
}

static void bench_release(struct bench *b)
{
    for (size_t i = 0; i < b->n_operands; i++) {
        free(b->memory[i]);
        free(b->x[i]);
    }
}

static void poison(struct bench *b)
{
    size_t out = b->n_operands - 1;

    for (ptrdiff_t i = -MARGIN; i < (ptrdiff_t)b->elements[out] + MARGIN; i++)
        set(b, out, i, NAN);
}

static double activation(const char *kind, const char *form, double x)
{
    if (!strcmp(kind, "silu"))
        return x / (1 + exp(-x));
    if (!strcmp(form, "tanh"))
        return x / (1 + exp(-2 * sqrt(2 / acos(-1)) * (x + 0.044715 * x * x * x)));
    return x / 2 * erfc(-x / sqrt(2));
}

static void elementwise_reference(const struct bench *b, size_t i, double *y, double *size)
{
    const char *kind = b->op.kind->name, *form = strcmp(kind, "gelu") ? "" : gam_op_word(&b->op, "form");

    if (!strcmp(kind, "add"))
        *y = b->x[0][i] + b->x[1][i];
    else if (!strcmp(kind, "mul"))
        *y = b->x[0][i] * b->x[1][i];
    else
        *y = activation(kind, form, b->x[0][i]);
    *size = fabs(*y) + fabs(b->x[0][i]);
}

/* Mean, variance and the sum of exponentials relative to the largest, of one row. */
struct moments {
    double top;
    long double mean, variance, square, exponentials;
};

static struct moments row_moments(const double *x, size_t n)
{
    struct moments m = { .top = -INFINITY };

    for (size_t i = 0; i < n; i++) {
        m.mean += (long double)x[i] / n;
        m.square += (long double)x[i] * x[i] / n;
        m.top = fmax(m.top, x[i]);
    }
    for (size_t i = 0; i < n; i++) {
        m.variance += (x[i] - m.mean) * (x[i] - m.mean) / n;
        m.exponentials += expl((long double)x[i] - m.top);
    }
    return m;
}

static void row_reference(const struct bench *b, const struct moments *m, size_t i, size_t col, double *y, double *size)
{
    const char *kind = b->op.kind->name;
    double eps = strcmp(kind, "softmax") ? gam_op_real(&b->op, "eps") : 0;
    long double x = b->x[0][i], inverse = 1 / sqrtl(m->variance + eps), ref;

    if (!strcmp(kind, "softmax"))
        ref = expl(x - m->top) / m->exponentials;
    else if (!strcmp(kind, "layernorm"))
        ref = (x - m->mean) * inverse * b->x[1][col] + b->x[2][col];
    else
        ref = x / sqrtl(m->square + eps) * b->x[1][col];
    *y = (double)ref;
    *size = fabs(*y);
    if (!strcmp(kind, "layernorm"))
        *size = (double)((fabsl(x) + fabsl(m->mean)) * inverse) * fabs(b->x[1][col]) + fabs(b->x[2][col]);
    if (!strcmp(kind, "softmax"))
        *size *= 1 + fabs((double)x - m->top); /* rounding of the difference is relative in its exponential */
}

/* Worst error in units of the type's epsilon of the size that it is measured against. */
static double worst_error(const struct bench *b)
{
    size_t out = b->n_operands - 1, cols = gam_op_has(&b->op, "cols") ? (size_t)gam_op_int(&b->op, "cols") : 0;
    struct moments m = { 0 };
    double worst = 0;

    for (size_t i = 0; i < b->elements[out]; i++) {
        double y, size, error;

        if (cols && i % cols == 0)
            m = row_moments(b->x[0] + i, cols);
        if (cols)
            row_reference(b, &m, i, i % cols, &y, &size);
        else
            elementwise_reference(b, i, &y, &size);
        error = fabs(get(b, out, i) - y) / fmax(size, 1e-300);
        worst = error <= worst ? worst : error; /* a NaN stays */
    }
    for (ptrdiff_t i = 0; i < MARGIN; i++)
        if (!isnan(get(b, out, (size_t)(i - MARGIN))) || !isnan(get(b, out, b->elements[out] + (size_t)i)))
            fail_msg("wrote outside the output");
    return worst / gam_dtype_info(gam_op_dtype(&b->op))->epsilon;
}

static void check_run(struct bench *b, const char *spec, const struct gam_caps *caps)
{
    const struct gam_impl *impl = gam_impl_find("simd", b->op.kind->name);
    struct gam_launch launch;
    struct gam_err err;
    double error;

    assert_non_null(impl);
    assert_int_equal(impl->supports(&b->op, caps, &err), 0);
    if (impl->plan(&b->op, caps, &launch, &err))
        fail_msg("%s: %s", spec, err.text);
    poison(b);
    assert_int_equal(launch.run(&launch, b->operand), 0);
    error = worst_error(b);
    if (!(error <= 6))
        fail_msg("%s, shift %zu, %d threads, %s: error %g eps", spec, b->shift, caps->threads, launch.detail, error);
    gam_launch_release(&launch);
}

static int each_caps(struct bench *b, const char *spec)
{
    const unsigned isas[] = { GAM_ISA_AVX512, GAM_ISA_AVX2, GAM_ISA_NEON };
    int ran = 0;

    for (size_t k = 0; k < sizeof isas / sizeof isas[0]; k++)
        for (unsigned mode = 0; mode < 12 && (isas[k] & gam_isa_detect()); mode++, ran++) {
            struct gam_caps caps = { .device_kind = "cpu", .langs = 1u << GAM_LANG_HOST, .isa = isas[k] };

            caps.threads = 1 + (int)(mode % 3);
            caps.llc_bytes = mode / 3 % 2 ? 1 : 1 << 30;      /* non-temporal stores: always, never */
            caps.l2_bytes = mode / 6 % 2 ? 1 << 10 : 1 << 24; /* of a row: less, more */
            check_run(b, spec, &caps);
        }
    return ran;
}

static void each_spec(const char *const *specs)
{
    static const char *const dtypes[] = { "f32", "f64" };
    int ran = 0;

    for (; *specs; specs++)
        for (size_t d = 0; d < 2; d++)
            for (size_t shift = 0; shift < 4; shift += 3) {
                char spec[GAM_OP_SPEC_MAX];
                struct bench b;

                snprintf(spec, sizeof spec, "%s,dtype=%s", *specs, dtypes[d]);
                bench_new(&b, spec, shift);
                ran += each_caps(&b, spec);
                bench_release(&b);
            }
    if (!ran)
        skip(); /* this cpu has none of the instruction sets */
}

static void test_elementwise(void **state)
{
    static const char *const specs[] = { "add:n=1",    "add:n=1000", "mul:n=67", "gelu:n=1023", "gelu:n=130,form=tanh",
                                         "silu:n=515", NULL };

    (void)state;
    each_spec(specs);
}

static void test_rows(void **state)
{
    static const char *const specs[] = {
        "softmax:rows=1,cols=1",
        "softmax:rows=7,cols=37",
        "softmax:rows=3,cols=5000",
        "softmax:rows=1,cols=13001",
        "layernorm:rows=5,cols=61",
        "layernorm:rows=1,cols=13001",
        "layernorm:rows=9,cols=2100",
        "rmsnorm:rows=3,cols=129",
        "rmsnorm:rows=1,cols=12999",
        "rmsnorm:rows=4,cols=1,eps=0.5",
        NULL,
    };

    (void)state;
    each_spec(specs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elementwise),
        cmocka_unit_test(test_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
