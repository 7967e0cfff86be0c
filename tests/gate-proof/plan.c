/* SPDX-License-Identifier: MIT */
#include "proof.h"

#include "common/rand.h"

#include <stdlib.h>
#include <string.h>

const char *const proof_noise_word[4] = { "none", "co-runner", "cold start", "slot bias" };

static const struct proof_part full[] = {
    { "equal", 0, PROOF_QUIET, 150 },
    { "slower by 1 %", 0.01, PROOF_QUIET, 60 },
    { "slower by 2 %", 0.02, PROOF_QUIET, 60 },
    { "slower by 3 %", 0.03, PROOF_QUIET, 60 },
    { "slower by 5 %", 0.05, PROOF_QUIET, 60 },
    { "slower by 10 %", 0.10, PROOF_QUIET, 60 },
    { "equal, co-runner", 0, PROOF_CORUNNER, 10 },
    { "slower by 10 %, co-runner", 0.10, PROOF_CORUNNER, 10 },
    { "equal, cold start", 0, PROOF_COLD, 10 },
    { "slower by 10 %, cold start", 0.10, PROOF_COLD, 10 },
    { "equal, slot bias", 0, PROOF_SLOT_BIAS, 10 },
    { "slower by 10 %, slot bias", 0.10, PROOF_SLOT_BIAS, 10 },
};

/* Five gates of each truth; the kernels take turns (included() below). */
static const struct proof_part brief[] = { { "equal", 0, PROOF_QUIET, 5 }, { "slower by 10 %", 0.10, PROOF_QUIET, 5 } };

const struct proof_part *proof_plan_parts(const char *name, size_t *n)
{
    if (!strcmp(name, "full")) {
        *n = sizeof full / sizeof *full;
        return full;
    }
    if (!strcmp(name, "short")) {
        *n = sizeof brief / sizeof *brief;
        return brief;
    }
    return NULL;
}

/* The short plan is five gates of each truth: kernels take turns. */
static int included(const char *plan, enum proof_kernel kernel, size_t number)
{
    return strcmp(plan, "short") != 0 || number % PROOF_KERNELS == (size_t)kernel;
}

struct proof_trial *proof_plan_trials(const char *name, uint64_t seed, size_t *n)
{
    size_t n_parts, total = 0, at = 0;
    const struct proof_part *parts = proof_plan_parts(name, &n_parts);
    struct proof_trial *trial;
    struct gam_rand r;

    *n = 0;
    if (!parts)
        return NULL;
    for (size_t i = 0; i < n_parts; i++)
        total += parts[i].trials * PROOF_KERNELS;
    trial = calloc(total, sizeof *trial);
    if (!trial)
        return NULL;
    for (size_t i = 0; i < n_parts; i++)
        for (int k = 0; k < PROOF_KERNELS; k++)
            for (size_t t = 0; t < parts[i].trials; t++)
                if (included(name, (enum proof_kernel)k, t))
                    trial[at++] = (struct proof_trial){ &parts[i], (enum proof_kernel)k, t };
    /* shuffled, so that the hour of the day is not a property of a truth */
    gam_rand_seed(&r, seed);
    for (size_t i = at; i > 1; i--) {
        size_t k = (size_t)gam_rand_below(&r, i);
        struct proof_trial swap = trial[i - 1];

        trial[i - 1] = trial[k];
        trial[k] = swap;
    }
    *n = at;
    return trial;
}
