/* SPDX-License-Identifier: MIT */
#include "analyzer/arena.h"
#include "analyzer/cost/cost_priv.h"
#include "common/unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int holds(const struct gam_advise_rule *rule, double left, double right)
{
    switch (rule->relation) {
    case GAM_AT_LEAST:
        return left >= right;
    case GAM_AT_MOST:
        return left <= right;
    default:
        return left == right;
    }
}

static void value_text(double value, const char *unit, char *out, size_t size)
{
    if (!strcmp(unit, "bytes"))
        gam_unit_size_text(value, out, size);
    else if (!strcmp(unit, "1"))
        gam_unit_percent_text(value, out, size);
    else if (!strcmp(unit, "s"))
        gam_unit_text(value * 1e9, "ns", out, size);
    else if (!strcmp(unit, "watt"))
        snprintf(out, size, "%.4g W", value);
    else
        snprintf(out, size, "%.4g %s", value, unit);
}

static const char *why_broken(struct gam_cost_report *cost, const struct gam_advise_rule *rule, double left, double right)
{
    char is[48], limit[48];

    if (isnan(left))
        return gam_arena_printf(&cost->memory, "ruled out by '%s': not known of it whether %s", rule->code, rule->text);
    if (!*rule->unit)
        return gam_arena_printf(&cost->memory, "ruled out by '%s': not so that %s", rule->code, rule->text);
    value_text(left, rule->unit, is, sizeof is);
    value_text(right, rule->unit, limit, sizeof limit);
    return gam_arena_printf(&cost->memory, "ruled out by '%s': %s is %s, %s %s", rule->code, gam_measure_word(rule->left), is,
                            rule->relation == GAM_AT_LEAST ? "asked for at least" : "at most", limit);
}

void gam_cost_rules_apply(struct gam_cost_report *cost, struct gam_cost_row *row)
{
    row->rule = row->rule_code = NULL;
    for (size_t i = 0; i < gam_advise_n_rules && !row->rule_code; i++) {
        const struct gam_advise_rule *rule = &gam_advise_rules[i];
        double limit = cost->limit[rule->when], left = row->measure[rule->left];
        double right = isnan(rule->constant) ? limit : rule->constant;

        if (isnan(limit))
            continue;
        if (isnan(left) && rule->unknown_passes) {
            const char *text = gam_arena_printf(&cost->memory, "whether %s", rule->text);

            cost->failed |= !text;
            gam_cost_miss(row, text);
            continue;
        }
        if (holds(rule, left, right))
            continue;
        row->rule_code = rule->code;
        row->rule = why_broken(cost, rule, left, right);
    }
    if (row->rule_code && !strcmp(row->rule_code, "projected") && row->time_ns.reason)
        row->rule = gam_arena_printf(&cost->memory, "ruled out by 'projected': %s", row->time_ns.reason);
}
