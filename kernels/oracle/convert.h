/* SPDX-License-Identifier: MIT */
/* Elements of any type as doubles. Types under 8 bits are packed without gaps, the first element in the lowest bits. */
#ifndef GAM_KERNELS_ORACLE_CONVERT_H
#define GAM_KERNELS_ORACLE_CONVERT_H

#include "ops/dtype.h"

/* Elements first .. first + n - 1 of an array. */
void gam_elements_load(enum gam_dtype d, const void *memory, uint64_t first, uint64_t n, double *out);

/* Rounds to nearest even. Too large: infinity where the type has one, else its largest value; integers likewise. With types
 * under 8 bits, calls that run at the same time must not share a byte. */
void gam_elements_store(enum gam_dtype d, void *memory, uint64_t first, uint64_t n, const double *in);

double gam_element_other(enum gam_dtype d, const void *memory, uint64_t i);

/* One element; the two common types without a call. */
static inline double gam_element(enum gam_dtype d, const void *memory, uint64_t i)
{
    if (d == GAM_DTYPE_F32)
        return (double)((const float *)memory)[i];
    return d == GAM_DTYPE_F64 ? ((const double *)memory)[i] : gam_element_other(d, memory, i);
}

/* Index of the first element that is no finite number, or n. */
uint64_t gam_elements_first_bad(enum gam_dtype d, const void *memory, uint64_t n);

#endif
