/* SPDX-License-Identifier: MIT */
/* Element types. To add one: a row in dtype.c; conversion for inputs and oracle in kernels/oracle/convert.c. */
#ifndef GAM_OPS_DTYPE_H
#define GAM_OPS_DTYPE_H

#include <stddef.h>
#include <stdint.h>

enum gam_dtype {
    GAM_DTYPE_F64,
    GAM_DTYPE_F32,
    GAM_DTYPE_TF32,
    GAM_DTYPE_F16,
    GAM_DTYPE_BF16,
    GAM_DTYPE_F8E4M3,
    GAM_DTYPE_F8E5M2,
    GAM_DTYPE_F6E3M2,
    GAM_DTYPE_F6E2M3,
    GAM_DTYPE_F4E2M1,
    GAM_DTYPE_I64,
    GAM_DTYPE_I32,
    GAM_DTYPE_I16,
    GAM_DTYPE_I8,
    GAM_DTYPE_U8,
    GAM_DTYPE_I4,
    GAM_DTYPE_U4,
    GAM_DTYPE_I1,
    GAM_DTYPE_COUNT
};

struct gam_dtype_info {
    const char *name;
    unsigned bits; /* in memory; tf32 is stored in 32 */
    int is_float;
    double epsilon; /* distance from 1 to the next value; 0 for integers */
    double max;     /* largest finite value */
};

const struct gam_dtype_info *gam_dtype_info(enum gam_dtype d);
int gam_dtype_parse(const char *name);    /* enum gam_dtype or -1; any case; aliases: float, fp16, half, int8, fp8 ... */
double gam_dtype_bytes(enum gam_dtype d); /* bits / 8: 0.5 for int4 */
/* Rounded up to whole bytes; elements are packed without gaps. UINT64_MAX when it would pass 64 bits. */
uint64_t gam_dtype_storage_bytes(enum gam_dtype d, uint64_t elements);

/* What the optional keys "acc" and "out" default to, given an operator's dtype d.
 * SAME: d. ACC: f64 and i64 themselves, other floats f32, other integers i32. OUT: as ACC for integers; tf32 gives f32, floats
 * under 16 bits bf16, others themselves. */
enum gam_dtype_rule { GAM_DTYPE_RULE_SAME, GAM_DTYPE_RULE_ACC, GAM_DTYPE_RULE_OUT };
enum gam_dtype gam_dtype_default(enum gam_dtype d, enum gam_dtype_rule rule);

#endif
