/* SPDX-License-Identifier: MIT */
/* Which operator of the candidate is which of the base. Passes from the strictest to the loosest; each operator is used once. */
#include "analyzer/compare/priv.h"

#include "analyzer/arena.h"
#include "common/err.h"

#include <string.h>

struct pairing {
    const struct gam_report *base, *cand;
    size_t *of;  /* of[j]: the base's operator of the candidate's j, plus 1; 0: none */
    char *taken; /* base operators */
    enum gam_compare_match *match;
};

static int equal(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static const char *device_id(const struct gam_report *r, const struct gam_report_operator *op)
{
    const struct gam_device *d = op->device < r->n_devices ? r->device[op->device].record : NULL;

    return d ? d->id : NULL;
}

static int same_device(const struct pairing *p, const struct gam_report_operator *b, const struct gam_report_operator *c)
{
    return equal(device_id(p->base, b), device_id(p->cand, c));
}

static int same_work(const struct gam_report_operator *b, const struct gam_report_operator *c)
{
    return !strcmp(b->spec, c->spec) && b->cache == c->cache;
}

static int same_code(const struct gam_report_operator *b, const struct gam_report_operator *c)
{
    return same_work(b, c) && equal(b->implementation, c->implementation);
}

static int named(const struct pairing *p, const struct gam_report_operator *b, const struct gam_report_operator *c)
{
    return same_code(b, c) && same_device(p, b, c) && b->threads == c->threads && equal(b->name, c->name);
}

static int unnamed(const struct pairing *p, const struct gam_report_operator *b, const struct gam_report_operator *c)
{
    return same_code(b, c) && same_device(p, b, c) && b->threads == c->threads;
}

static int both_best(const struct pairing *p, const struct gam_report_operator *b, const struct gam_report_operator *c)
{
    return b->best && c->best && same_work(b, c) && same_device(p, b, c) && b->threads == c->threads;
}

static int other_threads(const struct pairing *p, const struct gam_report_operator *b, const struct gam_report_operator *c)
{
    return same_code(b, c) && same_device(p, b, c);
}

static int other_device(const struct pairing *p, const struct gam_report_operator *b, const struct gam_report_operator *c)
{
    (void)p;
    return b->best && c->best && same_work(b, c);
}

/* "bytes=4*LLC": the suite's row is the same, its size is the machine's. */
static int other_size(const struct pairing *p, const struct gam_report_operator *b, const struct gam_report_operator *c)
{
    (void)p;
    return b->name && *b->name && equal(b->name, c->name) && b->op.kind && b->op.kind == c->op.kind && b->cache == c->cache &&
           b->best && c->best;
}

static void pass(struct pairing *p, enum gam_compare_match match,
                 int (*fits)(const struct pairing *, const struct gam_report_operator *, const struct gam_report_operator *))
{
    for (size_t j = 0; j < p->cand->n_ops; j++)
        for (size_t i = 0; i < p->base->n_ops && !p->of[j]; i++)
            if (!p->taken[i] && fits(p, &p->base->op[i], &p->cand->op[j])) {
                p->taken[i] = 1;
                p->of[j] = i + 1;
                p->match[j] = match;
            }
}

static void rows_write(struct gam_compare *c, const struct pairing *p)
{
    for (size_t j = 0; j < p->cand->n_ops; j++)
        c->row[c->n_rows++] = (struct gam_compare_row){ .base = p->of[j] ? &p->base->op[p->of[j] - 1] : NULL,
                                                        .cand = &p->cand->op[j],
                                                        .match = p->of[j] ? p->match[j] : GAM_MATCH_NONE };
    for (size_t i = 0; i < p->base->n_ops; i++)
        if (!p->taken[i])
            c->row[c->n_rows++] = (struct gam_compare_row){ .base = &p->base->op[i], .match = GAM_MATCH_NONE };
}

int gam_compare_pair(struct gam_compare *c)
{
    static const struct {
        enum gam_compare_match match;
        int (*fits)(const struct pairing *, const struct gam_report_operator *, const struct gam_report_operator *);
    } passes[] = {
        { GAM_MATCH_SAME, named },
        { GAM_MATCH_SAME, unnamed },
        { GAM_MATCH_IMPLEMENTATION, both_best },
        { GAM_MATCH_THREADS, other_threads },
        { GAM_MATCH_DEVICE, other_device },
        { GAM_MATCH_SIZE, other_size },
    };
    struct gam_arena *scratch = NULL;
    struct pairing p = { .base = c->base, .cand = c->cand };
    int rc = -GAM_ENOMEM;

    p.of = gam_arena_get(&scratch, c->cand->n_ops, sizeof *p.of);
    p.match = gam_arena_get(&scratch, c->cand->n_ops, sizeof *p.match);
    p.taken = gam_arena_get(&scratch, c->base->n_ops, 1);
    c->row = gam_arena_get(&c->memory, c->base->n_ops + c->cand->n_ops, sizeof *c->row);
    if (p.of && p.match && p.taken && c->row) {
        for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
            pass(&p, passes[i].match, passes[i].fits);
        rows_write(c, &p);
        rc = 0;
    }
    gam_arena_free(scratch);
    return rc;
}
