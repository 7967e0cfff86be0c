/* SPDX-License-Identifier: MIT */
/* Which elements of an output are compared when comparing all would take too long. */
#ifndef GAM_KERNELS_ORACLE_SAMPLE_H
#define GAM_KERNELS_ORACLE_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

/* An output of `planes` matrices of rows x cols. */
struct gam_sample_plan {
    uint64_t planes, rows, cols;
    uint64_t tile_m, tile_n; /* 0: none */
    int whole_rows;          /* elements of the same row are cheap after the first */
    size_t target;           /* elements, about; more when the edges ask for it */
    uint64_t seed;
};

struct gam_sample {
    uint64_t *index; /* ascending, without repetitions */
    size_t n, capacity;
};

/* Corners of the first and last plane, last row and column, both sides of tile edges, and random elements up to the target. 0 or
 * -GAM_ENOMEM; release in either case. */
int gam_sample_make(const struct gam_sample_plan *plan, struct gam_sample *out);
void gam_sample_release(struct gam_sample *sample);

#endif
