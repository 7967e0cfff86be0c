/* SPDX-License-Identifier: MIT */
#include "common/record/record.h"

#include <string.h>

static const char *const run_status[] = { "running", "complete", "stopped", "failed" };
static const char *const run_purpose[] = { "run", "gate", "baseline", "import", "model", "comm" };
static const char *const role[] = { "subject", "roof", "control" };
static const char *const status[] = { "ok", "skipped", "wrong", "failed", "dropped", "partial" };
static const char *const cache_state[] = { "warm", "cold" };
static const char *const severity[] = { "info", "warning", "error" };
static const char *const target[] = { "measurement", "sample", "span", "node", "run" };
static const char *const scope[] = { "thread", "process", "core", "package", "device", "link", "uncore", "dram", "node", "wall" };
static const char *const quantity_kind[] = { "delta", "level" };
static const char *const source[] = { "none", "timed", "counter", "shape", "datasheet", "assumed" };
static const char *const energy_method[] = { "counter", "sampled", "modelled" };
static const char *const memory_kind[] = { "cache", "main" };

#define GAM_WORDS(name) const struct gam_words gam_words_##name = { name, sizeof name / sizeof *name };
#include "common/record/words.def"
#undef GAM_WORDS

int gam_word_index(const struct gam_words *words, const char *text)
{
    for (size_t i = 0; text && i < words->n; i++)
        if (!strcmp(words->word[i], text))
            return (int)i;
    return -1;
}
