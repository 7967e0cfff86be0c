/* SPDX-License-Identifier: MIT */
/* What a reader of a comparison has to know beside the figures: one rule each, in the order of importance. */
#include "analyzer/compare/priv.h"

#include "analyzer/arena.h"
#include "common/err.h"
#include "common/strbuf.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MOST = 40, ROOFS = 12, TEXT_CAP = 1 << 14 };

struct writing {
    struct gam_compare *c;
    int failed;
};

static const char *kept(struct writing *w, struct gam_strbuf *s)
{
    const char *text = s->length && !s->failed ? gam_arena_text(&w->c->memory, gam_strbuf_get(s)) : NULL;

    w->failed |= s->failed == -GAM_ENOMEM || (s->length && !s->failed && !text);
    gam_strbuf_release(s);
    return text;
}

static void add(struct writing *w, struct gam_finding f)
{
    if (w->c->n_findings < MOST)
        w->c->finding[w->c->n_findings++] = f;
}

static int one_run(const struct gam_compare *c)
{
    const struct gam_run *b = gam_runset_run_n(c->base->run) ? gam_runset_run(c->base->run) : NULL;
    const struct gam_run *d = gam_runset_run_n(c->cand->run) ? gam_runset_run(c->cand->run) : NULL;

    return b && d && b->uuid && d->uuid && !strcmp(b->uuid, d->uuid);
}

static void with_itself(struct writing *w)
{
    if (one_run(w->c))
        add(w, (struct gam_finding){ .code = "one-run",
                                     .severity = GAM_SEVERITY_WARNING,
                                     .text = "base and candidate are one run; what is unclear is its own noise" });
}

static void hosts_differ(struct writing *w)
{
    struct gam_strbuf s = GAM_STRBUF_INIT(TEXT_CAP);

    if (!w->c->n_differences)
        return;
    for (size_t i = 0; i < w->c->n_differences; i++) {
        const struct gam_difference *d = &w->c->difference[i];

        gam_strbuf_printf(&s, "%s%s: %s, %s", i ? "; " : "", d->what, d->base ? d->base : "not recorded",
                          d->cand ? d->cand : "not recorded");
    }
    add(w, (struct gam_finding){ .code = "fingerprint-differs",
                                 .severity = GAM_SEVERITY_WARNING,
                                 .text = "times are not compared, since the machines differ; shares of the roofs are",
                                 .evidence = kept(w, &s),
                                 .remedy = "for times run both on one machine, in turn: 'gambrel gate ab'" });
}

/* On other machines roofs differ as a matter of course. */
static void roofs_moved(struct writing *w)
{
    struct gam_strbuf s = GAM_STRBUF_INIT(TEXT_CAP);
    size_t n = 0;

    for (size_t i = 0; i < w->c->n_roofs && !w->c->n_differences; i++) {
        const struct gam_compare_roof *r = &w->c->roof[i];

        if (!r->base || !r->cand || !r->same_kernel || r->cand->observed ||
            (r->change != GAM_CHANGE_FASTER && r->change != GAM_CHANGE_SLOWER) || n++ >= ROOFS)
            continue;
        gam_strbuf_printf(&s, "%s%s %+.0f %%", s.length ? "; " : "", r->cand->id, (r->ratio.value - 1) * 100);
    }
    if (n > ROOFS)
        gam_strbuf_printf(&s, "; and %zu more", n - ROOFS);
    if (!n)
        return;
    add(w, (struct gam_finding){ .code = "roof-moved",
                                 .severity = GAM_SEVERITY_WARNING,
                                 .text = "roofs of the machine moved between the runs",
                                 .evidence = kept(w, &s),
                                 .remedy = "look at the shares of the roof; for a verdict on code measure both in turn: "
                                           "'gambrel gate ab'" });
}

static void roofs_shared(struct writing *w)
{
    if (!w->c->roofs_shared || one_run(w->c))
        return;
    add(w, (struct gam_finding){ .code = "roofs-shared",
                                 .severity = GAM_SEVERITY_INFO,
                                 .text = "both runs are held against roofs that were measured once, so a change of the machine "
                                         "between them would look like a change of the points",
                                 .remedy = "'gambrel run --fresh' measures the roofs beside the operators" });
}

static const struct gam_host *host_of(const struct gam_report *r)
{
    return r->run && gam_runset_host_n(r->run) ? gam_runset_host(r->run) : NULL;
}

static void other_instance(struct writing *w)
{
    const struct gam_host *b = host_of(w->c->base), *c = host_of(w->c->cand);

    if (w->c->n_differences || !b || !c || !b->instance || !c->instance || !strcmp(b->instance, c->instance))
        return;
    add(w, (struct gam_finding){ .code = "other-instance",
                                 .severity = GAM_SEVERITY_WARNING,
                                 .text = "these are two machines of one class: their times differ by more than the intervals say",
                                 .remedy = "run both on one machine, in turn: 'gambrel gate ab'" });
}

static const char *fact(const struct gam_runset *set, const char *key)
{
    for (size_t i = 0; i < gam_runset_host_fact_n(set); i++)
        if (!strcmp(gam_runset_host_fact(set)[i].key, key))
            return gam_runset_host_fact(set)[i].value;
    return NULL;
}

static void facts_differ(struct writing *w)
{
    const struct gam_runset *b = w->c->base->run, *c = w->c->cand->run;
    struct gam_strbuf s = GAM_STRBUF_INIT(TEXT_CAP);

    for (size_t i = 0; i < gam_runset_host_fact_n(b); i++) {
        const struct gam_host_fact *f = &gam_runset_host_fact(b)[i];
        const char *other = fact(c, f->key);

        if (f->value && other && strcmp(f->value, other) != 0)
            gam_strbuf_printf(&s, "%s%s: %s, %s", s.length ? "; " : "", f->key, f->value, other);
    }
    for (size_t i = 0; i < gam_runset_host_fact_n(c); i++) {
        const struct gam_host_fact *f = &gam_runset_host_fact(c)[i];

        if (f->value && !strncmp(f->key, "env.", 4) && !fact(b, f->key))
            gam_strbuf_printf(&s, "%s%s: not set, %s", s.length ? "; " : "", f->key, f->value);
    }
    if (!s.length) {
        gam_strbuf_release(&s);
        return;
    }
    add(w, (struct gam_finding){ .code = "conditions-differ",
                                 .severity = GAM_SEVERITY_INFO,
                                 .text = "the two runs were made under other conditions",
                                 .evidence = kept(w, &s) });
}

static const char *word(const char *text)
{
    return text ? text : "?";
}

static void tool_differs(struct writing *w)
{
    const struct gam_runset *b = w->c->base->run, *c = w->c->cand->run;
    const struct gam_run *p = gam_runset_run_n(b) ? gam_runset_run(b) : NULL, *q = gam_runset_run_n(c) ? gam_runset_run(c) : NULL;
    struct gam_strbuf s = GAM_STRBUF_INIT(TEXT_CAP);

    if (!p || !q ||
        (!strcmp(word(p->tool_version), word(q->tool_version)) && !strcmp(word(p->tool_commit), word(q->tool_commit))))
        return;
    gam_strbuf_printf(&s, "%s (%s), %s (%s)", word(p->tool_version), word(p->tool_commit), word(q->tool_version),
                      word(q->tool_commit));
    add(w, (struct gam_finding){ .code = "program-differs",
                                 .severity = GAM_SEVERITY_INFO,
                                 .text = "the runs were made by two versions of this program, with their own kernels",
                                 .evidence = kept(w, &s) });
}

static int version_differs(const struct gam_compare_row *r)
{
    const struct gam_report_operator *b = r->base, *c = r->cand;

    return b && c && b->version && c->version && b->implementation && c->implementation &&
           !strcmp(b->implementation, c->implementation) && strcmp(b->version, c->version) != 0;
}

static void versions_differ(struct writing *w)
{
    struct gam_strbuf s = GAM_STRBUF_INIT(TEXT_CAP);

    for (size_t i = 0; i < w->c->n_rows; i++) {
        const struct gam_compare_row *r = &w->c->row[i];
        int said = 0;

        if (!version_differs(r))
            continue;
        for (size_t k = 0; k < i && !said; k++)
            said = version_differs(&w->c->row[k]) && !strcmp(w->c->row[k].cand->implementation, r->cand->implementation);
        if (!said)
            gam_strbuf_printf(&s, "%s%s %s, %s", s.length ? "; " : "", r->cand->implementation, r->base->version,
                              r->cand->version);
    }
    if (!s.length) {
        gam_strbuf_release(&s);
        return;
    }
    add(w, (struct gam_finding){ .code = "library-differs",
                                 .severity = GAM_SEVERITY_INFO,
                                 .text = "implementations are of other versions",
                                 .evidence = kept(w, &s) });
}

/* What the intervals cannot hold. */
static void one_after_the_other(struct writing *w)
{
    if (w->c->n_differences || one_run(w->c) || !w->c->n_rows)
        return;
    add(w, (struct gam_finding){ .code = "one-after-the-other",
                                 .severity = GAM_SEVERITY_INFO,
                                 .text = "the runs were made one after the other: the intervals do not hold what changed on the "
                                         "machine between them",
                                 .remedy = "for a verdict on a change of code: 'gambrel gate ab' measures both in turn" });
}

int gam_compare_findings(struct gam_compare *c)
{
    static void (*const rules[])(struct writing *) = {
        with_itself,  hosts_differ, roofs_moved,     other_instance,      roofs_shared,
        facts_differ, tool_differs, versions_differ, one_after_the_other,
    };
    struct writing w = { .c = c };

    c->finding = gam_arena_get(&c->memory, MOST, sizeof *c->finding);
    if (!c->finding)
        return -GAM_ENOMEM;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        rules[i](&w);
    return w.failed ? -GAM_ENOMEM : 0;
}
