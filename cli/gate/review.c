/* SPDX-License-Identifier: MIT */
/* What verdicts turned out to be: a threshold is worth what its alarms and its silences were, and only people find that out. */
#include "cli/gate/gate.h"

#include "cli/cli.h"
#include "cli/cli_load.h"
#include "common/clock.h"
#include "common/json.h"
#include "common/unit.h"
#include "store/reviews.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LIST_CAP = 64 << 20, SHOWN_BYTES = 9 /* of a uuid, with its NUL */ };

struct review_opts {
    const char *gate, *finding, *why, *db;
    int json, quiet;
};

/* The four ways a verdict can turn out, over those that were reviewed. */
struct review_counts {
    size_t decided, alarms_right, alarms_false, passes_right, missed;
};

static struct review_counts count(const struct gam_review_list *l)
{
    struct review_counts c = { .decided = l->n };

    for (size_t i = 0; i < l->n; i++) {
        const struct gam_review *r = &l->row[i];
        int alarm = !strcmp(r->verdict, "regression");

        if (!r->reviewed)
            continue;
        c.alarms_right += alarm && r->right;
        c.alarms_false += alarm && !r->right;
        c.passes_right += !alarm && r->right;
        c.missed += !alarm && !r->right;
    }
    return c;
}

/* NaN over nothing. */
static double share(size_t part, size_t rest)
{
    return part + rest ? (double)part / (double)(part + rest) : NAN;
}

/* Van Rijsbergen's F with equal weights: 2 TP / (2 TP + FP + FN). */
static double f_score(const struct review_counts *c)
{
    return share(2 * c->alarms_right, c->alarms_false + c->missed);
}

static void list_json(const struct gam_review_list *l, const struct review_counts *c, struct gam_strbuf *out)
{
    struct gam_jsonw w;

    gam_jsonw_init(&w, out, true);
    gam_jsonw_object(&w, NULL);
    gam_jsonw_text(&w, "schema", "gambrel-reviews/1");
    gam_jsonw_int(&w, "decided", (int64_t)c->decided);
    gam_jsonw_int(&w, "regressions_right", (int64_t)c->alarms_right);
    gam_jsonw_int(&w, "regressions_false", (int64_t)c->alarms_false);
    gam_jsonw_int(&w, "passes_right", (int64_t)c->passes_right);
    gam_jsonw_int(&w, "passes_missed", (int64_t)c->missed);
    gam_jsonw_real(&w, "precision", share(c->alarms_right, c->alarms_false));
    gam_jsonw_real(&w, "recall", share(c->alarms_right, c->missed));
    gam_jsonw_real(&w, "f_score", f_score(c));
    gam_jsonw_array(&w, "gates");
    for (size_t i = 0; i < l->n; i++) {
        const struct gam_review *r = &l->row[i];

        gam_jsonw_object(&w, NULL);
        gam_jsonw_text(&w, "gate", r->gate);
        gam_jsonw_text(&w, "started", r->started);
        gam_jsonw_text(&w, "verdict", r->verdict);
        gam_jsonw_text(&w, "found", !r->reviewed ? NULL : r->right ? "right" : "wrong");
        gam_jsonw_text(&w, "reviewed", r->reviewed);
        gam_jsonw_text(&w, "why", r->why);
        gam_jsonw_end(&w);
    }
    gam_jsonw_end(&w);
    gam_jsonw_end(&w);
    gam_strbuf_char(out, '\n');
}

static void share_add(struct gam_strbuf *out, const char *what, size_t part, size_t rest)
{
    if (part + rest)
        gam_strbuf_printf(out, "%s: %.2f (%zu of %zu)\n", what, share(part, rest), part, part + rest);
    else
        gam_strbuf_printf(out, "%s: nothing to tell it by yet\n", what);
}

static void list_text(const struct gam_review_list *l, const struct review_counts *c, struct gam_strbuf *out)
{
    for (size_t i = 0; i < l->n; i++) {
        const struct gam_review *r = &l->row[i];
        char why[600];

        gam_text_cut(r->why ? r->why : "", 160, why, sizeof why);
        gam_strbuf_printf(out, "%.*s  %.10s  %-10s  %s%s%s\n", SHOWN_BYTES - 1, r->gate, r->started, r->verdict,
                          !r->reviewed ? "not reviewed"
                          : r->right   ? "right"
                                       : "wrong",
                          *why ? ": " : "", why);
    }
    gam_strbuf_printf(out,
                      "%zu gates decided; regressions: %zu right, %zu false alarms; passes: %zu right, %zu missed a regression\n",
                      c->decided, c->alarms_right, c->alarms_false, c->passes_right, c->missed);
    share_add(out, "precision, of the regressions reviewed those that were right", c->alarms_right, c->alarms_false);
    share_add(out, "recall, of the real ones reviewed those that were found", c->alarms_right, c->missed);
    if (!isnan(f_score(c)))
        gam_strbuf_printf(out, "F-score: %.2f\n", f_score(c));
}

static int reviews_list(const struct review_opts *o, struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(LIST_CAP);
    struct gam_review_list list = { 0 };
    struct gam_store *store = NULL;
    struct review_counts counts;
    int rc = gam_cli_db_open(o->db, GAM_STORE_READ, &store, err);

    if (!rc)
        rc = gam_store_review_list(store, &list, err);
    gam_store_close(store);
    counts = count(&list);
    if (!rc) {
        (o->json ? list_json : list_text)(&list, &counts, &out);
        rc = gam_strbuf_status(&out, err);
    }
    if (!rc && !o->quiet)
        fputs(gam_strbuf_get(&out), stdout);
    gam_review_list_release(&list);
    gam_strbuf_release(&out);
    return rc;
}

static int review_add(const struct review_opts *o, struct gam_err *err)
{
    struct gam_store *store = NULL;
    char now[32], verdict[32];
    int right = !strcmp(o->finding, "right"), rc;

    if (!right && strcmp(o->finding, "wrong") != 0)
        return gam_err_set(err, -GAM_EINVAL, "a verdict is 'right' or 'wrong', not '%s'", o->finding);
    if (!o->why || !o->why[strspn(o->why, " \t")])
        return gam_err_set(err, -GAM_EINVAL, "a finding needs a reason: --why TEXT");
    gam_clock_wall_text(now, sizeof now);
    rc = gam_cli_db_open(o->db, GAM_STORE_WRITE, &store, err);
    if (!rc)
        rc = gam_store_review_add(store, o->gate, right, o->why, now, verdict, sizeof verdict, err);
    gam_store_close(store);
    if (!rc && !o->quiet)
        printf("'%s' was %s%s\n", verdict, o->finding,
               right                      ? ""
               : !strcmp(verdict, "pass") ? ": a regression was missed"
                                          : ": a false alarm");
    return rc;
}

int gam_gate_review(int argc, char **argv)
{
    struct review_opts o = { 0 };
    const struct gam_opt opts[] = {
        { "why", 0, GAM_OPT_TEXT, &o.why, "TEXT", "how it was found out; kept with the finding", 0, 0 },
        { "json", 0, GAM_OPT_FLAG, &o.json, NULL, "print the list as JSON", 0, 0 },
        { "db", 0, GAM_OPT_TEXT, &o.db, "FILE", "the database (default: $XDG_DATA_HOME/gambrel/gambrel.db)", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &o.quiet, NULL, "print only errors", 0, 0 },
    };
    const struct gam_opt_spec spec = {
        "gambrel gate review",
        "note whether the verdict of a GATE ('last', its uuid or the beginning) turned out right or wrong; without words: list\n"
        "the gates that decided, and how often they were right",
        "[GATE right|wrong]",
        "gambrel gate review last wrong --why 'the runner was swapping'",
        opts,
        sizeof opts / sizeof opts[0],
        2
    };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code = gam_cli_parse(&spec, argc, argv, &result), rc;

    if (code >= 0)
        return code;
    if (result.n_positional == 1) {
        gam_err_set(&err, -GAM_EINVAL, "was its verdict right or wrong? see 'gambrel gate review --help'");
        return gam_gate_fail(&err);
    }
    if (result.n_positional) {
        o.gate = result.positional[0];
        o.finding = result.positional[1];
    }
    rc = result.n_positional ? review_add(&o, &err) : reviews_list(&o, &err);
    return rc ? gam_gate_fail(&err) : gam_cli_finish(GAM_EXIT_OK);
}
