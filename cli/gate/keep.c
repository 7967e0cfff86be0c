/* SPDX-License-Identifier: MIT */
/* A gate into the database. */
#include "cli/gate/gate.h"
#include "cli/gate/session.h"
#include "store/gates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIGNS_LEAST = 20 };

/* A command line may hold secrets: only the program's name is kept. */
static const char *arm_name(struct gam_gate *gate, const struct gam_gate_arm *arm)
{
    size_t n;

    if (!arm->kind || strcmp(arm->kind, "command") != 0)
        return arm->hash ? arm->hash : arm->name;
    n = strcspn(arm->name, " \t|&;<>()$`\\\"'=");
    return gam_arena_printf(&gate->arena, "%.*s", (int)n, arm->name);
}

static struct gam_stored_case case_of(const struct gam_gate_case *c)
{
    return (struct gam_stored_case){ .name = c->name,
                                     .metric = c->metric,
                                     .unit = c->unit,
                                     .verdict = gam_gate_verdict_word(c->verdict),
                                     .reason = c->reason,
                                     .base = c->first.base,
                                     .cand = c->first.cand,
                                     .ratio = c->first.ratio,
                                     .ratio_low = c->first.ratio_low,
                                     .ratio_high = c->first.ratio_high,
                                     .p = c->first.p_adjusted,
                                     .mde = c->first.mde,
                                     .pairs = (int64_t)c->first.pairs };
}

static int slots_of(const struct gam_gate_session *s, struct gam_stored_slot **out, struct gam_err *err)
{
    *out = calloc(s->n_slots + 1, sizeof **out);
    if (!*out)
        return gam_err_nomem(err);
    for (size_t i = 0; i < s->n_slots; i++)
        (*out)[i] = (struct gam_stored_slot){ .pair = (int64_t)s->slot[i].pair,
                                              .look = s->slot[i].look,
                                              .exit_code = s->slot[i].exit_code,
                                              .reason = s->slot[i].disturbed ? "disturbed" : NULL,
                                              .duration_ns = (int64_t)s->slot[i].duration_ns,
                                              .arm = s->slot[i].control               ? "control"
                                                     : s->slot[i].arm == GAM_ARM_BASE ? "base"
                                                                                      : "cand" };
    return 0;
}

static void worst_of(const struct gam_gate *g, struct gam_stored_gate *out)
{
    out->mde = out->noise_floor = NAN;
    for (size_t i = 0; i < g->n_cases; i++) {
        out->mde = fmax(out->mde, g->cases[i].first.mde); /* NaN gives way */
        out->noise_floor = fmax(out->noise_floor, g->cases[i].first.noise_floor);
    }
}

/* Two-sided: as far from half as this or farther, by a fair coin. */
static double coin_p(size_t heads, size_t n)
{
    size_t less = heads < n - heads ? heads : n - heads;
    double sum = 0;

    for (size_t k = 0; k <= less; k++)
        sum += exp(lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1) - (double)n * log(2));
    return fmin(1, 2 * sum);
}

/* What only many gates together show: alarms that always point one way are the gate's fault, and one that comes back is no
 * chance. */
static void history_warn(struct gam_gate *g, const struct gam_gate_history *h)
{
    size_t n = h->slower + h->faster;

    if (n >= SIGNS_LEAST && coin_p(h->slower, n) < 0.001)
        gam_gate_warn(
            g,
            "of the last %zu gates on this kind of machine the candidate was slower in %zu: something may follow the side "
            "and not the change (path, environment, cache)",
            n, h->slower);
    if (h->alarms_before)
        gam_gate_warn(
            g, "the gate before this one on this kind of machine found %zu regressions in these cases, %zu of them again now",
            h->alarms_before, h->alarms_again);
}

int gam_gate_keep(struct gam_gate *g, const struct gam_gate_session *s, const char *db, struct gam_err *err)
{
    struct gam_stored_gate row = { .uuid = g->uuid,
                                   .kind = g->kind,
                                   .started = g->started,
                                   .finished = g->finished,
                                   .verdict = gam_gate_verdict_word(g->verdict),
                                   .reason = g->reason,
                                   .order = g->order,
                                   .host_class = g->host_class,
                                   .base_kind = g->base.kind,
                                   .base_name = arm_name(g, &g->base),
                                   .cand_kind = g->cand.kind,
                                   .cand_name = arm_name(g, &g->cand),
                                   .confirms = g->confirms,
                                   .tool_version = gam_cli_version(),
                                   .tool_commit = gam_cli_commit(),
                                   .seed = g->seed,
                                   .advisory = g->advisory,
                                   .threshold = s->settings->threshold,
                                   .alpha = g->alpha };
    struct gam_stored_case *cases = calloc(g->n_cases + 1, sizeof *cases);
    struct gam_stored_slot *slots = NULL;
    struct gam_gate_history history = { 0 };
    struct gam_store *store = NULL;
    int rc = cases ? slots_of(s, &slots, err) : gam_err_nomem(err);

    if (!rc) {
        worst_of(g, &row);
        for (size_t i = 0; i < g->n_cases; i++)
            cases[i] = case_of(&g->cases[i]);
        row.cases = cases;
        row.n_cases = g->n_cases;
        row.slot = slots;
        row.n_slots = s->n_slots;
        rc = gam_cli_db_open(db, GAM_STORE_WRITE, &store, err);
    }
    if (!rc)
        rc = gam_store_gate_add(store, &row, err);
    if (!rc)
        rc = gam_store_gate_history(store, g->uuid, &history, err);
    if (!rc)
        history_warn(g, &history);
    gam_store_close(store);
    free(cases);
    free(slots);
    return rc;
}
