/* SPDX-License-Identifier: MIT */
/* Vector exp, tanh, erf, gelu and silu of every instruction set that this cpu has, against the C library in the next wider
 * type: wide ranges, and infinities, NaN, denormals and signed zeros.
 */
#include "common/rand.h"
#include "kernels/cpu/simd/simd.h"
#include "kernels/impl.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { POINTS = 1 << 17 };

struct function {
    enum gam_simd_unary which;
    const char *name;
    long double (*reference)(long double x);
    double least, most;   /* range of the wide sweep */
    double ulps;          /* allowed, of the result */
    double ulps_of_input; /* allowed besides, of x */
};

static long double sigmoid_times(long double x, long double u)
{
    return x / (1 + expl(-u));
}

static long double gelu_erf(long double x)
{
    return x * 0.5L * erfcl(-x * 0.707106781186547524400844362104849039L);
}

static long double gelu_tanh(long double x)
{
    return sigmoid_times(x, 2 * 0.797884560802865355879892119868763737L * (x + 0.044715L * x * x * x));
}

static long double silu(long double x)
{
    return sigmoid_times(x, x);
}

/* gelu and silu: their negative tails are small against x, and what matters there is the error against x. */
static const struct function functions[] = {
    { GAM_SIMD_EXP, "exp", expl, -800, 720, 1.5, 0 },
    { GAM_SIMD_TANH, "tanh", tanhl, -30, 30, 3, 0 },
    { GAM_SIMD_ERF, "erf", erfl, -8, 8, 2, 0 },
    { GAM_SIMD_GELU_ERF, "gelu erf", gelu_erf, -40, 40, 2, 2 },
    { GAM_SIMD_GELU_TANH, "gelu tanh", gelu_tanh, -40, 40, 2, 2 },
    { GAM_SIMD_SILU, "silu", silu, -800, 800, 3, 1 },
};

/* A number of the table's type. */
union number {
    float f[POINTS];
    double d[POINTS];
};

static union number input, output;

static void set(const struct gam_simd *simd, size_t i, double x)
{
    if (simd->dtype == GAM_DTYPE_F32)
        input.f[i] = (float)x;
    else
        input.d[i] = x;
}

static double get(const struct gam_simd *simd, const union number *from, size_t i)
{
    return simd->dtype == GAM_DTYPE_F32 ? (double)from->f[i] : from->d[i];
}

/* Distance of neighbours of x in the table's type. */
static double spacing(const struct gam_simd *simd, long double x)
{
    int exponent, digits = simd->dtype == GAM_DTYPE_F32 ? 24 : 53, least = simd->dtype == GAM_DTYPE_F32 ? -149 : -1074;

    if (x == 0)
        return ldexp(1, least);
    frexpl(x, &exponent);
    return ldexp(1, exponent - digits > least ? exponent - digits : least);
}

static long double largest(const struct gam_simd *simd)
{
    return simd->dtype == GAM_DTYPE_F32 ? 0x1.fffffep127L : 0x1.fffffffffffffp1023L;
}

static void check_point(const struct gam_simd *simd, const struct function *f, size_t i, double *worst)
{
    double x = get(simd, &input, i), y = get(simd, &output, i);
    long double ref = f->reference(x);
    double allowed = f->ulps * spacing(simd, ref) + f->ulps_of_input * spacing(simd, x), error = (double)fabsl(y - ref);

    if (fabsl(ref) > largest(simd) && isinf(y) && signbit(y) == signbit(ref))
        return;
    *worst = fmax(*worst, error / allowed);
    if (!(error <= allowed))
        fail_msg("%s %s: x=%a gives %a, should be %La: error %g, allowed %g", simd->isa, f->name, x, y, ref, error, allowed);
}

static void check_range(const struct gam_simd *simd, const struct function *f)
{
    struct gam_rand r;
    double worst = 0, top = simd->dtype == GAM_DTYPE_F32 ? 128 : 1024;

    gam_rand_seed(&r, 7);
    for (size_t i = 0; i < POINTS; i++) {
        double unit = gam_rand_unit(&r), x = f->least + (f->most - f->least) * unit;

        if (i % 4 == 1) /* every magnitude, denormals included */
            x = ldexp(copysign(1 + gam_rand_unit(&r), unit - 0.5), (int)(-1.2 * top * gam_rand_unit(&r)) + 4);
        if (i % 4 == 2) /* where the functions bend */
            x = 8 * unit - 4;
        set(simd, i, x);
    }
    simd->unary[f->which](&input, &output, POINTS - 3, false);
    for (size_t i = 0; i < POINTS - 3; i++)
        check_point(simd, f, i, &worst);
    print_message("%s %s %s: worst error %.2f of what is allowed\n", simd->isa, simd->dtype == GAM_DTYPE_F32 ? "f32" : "f64",
                  f->name, worst);
}

static void each_table(void (*body)(const struct gam_simd *))
{
    size_t checked = 0;

    for (size_t i = 0; gam_simd_at(i); i++)
        if (gam_simd_at(i)->isa_bit & gam_isa_detect()) {
            body(gam_simd_at(i));
            checked++;
        }
    if (!checked)
        skip(); /* this cpu has none of the instruction sets */
}

static void ranges(const struct gam_simd *simd)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        check_range(simd, &functions[i]);
}

static void test_ranges(void **state)
{
    (void)state;
    each_table(ranges);
}

struct edge {
    enum gam_simd_unary which;
    double x, y; /* exact, signs of zeros included; NaN: a NaN */
};

static const struct edge edges[] = {
    { GAM_SIMD_EXP, 0.0, 1 },
    { GAM_SIMD_EXP, -0.0, 1 },
    { GAM_SIMD_EXP, INFINITY, INFINITY },
    { GAM_SIMD_EXP, -INFINITY, 0.0 },
    { GAM_SIMD_EXP, NAN, NAN },
    { GAM_SIMD_EXP, 1e30, INFINITY },
    { GAM_SIMD_EXP, -1e30, 0.0 },
    { GAM_SIMD_EXP, 0x1p-140, 1 },
    { GAM_SIMD_TANH, 0.0, 0.0 },
    { GAM_SIMD_TANH, -0.0, -0.0 },
    { GAM_SIMD_TANH, INFINITY, 1 },
    { GAM_SIMD_TANH, -INFINITY, -1 },
    { GAM_SIMD_TANH, NAN, NAN },
    { GAM_SIMD_TANH, 1e30, 1 },
    { GAM_SIMD_TANH, 0x1p-149, 0x1p-149 },
    { GAM_SIMD_TANH, -0x3p-149, -0x3p-149 },
    { GAM_SIMD_ERF, 0.0, 0.0 },
    { GAM_SIMD_ERF, -0.0, -0.0 },
    { GAM_SIMD_ERF, INFINITY, 1 },
    { GAM_SIMD_ERF, -INFINITY, -1 },
    { GAM_SIMD_ERF, NAN, NAN },
    { GAM_SIMD_ERF, -1e30, -1 },
    { GAM_SIMD_GELU_ERF, 0.0, 0.0 },
    { GAM_SIMD_GELU_ERF, -0.0, -0.0 },
    { GAM_SIMD_GELU_ERF, INFINITY, INFINITY },
    { GAM_SIMD_GELU_ERF, NAN, NAN },
    { GAM_SIMD_GELU_ERF, 1e4, 1e4 },
    { GAM_SIMD_GELU_ERF, -1e4, -0.0 },
    { GAM_SIMD_GELU_TANH, 0.0, 0.0 },
    { GAM_SIMD_GELU_TANH, -0.0, -0.0 },
    { GAM_SIMD_GELU_TANH, INFINITY, INFINITY },
    { GAM_SIMD_GELU_TANH, NAN, NAN },
    { GAM_SIMD_GELU_TANH, -1e30, -0.0 },
    { GAM_SIMD_SILU, 0.0, 0.0 },
    { GAM_SIMD_SILU, -0.0, -0.0 },
    { GAM_SIMD_SILU, INFINITY, INFINITY },
    { GAM_SIMD_SILU, NAN, NAN },
    { GAM_SIMD_SILU, -1e30, -0.0 },
    { GAM_SIMD_SILU, 1e4, 1e4 },
};

static int same(double a, double b)
{
    return isnan(b) ? isnan(a) : a == b && signbit(a) == signbit(b);
}

/* Each edge in a vector's first, inner and last lanes, and beside other values in the same vector. */
static void edge_values(const struct gam_simd *simd)
{
    enum { N = 37 };

    for (size_t e = 0; e < sizeof edges / sizeof edges[0]; e++) {
        for (size_t i = 0; i < N; i++)
            set(simd, i, i % 3 ? edges[e].x : 0.5);
        simd->unary[edges[e].which](&input, &output, N, false);
        for (size_t i = 0; i < N; i++) {
            double y = get(simd, &output, i), wanted = edges[e].y;

            if (i % 3 == 0 ? !isfinite(y) : !same(y, wanted))
                fail_msg("%s: function %d of %a gives %a, not %a (lane %zu)", simd->isa, edges[e].which, edges[e].x, y, wanted,
                         i);
        }
    }
}

static void test_edges(void **state)
{
    (void)state;
    each_table(edge_values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_edges),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
