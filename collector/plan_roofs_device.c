/* SPDX-License-Identifier: MIT */
/* Ceilings of devices that run source code. How many groups of how many items with how wide vectors reach a roof differs from
 * device to device, so each ceiling has several candidates, and the search among them is the tuning.
 */
#include "collector/plan_roof_size.h"
#include "collector/plan_roofs_priv.h"
#include "ops/kind/roof.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    DEVICE_SHAPES = 5,
    DEVICE_CHAINS = 4,
    DEVICE_MEMORY_PART = 16,
    LOCAL_SLICE_BYTES = 16384,
    LOCAL_CHUNK_MIB = 64,
    FIRST_LEVEL_BYTES = 8192
};

static const uint64_t chase_most_bytes = UINT64_C(1) << 31; /* more takes long to fill and adds nothing */

/* A launch: items of a group, bytes of an item's vector, groups for each compute unit; loads in a pass of the loop, of reads
 * only. */
struct shape {
    int items, bytes, groups, loads;
};

/* By what kind of device it is; a cpu runs the items of a group one after another in one core. There, waking a core takes up to a
 * tenth of a millisecond, so launches are long, and groups are many where caches do not bound them: who woke late gets fewer. */
static const struct device_row {
    const char *kind; /* of caps.device_kind; NULL: the rest */
    struct shape compute[DEVICE_SHAPES], cache[DEVICE_SHAPES], memory[DEVICE_SHAPES];
    int chains[DEVICE_CHAINS];
    int64_t steps, special_steps; /* of all chains of an item together */
    uint64_t chunk_mib;           /* least that a launch moves through a cache, for each compute unit */
    uint64_t memory_mib;          /* the same of main memory; 0: a pass through all of it */
    int chase_part;               /* of a core's loads in a launch of the chase: waiting takes longer elsewhere */
} device_rows[] = {
    { "cpu",
      { { 1, 64, 1, 1 }, { 1, 64, 4, 1 } },
      { { 1, 64, 1, 1 }, { 1, 64, 4, 1 }, { 64, 8, 1, 1 }, { 1, 64, 1, 4 } },
      { { 1, 64, 4, 1 }, { 1, 64, 16, 1 }, { 64, 8, 4, 1 }, { 1, 64, 16, 4 } },
      { 8, 12, 16, 20 },
      1 << 23,
      1 << 17,
      32,
      64,
      1 },
    { NULL,
      { { 256, 4, 8, 1 }, { 256, 8, 8, 1 }, { 512, 4, 4, 1 } },
      { { 256, 16, 8, 1 }, { 512, 16, 4, 1 }, { 1024, 8, 2, 1 }, { 256, 8, 16, 1 }, { 256, 16, 8, 4 } },
      { { 256, 16, 8, 1 }, { 512, 16, 4, 1 }, { 1024, 8, 2, 1 }, { 256, 8, 16, 1 }, { 256, 16, 8, 4 } },
      { 4, 8, 16 },
      1 << 16,
      1 << 13,
      4,
      0,
      4 },
};

static const struct {
    const char *mix, *class;
    int special, spot; /* spot: part of the spot check, in f32 */
} mixes[] = { { "fma", "fma", 0, 1 }, { "exp", "special", 1, 0 } };

static const struct {
    enum gam_roof_pattern pattern;
    int caches, spot; /* caches: measured there too; spot: in main memory part of the spot check */
} patterns[] = {
    { GAM_PATTERN_READ, 1, 1 }, { GAM_PATTERN_COPY, 1, 0 }, { GAM_PATTERN_TRIAD, 1, 0 }, { GAM_PATTERN_WRITE, 0, 0 }
};

static const struct device_row *row_of(const struct gam_caps *caps)
{
    size_t i = 0;

    while (device_rows[i].kind && (!caps->device_kind || strcmp(device_rows[i].kind, caps->device_kind) != 0))
        i++;
    return &device_rows[i];
}

static int units_of(const struct gam_caps *caps)
{
    return caps->units ? (int)caps->units : 1;
}

static int has_f64(const struct gam_caps *caps)
{
    return (caps->dtypes & 1u << GAM_DTYPE_F64) != 0;
}

/* All shapes and chains of one mix and type. */
static int compute_group(struct roofs *r, const struct gam_caps *caps, size_t mix, enum gam_dtype dtype)
{
    const struct device_row *row = row_of(caps);
    const char *type = gam_dtype_info(dtype)->name;
    int64_t steps = mixes[mix].special ? row->special_steps : row->steps;
    int rc = 0;

    roofs_group(r, "compute %s %s t1", type, mixes[mix].class);
    for (int s = 0; s < DEVICE_SHAPES && row->compute[s].items; s++)
        for (int c = 0; c < DEVICE_CHAINS && row->chains[c] && !rc; c++) {
            int width = (int)(row->compute[s].bytes / gam_dtype_bytes(dtype));
            char spec[GAM_OP_SPEC_MAX];

            snprintf(spec, sizeof spec,
                     "roof_fma:isa=gpu,class=%s,mix=%s,chains=%d,n=%" PRId64 ",groups=%d,items=%d,width=%d,dtype=%s",
                     mixes[mix].class, mixes[mix].mix, row->chains[c], steps / row->chains[c] / 2 * 2,
                     row->compute[s].groups * units_of(caps), row->compute[s].items, width ? width : 1, type);
            rc = roofs_candidate(r, spec, 1, "");
        }
    return rc;
}

static int compute_add(struct roofs *r, const struct gam_caps *caps)
{
    int rc = 0;

    for (size_t m = 0; m < sizeof mixes / sizeof mixes[0]; m++) {
        if (!rc && (!r->request->spot_only || mixes[m].spot))
            rc = compute_group(r, caps, m, GAM_DTYPE_F32);
        if (!rc && !r->request->spot_only && has_f64(caps))
            rc = compute_group(r, caps, m, GAM_DTYPE_F64);
    }
    return rc;
}

static uint64_t whole(uint64_t bytes, uint64_t unit)
{
    return bytes <= unit ? unit : (bytes + unit - 1) / unit * unit;
}

/* Sizes that all shapes can divide are equal, so that candidates share their buffers. */
static uint64_t unit_of(const struct shape *shape, const struct gam_caps *caps)
{
    int most = 1;

    for (int s = 0; s < DEVICE_SHAPES; s++)
        most = shape[s].groups > most ? shape[s].groups : most;
    return (uint64_t)GAM_ROOF_PAGE * 6 * (uint64_t)most * (uint64_t)units_of(caps);
}

/* One pattern through `bytes`, which stand for a level. */
static int stream_group(struct roofs *r, const struct gam_caps *caps, const char *level, enum gam_roof_pattern pattern,
                        const struct gam_roof_sizes *sizes)
{
    const struct device_row *row = row_of(caps);
    int rc = 0, main_memory = !strcmp(level, "DRAM");
    const struct shape *shape = main_memory ? row->memory : row->cache;
    uint64_t least = (main_memory ? row->memory_mib : row->chunk_mib) << 20;
    const char *type = has_f64(caps) ? "f64" : "f32";

    roofs_group(r, "memory %s %s t1", level, gam_roof_pattern_words[pattern]);
    for (size_t i = 0; i < sizes->n; i++)
        for (int s = 0; s < DEVICE_SHAPES && shape[s].items && !rc; s++) {
            uint64_t groups = (uint64_t)(shape[s].groups * units_of(caps));
            uint64_t own = (uint64_t)GAM_ROOF_PAGE * gam_roof_arrays(pattern) * groups, shared = unit_of(shape, caps);
            uint64_t bytes = whole(sizes->bytes[i], sizes->bytes[i] > shared ? shared : own);
            uint64_t chunk = least ? whole(least * (uint64_t)units_of(caps), shared) : bytes;
            char spec[GAM_OP_SPEC_MAX];

            if (shape[s].loads > 1 && pattern != GAM_PATTERN_READ)
                continue;
            snprintf(spec, sizeof spec,
                     "roof_stream:isa=gpu,pattern=%s,level=%s,bytes=%" PRIu64 ",chunk=%" PRIu64 ",unroll=%d,groups=%" PRIu64
                     ",items=%d,width=%d,dtype=%s",
                     gam_roof_pattern_words[pattern], level, bytes, chunk, shape[s].loads, groups, shape[s].items,
                     shape[s].bytes / (has_f64(caps) ? 8 : 4), type);
            rc = roofs_candidate(r, spec, 1, sizes->note);
        }
    return rc;
}

/* Main memory behind caches that the device does not tell: so much of it that no cache can hold a part that matters. */
static void sizes_of(const struct roofs *r, int threads, size_t level, struct gam_roof_sizes *out)
{
    const struct gam_device_memory *m = &r->d->info.memory[level];

    if (!m->is_cache && level == 0) {
        *out = (struct gam_roof_sizes){ .n = 1, .bytes = { m->size_bytes / DEVICE_MEMORY_PART } };
        snprintf(out->note, sizeof out->note, "the device's caches are not known: a working set of 1/%d of its memory",
                 DEVICE_MEMORY_PART);
        return;
    }
    gam_roof_sizes(&r->d->info, level, threads, r->memory_bytes, out);
}

static int memory_add(struct roofs *r, const struct gam_caps *caps)
{
    int rc = 0;

    for (size_t level = 0; level < r->d->info.n_memory; level++) {
        const struct gam_device_memory *m = &r->d->info.memory[level];
        struct gam_roof_sizes sizes;

        sizes_of(r, units_of(caps), level, &sizes);
        for (size_t p = 0; p < sizeof patterns / sizeof patterns[0] && !rc; p++)
            if (r->request->spot_only ? patterns[p].spot && !m->is_cache : patterns[p].caches || !m->is_cache)
                rc = stream_group(r, caps, m->level, patterns[p].pattern, &sizes);
    }
    return rc;
}

/* What the items of a group share: a slice of it for each group, read again and again. */
static int local_add(struct roofs *r, const struct gam_caps *caps)
{
    const struct device_row *row = row_of(caps);
    int rc = 0;

    if (r->request->spot_only || caps->local_bytes < 2 * LOCAL_SLICE_BYTES)
        return 0;
    roofs_group(r, "memory LOCAL read t1");
    for (int s = 0; s < DEVICE_SHAPES && row->cache[s].items && !rc; s++) {
        uint64_t groups = (uint64_t)(row->cache[s].groups * units_of(caps)), slices = groups * LOCAL_SLICE_BYTES;
        char spec[GAM_OP_SPEC_MAX];

        snprintf(spec, sizeof spec,
                 "roof_stream:isa=gpu,pattern=read,level=LOCAL,bytes=%" PRIu64 ",chunk=%" PRIu64 ",unroll=%d,groups=%" PRIu64
                 ",items=%d,width=%d,dtype=%s",
                 slices, whole((LOCAL_CHUNK_MIB << 20) * (uint64_t)units_of(caps), slices), row->cache[s].loads, groups,
                 row->cache[s].items, row->cache[s].bytes / (has_f64(caps) ? 8 : 4), has_f64(caps) ? "f64" : "f32");
        rc = roofs_candidate(r, spec, 1, "");
    }
    return rc;
}

static int chase_add(struct roofs *r, const char *level, uint64_t bytes, int64_t steps, const char *note)
{
    char spec[GAM_OP_SPEC_MAX];

    roofs_group(r, "latency %s", level);
    snprintf(spec, sizeof spec, "roof_chase:level=%s,bytes=%" PRIu64 ",steps=%" PRId64 ",dtype=i64", level,
             whole(bytes, GAM_ROOF_PAGE), steps);
    return roofs_candidate(r, spec, 1, note);
}

/* One item sees one instance of a cache. A GPU's first level, of which its driver does not speak, holds 8 KiB in any case. */
static int latency_add(struct roofs *r, const struct gam_caps *caps)
{
    const struct device_row *row = row_of(caps);
    int rc = 0;

    if (r->request->spot_only)
        return 0;
    if (!row->kind && r->d->info.n_memory && r->d->info.memory[0].is_cache && strcmp(r->d->info.memory[0].level, "L1") != 0)
        rc = chase_add(r, "L1", FIRST_LEVEL_BYTES, roofs_chase_steps("L1") / row->chase_part,
                       "the size of the first level is not known: a working set that any holds");
    for (size_t level = 0; level < r->d->info.n_memory && !rc; level++) {
        const char *name = r->d->info.memory[level].level;
        int64_t steps = roofs_chase_steps(name) / row->chase_part;
        struct gam_roof_sizes sizes;

        sizes_of(r, 1, level, &sizes);
        if (steps && sizes.n)
            rc = chase_add(r, name, sizes.bytes[sizes.n - 1] < chase_most_bytes ? sizes.bytes[sizes.n - 1] : chase_most_bytes,
                           steps, sizes.note);
    }
    return rc;
}

int roofs_device(struct roofs *r)
{
    struct gam_caps caps = { .threads = 1 };
    int rc;

    r->d->backend->caps(r->d->state, 1, &caps);
    rc = compute_add(r, &caps);
    if (!rc)
        rc = memory_add(r, &caps);
    if (!rc)
        rc = local_add(r, &caps);
    return rc ? rc : latency_add(r, &caps);
}
