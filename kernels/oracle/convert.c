/* SPDX-License-Identifier: MIT */
#include "kernels/oracle/convert.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { BLOCK = 1024 };

/* Layout of the small floats: sign, exponent, mantissa from the top. */
enum specials { SPECIAL_IEEE, /* all-ones exponent: infinity, NaN */ SPECIAL_NAN, /* only all ones: NaN */ SPECIAL_NONE };

static const struct small_float {
    unsigned exponent_bits, mantissa_bits;
    int bias;
    enum specials specials;
} small_floats[GAM_DTYPE_COUNT] = {
    [GAM_DTYPE_F16] = { 5, 10, 15, SPECIAL_IEEE },  [GAM_DTYPE_BF16] = { 8, 7, 127, SPECIAL_IEEE },
    [GAM_DTYPE_F8E4M3] = { 4, 3, 7, SPECIAL_NAN },  [GAM_DTYPE_F8E5M2] = { 5, 2, 15, SPECIAL_IEEE },
    [GAM_DTYPE_F6E3M2] = { 3, 2, 3, SPECIAL_NONE }, [GAM_DTYPE_F6E2M3] = { 2, 3, 1, SPECIAL_NONE },
    [GAM_DTYPE_F4E2M1] = { 2, 1, 1, SPECIAL_NONE },
};

static double small_decode(const struct small_float *f, uint64_t bits)
{
    uint64_t mantissa_end = 1u << f->mantissa_bits, exponent_end = 1u << f->exponent_bits;
    uint64_t mantissa = bits % mantissa_end, exponent = bits / mantissa_end % exponent_end;
    double sign = bits / mantissa_end / exponent_end ? -1 : 1;

    if (exponent == exponent_end - 1 && f->specials == SPECIAL_IEEE)
        return mantissa ? NAN : sign * INFINITY;
    if (exponent == exponent_end - 1 && mantissa == mantissa_end - 1 && f->specials == SPECIAL_NAN)
        return NAN;
    if (!exponent)
        return sign * ldexp((double)mantissa, 1 - f->bias - (int)f->mantissa_bits);
    return sign * ldexp((double)(mantissa_end + mantissa), (int)exponent - f->bias - (int)f->mantissa_bits);
}

static uint64_t small_encode(const struct small_float *f, enum gam_dtype d, double x)
{
    uint64_t mantissa_end = 1u << f->mantissa_bits, exponent_end = 1u << f->exponent_bits;
    uint64_t sign = signbit(x) ? mantissa_end * exponent_end : 0;
    int exponent = 1 - f->bias;
    double steps;

    if (isnan(x))
        return f->specials == SPECIAL_NONE ? 0 : mantissa_end * exponent_end - 1;
    x = fabs(x);
    if (x > 0 && !isinf(x) && ilogb(x) > exponent)
        exponent = ilogb(x);
    steps = rint(ldexp(x, (int)f->mantissa_bits - exponent));
    if (!(ldexp(steps, exponent - (int)f->mantissa_bits) <= gam_dtype_info(d)->max)) {
        if (f->specials == SPECIAL_IEEE)
            return sign + (exponent_end - 1) * mantissa_end;
        exponent = ilogb(gam_dtype_info(d)->max);
        steps = ldexp(gam_dtype_info(d)->max, (int)f->mantissa_bits - exponent);
    }
    /* A mantissa that rounded up to 2 carries into the exponent by itself; a subnormal has exponent field 0. */
    return sign + (uint64_t)(exponent + f->bias - 1) * mantissa_end + (uint64_t)steps;
}

static double round_tf32(double x)
{
    return x == 0 || !isfinite(x) ? x : (double)(float)ldexp(rint(ldexp(x, 10 - ilogb(x))), ilogb(x) - 10);
}

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

static int is_unsigned(enum gam_dtype d)
{
    return d == GAM_DTYPE_U8 || d == GAM_DTYPE_U4 || d == GAM_DTYPE_I1;
}

/* The `width` <= 64 bits of element i. */
static uint64_t bits_load(const void *memory, unsigned width, uint64_t i)
{
    const unsigned char *bytes = (const unsigned char *)memory + i * width / 8;
    unsigned shift = (unsigned)(i * width % 8), n = (shift + width + 7) / 8;
    uint64_t bits = 0;

    for (unsigned b = 0; b < n; b++)
        bits |= (uint64_t)bytes[b] << (8 * b);
    return width == 64 ? bits : bits >> shift & ((UINT64_C(1) << width) - 1);
}

static void bits_store(void *memory, unsigned width, uint64_t i, uint64_t bits)
{
    unsigned char *bytes = (unsigned char *)memory + i * width / 8;
    unsigned shift = (unsigned)(i * width % 8), n = (shift + width + 7) / 8;
    uint64_t mask = width == 64 ? UINT64_MAX : ((UINT64_C(1) << width) - 1) << shift;

    bits <<= shift;
    for (unsigned b = 0; b < n; b++) {
        unsigned char keep = (unsigned char)~(mask >> (8 * b));

        bytes[b] = (unsigned char)((bytes[b] & keep) | (bits >> (8 * b) & (unsigned char)~keep));
    }
}

double gam_element_other(enum gam_dtype d, const void *memory, uint64_t i)
{
    unsigned width = gam_dtype_info(d)->bits;
    uint64_t bits;

    if (d == GAM_DTYPE_TF32)
        return (double)((const float *)memory)[i];
    bits = bits_load(memory, width, i);
    if (gam_dtype_info(d)->is_float)
        return small_decode(&small_floats[d], bits);
    if (is_unsigned(d) || width == 64)
        return is_unsigned(d) ? (double)bits : (double)(int64_t)bits;
    return (double)((int64_t)(bits << (64 - width)) >> (64 - width)); /* sign extension */
}

static void store_other(enum gam_dtype d, void *memory, uint64_t i, double x)
{
    const struct gam_dtype_info *info = gam_dtype_info(d);
    double low = is_unsigned(d) ? 0 : -info->max - 1;

    if (d == GAM_DTYPE_TF32)
        ((float *)memory)[i] = (float)round_tf32(x);
    else if (info->is_float)
        bits_store(memory, info->bits, i, small_encode(&small_floats[d], d, x));
    else if (x >= info->max) /* 2^63 - 1 is no double */
        bits_store(memory, info->bits, i, is_unsigned(d) ? (uint64_t)info->max : (UINT64_C(1) << (info->bits - 1)) - 1);
    else
        bits_store(memory, info->bits, i, (uint64_t)(int64_t)clamp(isnan(x) ? 0 : rint(x), low, info->max));
}

void gam_elements_load(enum gam_dtype d, const void *memory, uint64_t first, uint64_t n, double *out)
{
    if (d == GAM_DTYPE_F32) {
        const float *from = (const float *)memory + first;

        for (uint64_t i = 0; i < n; i++)
            out[i] = (double)from[i];
    } else if (d == GAM_DTYPE_F64) {
        memcpy(out, (const double *)memory + first, n * sizeof *out);
    } else {
        for (uint64_t i = 0; i < n; i++)
            out[i] = gam_element_other(d, memory, first + i);
    }
}

void gam_elements_store(enum gam_dtype d, void *memory, uint64_t first, uint64_t n, const double *in)
{
    if (d == GAM_DTYPE_F32) {
        float *to = (float *)memory + first;

        for (uint64_t i = 0; i < n; i++)
            to[i] = (float)in[i];
    } else if (d == GAM_DTYPE_F64) {
        memcpy((double *)memory + first, in, n * sizeof *in);
    } else {
        for (uint64_t i = 0; i < n; i++)
            store_other(d, memory, first + i, in[i]);
    }
}

uint64_t gam_elements_first_bad(enum gam_dtype d, const void *memory, uint64_t n)
{
    double block[BLOCK];

    if (!gam_dtype_info(d)->is_float)
        return n;
    for (uint64_t first = 0; first < n; first += BLOCK) {
        uint64_t length = n - first < BLOCK ? n - first : BLOCK;
        unsigned bad = 0;

        gam_elements_load(d, memory, first, length, block);
        for (uint64_t i = 0; i < length; i++)
            bad += !(fabs(block[i]) <= DBL_MAX);
        for (uint64_t i = 0; bad && i < length; i++)
            if (!(fabs(block[i]) <= DBL_MAX))
                return first + i;
    }
    return n;
}
