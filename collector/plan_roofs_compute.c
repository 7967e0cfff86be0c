/* SPDX-License-Identifier: MIT */
/* Ceilings of the arithmetic pipes. */
#include "collector/plan_roofs_priv.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { COMPUTE_CHAINS = 6 };

/* Compute: mix by mix. Rows of one group compete, with the best `widths` instruction sets; when all sets are asked for, each row
 * with each set is a group of its own. `steps` are those of all chains together, so that every candidate lasts about as long (0.2
 * to 0.5 ms). */
static const struct compute_row {
    const char *mix, *class, *group;
    int spot; /* part of the spot check, in f32 */
    size_t widths;
    int chains[COMPUTE_CHAINS];
    int64_t steps;
} compute_rows[] = {
    { "fma", "fma", "fma", 1, 2, { 8, 10, 12, 16, 20, 24 }, 1 << 21 },
    { "muladd", "fma", "muladd", 0, 1, { 8, 12, 16 }, 1 << 20 },
    { "fmaadd", "fma", "fmaadd", 0, 1, { 10, 12, 16, 20 }, 1 << 21 },
    { "exp", "special", "special", 0, 1, { 4, 8 }, 1 << 17 },
    { "div", "special", "special", 0, 1, { 8 }, 1 << 16 },
    { "sqrt", "special", "special", 0, 1, { 8 }, 1 << 16 },
};

enum { N_COMPUTE = sizeof compute_rows / sizeof compute_rows[0] };

static const char *const compute_dtypes[] = { "f32", "f64" };

static int compute_candidates(struct roofs *r, const struct compute_row *row, const char *isa, const char *dtype, int threads)
{
    int rc = 0;

    for (int i = 0; i < COMPUTE_CHAINS && row->chains[i] && !rc; i++) {
        char spec[GAM_OP_SPEC_MAX];

        snprintf(spec, sizeof spec, "roof_fma:isa=%s,class=%s,mix=%s,chains=%d,n=%" PRId64 ",threads=%d,dtype=%s", isa,
                 row->class, row->mix, row->chains[i], row->steps * roofs_stretch(threads) / row->chains[i] / 2 * 2, threads,
                 dtype);
        rc = roofs_candidate(r, spec, threads, "");
    }
    return rc;
}

/* The group that begins at this row. */
static int compute_group(struct roofs *r, size_t first, const char *dtype, int threads)
{
    const struct compute_row *row = &compute_rows[first];
    int rc = 0;

    roofs_group(r, "compute %s %s t%d", dtype, row->group, threads);
    for (size_t i = first; i < N_COMPUTE && !rc; i++)
        for (size_t k = 0; k < compute_rows[i].widths && k < r->n_isas && !strcmp(compute_rows[i].group, row->group) && !rc; k++)
            rc = compute_candidates(r, &compute_rows[i], r->isa[k], dtype, threads);
    return rc;
}

static int compute_all_isas(struct roofs *r, const struct compute_row *row, const char *dtype, int threads)
{
    int rc = 0;

    for (size_t k = 0; k < r->n_isas && !rc; k++) {
        roofs_group(r, "compute %s %s %s t%d", dtype, row->mix, r->isa[k], threads);
        rc = compute_candidates(r, row, r->isa[k], dtype, threads);
    }
    return rc;
}

static int compute_add(struct roofs *r, const char *dtype, int threads)
{
    int rc = 0;

    for (size_t i = 0; i < N_COMPUTE && !rc; i++) {
        const struct compute_row *row = &compute_rows[i];

        if (r->request->spot_only && !(row->spot && !strcmp(dtype, "f32")))
            continue;
        if (r->request->all_isas)
            rc = compute_all_isas(r, row, dtype, threads);
        else if (!i || strcmp(row->group, compute_rows[i - 1].group) != 0)
            rc = compute_group(r, i, dtype, threads);
    }
    return rc;
}

int roofs_compute(struct roofs *r, int threads)
{
    int rc = 0;

    for (size_t i = 0; i < sizeof compute_dtypes / sizeof compute_dtypes[0] && !rc; i++)
        rc = compute_add(r, compute_dtypes[i], threads);
    return rc;
}
