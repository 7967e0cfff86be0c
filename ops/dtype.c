/* SPDX-License-Identifier: MIT */
/* Sources: IEEE 754-2019 (f64, f32, f16), OCP 8-bit floating point 1.0 (f8), OCP microscaling formats 1.0 (f6, f4). */
#include "ops/dtype.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

static const struct gam_dtype_info infos[GAM_DTYPE_COUNT] = {
    [GAM_DTYPE_F64] = { "f64", 64, 1, 0x1p-52, 0x1.fffffffffffffp1023 },
    [GAM_DTYPE_F32] = { "f32", 32, 1, 0x1p-23, 0x1.fffffep127 },
    [GAM_DTYPE_TF32] = { "tf32", 32, 1, 0x1p-10, 0x1.ffcp127 },
    [GAM_DTYPE_F16] = { "f16", 16, 1, 0x1p-10, 65504.0 },
    [GAM_DTYPE_BF16] = { "bf16", 16, 1, 0x1p-7, 0x1.fep127 },
    [GAM_DTYPE_F8E4M3] = { "f8e4m3", 8, 1, 0x1p-3, 448.0 },
    [GAM_DTYPE_F8E5M2] = { "f8e5m2", 8, 1, 0x1p-2, 57344.0 },
    [GAM_DTYPE_F6E3M2] = { "f6e3m2", 6, 1, 0x1p-2, 28.0 },
    [GAM_DTYPE_F6E2M3] = { "f6e2m3", 6, 1, 0x1p-3, 7.5 },
    [GAM_DTYPE_F4E2M1] = { "f4e2m1", 4, 1, 0x1p-1, 6.0 },
    [GAM_DTYPE_I64] = { "i64", 64, 0, 0, 9223372036854775807.0 },
    [GAM_DTYPE_I32] = { "i32", 32, 0, 0, 2147483647.0 },
    [GAM_DTYPE_I16] = { "i16", 16, 0, 0, 32767.0 },
    [GAM_DTYPE_I8] = { "i8", 8, 0, 0, 127.0 },
    [GAM_DTYPE_U8] = { "u8", 8, 0, 0, 255.0 },
    [GAM_DTYPE_I4] = { "i4", 4, 0, 0, 7.0 },
    [GAM_DTYPE_U4] = { "u4", 4, 0, 0, 15.0 },
    [GAM_DTYPE_I1] = { "i1", 1, 0, 0, 1.0 },
};

static const struct dtype_alias {
    const char *name;
    enum gam_dtype dtype;
} aliases[] = {
    { "double", GAM_DTYPE_F64 },  { "fp64", GAM_DTYPE_F64 },    { "float64", GAM_DTYPE_F64 },   { "float", GAM_DTYPE_F32 },
    { "single", GAM_DTYPE_F32 },  { "fp32", GAM_DTYPE_F32 },    { "float32", GAM_DTYPE_F32 },   { "half", GAM_DTYPE_F16 },
    { "fp16", GAM_DTYPE_F16 },    { "float16", GAM_DTYPE_F16 }, { "bfloat16", GAM_DTYPE_BF16 }, { "fp8", GAM_DTYPE_F8E4M3 },
    { "f8", GAM_DTYPE_F8E4M3 },   { "e4m3", GAM_DTYPE_F8E4M3 }, { "e5m2", GAM_DTYPE_F8E5M2 },   { "fp6", GAM_DTYPE_F6E3M2 },
    { "e3m2", GAM_DTYPE_F6E3M2 }, { "e2m3", GAM_DTYPE_F6E2M3 }, { "fp4", GAM_DTYPE_F4E2M1 },    { "e2m1", GAM_DTYPE_F4E2M1 },
    { "int64", GAM_DTYPE_I64 },   { "int32", GAM_DTYPE_I32 },   { "int16", GAM_DTYPE_I16 },     { "int8", GAM_DTYPE_I8 },
    { "s8", GAM_DTYPE_I8 },       { "uint8", GAM_DTYPE_U8 },    { "int4", GAM_DTYPE_I4 },       { "s4", GAM_DTYPE_I4 },
    { "uint4", GAM_DTYPE_U4 },    { "int1", GAM_DTYPE_I1 },
};

const struct gam_dtype_info *gam_dtype_info(enum gam_dtype d)
{
    assert((unsigned)d < GAM_DTYPE_COUNT);
    return &infos[d];
}

int gam_dtype_parse(const char *name)
{
    for (int d = 0; d < GAM_DTYPE_COUNT; d++)
        if (!strcasecmp(name, infos[d].name))
            return d;
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (!strcasecmp(name, aliases[i].name))
            return (int)aliases[i].dtype;
    return -1;
}

double gam_dtype_bytes(enum gam_dtype d)
{
    return gam_dtype_info(d)->bits / 8.0;
}

uint64_t gam_dtype_storage_bytes(enum gam_dtype d, uint64_t elements)
{
    uint64_t bits = gam_dtype_info(d)->bits;
    uint64_t whole = elements / 8; /* groups of 8 elements take `bits` bytes */

    if (whole > (UINT64_MAX - 64) / bits)
        return UINT64_MAX;
    return whole * bits + (elements % 8 * bits + 7) / 8;
}

enum gam_dtype gam_dtype_default(enum gam_dtype d, enum gam_dtype_rule rule)
{
    const struct gam_dtype_info *info = gam_dtype_info(d);

    if (rule == GAM_DTYPE_RULE_SAME || d == GAM_DTYPE_F64 || d == GAM_DTYPE_I64)
        return d;
    if (!info->is_float)
        return GAM_DTYPE_I32;
    if (rule == GAM_DTYPE_RULE_ACC || d == GAM_DTYPE_TF32)
        return GAM_DTYPE_F32;
    return info->bits < 16 ? GAM_DTYPE_BF16 : d;
}
