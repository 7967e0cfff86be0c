/* SPDX-License-Identifier: MIT */
#include "analyzer/findings/findings.h"

#include "common/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int gam_finding_add(struct gam_finding_list *l, const struct gam_finding *f, struct gam_err *err)
{
    if (l->n == GAM_FINDINGS_MAX)
        return 0;
    if (l->n == l->capacity) {
        size_t capacity = l->capacity ? 2 * l->capacity : 32;
        struct gam_finding *grown = realloc(l->finding, capacity * sizeof *grown);
        if (!grown)
            return gam_err_nomem(err);
        l->finding = grown;
        l->capacity = capacity;
    }
    l->finding[l->n++] = *f;
    return 0;
}

int gam_finding_say(struct gam_finding_list *l, const struct gam_finding_rule *rule, const struct gam_finding_about *about,
                    struct gam_err *err, const char *format, ...)
{
    struct gam_arena **memory = &l->analysis->report->memory;
    char text[640];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    struct gam_finding f = { .code = rule->code, .severity = rule->severity, .remedy = rule->remedy, .weight = about->weight };
    f.text = gam_arena_text(memory, text);
    f.evidence = gam_arena_text(memory, about->evidence);
    f.operator_id = about->op ? about->op->id : NULL;
    if (!f.text || (about->evidence && !f.evidence))
        return gam_err_nomem(err);
    return gam_finding_add(l, &f, err);
}

static int by_importance(const void *x, const void *y)
{
    const struct gam_finding *a = x, *b = y;
    if (a->severity != b->severity)
        return a->severity > b->severity ? -1 : 1;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    int c = strcmp(a->code, b->code);
    return c ? c : strcmp(a->text, b->text);
}

int gam_analysis_findings(struct gam_analysis *a, struct gam_err *err)
{
    struct gam_finding_list list = { .analysis = a };
    int rc = 0;
    for (size_t i = 0; rc == 0 && gam_finding_rules[i].look; i++)
        rc = gam_finding_rules[i].look(&list, &gam_finding_rules[i], err);
    struct gam_report *r = a->report;
    if (rc == 0 && !(r->finding = gam_arena_get(&r->memory, list.n, sizeof *r->finding)))
        rc = gam_err_nomem(err);
    if (rc == 0 && list.n) {
        qsort(list.finding, list.n, sizeof *list.finding, by_importance);
        memcpy(r->finding, list.finding, list.n * sizeof *list.finding);
        r->n_findings = list.n;
    }
    free(list.finding);
    return rc;
}
