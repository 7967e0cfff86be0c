/* SPDX-License-Identifier: MIT */
/* Change points over what the database holds: runs by operator, gates by case. Informs, never blocks. */
#include "analyzer/gate/change.h"
#include "cli/gate/gate.h"
#include "cli/gate/rows.h"
#include "cli/gate/settings.h"
#include "common/json.h"
#include "common/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MOST = 200, RUNS_MOST = 500, TEXT_CAP = 64 << 20 };

struct trend_opts {
    const char *threshold, *like, *db;
    int json, quiet;
};

/* One value of one series. `key` decides what belongs together. */
struct point {
    const char *key, *unit, *started, *label, *host_class;
    double value;
};

struct trend {
    struct gam_change_rule rule;
    struct gam_arena *arena;
    struct point *point;
    size_t n, capacity;
    size_t series, short_series;
};

static int point_add(struct trend *t, const struct point *p, struct gam_err *err)
{
    if (t->n == t->capacity) {
        size_t capacity = t->capacity ? 2 * t->capacity : 256;
        struct point *more = realloc(t->point, capacity * sizeof *more);

        if (!more)
            return gam_err_nomem(err);
        t->point = more;
        t->capacity = capacity;
    }
    t->point[t->n] = *p;
    if (!p->key || !p->unit || !p->started)
        return gam_err_nomem(err);
    t->n++;
    return 0;
}

static int gates_read(struct trend *t, struct gam_store *store, struct gam_err *err)
{
    struct gam_series_list list;
    int rc = gam_store_gate_series(store, &list, err);

    for (size_t i = 0; i < list.n && !rc; i++) {
        const struct gam_series_point *p = &list.point[i];
        struct point mine = { gam_arena_printf(&t->arena, "%s, %s", p->name, p->metric),
                              gam_arena_text(&t->arena, p->unit),
                              gam_arena_text(&t->arena, p->started),
                              gam_arena_text(&t->arena, p->label),
                              gam_arena_text(&t->arena, p->host_class),
                              p->value };

        rc = point_add(t, &mine, err);
    }
    gam_series_list_release(&list);
    return rc;
}

static int run_read(struct trend *t, struct gam_store *store, int64_t id, struct gam_err *err)
{
    struct gam_baseline *row;
    struct gam_runset run;
    size_t n = 0;
    int rc;

    gam_runset_init(&run);
    rc = gam_store_load(store, id, &run, err);
    if (!rc)
        rc = gam_gate_rows_of_run(&run, &t->arena, &row, &n, err);
    for (size_t i = 0; i < n && !rc; i++) {
        const struct gam_run *r = gam_runset_run(&run);
        struct gam_strbuf key = GAM_STRBUF_INIT(1 << 16);
        struct point p = { .unit = row[i].unit, .value = row[i].value, .host_class = row[i].host_class };

        gam_gate_row_text(&row[i], &key);
        p.key = gam_arena_text(&t->arena, gam_strbuf_get(&key));
        p.started = gam_arena_text(&t->arena, r->started);
        p.label = gam_arena_text(&t->arena, r->tool_commit ? r->tool_commit : r->uuid);
        rc = point_add(t, &p, err);
        gam_strbuf_release(&key);
    }
    gam_runset_release(&run);
    return rc;
}

static int runs_read(struct trend *t, struct gam_store *store, struct gam_err *err)
{
    struct gam_run_summary *run;
    size_t n;
    int rc = gam_store_list(store, &run, &n, err);

    for (size_t i = 0; i < n && i < RUNS_MOST && !rc; i++)
        if (!strcmp(run[i].purpose, "run") && !strcmp(run[i].status, "complete"))
            rc = run_read(t, store, run[i].id, err);
    free(run);
    return rc;
}

static int order_texts(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "");
}

static int series_order(const struct point *a, const struct point *b)
{
    int by = order_texts(a->host_class, b->host_class);

    by = by ? by : order_texts(a->key, b->key);
    return by ? by : order_texts(a->unit, b->unit);
}

static int point_compare(const void *x, const void *y)
{
    int by = series_order(x, y);

    return by ? by : order_texts(((const struct point *)x)->started, ((const struct point *)y)->started);
}

/* Prints what was found; text or JSON. */
struct printer {
    struct gam_strbuf *out;
    struct gam_jsonw w;
    int json;
    size_t changes;
};

static void safe_add(struct gam_strbuf *out, const char *text, size_t columns)
{
    char safe[700];

    gam_text_cut(text ? text : "-", columns, safe, sizeof safe);
    gam_strbuf_text(out, safe);
}

/* Between the last point of the old level and the first of the new one. */
static void change_text(struct printer *p, const struct point *s, const struct gam_change *c)
{
    char before[64], after[64];

    gam_unit_text(c->before, s->unit, before, sizeof before);
    gam_unit_text(c->after, s->unit, after, sizeof after);
    safe_add(p->out, s->key, 160);
    gam_strbuf_printf(p->out, ": %+.1f %% (%s to %s, p %.2g) between ", 100 * (c->after / c->before - 1), before, after, c->p);
    safe_add(p->out, s[c->at - 1].label, 40);
    gam_strbuf_printf(p->out, " (%.19s) and ", s[c->at - 1].started);
    safe_add(p->out, s[c->at].label, 40);
    gam_strbuf_printf(p->out, " (%.19s)\n", s[c->at].started);
}

static void change_json(struct printer *p, const struct point *s, const struct gam_change *c, size_t n)
{
    gam_jsonw_object(&p->w, NULL);
    gam_jsonw_text(&p->w, "series", s->key);
    gam_jsonw_text(&p->w, "unit", s->unit);
    gam_jsonw_text(&p->w, "host_class", s->host_class);
    gam_jsonw_real(&p->w, "before", c->before);
    gam_jsonw_real(&p->w, "after", c->after);
    gam_jsonw_real(&p->w, "ratio", c->after / c->before);
    gam_jsonw_real(&p->w, "p", c->p);
    gam_jsonw_text(&p->w, "last_before", s[c->at - 1].label);
    gam_jsonw_text(&p->w, "last_before_time", s[c->at - 1].started);
    gam_jsonw_text(&p->w, "first_after", s[c->at].label);
    gam_jsonw_text(&p->w, "first_after_time", s[c->at].started);
    gam_jsonw_int(&p->w, "points", (int64_t)n);
    gam_jsonw_int(&p->w, "points_since", (int64_t)(n - c->at));
    gam_jsonw_end(&p->w);
}

static int series_show(struct trend *t, struct printer *p, const struct point *s, size_t n, struct gam_err *err)
{
    struct gam_change change[GAM_CHANGES_MOST];
    double value[POINTS_MOST];
    size_t skip = n > POINTS_MOST ? n - POINTS_MOST : 0, found;
    int rc;

    s += skip;
    n -= skip;
    t->series++;
    t->short_series += n < 2 * GAM_CHANGE_SEGMENT;
    for (size_t i = 0; i < n; i++)
        value[i] = s[i].value;
    rc = gam_changes_find(value, n, &t->rule, change, &found, err);
    if (rc == -GAM_ENUMERIC) /* counts that may be zero have no level in this sense */
        return 0;
    for (size_t i = 0; i < found && !rc; i++) {
        p->changes++;
        if (p->json)
            change_json(p, s, &change[i], n);
        else
            change_text(p, s, &change[i]);
    }
    return rc;
}

static int all_show(struct trend *t, struct printer *p, const char *like, struct gam_err *err)
{
    int rc = 0;

    if (t->n)
        qsort(t->point, t->n, sizeof *t->point, point_compare);
    for (size_t from = 0, to; from < t->n && !rc; from = to) {
        for (to = from + 1; to < t->n && !series_order(&t->point[from], &t->point[to]); to++)
            continue;
        if (!like || strstr(t->point[from].key, like))
            rc = series_show(t, p, &t->point[from], to - from, err);
    }
    return rc;
}

static int trend_print(const struct trend_opts *o, struct trend *t, struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(TEXT_CAP);
    struct printer p = { .out = &out, .json = o->json };
    int rc;

    gam_jsonw_init(&p.w, &out, true);
    if (o->json) {
        gam_jsonw_object(&p.w, NULL);
        gam_jsonw_text(&p.w, "schema", "gambrel-trend/1");
        gam_jsonw_array(&p.w, "changes");
    }
    rc = all_show(t, &p, o->like, err);
    if (o->json) {
        gam_jsonw_end(&p.w);
        gam_jsonw_int(&p.w, "series", (int64_t)t->series);
        gam_jsonw_int(&p.w, "series_too_short", (int64_t)t->short_series);
        gam_jsonw_end(&p.w);
        gam_strbuf_char(&out, '\n');
    } else {
        gam_strbuf_printf(&out, "%zu change%s in %zu series, %zu of them too short to tell (fewer than %d points)\n", p.changes,
                          p.changes == 1 ? "" : "s", t->series, t->short_series, 2 * GAM_CHANGE_SEGMENT);
    }
    if (!rc)
        rc = gam_strbuf_status(&out, err);
    if (!rc && !o->quiet)
        fputs(gam_strbuf_get(&out), stdout);
    gam_strbuf_release(&out);
    return rc;
}

static int trend_run(const struct trend_opts *o, struct gam_err *err)
{
    struct trend t = { .rule = { .alpha = 0.001, .magnitude = 0.03 } };
    struct gam_store *store = NULL;
    int rc = o->threshold ? gam_gate_ratio_parse(o->threshold, &t.rule.magnitude, err) : 0;

    if (!rc)
        rc = gam_cli_db_open(o->db, GAM_STORE_READ, &store, err);
    if (!rc)
        rc = gates_read(&t, store, err);
    if (!rc)
        rc = runs_read(&t, store, err);
    gam_store_close(store);
    if (!rc)
        rc = trend_print(o, &t, err);
    free(t.point);
    gam_arena_free(t.arena);
    return rc;
}

int gam_gate_trend(int argc, char **argv)
{
    struct trend_opts o = { 0 };
    const struct gam_opt opts[] = {
        { "threshold", 0, GAM_OPT_TEXT, &o.threshold, "RATIO",
          "smallest change of the level that counts: 3% or 0.03 (default 3%)", 0, 0 },
        { "like", 0, GAM_OPT_TEXT, &o.like, "TEXT", "only series whose name holds this", 0, 0 },
        { "json", 0, GAM_OPT_FLAG, &o.json, NULL, "print JSON (gambrel-trend/1)", 0, 0 },
        { "db", 0, GAM_OPT_TEXT, &o.db, "FILE", "the database (default: $XDG_DATA_HOME/gambrel/gambrel.db)", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &o.quiet, NULL, "print only errors", 0, 0 },
    };
    const struct gam_opt_spec spec = {
        "gambrel gate trend",
        "where the level of stored series moved and stayed, and between which commits; never blocks",
        NULL,
        "gambrel gate trend --like gemm",
        opts,
        sizeof opts / sizeof opts[0],
        0
    };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code = gam_cli_parse(&spec, argc, argv, &result);

    if (code >= 0)
        return code;
    if (trend_run(&o, &err))
        return gam_gate_fail(&err);
    return gam_cli_finish(GAM_EXIT_OK);
}
