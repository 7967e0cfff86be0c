/* SPDX-License-Identifier: MIT */
#include "analyzer/compare/priv.h"

#include "analyzer/analysis.h"
#include "analyzer/arena.h"
#include "common/err.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD(table, i) ((size_t)(i) < sizeof(table) / sizeof(table)[0] ? (table)[i] : NULL)

const char *gam_compare_match_word(enum gam_compare_match match)
{
    static const char *const word[] = { "same", "implementation", "threads", "device", "size", NULL };

    return WORD(word, match);
}

const char *gam_compare_change_word(enum gam_compare_change change)
{
    static const char *const word[] = { "slower", "farther", "faster", "closer", "unclear", "gone", "new", "same", "untimed" };

    return WORD(word, change);
}

const char *gam_compare_moved_word(enum gam_compare_moved moved)
{
    static const char *const word[] = { "nothing", "point", "roof", "both", "other-roof", "unclear", NULL };

    return WORD(word, moved);
}

struct gam_quantity gam_compare_ratio(const struct gam_quantity *cand, const struct gam_quantity *base)
{
    struct gam_quantity r = gam_quantity_missing("1", NULL);
    const struct gam_quantity *gone = !gam_quantity_known(base) ? base : cand;

    if (!gam_quantity_known(base) || !gam_quantity_known(cand)) {
        r.reason = gone->reason ? gone->reason : "not known";
        return r;
    }
    if (!(base->value > 0) || !(cand->value > 0) || isinf(base->value) || isinf(cand->value)) {
        r.reason = "not a positive number";
        return r;
    }
    r.value = cand->value / base->value;
    r.source = cand->source;
    r.n = cand->n < base->n ? cand->n : base->n;
    r.flags = cand->flags | base->flags;
    if (base->low > 0 && cand->low > 0 && base->high >= base->low && cand->high >= cand->low) {
        r.low = cand->low / base->high;
        r.high = cand->high / base->low;
    }
    return r;
}

enum gam_shift gam_compare_shift(const struct gam_quantity *ratio, double threshold)
{
    if (!gam_quantity_known(ratio))
        return GAM_SHIFT_MISSING;
    if (!isfinite(ratio->low) || !isfinite(ratio->high))
        return GAM_SHIFT_UNCLEAR;
    if (ratio->low > 1 && ratio->value > 1 + threshold)
        return GAM_SHIFT_UP;
    if (ratio->high < 1 && ratio->value < 1 / (1 + threshold))
        return GAM_SHIFT_DOWN;
    return ratio->low >= 1 / (1 + threshold) && ratio->high <= 1 + threshold ? GAM_SHIFT_SAME : GAM_SHIFT_UNCLEAR;
}

static const struct gam_device *device_of(const struct gam_report *r, const struct gam_report_operator *op)
{
    return op->device < r->n_devices ? r->device[op->device].record : NULL;
}

/* Why the times of a row may not be compared; NULL: they may. */
static const char *times_forbidden(const struct gam_compare *c, const struct gam_compare_row *r)
{
    static const char *const by_match[] = { [GAM_MATCH_THREADS] = "other numbers of threads",
                                            [GAM_MATCH_DEVICE] = "another device",
                                            [GAM_MATCH_SIZE] = "another size: it follows the machine" };

    if (!r->base)
        return "only in the candidate";
    if (!r->cand)
        return "only in the base";
    if (r->match >= GAM_MATCH_THREADS)
        return WORD(by_match, r->match);
    if (c->n_differences)
        return "the hosts differ";
    if (!gam_fingerprint_device_equal(device_of(c->base, r->base), device_of(c->cand, r->cand)))
        return "the devices differ";
    return NULL;
}

static void ratios(const struct gam_compare *c, struct gam_compare_row *r)
{
    const char *why = times_forbidden(c, r);
    const struct gam_report_operator *b = r->base, *d = r->cand;

    r->time = why ? gam_quantity_missing("1", why) : gam_compare_ratio(&d->time_ns, &b->time_ns);
    r->roof = r->share = gam_quantity_missing("1", why);
    if (!b || !d)
        return;
    r->share = gam_compare_ratio(&d->roof_share, &b->roof_share);
    if (!b->roof || !d->roof)
        r->roof = gam_quantity_missing("1", "no roof to be held against");
    else if (!gam_compare_same_line(b->roof, d->roof))
        r->roof = gam_quantity_missing("1", "held against another roof");
    else if (c->roofs_shared && !strcmp(b->roof->id, d->roof->id) && !d->roof->observed)
        r->roof = gam_quantity_exact(1, "1", d->roof->value.source);
    else
        r->roof = gam_compare_ratio(&d->roof->value, &b->roof->value);
}

static int is_moved(enum gam_shift s)
{
    return s == GAM_SHIFT_UP || s == GAM_SHIFT_DOWN;
}

/* The header says how: a share is taken inside the rounds, so it decides before the two roofs do. */
static enum gam_compare_moved moved(const struct gam_compare *c, const struct gam_compare_row *r, const char **why)
{
    enum gam_shift time = gam_compare_shift(&r->time, c->threshold), roof = gam_compare_shift(&r->roof, c->threshold),
                   share = gam_compare_shift(&r->share, c->threshold);

    if (time != GAM_SHIFT_SAME && !is_moved(time)) {
        *why = "the intervals are too wide to tell";
        return GAM_MOVED_UNCLEAR;
    }
    if (r->base->roof && r->cand->roof && !gam_compare_same_line(r->base->roof, r->cand->roof)) {
        *why = "it is held against another roof than in the base";
        return GAM_MOVED_OTHER_ROOF;
    }
    if (time == GAM_SHIFT_SAME) {
        *why = is_moved(roof) ? "the roof moved, the point did not" : NULL;
        return is_moved(roof) ? GAM_MOVED_ROOF : GAM_MOVED_NOTHING;
    }
    if (share == GAM_SHIFT_SAME && !c->roofs_shared) {
        *why = "the point followed its roof: its share of it is as before";
        return GAM_MOVED_ROOF;
    }
    if (is_moved(share) || roof == GAM_SHIFT_SAME) {
        *why = is_moved(share) && is_moved(roof) ? "its roof moved, and the point moved against it" : NULL;
        return *why ? GAM_MOVED_BOTH : GAM_MOVED_POINT;
    }
    *why = roof == GAM_SHIFT_MISSING ? "it has no roof that could have moved"
                                     : "whether its roof moved with it, these runs cannot tell";
    return roof == GAM_SHIFT_MISSING ? GAM_MOVED_POINT : GAM_MOVED_UNCLEAR;
}

/* By shift, of the share and of the time. */
static const enum gam_compare_change changes[][2] = {
    [GAM_SHIFT_SAME] = { GAM_CHANGE_SAME, GAM_CHANGE_SAME },
    [GAM_SHIFT_UP] = { GAM_CHANGE_CLOSER, GAM_CHANGE_SLOWER },
    [GAM_SHIFT_DOWN] = { GAM_CHANGE_FARTHER, GAM_CHANGE_FASTER },
    [GAM_SHIFT_UNCLEAR] = { GAM_CHANGE_UNCLEAR, GAM_CHANGE_UNCLEAR },
    [GAM_SHIFT_MISSING] = { GAM_CHANGE_UNCLEAR, GAM_CHANGE_UNCLEAR },
};

static enum gam_compare_change change(const struct gam_compare *c, const struct gam_compare_row *r)
{
    int by_time = gam_quantity_known(&r->time), base = r->base && gam_operator_timed(r->base),
        cand = r->cand && gam_operator_timed(r->cand);

    if (!base || !cand)
        return base ? GAM_CHANGE_GONE : cand ? GAM_CHANGE_NEW : GAM_CHANGE_UNTIMED;
    return changes[gam_compare_shift(by_time ? &r->time : &r->share, c->threshold)][by_time];
}

static void judge(struct gam_compare *c)
{
    for (size_t i = 0; i < c->n_rows; i++) {
        struct gam_compare_row *r = &c->row[i];

        ratios(c, r);
        r->change = change(c, r);
        c->count[r->change]++;
        r->moved = GAM_MOVED_UNKNOWN;
        if (gam_quantity_known(&r->time))
            r->moved = moved(c, r, &r->reason);
        else if (r->base && r->cand)
            r->reason = r->time.reason;
    }
}

static double weight(const struct gam_compare_row *r)
{
    const struct gam_quantity *q = gam_quantity_known(&r->time) ? &r->time : &r->share;

    return gam_quantity_known(q) ? fabs(log(q->value)) : 0;
}

/* Total: names decide between equals, so that the order is the same everywhere. */
static int row_compare(const void *a, const void *b)
{
    const struct gam_compare_row *x = a, *y = b;
    const struct gam_report_operator *p = x->cand ? x->cand : x->base, *q = y->cand ? y->cand : y->base;
    double u = weight(x), v = weight(y);

    if (x->change != y->change)
        return x->change < y->change ? -1 : 1;
    if (u != v)
        return u > v ? -1 : 1;
    if (strcmp(p->spec, q->spec) != 0)
        return strcmp(p->spec, q->spec);
    return strcmp(p->id, q->id);
}

/* The time of a unit is a sum: it may be compared when every part of it may. */
static struct gam_quantity unit_ratio(const struct gam_compare *c)
{
    for (size_t i = 0; i < c->n_rows; i++) {
        const struct gam_compare_row *r = &c->row[i];
        int in_unit = (r->base && r->base->best) || (r->cand && r->cand->best);

        if (in_unit && !gam_quantity_known(&r->time))
            return gam_quantity_missing("1", c->n_differences ? "the hosts differ"
                                                              : "the two units are not made of the same operators");
        if (in_unit && r->base->calls != r->cand->calls)
            return gam_quantity_missing("1", "operators are called other numbers of times");
    }
    return gam_compare_ratio(&c->cand->unit_time_ns, &c->base->unit_time_ns);
}

static const char *uuid_of(const struct gam_runset *set)
{
    return set && gam_runset_run_n(set) ? gam_runset_run(set)->uuid : NULL;
}

int gam_compare(const struct gam_report *base, const struct gam_report *cand, double threshold, struct gam_compare *out,
                struct gam_err *err)
{
    const char *b = uuid_of(base->roofs), *c = uuid_of(cand->roofs);
    int rc;

    memset(out, 0, sizeof *out);
    out->base = base;
    out->cand = cand;
    out->threshold = threshold;
    if (!(threshold > 0 && threshold < 1))
        return gam_err_set(err, -GAM_EINVAL, "threshold %g: more than 0 and less than 100 percent is meant", threshold);
    out->roofs_shared = b && c && !strcmp(b, c);
    rc = gam_fingerprint_host(base->run, cand->run, &out->memory, &out->difference, &out->n_differences);
    if (!rc)
        rc = gam_compare_pair(out);
    if (!rc)
        rc = gam_compare_roofs(out);
    if (!rc) {
        judge(out);
        qsort(out->row, out->n_rows, sizeof *out->row, row_compare);
        out->unit_time = unit_ratio(out);
        rc = gam_compare_findings(out);
    }
    return rc ? gam_err_nomem(err) : 0;
}

void gam_compare_release(struct gam_compare *compare)
{
    gam_arena_free(compare->memory);
    memset(compare, 0, sizeof *compare);
}
