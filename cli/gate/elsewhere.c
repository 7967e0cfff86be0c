/* SPDX-License-Identifier: MIT */
/* A gate that looks for another gate's regressions again, usually on another host: the first job is read, not run. */
#include "analyzer/gate/read.h"
#include "cli/gate/session.h"
#include "common/file.h"

#include <string.h>

enum { FILE_CAP = 256 << 20 };

int gam_gate_earlier_read(const char *path, struct gam_gate *out, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(FILE_CAP);
    int rc = gam_file_read(path, &text, err);

    if (!rc)
        rc = gam_gate_read(path, gam_strbuf_get(&text), text.length, out, err);
    gam_strbuf_release(&text);
    if (!rc && strcmp(out->kind, "ab") != 0)
        rc = gam_err_set(err, -GAM_EINVAL, "%s: --confirms needs a result of 'gate ab', not of 'gate %s'", path, out->kind);
    if (!rc && out->verdict == GAM_GATE_FAILED)
        rc = gam_err_set(err, -GAM_EINVAL, "%s: the first job failed; there is nothing to confirm", path);
    return rc;
}

/* Commands may have other paths on another host; revisions have their commits. */
int gam_gate_earlier_check(const struct gam_gate *first, const struct gam_gate *here, struct gam_err *err)
{
    const struct gam_gate_arm *a[] = { &first->base, &first->cand }, *b[] = { &here->base, &here->cand };

    for (int i = 0; i < GAM_ARMS; i++) {
        if (!a[i]->kind || !b[i]->kind || strcmp(a[i]->kind, b[i]->kind) != 0)
            return gam_err_set(err, -GAM_EINVAL, "--confirms: the first job compared other things (%s, here %s)",
                               a[i]->kind ? a[i]->kind : "unknown", b[i]->kind ? b[i]->kind : "unknown");
        if (!strcmp(b[i]->kind, "revision") && (!a[i]->hash || !b[i]->hash || strcmp(a[i]->hash, b[i]->hash) != 0))
            return gam_err_set(err, -GAM_EINVAL, "--confirms: the first job measured commit %.12s, here it is %.12s",
                               a[i]->hash ? a[i]->hash : "unknown", b[i]->hash ? b[i]->hash : "unknown");
    }
    return 0;
}

static const struct gam_gate_case *case_find(const struct gam_gate *gate, const struct gam_gate_case *like)
{
    for (size_t i = 0; i < gate->n_cases; i++)
        if (!strcmp(gate->cases[i].name, like->name) && !strcmp(gate->cases[i].metric, like->metric))
            return &gate->cases[i];
    return NULL;
}

/* What the first job found for a case, in this gate's memory. */
static int case_take(struct gam_gate_session *s, const struct gam_gate_case *from, struct gam_gate_case *to, struct gam_err *err)
{
    struct gam_gate_pair *pair = gam_arena_get(&s->gate->arena, from->first.pairs + 1, sizeof *pair);

    to->verdict = from->verdict;
    to->why = from->why;
    to->first = from->first;
    to->first.pair = NULL;
    if (from->first.pair && pair) {
        memcpy(pair, from->first.pair, from->first.pairs * sizeof *pair);
        to->first.pair = pair;
    }
    if (from->verdict != GAM_GATE_REGRESSION)
        to->reason = gam_arena_printf(&s->gate->arena, "from the first job: %s", from->reason ? from->reason : "-");
    return pair && (to->reason || from->verdict == GAM_GATE_REGRESSION) ? 0 : gam_err_nomem(err);
}

int gam_gate_earlier_apply(struct gam_gate_session *s, struct gam_err *err)
{
    const struct gam_gate *first = s->earlier;
    struct gam_gate *g = s->gate;
    int rc = 0;

    for (size_t i = 0; i < g->n_cases && !rc; i++) {
        const struct gam_gate_case *from = case_find(first, &s->cases[i]);

        if (s->exact[i].is_exact || s->cases[i].reason)
            continue;
        if (from) {
            rc = case_take(s, from, &s->cases[i], err);
            continue;
        }
        s->cases[i].verdict = GAM_GATE_NOT_COMPARABLE;
        s->cases[i].why = GAM_GATE_WHY_MISSING;
        s->cases[i].reason = "the first job did not have it";
    }
    if (rc)
        return rc;
    g->confirms = gam_arena_text(&g->arena, first->uuid);
    if (!g->confirms)
        return gam_err_nomem(err);
    if (first->host_class && g->host_class && !strcmp(first->host_class, g->host_class))
        gam_gate_warn(g, "both jobs ran on the same kind of machine (%s): what follows the program's layout there is in both",
                      g->host_name ? g->host_name : g->host_class);
    return 0;
}
