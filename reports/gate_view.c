/* SPDX-License-Identifier: MIT */
#include "reports/gate_view.h"

#include "common/record/quantity.h"
#include "common/sha256.h"
#include "common/unit.h"
#include "reports/escape.h"
#include "reports/fmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum gam_gate_level gam_gate_level(const struct gam_gate *gate, const struct gam_gate_case *c)
{
    static const enum gam_gate_level levels[] = {
        [GAM_GATE_PASS] = GAM_GATE_SILENT,          [GAM_GATE_UNDECIDED] = GAM_GATE_WARNING,
        [GAM_GATE_REGRESSION] = GAM_GATE_ERROR,     [GAM_GATE_NO_BASELINE] = GAM_GATE_ERROR,
        [GAM_GATE_NOT_COMPARABLE] = GAM_GATE_ERROR, [GAM_GATE_FAILED] = GAM_GATE_ERROR,
    };
    enum gam_gate_level level = (size_t)c->verdict < sizeof levels / sizeof *levels ? levels[c->verdict] : GAM_GATE_ERROR;

    if (c->verdict == GAM_GATE_UNDECIDED && gate->undecided)
        level = !strcmp(gate->undecided, "fail") ? GAM_GATE_ERROR : !strcmp(gate->undecided, "pass") ? GAM_GATE_NOTE : level;
    return gate->advisory && level > GAM_GATE_WARNING ? GAM_GATE_WARNING : level;
}

struct ranked {
    size_t i;
    enum gam_gate_verdict verdict;
    double worse;
};

static int ranked_compare(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;

    if (x->verdict != y->verdict)
        return x->verdict > y->verdict ? -1 : 1;
    if (x->worse != y->worse)
        return x->worse > y->worse ? -1 : 1;
    return x->i < y->i ? -1 : x->i > y->i;
}

size_t *gam_gate_order(const struct gam_gate *gate)
{
    struct ranked *r = calloc(gate->n_cases + 1, sizeof *r);
    size_t *order = calloc(gate->n_cases + 1, sizeof *order);

    if (r && order) {
        for (size_t i = 0; i < gate->n_cases; i++) {
            double worse = gate->cases[i].first.worse;

            r[i] = (struct ranked){ i, gate->cases[i].verdict, isnan(worse) ? -INFINITY : worse };
        }
        qsort(r, gate->n_cases, sizeof *r, ranked_compare);
        for (size_t i = 0; i < gate->n_cases; i++)
            order[i] = r[i].i;
    } else {
        free(order);
        order = NULL;
    }
    free(r);
    return order;
}

size_t gam_gate_count(const struct gam_gate *gate, enum gam_gate_verdict verdict)
{
    size_t n = 0;

    for (size_t i = 0; i < gate->n_cases; i++)
        n += gate->cases[i].verdict == verdict;
    return n;
}

const char *gam_gate_path(const struct gam_gate_case *c)
{
    return c->file && *c->file ? c->file : GAM_GATE_PATH;
}

const char *gam_gate_name(const struct gam_gate_case *c)
{
    return c->name && *c->name ? c->name : "case";
}

const char *gam_gate_metric(const struct gam_gate_case *c)
{
    return c->metric && *c->metric ? c->metric : "metric";
}

void gam_gate_label(const struct gam_gate *gate, const struct gam_gate_case *c, size_t columns, char *out, size_t size)
{
    char metric[100], name[1300];
    size_t shared = 0, used;

    for (size_t i = 0; i < gate->n_cases; i++)
        shared += !strcmp(gam_gate_name(&gate->cases[i]), gam_gate_name(c));
    gam_escape_cut(gam_gate_metric(c), columns / 2, metric, sizeof metric);
    used = shared > 1 ? gam_text_columns(metric) + 2 : 0;
    gam_escape_cut(gam_gate_name(c), columns - used, name, sizeof name);
    snprintf(out, size, "%s%s%s", name, used ? ", " : "", used ? metric : "");
}

static int same_key(const struct gam_gate_case *a, const struct gam_gate_case *b)
{
    return !strcmp(gam_gate_name(a), gam_gate_name(b)) && !strcmp(gam_gate_metric(a), gam_gate_metric(b));
}

void gam_gate_id(const struct gam_gate *gate, size_t i, char out[GAM_GATE_ID])
{
    const struct gam_gate_case *c = &gate->cases[i];
    size_t earlier = 0, n = strlen(gam_gate_name(c)), m = strlen(gam_gate_metric(c));
    uint8_t of[3][GAM_SHA256_BYTES] = { { 0 } }, hash[GAM_SHA256_BYTES];

    for (size_t k = 0; k < i; k++)
        earlier += (size_t)same_key(c, &gate->cases[k]);
    gam_sha256(gam_gate_name(c), n, of[0]);
    gam_sha256(gam_gate_metric(c), m, of[1]);
    for (size_t k = 0; k < sizeof earlier; k++)
        of[2][k] = (uint8_t)(earlier >> 8 * k);
    gam_sha256(of, sizeof of, hash);
    for (size_t k = 0; k < GAM_GATE_ID / 2; k++)
        snprintf(out + 2 * k, 3, "%02x", hash[k]);
}

void gam_gate_value(const struct gam_gate_case *c, double value, char *out, size_t size)
{
    gam_unit_text(value, c->unit ? c->unit : "", out, size);
}

void gam_gate_side(const struct gam_gate_case *c, int cand, char *out, size_t size)
{
    const char *text = cand ? c->cand_text : c->base_text;

    if (text)
        snprintf(out, size, "%s", text);
    else
        gam_gate_value(c, cand ? c->first.cand : c->first.base, out, size);
}

static struct gam_quantity ratio(const struct gam_gate_case *c)
{
    return (struct gam_quantity){ .value = c->first.ratio, .low = c->first.ratio_low, .high = c->first.ratio_high, .unit = "1" };
}

void gam_gate_change(const struct gam_gate_case *c, char *out, size_t size)
{
    struct gam_quantity q = ratio(c);

    gam_fmt_ratio(&q, out, size);
}

void gam_gate_range(const struct gam_gate_case *c, char *out, size_t size)
{
    struct gam_quantity q = ratio(c);

    gam_fmt_ratio_range(&q, out, size);
}

void gam_gate_percent(double share, char *out, size_t size)
{
    gam_fmt_share(share, out, size);
}

void gam_gate_counts(const struct gam_gate *gate, char *out, size_t size)
{
    size_t used = 0;

    out[0] = 0;
    for (int v = GAM_GATE_FAILED; v >= GAM_GATE_PASS && used < size; v--) {
        size_t n = gam_gate_count(gate, (enum gam_gate_verdict)v);

        if (n)
            used += (size_t)snprintf(out + used, size - used, "%s%zu %s", used ? ", " : "", n,
                                     gam_gate_verdict_word((enum gam_gate_verdict)v));
    }
    if (!used)
        snprintf(out, size, "no cases");
}

void gam_gate_sentence(struct gam_strbuf *out, const struct gam_gate_case *c)
{
    char change[GAM_GATE_TEXT], range[GAM_GATE_TEXT];

    gam_strbuf_printf(out, "%s, %s: %s", gam_gate_name(c), gam_gate_metric(c), gam_gate_verdict_word(c->verdict));
    if (c->reason && *c->reason) { /* a sentence that has the numbers */
        gam_strbuf_printf(out, ": %s", c->reason);
        return;
    }
    gam_gate_change(c, change, sizeof change);
    gam_gate_range(c, range, sizeof range);
    if (isfinite(c->first.ratio))
        gam_strbuf_printf(out, ", %s%s%s%s", change, range[0] ? " (" : "", range, range[0] ? ")" : "");
}

double gam_gate_seconds(const struct gam_gate *gate)
{
    return gate->duration_ns > 0 ? (double)gate->duration_ns / 1e9 : NAN;
}
