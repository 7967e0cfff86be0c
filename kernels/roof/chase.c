/* SPDX-License-Identifier: MIT */
/* roof_chase: one worker, one dependent load a step. */
#include "common/err.h"
#include "kernels/roof/roof.h"

#include <stdlib.h>

enum { CHASE_UNROLL = 16 };

struct chase_state {
    size_t lines;
    uint64_t steps;
    struct gam_roof_line *linked; /* memory whose pointers stand */
    struct gam_roof_line *at;
};

/* Beside each index goes the pointer that it means: following an index would add its address arithmetic to the latency. */
static void lines_link(struct gam_roof_line *line, size_t n)
{
    for (size_t i = 0; i < n; i++)
        line[i].to = &line[line[i].next];
}

static struct gam_roof_line *lines_follow(struct gam_roof_line *at, uint64_t steps)
{
    uint64_t i = 0;

    for (; i + CHASE_UNROLL <= steps; i += CHASE_UNROLL)
        for (int u = 0; u < CHASE_UNROLL; u++) {
            at = at->to;
            __asm__ volatile("" : "+r"(at));
        }
    for (; i < steps; i++) {
        at = at->to;
        __asm__ volatile("" : "+r"(at));
    }
    return at;
}

static int chase_run(struct gam_launch *launch, void *const *operand)
{
    struct chase_state *st = launch->state;
    struct gam_roof_line *line = operand[GAM_CHASE_NEXT], *start;
    double *check = operand[GAM_CHASE_CHECK];

    if (st->linked != line) {
        if ((uintptr_t)line % GAM_ROOF_LINE)
            return -GAM_EINVAL;
        lines_link(line, st->lines);
        st->linked = st->at = line;
    }
    start = st->at;
    st->at = lines_follow(start, st->steps);
    check[GAM_CHASE_START] = (double)(start - line);
    check[GAM_CHASE_END] = (double)(st->at - line);
    check[GAM_CHASE_STEPS] = (double)st->steps;
    return 0;
}

static int chase_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    return gam_roof_supports(caps, GAM_ROOF_BASE, 1, op->kind->name, why);
}

static void chase_release(struct gam_launch *launch)
{
    free(launch->state);
    launch->state = NULL;
}

static int chase_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    struct chase_state *st;
    int rc = chase_supports(op, caps, err);

    if (rc)
        return rc;
    st = calloc(1, sizeof *st);
    if (!st)
        return gam_err_nomem(err);
    st->lines = (size_t)gam_op_int(op, "bytes") / GAM_ROOF_LINE;
    st->steps = (uint64_t)gam_op_int(op, "steps");
    *out = (struct gam_launch){
        .lang = GAM_LANG_HOST, .run = chase_run, .state = st, .release = chase_release, .threads = 1, .flop_scale = 1
    };
    gam_roof_detail(out, "pointers through %zu lines", st->lines);
    return 0;
}

const struct gam_impl gam_impl_roof_chase = {
    .name = "roof",
    .kinds = { "roof_chase" },
    .lang = GAM_LANG_HOST,
    .supports = chase_supports,
    .plan = chase_plan,
};
