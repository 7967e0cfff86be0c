/* SPDX-License-Identifier: MIT */
#include "analyzer/gate/gate.h"

#include "analyzer/arena.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *word;
    int exit_code;
} verdicts[] = {
    [GAM_GATE_PASS] = { "pass", 0 },
    [GAM_GATE_UNDECIDED] = { "undecided", 3 },
    [GAM_GATE_REGRESSION] = { "regression", 1 },
    [GAM_GATE_NO_BASELINE] = { "no-baseline", 5 },
    [GAM_GATE_NOT_COMPARABLE] = { "not-comparable", 4 },
    [GAM_GATE_FAILED] = { "failed", 70 },
};

static const char *const whys[] = {
    [GAM_GATE_WHY_NOT_WORSE] = "not-worse", [GAM_GATE_WHY_SAME] = "same",
    [GAM_GATE_WHY_WORSE] = "worse",         [GAM_GATE_WHY_EXACT] = "exact",
    [GAM_GATE_WHY_NOISE] = "noise",         [GAM_GATE_WHY_CLOSE] = "close",
    [GAM_GATE_WHY_BUDGET] = "budget",       [GAM_GATE_WHY_UNCONFIRMED] = "unconfirmed",
    [GAM_GATE_WHY_CONTROL] = "control",     [GAM_GATE_WHY_UNSTABLE] = "unstable",
    [GAM_GATE_WHY_SINGLE] = "single-value", [GAM_GATE_WHY_MISSING] = "missing",
    [GAM_GATE_WHY_HOST] = "host",           [GAM_GATE_WHY_OUTPUT] = "output",
    [GAM_GATE_WHY_DROPPED] = "dropped",     [GAM_GATE_WHY_CHILD] = "child",
};

static const char *const betters[] = { [GAM_GATE_LOWER] = "lower", [GAM_GATE_HIGHER] = "higher", [GAM_GATE_EQUAL] = "equal" };

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

const char *gam_gate_verdict_word(enum gam_gate_verdict verdict)
{
    return (size_t)verdict < COUNT(verdicts) ? verdicts[verdict].word : NULL;
}

int gam_gate_verdict_exit(enum gam_gate_verdict verdict)
{
    return (size_t)verdict < COUNT(verdicts) ? verdicts[verdict].exit_code : 70;
}

int gam_gate_verdict_parse(const char *word)
{
    for (size_t i = 0; i < COUNT(verdicts); i++)
        if (!strcmp(verdicts[i].word, word))
            return (int)i;
    return -1;
}

static int word_find(const char *const *words, size_t n, const char *word)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(words[i], word))
            return (int)i;
    return -1;
}

const char *gam_gate_why_word(enum gam_gate_why why)
{
    return (size_t)why < COUNT(whys) ? whys[why] : NULL;
}

int gam_gate_why_parse(const char *word)
{
    return word_find(whys, COUNT(whys), word);
}

const char *gam_gate_better_word(enum gam_gate_better better)
{
    return (size_t)better < COUNT(betters) ? betters[better] : NULL;
}

int gam_gate_better_parse(const char *word)
{
    return word_find(betters, COUNT(betters), word);
}

void gam_gate_diagnostics_clear(struct gam_gate_diagnostics *d)
{
    *d = (struct gam_gate_diagnostics){ .slot_effect = NAN,
                                        .slot_p = NAN,
                                        .drift = NAN,
                                        .drift_p = NAN,
                                        .autocorrelation = NAN,
                                        .steal_share = NAN,
                                        .pressure_share = NAN };
}

void gam_gate_release(struct gam_gate *gate)
{
    gam_arena_free(gate->arena);
    *gate = (struct gam_gate){ 0 };
}
