/* SPDX-License-Identifier: MIT */
#include "analyzer/gate/read.h"

#include "analyzer/arena.h"
#include "common/err.h"
#include "common/json.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first failure sticks: what comes after it does nothing. */
struct reader {
    struct gam_gate *gate;
    struct gam_err *err;
    int rc;
};

static void fail_memory(struct reader *r)
{
    if (!r->rc)
        r->rc = gam_err_nomem(r->err);
}

static void *room(struct reader *r, size_t n, size_t size)
{
    void *p = r->rc ? NULL : gam_arena_get(&r->gate->arena, n, size);

    if (!p)
        fail_memory(r);
    return p;
}

static void read_text(struct reader *r, const struct gam_json *o, const char *key, const char **out)
{
    const char *text = NULL;

    if (!r->rc)
        r->rc = gam_json_text_or(o, key, NULL, &text, r->err);
    if (r->rc || !text)
        return;
    *out = gam_arena_text(&r->gate->arena, text);
    if (!*out)
        fail_memory(r);
}

static void read_real(struct reader *r, const struct gam_json *o, const char *key, double *out)
{
    if (!r->rc)
        r->rc = gam_json_real_or(o, key, NAN, out, r->err);
}

static void read_int(struct reader *r, const struct gam_json *o, const char *key, int64_t *out)
{
    if (!r->rc)
        r->rc = gam_json_int_or(o, key, 0, out, r->err);
}

static void read_size(struct reader *r, const struct gam_json *o, const char *key, size_t *out)
{
    int64_t value = 0;

    read_int(r, o, key, &value);
    if (!r->rc && value < 0)
        r->rc = gam_json_fail(o, r->err, "'%s' is negative", key);
    *out = r->rc ? 0 : (size_t)value;
}

static void read_flag(struct reader *r, const struct gam_json *o, const char *key, int *out)
{
    bool value = false;

    if (!r->rc)
        r->rc = gam_json_bool_or(o, key, false, &value, r->err);
    *out = value;
}

static int read_word(struct reader *r, const struct gam_json *o, const char *key, int (*parse)(const char *))
{
    const char *word = NULL;
    int value = 0;

    if (!r->rc)
        r->rc = gam_json_text(o, key, &word, r->err);
    if (!r->rc && (value = parse(word)) < 0)
        r->rc = gam_json_fail(o, r->err, "'%s': unknown word '%.60s'", key, word);
    return r->rc ? 0 : value;
}

/* A member that may be null: 0 then. */
static int read_member(struct reader *r, const struct gam_json *o, const char *key, struct gam_json *out)
{
    if (r->rc || !gam_json_has(o, key))
        return 0;
    r->rc = gam_json_member(o, key, out, r->err);
    return !r->rc;
}

static void read_interval(struct reader *r, const struct gam_json *o, const char *key, double *low, double *high)
{
    struct gam_json list;
    size_t n;

    *low = *high = NAN;
    if (r->rc || !gam_json_has(o, key))
        return;
    r->rc = gam_json_array(o, key, &list, &n, r->err);
    if (!r->rc && n != 2)
        r->rc = gam_json_fail(&list, r->err, "an interval has two ends, not %zu", n);
    if (!r->rc)
        r->rc = gam_json_item_real(&list, 0, low, r->err);
    if (!r->rc)
        r->rc = gam_json_item_real(&list, 1, high, r->err);
}

/* [base, candidate, candidate first, look, disturbed]; a value may be null, and the last one was not always there. */
static void read_pair(struct reader *r, const struct gam_json *item, struct gam_gate_pair *out)
{
    double v[5] = { NAN, NAN, 0, 0, 0 };
    struct gam_json at = { .file = item->file, .node = NULL };

    for (size_t i = 0; i < 5 && !r->rc; i++) {
        if (i == 4 && gam_json_item(item, i, &at, NULL))
            break;
        r->rc = gam_json_item(item, i, &at, r->err);
        if (!r->rc && gam_json_item_real(item, i, &v[i], NULL)) {
            v[i] = NAN;
            if (i >= 2)
                r->rc = gam_json_fail(&at, r->err, "expected a number");
        }
    }
    *out = (struct gam_gate_pair){
        .base = v[0], .cand = v[1], .cand_first = v[2] != 0, .look = v[3] > 0 && v[3] < 64 ? (int)v[3] : 0, .disturbed = v[4] != 0
    };
}

static void read_pairs(struct reader *r, const struct gam_json *o, struct gam_gate_outcome *out)
{
    struct gam_json list, at = { 0 };
    struct gam_gate_pair *pair;
    size_t n, i = 0;

    if (r->rc || !gam_json_has(o, "values"))
        return;
    r->rc = gam_json_array(o, "values", &list, &n, r->err);
    pair = room(r, n, sizeof *pair);
    while (!r->rc && i < n && gam_json_next(&list, &at))
        read_pair(r, &at, &pair[i++]);
    out->pair = pair;
    out->pairs = n;
}

static void read_outcome(struct reader *r, const struct gam_json *o, struct gam_gate_outcome *out)
{
    read_size(r, o, "pairs", &out->pairs);
    read_size(r, o, "looks", &out->looks);
    read_real(r, o, "base", &out->base);
    read_real(r, o, "cand", &out->cand);
    read_real(r, o, "ratio", &out->ratio);
    read_interval(r, o, "ratio_ci", &out->ratio_low, &out->ratio_high);
    read_real(r, o, "worse", &out->worse);
    read_interval(r, o, "worse_ci", &out->worse_low, &out->worse_high);
    read_real(r, o, "level", &out->level);
    read_real(r, o, "p", &out->p);
    read_real(r, o, "p_adjusted", &out->p_adjusted);
    read_real(r, o, "p_pass", &out->p_pass);
    read_real(r, o, "sd", &out->sd);
    read_real(r, o, "mde", &out->mde);
    read_real(r, o, "noise_floor", &out->noise_floor);
    read_pairs(r, o, out);
}

/* Returns whether there was one. */
static int read_control(struct reader *r, const struct gam_json *o, struct gam_gate_control *out)
{
    struct gam_json at;

    *out = (struct gam_gate_control){ .ratio = NAN, .p = NAN };
    if (!read_member(r, o, "control", &at))
        return 0;
    read_size(r, &at, "pairs", &out->pairs);
    read_real(r, &at, "ratio", &out->ratio);
    read_real(r, &at, "p", &out->p);
    read_flag(r, &at, "fired", &out->fired);
    return 1;
}

static void read_case(struct reader *r, const struct gam_json *o, struct gam_gate_case *out)
{
    struct gam_gate_outcome *confirm;
    struct gam_json at;

    read_text(r, o, "name", &out->name);
    read_text(r, o, "metric", &out->metric);
    read_text(r, o, "unit", &out->unit);
    read_text(r, o, "source", &out->source);
    read_text(r, o, "file", &out->file);
    read_int(r, o, "line", &out->line);
    out->better = (enum gam_gate_better)read_word(r, o, "better", gam_gate_better_parse);
    read_real(r, o, "threshold_ratio", &out->threshold_ratio);
    read_real(r, o, "threshold_abs", &out->threshold_abs);
    out->verdict = (enum gam_gate_verdict)read_word(r, o, "verdict", gam_gate_verdict_parse);
    out->why = (enum gam_gate_why)read_word(r, o, "why", gam_gate_why_parse);
    read_text(r, o, "reason", &out->reason);
    read_text(r, o, "base_text", &out->base_text);
    read_text(r, o, "cand_text", &out->cand_text);
    if (!r->rc)
        r->rc = gam_json_member(o, "first", &at, r->err);
    if (!r->rc)
        read_outcome(r, &at, &out->first);
    if (read_member(r, o, "confirm", &at) && (confirm = room(r, 1, sizeof *confirm))) {
        read_outcome(r, &at, confirm);
        out->confirm = confirm;
    }
}

static void read_cases(struct reader *r, const struct gam_json *root)
{
    struct gam_json list, at = { 0 };
    struct gam_gate_case *cases;
    struct gam_gate_control *control;
    size_t n = 0;
    int controlled = 0;

    if (!r->rc)
        r->rc = gam_json_array(root, "cases", &list, &n, r->err);
    cases = room(r, n, sizeof *cases);
    control = room(r, n, sizeof *control);
    while (!r->rc && r->gate->n_cases < n && gam_json_next(&list, &at)) {
        read_case(r, &at, &cases[r->gate->n_cases]);
        controlled |= read_control(r, &at, &control[r->gate->n_cases]);
        r->gate->n_cases++;
    }
    r->gate->cases = cases;
    r->gate->control = controlled ? control : NULL;
}

static void read_arm(struct reader *r, const struct gam_json *root, const char *key, struct gam_gate_arm *out)
{
    struct gam_json at;

    out->age_days = NAN;
    if (!read_member(r, root, key, &at))
        return;
    read_text(r, &at, "kind", &out->kind);
    read_text(r, &at, "name", &out->name);
    read_text(r, &at, "hash", &out->hash);
    read_real(r, &at, "age_days", &out->age_days);
}

static void read_seed(struct reader *r, const struct gam_json *o)
{
    const char *text = NULL;
    char *end = NULL;

    if (!r->rc)
        r->rc = gam_json_text(o, "seed", &text, r->err);
    if (r->rc)
        return;
    errno = 0;
    r->gate->seed = strtoll(text, &end, 10);
    if (errno || end == text || *end)
        r->rc = gam_json_fail(o, r->err, "'seed' is no whole number");
}

static void read_settings(struct reader *r, const struct gam_json *root)
{
    struct gam_gate *g = r->gate;
    struct gam_json at, looks;
    size_t n = 0;

    if (!r->rc)
        r->rc = gam_json_member(root, "settings", &at, r->err);
    if (r->rc)
        return;
    read_real(r, &at, "alpha", &g->alpha);
    read_real(r, &at, "power", &g->power);
    read_text(r, &at, "order", &g->order);
    read_seed(r, &at);
    read_int(r, &at, "time_budget_ns", &g->time_budget_ns);
    read_int(r, &at, "batch", &g->batch);
    read_text(r, &at, "confirm", &g->confirm);
    read_text(r, &at, "undecided", &g->undecided);
    read_text(r, &at, "command", &g->command);
    if (!r->rc)
        r->rc = gam_json_array(&at, "looks", &looks, &n, r->err);
    if (!r->rc && n > GAM_GATE_LOOKS)
        r->rc = gam_json_fail(&looks, r->err, "more than %d looks", GAM_GATE_LOOKS);
    for (size_t i = 0; i < n && !r->rc; i++) {
        double pairs = 0;

        r->rc = gam_json_item_real(&looks, i, &pairs, r->err);
        g->look[i] = pairs > 0 && pairs < 1e9 ? (size_t)pairs : 0;
        g->n_looks = i + 1;
    }
}

static void read_diagnostics(struct reader *r, const struct gam_json *root)
{
    struct gam_gate_diagnostics *d = &r->gate->diagnostics;
    struct gam_json at;

    gam_gate_diagnostics_clear(d);
    if (!read_member(r, root, "diagnostics", &at))
        return;
    read_real(r, &at, "slot_effect", &d->slot_effect);
    read_real(r, &at, "slot_p", &d->slot_p);
    read_real(r, &at, "drift", &d->drift);
    read_real(r, &at, "drift_p", &d->drift_p);
    read_real(r, &at, "autocorrelation", &d->autocorrelation);
    read_real(r, &at, "steal_share", &d->steal_share);
    read_real(r, &at, "pressure_share", &d->pressure_share);
    read_size(r, &at, "pairs_dropped", &d->pairs_dropped);
    read_size(r, &at, "pairs_run", &d->pairs_run);
}

static void read_warnings(struct reader *r, const struct gam_json *root)
{
    struct gam_json list, at = { 0 };
    const char *text;
    size_t n = 0;

    if (r->rc || !gam_json_has(root, "warnings"))
        return;
    r->rc = gam_json_array(root, "warnings", &list, &n, r->err);
    while (!r->rc && r->gate->n_warnings < GAM_GATE_WARNINGS && gam_json_next(&list, &at)) {
        r->rc = gam_json_value_text(&at, &text, r->err);
        if (!r->rc && !(r->gate->warning[r->gate->n_warnings++] = gam_arena_text(&r->gate->arena, text)))
            fail_memory(r);
    }
}

static void read_head(struct reader *r, const struct gam_json *root)
{
    struct gam_gate *g = r->gate;
    int64_t code = 0;

    read_text(r, root, "kind", &g->kind);
    read_text(r, root, "uuid", &g->uuid);
    read_text(r, root, "started", &g->started);
    read_text(r, root, "finished", &g->finished);
    read_int(r, root, "duration_ns", &g->duration_ns);
    g->verdict = (enum gam_gate_verdict)read_word(r, root, "verdict", gam_gate_verdict_parse);
    read_int(r, root, "exit_code", &code);
    if (!r->rc && (code < 0 || code > 255))
        r->rc = gam_json_fail(root, r->err, "'exit_code' is none");
    g->exit_code = (int)code;
    read_flag(r, root, "advisory", &g->advisory);
    read_text(r, root, "reason", &g->reason);
    read_text(r, root, "advice", &g->advice);
    read_text(r, root, "confirms", &g->confirms);
    read_text(r, root, "host_class", &g->host_class);
    read_text(r, root, "host_name", &g->host_name);
    read_arm(r, root, "base", &g->base);
    read_arm(r, root, "cand", &g->cand);
}

static int schema_check(const struct gam_json *root, struct gam_err *err)
{
    static const char family[] = "gambrel-gate/";
    const char *schema = NULL;
    int rc = gam_json_text(root, "schema", &schema, err);

    if (rc || !strcmp(schema, "gambrel-gate/1"))
        return rc;
    if (!strncmp(schema, family, sizeof family - 1))
        return gam_err_set(err, -GAM_EVERSION, "%s: '%.40s' is of a newer program; this one reads gambrel-gate/1", root->file,
                           schema);
    return gam_json_fail(root, err, "'schema' is '%.40s' and not gambrel-gate/1", schema);
}

int gam_gate_read(const char *label, const char *text, size_t length, struct gam_gate *out, struct gam_err *err)
{
    struct reader r = { .gate = out, .err = err };
    struct gam_json root;

    memset(out, 0, sizeof *out);
    r.rc = gam_json_parse(label, text, length, &root, err);
    if (r.rc)
        return r.rc;
    r.rc = schema_check(&root, err);
    read_head(&r, &root);
    read_settings(&r, &root);
    read_cases(&r, &root);
    read_diagnostics(&r, &root);
    read_warnings(&r, &root);
    gam_json_free(&root);
    return r.rc;
}
