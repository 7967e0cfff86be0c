/* SPDX-License-Identifier: MIT */
#include "analyzer/gate/rank.h"
#include "cli/gate/session.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void gam_gate_warn(struct gam_gate *gate, const char *format, ...)
{
    char text[600];
    va_list args;
    const char *copy;

    if (gate->n_warnings == GAM_GATE_WARNINGS)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    copy = gam_arena_text(&gate->arena, text);
    if (copy)
        gate->warning[gate->n_warnings++] = copy;
}

/* "5.8 % worse (interval 4.9 to 6.9 %)". */
static void effect_text(const struct gam_gate_outcome *o, char *out, size_t size)
{
    int n = snprintf(out, size, "%.1f %% %s", 100 * fabs(o->worse), o->worse < 0 ? "better" : "worse");

    if (n > 0 && (size_t)n < size && isfinite(o->worse_low))
        snprintf(out + n, size - (size_t)n, " (interval %.1f to %.1f %%)", 100 * o->worse_low, 100 * o->worse_high);
}

/* The threshold that was in force: the absolute one may be the larger. */
static double threshold_of(const struct gam_gate_case *c)
{
    return fmax(c->threshold_ratio, c->threshold_abs > 0 && c->first.base > 0 ? c->threshold_abs / c->first.base : 0);
}

static size_t counted(const struct gam_gate_outcome *o)
{
    size_t n = 0;

    for (size_t i = 0; i < o->pairs; i++)
        n += !o->pair[i].disturbed && !isnan(o->pair[i].base) && !isnan(o->pair[i].cand);
    return n;
}

void gam_gate_case_explain(struct gam_arena **arena, struct gam_gate_case *c, const struct gam_gate_control *control)
{
    const struct gam_gate_outcome *o = &c->first;
    char effect[160];
    double t = 100 * threshold_of(c);

    if (c->reason)
        return;
    effect_text(o, effect, sizeof effect);
    switch (c->why) {
    case GAM_GATE_WHY_NOT_WORSE:
        c->reason = gam_arena_printf(arena, "not worse by %.3g %%: %s", t, effect);
        break;
    case GAM_GATE_WHY_WORSE:
        c->reason = gam_arena_printf(arena, "%s; %s", effect,
                                     c->confirm ? "a second job found it again" : "not confirmed by a second job, as asked");
        break;
    case GAM_GATE_WHY_NOISE:
        c->reason =
            gam_arena_printf(arena, "%s; %zu pairs that scatter by %.1f %% show %.1f %% at best, and the threshold is %.3g %%",
                             effect, o->pairs, 100 * o->sd, 100 * o->mde, t);
        break;
    case GAM_GATE_WHY_CLOSE:
        c->reason = gam_arena_printf(arena, "%s: too near to the threshold of %.3g %% for %zu pairs", effect, t, o->pairs);
        break;
    case GAM_GATE_WHY_BUDGET:
        c->reason = gam_arena_printf(arena, "the time ran out after %zu pair%s", o->pairs, o->pairs == 1 ? "" : "s");
        break;
    case GAM_GATE_WHY_UNCONFIRMED:
        c->reason = gam_arena_printf(arena, "%s at first, but a second job found %.1f %% (interval %.1f to %.1f %%)", effect,
                                     c->confirm ? 100 * c->confirm->worse : NAN, c->confirm ? 100 * c->confirm->worse_low : NAN,
                                     c->confirm ? 100 * c->confirm->worse_high : NAN);
        break;
    case GAM_GATE_WHY_CONTROL:
        c->reason = gam_arena_printf(arena, "%s, but the base against itself differs by %.1f %%, too", effect,
                                     control ? 100 * (control->ratio - 1) : NAN);
        break;
    case GAM_GATE_WHY_DROPPED:
        c->reason = gam_arena_printf(arena, "%zu of %zu pairs count; the others lack a value, or the machine disturbed them",
                                     counted(o), o->pairs);
        break;
    default:
        break;
    }
}

static const char *advice_of(const struct gam_gate *g)
{
    switch (g->verdict) {
    case GAM_GATE_UNDECIDED:
        return "run it again; if it stays so: a larger --threshold, a larger --budget, longer work per run, or a quieter machine";
    case GAM_GATE_REGRESSION:
        return "if it is meant, say why in the change and merge over the gate; 'gambrel gate accept' moves stored baselines";
    case GAM_GATE_NOT_COMPARABLE:
        return "make both sides do and report the same on the same kind of machine; 'gambrel gate ab' measures both here";
    case GAM_GATE_NO_BASELINE:
        return "store one with 'gambrel gate accept' or 'gambrel gate baseline --write FILE'";
    case GAM_GATE_FAILED:
        return "run the command by hand until it exits with 0";
    default:
        return NULL;
    }
}

/* A case that only the candidate has is news, not a fault: it decides only when there is nothing else. */
static enum gam_gate_verdict worst(const struct gam_gate *g, const struct gam_gate_case *cases, const struct gam_gate_case **by)
{
    enum gam_gate_verdict verdict = GAM_GATE_PASS;
    size_t fresh = 0;

    for (size_t i = 0; i < g->n_cases; i++) {
        if (cases[i].verdict == GAM_GATE_NO_BASELINE) {
            fresh++;
            continue;
        }
        if (cases[i].verdict > verdict || !*by) {
            verdict = cases[i].verdict;
            *by = &cases[i];
        }
    }
    if (!*by && fresh) {
        *by = &cases[0];
        return GAM_GATE_NO_BASELINE;
    }
    return verdict;
}

static int exit_code_of(const struct gam_gate *g)
{
    if (g->advisory)
        return 0;
    if (g->verdict == GAM_GATE_UNDECIDED && strcmp(g->undecided, "fail") != 0)
        return 0;
    return gam_gate_verdict_exit(g->verdict);
}

static void counts_text(const struct gam_gate *g, const struct gam_gate_case *cases, char *out, size_t size)
{
    size_t count[GAM_GATE_FAILED + 1] = { 0 }, at = 0;

    *out = '\0';
    for (size_t i = 0; i < g->n_cases; i++)
        count[cases[i].verdict]++;
    for (int v = GAM_GATE_FAILED; v >= 0; v--)
        if (count[v] && at < size) {
            int n = snprintf(out + at, size - at, "%s%zu %s", at ? ", " : "", count[v],
                             gam_gate_verdict_word((enum gam_gate_verdict)v));

            at += n > 0 ? (size_t)n : 0;
        }
}

void gam_gate_conclude(struct gam_gate *gate, const struct gam_gate_case *cases)
{
    const struct gam_gate_case *by = NULL;
    char counts[200];

    if (gate->n_cases) {
        gate->verdict = worst(gate, cases, &by);
        counts_text(gate, cases, counts, sizeof counts);
        if (gate->n_cases == 1)
            gate->reason = gam_arena_printf(&gate->arena, "%s, %s: %s", by->name, by->metric, by->reason ? by->reason : "-");
        else if (gate->verdict == GAM_GATE_PASS)
            gate->reason = gam_arena_printf(&gate->arena, "%s", counts);
        else
            gate->reason =
                gam_arena_printf(&gate->arena, "%s; %s, %s: %s", counts, by->name, by->metric, by->reason ? by->reason : "-");
    }
    gate->advice = advice_of(gate);
    gate->exit_code = exit_code_of(gate);
}
