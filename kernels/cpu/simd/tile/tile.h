/* SPDX-License-Identifier: MIT */
/* Register tiles: the products, packing and last touch that matrix products and convolutions are loops over. Written once
 * (tile_*.inc over vec/vec.h) and compiled per instruction set and type (tile_<type>_<isa>.c), each of which fills one table.
 *
 * Pointers to void are to float or double, as the table's dtype says. Strides and sizes count elements; _bytes, bytes.
 */
#ifndef GAM_KERNELS_CPU_SIMD_TILE_TILE_H
#define GAM_KERNELS_CPU_SIMD_TILE_TILE_H

#include "ops/activation.h"
#include "ops/dtype.h"

#include <stddef.h>
#include <stdint.h>

enum {
    GAM_TILE_BYTES_MAX = 14 * 128, /* of the largest tile of any table */
    GAM_TILE_OFFSETS_SLACK = 32,   /* entries that b_offset has beyond k; read for prefetching only */
    GAM_TILE_GROUP = 4             /* steps between two lines of `ahead` */
};

/* c(i,j) = alpha * sum over p < k of a(i,p) b(p,j) + beta * c(i,j), k >= 1, for a whole tile: the rows and vectors of the
 * function that is called. beta = 0 does not read c. Nothing is masked: what does not fill a tile goes through one in scratch
 * memory. */
struct gam_tile_job {
    size_t k;
    const void *a; /* strided: a(i,p) at a + i * a_row + p * a_step; else packed: at a + p * rows + i */
    int64_t a_row, a_step;
    const void *b; /* b(p,j) at b + b_offset[p] + j */
    const int32_t *b_offset;
    void *b_to; /* packing: b is also written here, b(p,j) at b_to + p * width + j */
    void *c;
    int64_t c_row;
    double alpha, beta;
    /* Two runs of memory to bring into the second cache meanwhile: a line each GAM_TILE_GROUP steps. Any address is safe. */
    const char *ahead[2];
    int64_t ahead_step_bytes[2];
};

typedef void (*gam_tile_fn)(const struct gam_tile_job *job);

/* A panel: to[p * panel + w] = from[w * across + p * along] for w < width; for width <= w < panel it holds zeros or copies.
 * One of across and along is 1. */
struct gam_pack_job {
    const void *from;
    int64_t across, along;
    size_t k;
    unsigned width, panel; /* 1 <= width <= panel */
    void *to;              /* k * panel elements; nothing beyond is touched */
};

/* c(i,j) = act(t(i,j) + beta * c(i,j) + bias_row[i * bias_row_step] + bias_column[j]). The biases may be NULL; beta = 0 does not
 * read c; t may be c. */
struct gam_finish_job {
    const void *t;
    int64_t t_row;
    void *c;
    int64_t c_row;
    size_t rows, columns;
    double beta;
    const void *bias_row, *bias_column;
    int64_t bias_row_step;
    enum gam_activation act;
};

/* Rows of b times elements of a vector, for products with one row. */
struct gam_vector_job {
    const void *x; /* k elements */
    int64_t x_step;
    const void *b;
    int64_t b_row;
    size_t k, n;
    double alpha;
    void *y; /* n elements, written */
};

/* y[j] = sum over t < taps of weight[t] * x[offset[t] + j] for j < n: a filter over one channel. */
struct gam_filter_job {
    const void *x, *weight;
    const int32_t *offset;
    size_t taps, n; /* x is read, and y written, up to lanes - 1 elements further */
    void *y;
};

/* to: `before` zeros, from[0], from[step] ... from[(n - 1) * step], `after` zeros. */
struct gam_pick_job {
    const void *from;
    int64_t step;
    size_t before, n, after;
    void *to;
};

struct gam_tile_kit {
    const char *isa;
    unsigned isa_bit; /* enum gam_isa */
    enum gam_dtype dtype;
    unsigned width_bytes;          /* of an element */
    unsigned rows, lanes, vectors; /* largest tile: rows x (lanes * vectors) */
    /* Products by [vectors - 1][rows - 1], flat. */
    const gam_tile_fn *packed, *strided;
    const gam_tile_fn *packing; /* packed, and writing b; full width only: [rows - 1] */
    void (*pack)(const struct gam_pack_job *job);
    void (*finish)(const struct gam_finish_job *job);
    void (*sum_rows)(
        const struct gam_vector_job *job); /* y[j] = alpha * sum over p < k of x[p] b(p,j), b(p,j) at b + p * b_row + j */
    void (*dot_rows)(const struct gam_vector_job *job); /* the same with b(p,j) at b + j * b_row + p and x_step = 1 */
    void (*filter)(const struct gam_filter_job *job);
    void (*pick)(const struct gam_pick_job *job);
};

/* The best table among the instruction sets in `isa` (enum gam_isa bits); NULL: none. */
const struct gam_tile_kit *gam_tile_kit_find(unsigned isa, enum gam_dtype dtype);
/* Table i of those compiled in, for tests; NULL past the last. */
const struct gam_tile_kit *gam_tile_kit_at(size_t i);

#endif
