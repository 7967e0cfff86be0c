/* SPDX-License-Identifier: MIT */
/* Ceilings of the memory levels: bandwidth and latency. */
#include "collector/plan_roof_size.h"
#include "collector/plan_roofs_priv.h"
#include "ops/kind/roof.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MEMORY_UNROLLS = 3, MEMORY_CACHES = 1, MEMORY_MAIN = 2, MEMORY_ALL = MEMORY_CACHES | MEMORY_MAIN };

/* Pattern by pattern: where it is measured, and where unless all instruction sets are asked for. */
static const struct stream_row {
    enum gam_roof_pattern pattern;
    int nt, full, quick;
    int spot;      /* in main memory part of the spot check */
    size_t widths; /* best instruction sets tried in caches; in main memory the best is enough */
} stream_rows[] = {
    { GAM_PATTERN_READ, 0, MEMORY_ALL, MEMORY_ALL, 1, 2 },    { GAM_PATTERN_COPY, 0, MEMORY_ALL, MEMORY_ALL, 0, 1 },
    { GAM_PATTERN_TRIAD, 0, MEMORY_ALL, MEMORY_ALL, 0, 1 },   { GAM_PATTERN_WRITE, 0, MEMORY_ALL, MEMORY_MAIN, 0, 1 },
    { GAM_PATTERN_WRITE, 1, MEMORY_MAIN, MEMORY_MAIN, 0, 1 }, { GAM_PATTERN_COPY, 1, MEMORY_MAIN, MEMORY_MAIN, 0, 1 },
    { GAM_PATTERN_TRIAD, 1, MEMORY_MAIN, MEMORY_MAIN, 0, 1 },
};

/* Level by level: MiB that a single worker moves in a launch (it should last 0.2 ms or more), unroll depths, loads of a chase. */
static const struct level_row {
    const char *level;
    uint64_t chunk_mib;
    int unroll[MEMORY_UNROLLS];
    int64_t steps;
} level_rows[] = {
    { "L1", 128, { 8, 16, 32 }, 1 << 18 }, { "L2", 64, { 4, 8 }, 1 << 16 }, { "L3", 16, { 8 }, 1 << 14 },
    { "L4", 16, { 8 }, 1 << 13 },          { "DRAM", 16, { 8 }, 1 << 13 },
};

/* One level of the device as one number of workers sees it. */
struct place {
    const struct gam_device_memory *memory;
    const struct level_row *row;
    struct gam_roof_sizes sizes;
    int threads;
};

static const struct level_row *level_find(const char *level)
{
    for (size_t i = 0; i < sizeof level_rows / sizeof level_rows[0]; i++)
        if (!strcmp(level_rows[i].level, level))
            return &level_rows[i];
    return NULL;
}

/* The least multiple of `unit` from `bytes` on, at least one. */
static uint64_t whole(uint64_t bytes, uint64_t unit)
{
    return bytes <= unit ? unit : (bytes + unit - 1) / unit * unit;
}

static void stream_spec(const struct stream_row *row, const struct place *at, const char *isa, uint64_t bytes, int unroll,
                        char *out, size_t size)
{
    uint64_t workers = (uint64_t)at->threads, unit = workers * GAM_ROOF_PAGE * gam_roof_arrays(row->pattern);

    snprintf(out, size,
             "roof_stream:isa=%s,pattern=%s,nt=%d,level=%s,bytes=%" PRIu64 ",chunk=%" PRIu64 ",unroll=%d,threads=%d,dtype=f64",
             isa, gam_roof_pattern_words[row->pattern], row->nt, at->memory->level, whole(bytes, unit),
             whole((at->row->chunk_mib << 20) * (uint64_t)roofs_stretch(at->threads) * workers, unit), unroll, at->threads);
}

static int stream_candidates(struct roofs *r, const struct stream_row *row, const struct place *at, const char *isa)
{
    int rc = 0;

    for (size_t i = 0; i < at->sizes.n; i++)
        for (int u = 0; u < MEMORY_UNROLLS && at->row->unroll[u] && !rc; u++) {
            char spec[GAM_OP_SPEC_MAX];

            stream_spec(row, at, isa, at->sizes.bytes[i], at->row->unroll[u], spec, sizeof spec);
            rc = roofs_candidate(r, spec, at->threads, at->sizes.note);
        }
    return rc;
}

static int stream_wanted(const struct roofs *r, const struct stream_row *row, const struct place *at)
{
    int where = at->memory->is_cache ? MEMORY_CACHES : MEMORY_MAIN;

    if (r->request->spot_only)
        return row->spot && where == MEMORY_MAIN;
    return ((r->request->all_isas ? row->full : row->quick) & where) != 0;
}

/* The ceiling of one pattern at one level. */
static int stream_group(struct roofs *r, const struct stream_row *row, const struct place *at)
{
    size_t widths = r->request->all_isas ? r->n_isas : at->memory->is_cache ? row->widths : 1;
    int rc = 0;

    roofs_group(r, "memory %s %s%s t%d", at->memory->level, gam_roof_pattern_words[row->pattern], row->nt ? "-nt" : "",
                at->threads);
    for (size_t k = 0; k < widths && k < r->n_isas && !rc; k++)
        rc = stream_candidates(r, row, at, r->isa[k]);
    return rc;
}

/* A level that no working set stands for is said once, with its reading stream. */
static int level_skip(struct roofs *r, const struct place *at)
{
    char spec[GAM_OP_SPEC_MAX];

    if (r->request->spot_only || !r->n_isas)
        return 0;
    roofs_group(r, "memory %s t%d", at->memory->level, at->threads);
    stream_spec(&stream_rows[0], at, r->isa[0], at->memory->size_bytes, at->row->unroll[0], spec, sizeof spec);
    return roofs_skip(r, spec, at->threads, at->sizes.note);
}

static int place_make(const struct roofs *r, size_t level, int threads, struct place *out)
{
    *out = (struct place){ .memory = &r->d->info.memory[level], .threads = threads };
    out->row = level_find(out->memory->level);
    if (!out->row)
        return 0;
    gam_roof_sizes(&r->d->info, level, threads, r->memory_bytes, &out->sizes);
    return 1;
}

int roofs_memory(struct roofs *r, int threads)
{
    int rc = 0;

    for (size_t level = 0; level < r->d->info.n_memory && !rc; level++) {
        struct place at;

        if (!place_make(r, level, threads, &at))
            continue;
        if (!at.sizes.n)
            rc = level_skip(r, &at);
        for (size_t i = 0; i < sizeof stream_rows / sizeof stream_rows[0] && at.sizes.n && !rc; i++)
            if (stream_wanted(r, &stream_rows[i], &at))
                rc = stream_group(r, &stream_rows[i], &at);
    }
    return rc;
}

int64_t roofs_chase_steps(const char *level)
{
    const struct level_row *row = level_find(level);

    return row ? row->steps : 0;
}

int roofs_latency(struct roofs *r)
{
    int rc = 0;

    for (size_t level = 0; level < r->d->info.n_memory && !rc; level++) {
        char spec[GAM_OP_SPEC_MAX];
        struct place at;

        if (!place_make(r, level, 1, &at) || !at.sizes.n)
            continue;
        roofs_group(r, "latency %s", at.memory->level);
        snprintf(spec, sizeof spec, "roof_chase:level=%s,bytes=%" PRIu64 ",steps=%" PRId64 ",dtype=i64", at.memory->level,
                 whole(at.sizes.bytes[at.sizes.n - 1], GAM_ROOF_PAGE), at.row->steps);
        rc = roofs_candidate(r, spec, 1, at.sizes.note);
    }
    return rc;
}
