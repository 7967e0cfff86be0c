/* SPDX-License-Identifier: MIT */
/* gambrel-gate/1. */
#include "analyzer/gate/gate.h"

#include "reports/json/priv.h"

static void arm_write(struct gam_jsonw *w, const char *key, const struct gam_gate_arm *arm)
{
    gam_jsonw_object(w, key);
    gam_json_text_or_null(w, "kind", arm->kind);
    gam_json_text_or_null(w, "name", arm->name);
    gam_json_text_or_null(w, "hash", arm->hash);
    gam_jsonw_real(w, "age_days", arm->age_days);
    gam_jsonw_end(w);
}

static void settings_write(struct gam_jsonw *w, const struct gam_gate *g)
{
    gam_jsonw_object(w, "settings");
    gam_jsonw_real(w, "alpha", g->alpha);
    gam_jsonw_real(w, "power", g->power);
    gam_jsonw_array(w, "looks");
    for (size_t i = 0; i < g->n_looks; i++)
        gam_jsonw_int(w, NULL, (int64_t)g->look[i]);
    gam_jsonw_end(w);
    gam_json_text_or_null(w, "order", g->order);
    gam_jsonw_big(w, "seed", g->seed);
    gam_json_int_positive(w, "time_budget_ns", g->time_budget_ns);
    gam_json_int_positive(w, "batch", g->batch);
    gam_json_text_or_null(w, "confirm", g->confirm);
    gam_json_text_or_null(w, "undecided", g->undecided);
    gam_json_text_or_null(w, "command", g->command);
    gam_jsonw_end(w);
}

/* A pair is [base, candidate, 1 when the candidate ran first, look, 1 when it was disturbed and does not count]. */
static void pairs_write(struct gam_jsonw *w, const struct gam_gate_outcome *o)
{
    bool pretty = w->pretty;

    if (!o->pair) {
        gam_jsonw_null(w, "values");
        return;
    }
    gam_jsonw_array(w, "values");
    w->pretty = false;
    for (size_t i = 0; i < o->pairs; i++) {
        gam_jsonw_array(w, NULL);
        gam_jsonw_real(w, NULL, o->pair[i].base);
        gam_jsonw_real(w, NULL, o->pair[i].cand);
        gam_jsonw_int(w, NULL, o->pair[i].cand_first != 0);
        gam_jsonw_int(w, NULL, o->pair[i].look);
        gam_jsonw_int(w, NULL, o->pair[i].disturbed != 0);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
    w->pretty = pretty;
}

static void outcome_write(struct gam_jsonw *w, const char *key, const struct gam_gate_outcome *o)
{
    if (!o) {
        gam_jsonw_null(w, key);
        return;
    }
    gam_jsonw_object(w, key);
    gam_jsonw_int(w, "pairs", (int64_t)o->pairs);
    gam_jsonw_int(w, "looks", (int64_t)o->looks);
    gam_jsonw_real(w, "base", o->base);
    gam_jsonw_real(w, "cand", o->cand);
    gam_jsonw_real(w, "ratio", o->ratio);
    gam_json_interval(w, "ratio_ci", o->ratio_low, o->ratio_high);
    gam_jsonw_real(w, "worse", o->worse);
    gam_json_interval(w, "worse_ci", o->worse_low, o->worse_high);
    gam_jsonw_real(w, "level", o->level);
    gam_jsonw_real(w, "p", o->p);
    gam_jsonw_real(w, "p_adjusted", o->p_adjusted);
    gam_jsonw_real(w, "p_pass", o->p_pass);
    gam_jsonw_real(w, "sd", o->sd);
    gam_jsonw_real(w, "mde", o->mde);
    gam_jsonw_real(w, "noise_floor", o->noise_floor);
    pairs_write(w, o);
    gam_jsonw_end(w);
}

static void control_write(struct gam_jsonw *w, const struct gam_gate_control *c)
{
    if (!c) {
        gam_jsonw_null(w, "control");
        return;
    }
    gam_jsonw_object(w, "control");
    gam_jsonw_int(w, "pairs", (int64_t)c->pairs);
    gam_jsonw_real(w, "ratio", c->ratio);
    gam_jsonw_real(w, "p", c->p);
    gam_jsonw_bool(w, "fired", c->fired != 0);
    gam_jsonw_end(w);
}

static void case_write(struct gam_jsonw *w, const struct gam_gate *g, size_t i)
{
    const struct gam_gate_case *c = &g->cases[i];

    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "name", c->name);
    gam_jsonw_text(w, "metric", c->metric);
    gam_jsonw_text(w, "unit", c->unit);
    gam_json_text_or_null(w, "source", c->source);
    gam_json_text_or_null(w, "file", c->file);
    gam_json_int_positive(w, "line", c->line);
    gam_jsonw_text(w, "better", gam_gate_better_word(c->better));
    gam_jsonw_real(w, "threshold_ratio", c->threshold_ratio);
    gam_jsonw_real(w, "threshold_abs", c->threshold_abs);
    gam_jsonw_text(w, "verdict", gam_gate_verdict_word(c->verdict));
    gam_jsonw_text(w, "why", gam_gate_why_word(c->why));
    gam_json_text_or_null(w, "reason", c->reason);
    gam_json_text_or_null(w, "base_text", c->base_text);
    gam_json_text_or_null(w, "cand_text", c->cand_text);
    outcome_write(w, "first", &c->first);
    outcome_write(w, "confirm", c->confirm);
    control_write(w, g->control ? &g->control[i] : NULL);
    gam_jsonw_end(w);
}

static void diagnostics_write(struct gam_jsonw *w, const struct gam_gate_diagnostics *d)
{
    gam_jsonw_object(w, "diagnostics");
    gam_jsonw_real(w, "slot_effect", d->slot_effect);
    gam_jsonw_real(w, "slot_p", d->slot_p);
    gam_jsonw_real(w, "drift", d->drift);
    gam_jsonw_real(w, "drift_p", d->drift_p);
    gam_jsonw_real(w, "autocorrelation", d->autocorrelation);
    gam_jsonw_real(w, "steal_share", d->steal_share);
    gam_jsonw_real(w, "pressure_share", d->pressure_share);
    gam_jsonw_int(w, "pairs_run", (int64_t)d->pairs_run);
    gam_jsonw_int(w, "pairs_dropped", (int64_t)d->pairs_dropped);
    gam_jsonw_end(w);
}

void gam_json_gate(struct gam_jsonw *w, const struct gam_doc *doc)
{
    const struct gam_gate *g = doc->gate;

    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "schema", "gambrel-gate/1");
    gam_json_tool(w, doc);
    gam_jsonw_text(w, "kind", g->kind);
    gam_jsonw_text(w, "uuid", g->uuid);
    gam_json_text_or_null(w, "started", g->started);
    gam_json_text_or_null(w, "finished", g->finished);
    gam_jsonw_int(w, "duration_ns", g->duration_ns);
    gam_jsonw_text(w, "verdict", gam_gate_verdict_word(g->verdict));
    gam_jsonw_int(w, "exit_code", g->exit_code);
    gam_jsonw_bool(w, "advisory", g->advisory != 0);
    gam_json_text_or_null(w, "reason", g->reason);
    gam_json_text_or_null(w, "advice", g->advice);
    gam_json_text_or_null(w, "confirms", g->confirms);
    gam_json_text_or_null(w, "host_class", g->host_class);
    gam_json_text_or_null(w, "host_name", g->host_name);
    arm_write(w, "base", &g->base);
    arm_write(w, "cand", &g->cand);
    settings_write(w, g);
    gam_jsonw_array(w, "cases");
    for (size_t i = 0; i < g->n_cases; i++)
        case_write(w, g, i);
    gam_jsonw_end(w);
    diagnostics_write(w, &g->diagnostics);
    gam_jsonw_array(w, "warnings");
    for (size_t i = 0; i < g->n_warnings; i++)
        gam_jsonw_text(w, NULL, g->warning[i]);
    gam_jsonw_end(w);
    gam_jsonw_end(w);
}
