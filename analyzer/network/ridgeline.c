/* SPDX-License-Identifier: MIT */
/* The Ridgeline: which of three resources an operator presses most, seen in two ratios. */
#include "analyzer/analysis.h"
#include "analyzer/network/network.h"
#include "analyzer/roof_facts.h"
#include "common/err.h"

#include <math.h>
#include <string.h>

const char *gam_region_word(enum gam_region region)
{
    static const char *const word[] = { "compute", "memory", "network" };
    return word[region];
}

/* The best of a kind that is not void. */
static const struct gam_ceiling *best(const struct gam_report_device *d, enum gam_ceiling_kind kind, const char *class_,
                                      const char *level)
{
    const struct gam_ceiling *found = NULL;
    for (size_t i = 0; i < d->n_ceilings; i++) {
        const struct gam_ceiling *c = &d->ceiling[i];
        if (c->kind != kind || c->validity == GAM_VOID || (class_ && strcmp(c->class_, class_) != 0) ||
            (level && strcmp(c->level, level) != 0))
            continue;
        if (!found || c->value.value > found->value.value)
            found = c;
    }
    return found;
}

static bool place(const struct gam_ridge_view *r, const struct gam_report_operator *op, struct gam_ridge_point *out)
{
    struct gam_cost c;
    if (!op->op.kind || op->op.kind->class != GAM_OP_DISTRIBUTED || !gam_operator_timed(op))
        return false;
    gam_op_cost(&op->op, &c);
    double bytes = c.read_bytes + c.written_bytes;
    if (!(c.fma_flop > 0) || !(bytes > 0) || !(c.sent_bytes > 0))
        return false;
    struct gam_ridgeline at = {
        c.fma_flop, bytes, c.sent_bytes, r->compute->value.value, r->memory->value.value, r->network->value.value
    };
    out->x = bytes / c.sent_bytes;
    out->y = c.fma_flop / bytes;
    out->region = gam_ridgeline_region(&at);
    return true;
}

int gam_network_ridge(struct gam_analysis *a, struct gam_network *n, struct gam_err *err)
{
    struct gam_ridge_view *r = &n->ridge;
    const struct gam_report *report = a->report;
    const struct gam_report_device *d = report->device;
    int level = report->n_devices ? gam_levels_main(a->levels) : -1;
    if (level < 0)
        return 0;
    r->compute = best(d, GAM_CEILING_COMPUTE, "fma", NULL);
    r->memory = best(d, GAM_CEILING_MEMORY, NULL, a->levels->level[level].name);
    r->network = gam_ceiling_network(d, NULL, GAM_CEILING_NETWORK);
    if (!r->compute || !r->memory || !r->network)
        return 0;
    r->point = gam_arena_get(&a->report->memory, report->n_ops, sizeof *r->point);
    if (!r->point)
        return gam_err_nomem(err);
    for (size_t i = 0; i < report->n_ops; i++)
        if (place(r, &report->op[i], &r->point[r->n]))
            r->point[r->n++].op = i;
    return 0;
}
