/* SPDX-License-Identifier: MIT */
/* Kernels that define the roofs of a CPU, the implementation named "roof" of roof_fma, roof_stream, roof_sweep, roof_chase,
 * roof_launch.
 *
 * To add an instruction set: fma_<isa>.c, stream_<isa>.c and sweep_<isa>.c (a dozen lines of macros around a *_body.h each), a
 * row in fma.c, stream.c and sweep.c, a word in ops/kind/roof.c. To add a mix or a pattern: a branch in the body, a row in the
 * tables at its end.
 */
#ifndef GAM_KERNELS_ROOF_ROOF_H
#define GAM_KERNELS_ROOF_ROOF_H

#include "kernels/impl.h"
#include "ops/kind/roof.h"

/* One worker's chains: loads the accumulators from x, takes each through n steps, stores them back. */
struct gam_roof_coef {
    double u[2], v[2]; /* of the first, third, ... step and of the second, fourth, ...; values of the element type */
    double d;          /* of fmaadd's adding chains */
};

struct gam_roof_fma_kernel {
    enum gam_roof_mix mix;
    enum gam_dtype dtype;
    int chains;
    void (*run)(void *x, int64_t n, const struct gam_roof_coef *coef); /* NULL ends a table */
};

extern const struct gam_roof_fma_kernel gam_roof_fma_base[], gam_roof_fma_avx2[], gam_roof_fma_avx512[], gam_roof_fma_neon[];

/* Two steps together move x by little, so that the result tells how many there were: over n of them a distance shrinks by e or a
 * sum changes by about 1/2. One step moves it far and by factors of no special bits, as real data does. */
void gam_roof_coef_make(const struct gam_roof_fma *shape, struct gam_roof_coef *out);
/* Start of flat element i of "x": in [0.5, 1), exact in every element type, one of GAM_ROOF_STARTS values (the oracle replays
 * each). */
enum { GAM_ROOF_STARTS = 3 };
double gam_roof_start(uint64_t i);

/* One worker's slices and the piece of them that a launch goes through. */
struct gam_roof_slice {
    const unsigned char *a, *c;
    unsigned char *b;
    uint64_t bytes; /* of each slice */
    uint64_t at;    /* where to begin; where to go on afterwards */
    uint64_t todo;  /* bytes of each array */
    double scale;   /* triad's s */
    uint64_t stamp; /* write stores it in every 64-bit word */
    uint64_t sum; /* read adds the 64-bit words of one vector in GAM_ROOF_SUM_EVERY (of `unroll`, if that is less) to it; isa=gpu
                     adds all */
};

enum { GAM_ROOF_SCALE_INVERSE = 4 /* triad's s is 1/4 */, GAM_ROOF_SUM_EVERY = 8 };

struct gam_roof_stream_kernel {
    enum gam_roof_pattern pattern;
    enum gam_dtype dtype;
    int nt, unroll;
    void (*run)(struct gam_roof_slice *slice); /* NULL ends a table */
};

extern const struct gam_roof_stream_kernel gam_roof_stream_base[], gam_roof_stream_avx2[], gam_roof_stream_avx512[],
    gam_roof_stream_neon[];

/* What an element x of roof_sweep goes through: x = u x + v, `fmas` - 1 times; then u x is added to the sum. u and v are these,
 * rounded to the element type: far from a fixed point after 512 steps, and every step shows. */
#define GAM_SWEEP_U 0.998
#define GAM_SWEEP_V 0.01

struct gam_roof_sweep_kernel {
    enum gam_dtype dtype;
    double (*run)(const unsigned char *a, uint64_t bytes, int64_t fmas); /* the sum over whole pages; NULL ends a table */
};

extern const struct gam_roof_sweep_kernel gam_roof_sweep_base[], gam_roof_sweep_avx2[], gam_roof_sweep_avx512[],
    gam_roof_sweep_neon[];

/* A line of roof_chase: `next` is the operand's content, `to` the kernel's own pointer to that line. */
struct gam_roof_line {
    int64_t next;
    struct gam_roof_line *to;
    int64_t rest[6];
};

/* 0 if this operator can run on these workers: host code, and its instruction set is there. */
int gam_roof_supports(const struct gam_caps *caps, int isa, int threads, const char *kind, struct gam_err *why);

/* Of a launch whose state is one allocation. */
void gam_roof_release(struct gam_launch *launch);

/* Writes launch->detail. */
void gam_roof_detail(struct gam_launch *launch, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Identifies the roof kernels and how they were built (sources, compiler, flags): roofs measured by another set are not reused.
 */
enum { GAM_ROOF_KERNEL_SET_SIZE = 24 };
void gam_roof_kernel_set(char out[GAM_ROOF_KERNEL_SET_SIZE]);

#endif
