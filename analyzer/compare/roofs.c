/* SPDX-License-Identifier: MIT */
/* Roofs of two runs: by id, then what is left by line (level, class, type, pattern), each side's best, so that machines with
 * other instruction sets and threads still meet. */
#include "analyzer/compare/priv.h"

#include "analyzer/arena.h"
#include "common/err.h"

#include <string.h>

int gam_compare_same_line(const struct gam_ceiling *a, const struct gam_ceiling *b)
{
    return a->kind == b->kind && !strcmp(a->level, b->level) && !strcmp(a->link, b->link) && !strcmp(a->class_, b->class_) &&
           a->dtype == b->dtype;
}

static int usable(const struct gam_ceiling *c)
{
    return c->validity != GAM_VOID && gam_quantity_known(&c->value) && c->value.value > 0;
}

/* Lower is better for what is counted in time. */
static int is_time(const struct gam_ceiling *c)
{
    return c->kind == GAM_CEILING_LATENCY || c->kind == GAM_CEILING_LAUNCH;
}

static size_t ceilings_count(const struct gam_report *r)
{
    size_t n = 0;

    for (size_t d = 0; d < r->n_devices; d++)
        n += r->device[d].n_ceilings;
    return n;
}

static struct gam_compare_roof *with_base(struct gam_compare *c, const struct gam_ceiling *base)
{
    for (size_t i = 0; i < c->n_roofs; i++)
        if (c->roof[i].base == base)
            return &c->roof[i];
    return NULL;
}

static const struct gam_ceiling *by_id(const struct gam_report *r, const char *id)
{
    for (size_t d = 0; d < r->n_devices; d++)
        for (size_t i = 0; i < r->device[d].n_ceilings; i++)
            if (!strcmp(r->device[d].ceiling[i].id, id))
                return &r->device[d].ceiling[i];
    return NULL;
}

/* The best of a report on that line and pattern, of its kind of device. */
static const struct gam_ceiling *best_like(const struct gam_report *r, const struct gam_ceiling *like)
{
    const struct gam_ceiling *best = NULL;

    for (size_t d = 0; d < r->n_devices; d++)
        for (size_t i = 0; i < r->device[d].n_ceilings; i++) {
            const struct gam_ceiling *x = &r->device[d].ceiling[i];

            if (usable(x) && gam_compare_same_line(x, like) && !strcmp(x->pattern, like->pattern) &&
                (!best || (is_time(x) ? x->value.value < best->value.value : x->value.value > best->value.value)))
                best = x;
        }
    return best;
}

static void judge(const struct gam_compare *c, struct gam_compare_roof *r)
{
    enum gam_shift shift;

    if (!r->base || !r->cand) {
        r->ratio = gam_quantity_missing("1", r->base ? "only in the base" : "only in the candidate");
        r->change = r->base ? GAM_CHANGE_GONE : GAM_CHANGE_NEW;
        return;
    }
    r->ratio = gam_compare_ratio(&r->cand->value, &r->base->value);
    if (!usable(r->base) || !usable(r->cand))
        r->ratio = gam_quantity_missing("1", usable(r->base) ? "void in the candidate" : "void in the base");
    if (gam_quantity_known(&r->ratio) && c->roofs_shared && r->same_kernel && !r->cand->observed)
        r->ratio = gam_quantity_exact(1, "1", r->ratio.source);
    shift = gam_compare_shift(&r->ratio, c->threshold);
    r->change = shift == GAM_SHIFT_SAME                                    ? GAM_CHANGE_SAME
                : shift == GAM_SHIFT_UNCLEAR || shift == GAM_SHIFT_MISSING ? GAM_CHANGE_UNCLEAR
                : (shift == GAM_SHIFT_UP) != (is_time(r->cand) != 0)       ? GAM_CHANGE_FASTER
                                                                           : GAM_CHANGE_SLOWER;
}

static void cands_add(struct gam_compare *c)
{
    for (size_t d = 0; d < c->cand->n_devices; d++)
        for (size_t i = 0; i < c->cand->device[d].n_ceilings; i++) {
            const struct gam_ceiling *x = &c->cand->device[d].ceiling[i];
            struct gam_compare_roof r = { .base = by_id(c->base, x->id), .cand = x };

            r.same_kernel = r.base != NULL;
            c->roof[c->n_roofs++] = r;
        }
    for (size_t i = 0; i < c->n_roofs; i++) {
        struct gam_compare_roof *r = &c->roof[i];
        const struct gam_ceiling *other = r->base ? NULL : best_like(c->base, r->cand);

        if (other && best_like(c->cand, r->cand) == r->cand && !with_base(c, other))
            r->base = other;
    }
}

int gam_compare_roofs(struct gam_compare *c)
{
    size_t most = ceilings_count(c->base) + ceilings_count(c->cand);

    c->roof = gam_arena_get(&c->memory, most, sizeof *c->roof);
    if (!c->roof)
        return -GAM_ENOMEM;
    cands_add(c);
    for (size_t d = 0; d < c->base->n_devices; d++)
        for (size_t i = 0; i < c->base->device[d].n_ceilings; i++)
            if (!with_base(c, &c->base->device[d].ceiling[i]))
                c->roof[c->n_roofs++] = (struct gam_compare_roof){ .base = &c->base->device[d].ceiling[i] };
    for (size_t i = 0; i < c->n_roofs; i++)
        judge(c, &c->roof[i]);
    return 0;
}
