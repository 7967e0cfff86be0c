/* SPDX-License-Identifier: MIT */
/* The ways behind gam_product_run, one file each. */
#ifndef GAM_KERNELS_CPU_SIMD_GEMM_PRODUCT_WAYS_H
#define GAM_KERNELS_CPU_SIMD_GEMM_PRODUCT_WAYS_H

#include "kernels/cpu/simd/gemm/product.h"

enum { GAM_PRODUCT_CHUNK_BYTES = 16 << 10 }; /* of a vector's result: stays in the first cache while rows are added to it */

void gam_product_run_blocked(const struct gam_product *p, const struct gam_product_call *call);
void gam_product_run_small(const struct gam_product *p, const struct gam_product_call *call);
void gam_product_run_vector(const struct gam_product *p, const struct gam_product_call *call);

static inline size_t gam_product_width(const struct gam_product *p) /* columns of a full tile */
{
    return (size_t)p->kit->lanes * p->kit->vectors;
}

static inline size_t gam_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline const char *gam_product_at(const struct gam_product *p, const void *memory, int64_t element)
{
    return (const char *)memory + element * (int64_t)p->kit->width_bytes;
}

#endif
