/* SPDX-License-Identifier: MIT */
/* The intensity sweep: from a stream out of main memory to arithmetic that hides it, across the ridge, with all workers. */
#include "collector/plan_roof_size.h"
#include "collector/plan_roofs_priv.h"
#include "ops/kind/roof.h"

#include <inttypes.h>
#include <stdio.h>

enum { SWEEP_POINTS = 12, CHUNK_BYTES = 16 << 20 /* of one worker with few FMAs */, CHUNK_FMAS = 8 };

static const int64_t quick_fmas[SWEEP_POINTS] = { 1, 4, 16, 32, 64, 256 };
static const int64_t full_fmas[SWEEP_POINTS] = { 1, 2, 4, 8, 16, 32, 64, 128, 256, 512 };

/* Bytes of one launch, so that it lasts about as long whatever is done with them. */
static uint64_t chunk_bytes(int64_t fmas, uint64_t slice_bytes)
{
    uint64_t chunk = fmas > CHUNK_FMAS ? CHUNK_BYTES / (uint64_t)(fmas / CHUNK_FMAS) : CHUNK_BYTES;

    chunk = chunk / GAM_ROOF_PAGE * GAM_ROOF_PAGE;
    chunk = chunk < GAM_ROOF_PAGE ? GAM_ROOF_PAGE : chunk;
    return chunk < slice_bytes ? chunk : slice_bytes;
}

static int point_add(struct roofs *r, const char *level, uint64_t slice_bytes, int64_t fmas, const char *note)
{
    uint64_t workers = (uint64_t)r->d->threads;
    char spec[GAM_OP_SPEC_MAX];

    roofs_group(r, "sweep %" PRId64 " t%d", fmas, r->d->threads);
    snprintf(spec, sizeof spec,
             "roof_sweep:isa=%s,fmas=%" PRId64 ",level=%s,bytes=%" PRIu64 ",chunk=%" PRIu64 ",threads=%d,dtype=f64", r->isa[0],
             fmas, level, slice_bytes * workers, chunk_bytes(fmas, slice_bytes) * workers, r->d->threads);
    return roofs_candidate(r, spec, r->d->threads, note);
}

int roofs_sweep(struct roofs *r)
{
    const int64_t *fmas = r->request->all_isas ? full_fmas : quick_fmas;
    int rc = 0;

    for (size_t level = 0; level < r->d->info.n_memory && r->n_isas; level++) {
        const struct gam_device_memory *memory = &r->d->info.memory[level];
        uint64_t unit = (uint64_t)GAM_ROOF_PAGE * (uint64_t)r->d->threads;
        struct gam_roof_sizes sizes;

        if (memory->is_cache)
            continue;
        gam_roof_sizes(&r->d->info, level, r->d->threads, r->memory_bytes, &sizes);
        if (!sizes.n || sizes.bytes[0] < unit)
            continue;
        for (size_t i = 0; i < SWEEP_POINTS && fmas[i] && !rc; i++) /* the buffer is that of the reading stream */
            rc = point_add(r, memory->level, (sizes.bytes[0] + unit - 1) / unit * GAM_ROOF_PAGE, fmas[i], sizes.note);
    }
    return rc;
}
