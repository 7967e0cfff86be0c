/* SPDX-License-Identifier: MIT */
#include "collector/plan_roof_size.h"

#include "common/unit.h"

#include <math.h>
#include <stdio.h>

enum {
    SIZE_TIMES = 4, /* main memory: times the last cache */
    SIZE_TIMES_LEAST = 2,
    SIZE_MEMORY_PART = 4, /* at most this part of memory */
    SIZE_WIDE = 32        /* a last level this many times the inner one */
};

uint64_t gam_roof_reach(const struct gam_device_info *info, size_t level, int threads)
{
    const struct gam_device_memory *m = &info->memory[level];
    uint64_t sharers = m->shared_by ? m->shared_by : 1, reached = ((uint64_t)threads + sharers - 1) / sharers;

    if (m->instances && reached > m->instances)
        reached = m->instances;
    return reached * m->size_bytes;
}

static void sizes_of_memory(uint64_t cache, uint64_t memory_bytes, struct gam_roof_sizes *out)
{
    uint64_t most = memory_bytes / SIZE_MEMORY_PART;
    char want[32], have[32];

    out->n = 1;
    out->bytes[0] = SIZE_TIMES * cache;
    if (!memory_bytes || out->bytes[0] <= most)
        return;
    gam_unit_size_text((double)out->bytes[0], want, sizeof want);
    gam_unit_size_text((double)memory_bytes, have, sizeof have);
    if (most < SIZE_TIMES_LEAST * cache) {
        out->n = 0;
        snprintf(out->note, sizeof out->note,
                 "a working set of %s (4 times the last cache) does not fit beside the rest in %s of memory", want, have);
        return;
    }
    out->bytes[0] = most;
    snprintf(out->note, sizeof out->note, "working set below 4 times the last cache (%s): a quarter of the %s of memory", want,
             have);
}

static void sizes_of_cache(uint64_t inner, uint64_t own, int last, struct gam_roof_sizes *out)
{
    out->n = 1;
    if (!inner) {
        out->bytes[0] = own / 2;
    } else if (last && own >= SIZE_WIDE * inner) {
        out->n = 2;
        out->bytes[0] = 8 * inner;
        out->bytes[1] = 16 * inner;
    } else if (own >= 4 * inner) {
        out->bytes[0] = (uint64_t)sqrt((double)inner * (double)own);
    } else if (own >= 2 * inner) {
        out->bytes[0] = own / 4 * 3;
    } else {
        out->n = 0;
        snprintf(out->note, sizeof out->note, "less than twice the caches inside it: no working set fits it and not them");
    }
}

void gam_roof_sizes(const struct gam_device_info *info, size_t level, int threads, uint64_t memory_bytes,
                    struct gam_roof_sizes *out)
{
    uint64_t inner = level ? gam_roof_reach(info, level - 1, threads) : 0, own = gam_roof_reach(info, level, threads);
    int last = level + 1 < info->n_memory && !info->memory[level + 1].is_cache;

    *out = (struct gam_roof_sizes){ .n = 0 };
    if (!info->memory[level].is_cache && level && inner)
        sizes_of_memory(inner, memory_bytes, out);
    else if (info->memory[level].is_cache && own && (inner || !level))
        sizes_of_cache(inner, own, last, out);
    else if (!info->memory[level].is_cache && !level)
        snprintf(out->note, sizeof out->note, "the caches before %s are not known, which its working set has to pass",
                 info->memory[level].level);
    else
        snprintf(out->note, sizeof out->note, "the size of %s is not known",
                 level && !inner ? info->memory[level - 1].level : info->memory[level].level);
}
