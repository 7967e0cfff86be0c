/* SPDX-License-Identifier: MIT */
/* What the vector kernels of one instruction set and type offer. The kernels are written once (body/<name>.inc over vec/vec.h)
 * and compiled per instruction set and type (<type>_<isa>.c), each of which fills one such table.
 *
 * Pointers to void are to float or double, as the table's dtype says, aligned to their type; outputs may not overlap inputs
 * partly. `stream` writes past the caches, for outputs far larger than them; the kernel then ends with a fence.
 */
#ifndef GAM_KERNELS_CPU_SIMD_SIMD_H
#define GAM_KERNELS_CPU_SIMD_SIMD_H

#include "ops/dtype.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum gam_simd_unary {
    GAM_SIMD_EXP,
    GAM_SIMD_TANH,
    GAM_SIMD_ERF,
    GAM_SIMD_GELU_ERF,  /* x (1 + erf(x / sqrt 2)) / 2 */
    GAM_SIMD_GELU_TANH, /* x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2 */
    GAM_SIMD_SILU,      /* x / (1 + e^-x) */
    GAM_SIMD_UNARY_COUNT
};

enum gam_simd_binary { GAM_SIMD_ADD, GAM_SIMD_MUL, GAM_SIMD_BINARY_COUNT };

/* What stats functions leave and apply functions take. */
struct gam_simd_stats {
    double n;      /* elements seen */
    double center; /* softmax: largest element; norms: mean (rmsnorm: 0) */
    double spread; /* softmax: sum of e^(x - center); norms: sum of (x - center)^2 */
};

/* One pass of attention: some query rows against a range of keys of one key-value head. */
struct gam_simd_attention {
    const void *const *q;   /* per row: d reals */
    void *const *o;         /* per row: dv reals to write */
    const int64_t *visible; /* per row: it sees keys 0 .. visible - 1 */
    size_t rows;
    const void *k, *v; /* [keys][d], [keys][dv] */
    size_t d, dv;
    size_t key_begin, key_end;
    double scale;      /* of the scores before the exponential */
    double *max, *sum; /* per row, or NULL. Given: o is left unnormalised, with the largest score (times log2 e; -infinity if
                        * no key was visible) and the sum of exponentials relative to it, for merge_attention */
    bool fetch;        /* _tile: keys and values come from beyond the second-level cache, so fetch them ahead; _dot always does */
    void *work;        /* attention_tile_bytes or attention_dot_bytes, 64-byte aligned */
};

/* Results of several passes over disjoint ranges of keys for the same rows, one after the other as the passes left them. */
struct gam_simd_merge {
    const void *o;                  /* [parts][stride][dv] */
    const double *max, *sum;        /* [parts][stride] */
    size_t parts, stride, rows, dv; /* rows <= stride */
    void *const *out;               /* per row: dv reals; a row that no pass had a visible key for becomes 0 */
};

struct gam_simd {
    const char *isa;
    unsigned isa_bit; /* enum gam_isa */
    enum gam_dtype dtype;
    size_t lanes; /* of a vector */

    void (*unary[GAM_SIMD_UNARY_COUNT])(const void *x, void *y, size_t n, bool stream);
    void (*binary[GAM_SIMD_BINARY_COUNT])(const void *a, const void *b, void *y, size_t n, bool stream);

    /* Softmax of a row; `scratch` holds n reals when `stream` (the exponentials wait there), unused otherwise. */
    void (*softmax_row)(const void *x, void *y, size_t n, void *scratch, bool stream);
    /* The same in two steps, for rows cut into parts (see gam_simd_stats_merge) or larger than a cache. */
    void (*softmax_stats)(const void *x, size_t n, struct gam_simd_stats *out);
    void (*softmax_apply)(const void *x, void *y, size_t n, const struct gam_simd_stats *stats, bool stream);
    void (*mean_stats)(const void *x, size_t n, struct gam_simd_stats *out);   /* center: mean */
    void (*square_stats)(const void *x, size_t n, struct gam_simd_stats *out); /* center: 0 */
    /* y = (x - center) * inverse * gamma + beta; gamma and beta may be NULL (1, 0). */
    void (*norm_apply)(const void *x, void *y, size_t n, const double center_inverse[2], const void *const gamma_beta[2],
                       bool stream);

    /* Fused attention: no row of scores is ever in memory. _tile is for many rows (queries in the lanes, keys and values
     * read as they lie), _dot for few (keys in the lanes' direction, each key and value read once for all rows). */
    size_t tile_rows; /* query rows that _tile works on at once; best as a multiple of it */
    size_t tile_keys; /* keys of one step of _tile */
    size_t dot_rows;  /* up to so many rows _dot is the better one */
    size_t (*attention_tile_bytes)(size_t rows, size_t d, size_t dv); /* of its work memory */
    void (*attention_tile)(const struct gam_simd_attention *job);
    size_t (*attention_dot_bytes)(size_t rows, size_t d, size_t dv);
    void (*attention_dot)(const struct gam_simd_attention *job);
    void (*attention_merge)(const struct gam_simd_merge *job);
};

/* The best table among the instruction sets in `isa` (enum gam_isa bits) for f32 or f64; NULL: none. */
const struct gam_simd *gam_simd_find(unsigned isa, enum gam_dtype dtype);
/* Table i of those compiled in, for tests; NULL past the last. */
const struct gam_simd *gam_simd_at(size_t i);

/* Joins the stats of two parts of a row. */
void gam_simd_softmax_merge(struct gam_simd_stats *into, const struct gam_simd_stats *part);
void gam_simd_moments_merge(struct gam_simd_stats *into, const struct gam_simd_stats *part); /* of mean_stats and square_stats */

#endif
