/* SPDX-License-Identifier: MIT */
#include "analyzer/arena.h"
#include "analyzer/cost/cost_priv.h"
#include "common/err.h"
#include "common/stats.h"
#include "common/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ruled_out(const struct gam_cost_row *row)
{
    return row->rule_code != NULL;
}

static size_t with_money(const struct gam_cost_report *cost)
{
    size_t n = 0;

    for (size_t i = 0; i < cost->n; i++)
        n += !ruled_out(&cost->row[i]) && !isnan(cost->row[i].usd_per_million);
    return n;
}

/* Energies can be compared when they are all of one scope and kind. */
static int energy_comparable(const struct gam_cost_report *cost)
{
    const struct gam_cost_row *first = NULL;

    for (size_t i = 0; i < cost->n; i++) {
        const struct gam_cost_row *row = &cost->row[i];

        if (ruled_out(row) || !gam_quantity_known(&row->energy_joule))
            continue;
        if (first && (strcmp(first->energy_scope, row->energy_scope) != 0 || strcmp(first->energy_kind, row->energy_kind) != 0))
            return 0;
        first = row;
    }
    return first != NULL;
}

static int rank_choose(struct gam_cost_report *cost, struct gam_err *err)
{
    size_t priced = with_money(cost);

    cost->rank_by = cost->rank_by_asked;
    cost->rank_reason = "asked for";
    if (cost->rank_by == GAM_RANK_BY_BEST) {
        cost->rank_by = priced ? GAM_RANK_BY_USD : GAM_RANK_BY_TIME;
        cost->rank_reason = priced ? "prices and what money needs beside them are given"
                                   : "no device has all that money needs, so none is shown; see 'missing'";
    }
    if (cost->rank_by == GAM_RANK_BY_USD && !priced)
        return gam_err_set(
            err, -GAM_EINVAL,
            "cannot rank by money: no device has all that it needs; give --prices and what 'missing' names with --set");
    if (cost->rank_by == GAM_RANK_BY_ENERGY && !energy_comparable(cost))
        return gam_err_set(
            err, -GAM_EINVAL,
            "cannot rank by energy: what is known is of different scopes or kinds, and those are not compared; name devices "
            "of one kind with --device ('here' is metered, the others are assumed)");
    return 0;
}

static double key_of(const struct gam_cost_report *cost, const struct gam_cost_row *row)
{
    switch (cost->rank_by) {
    case GAM_RANK_BY_USD:
        return row->usd_per_million;
    case GAM_RANK_BY_ENERGY:
        return row->energy_joule.value;
    default:
        return row->time_ns.value;
    }
}

/* Ranked before ruled out; those with a key before those without; then by key, time, id. */
static int by_key(const void *a, const void *b)
{
    const struct gam_cost_row *x = a, *y = b;

    if (ruled_out(x) != ruled_out(y))
        return ruled_out(x) - ruled_out(y);
    if (isnan(x->key) != isnan(y->key))
        return isnan(x->key) - isnan(y->key);
    if (!isnan(x->key) && x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->time_ns.value != y->time_ns.value && gam_quantity_known(&x->time_ns) && gam_quantity_known(&y->time_ns))
        return x->time_ns.value < y->time_ns.value ? -1 : 1;
    return strcmp(x->id, y->id);
}

/* sigma of the logarithm, from a 95 % interval; 0 without one. */
static double sigma_of(const struct gam_quantity *q)
{
    return q->low > 0 && q->high > q->low ? log(q->high / q->low) / (2 * 1.959963984540054) : 0;
}

/* Every key moves with the time there, so its uncertainty is that of the time. */
static double confidence_of(const struct gam_cost_row *a, const struct gam_cost_row *b)
{
    double sa = sigma_of(&a->time_ns), sb = sigma_of(&b->time_ns), s = sqrt(sa * sa + sb * sb);

    if (isnan(a->key) || isnan(b->key) || s == 0)
        return NAN;
    return gam_stats_normal_cdf(log(b->key / a->key) / s);
}

static void key_text(const struct gam_cost_report *cost, double key, char *out, size_t size)
{
    if (cost->rank_by == GAM_RANK_BY_USD)
        snprintf(out, size, "%.4g USD per million", key);
    else
        gam_unit_text(key, cost->rank_by == GAM_RANK_BY_ENERGY ? "joule" : "ns", out, size);
}

static void reason_write(struct gam_cost_report *cost, size_t i)
{
    static const char *const better[GAM_RANK_BYS] = { "", "cheaper", "less energy", "faster" };
    struct gam_cost_row *row = &cost->row[i];
    const struct gam_cost_row *next = i + 1 < cost->n_ranked ? &cost->row[i + 1] : NULL;
    char key[48];

    row->rule_code = "rank";
    if (isnan(row->key)) {
        row->rule = gam_arena_printf(&cost->memory, "after those with %s: %s is not known of it", gam_rank_by_word(cost->rank_by),
                                     row->n_missing ? row->missing[0] : gam_rank_by_word(cost->rank_by));
        return;
    }
    key_text(cost, row->key, key, sizeof key);
    if (!next || isnan(next->key)) {
        row->rule = gam_arena_printf(&cost->memory, "%s%s", key,
                                     next ? "; the next ones have no such figure" : "; the last that breaks no rule");
        return;
    }
    row->margin = next->key / row->key;
    row->confidence = confidence_of(row, next);
    if (row->margin < 1.005)
        row->rule = gam_arena_printf(&cost->memory, "%s, level with %s", key, next->id);
    else if (!isnan(row->confidence) && row->confidence < 0.9)
        row->rule = gam_arena_printf(&cost->memory, "%s, %.2f times %s than %s, which is within the uncertainty (%.0f %% sure)",
                                     key, row->margin, better[cost->rank_by], next->id, 100 * row->confidence);
    else
        row->rule =
            gam_arena_printf(&cost->memory, "%s, %.2f times %s than %s", key, row->margin, better[cost->rank_by], next->id);
}

int gam_cost_rank(struct gam_cost_report *cost, struct gam_err *err)
{
    int rc = rank_choose(cost, err);

    if (rc)
        return rc;
    for (size_t i = 0; i < cost->n; i++)
        cost->row[i].key = key_of(cost, &cost->row[i]);
    if (cost->n)
        qsort(cost->row, cost->n, sizeof cost->row[0], by_key);
    cost->n_ranked = 0;
    while (cost->n_ranked < cost->n && !ruled_out(&cost->row[cost->n_ranked]))
        cost->n_ranked++;
    for (size_t i = 0; i < cost->n_ranked; i++) {
        cost->row[i].rank = (int)i + 1;
        cost->row[i].runner_up = i == 1;
        reason_write(cost, i);
        if (!cost->row[i].rule)
            return gam_err_nomem(err);
    }
    for (size_t i = cost->n_ranked; i < cost->n; i++)
        if (!cost->row[i].rule)
            return gam_err_nomem(err);
    return 0;
}
