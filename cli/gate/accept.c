/* SPDX-License-Identifier: MIT */
#include "cli/gate/gate.h"
#include "cli/gate/rows.h"
#include "common/clock.h"
#include "common/json.h"
#include "common/unit.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

enum { LIST_CAP = 64 << 20 };

struct accept_opts {
    const char *name, *run, *why, *op, *db;
    int list, history, json, quiet;
};

/* Keeps the rows whose operator matches; fills what a row of a baseline has beside them. */
static size_t rows_choose(const struct accept_opts *o, const char *now, struct gam_baseline *row, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        if (o->op && fnmatch(o->op, row[i].op, 0))
            continue;
        row[kept] = row[i];
        row[kept].name = o->name;
        row[kept].why = o->why;
        row[kept].accepted = now;
        kept++;
    }
    return kept;
}

static int accept_rows(const struct accept_opts *o, size_t *n, size_t *superseded, struct gam_err *err)
{
    struct gam_store *store = NULL;
    struct gam_arena *arena = NULL;
    struct gam_baseline *row;
    struct gam_runset run;
    char now[32];
    int rc;

    gam_clock_wall_text(now, sizeof now);
    gam_runset_init(&run);
    rc = gam_gate_run_load(o->run, o->db, &run, err);
    if (!rc)
        rc = gam_gate_rows_of_run(&run, &arena, &row, n, err);
    if (!rc) {
        *n = rows_choose(o, now, row, *n);
        if (!*n)
            rc = gam_err_set(err, -GAM_EINVAL, "the run '%s' has no operator%s%s that was measured and right", o->run,
                             o->op ? " like " : "", o->op ? o->op : "");
    }
    if (!rc)
        rc = gam_cli_db_open(o->db, GAM_STORE_WRITE, &store, err);
    if (!rc)
        rc = gam_store_baseline_accept(store, row, *n, superseded, err);
    gam_store_close(store);
    gam_arena_free(arena);
    gam_runset_release(&run);
    return rc;
}

static void row_json(struct gam_jsonw *w, const struct gam_baseline *r)
{
    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "name", r->name);
    gam_jsonw_text(w, "operator", r->op);
    gam_jsonw_text(w, "implementation", r->implementation);
    gam_jsonw_text(w, "implementation_version", r->implementation_version);
    if (r->threads == GAM_NULL_INT)
        gam_jsonw_null(w, "threads");
    else
        gam_jsonw_int(w, "threads", r->threads);
    gam_jsonw_text(w, "cache", r->cache);
    gam_jsonw_text(w, "metric", r->metric);
    gam_jsonw_text(w, "unit", r->unit);
    gam_jsonw_real(w, "value", r->value);
    gam_jsonw_real(w, "low", r->low);
    gam_jsonw_real(w, "high", r->high);
    gam_jsonw_text(w, "host_class", r->host_class);
    gam_jsonw_text(w, "device_class", r->device_class);
    gam_jsonw_text(w, "run", r->run);
    gam_jsonw_text(w, "accepted", r->accepted);
    gam_jsonw_text(w, "why", r->why);
    gam_jsonw_text(w, "superseded", r->superseded);
    gam_jsonw_end(w);
}

static void list_json(const struct gam_baseline_list *l, struct gam_strbuf *out)
{
    struct gam_jsonw w;

    gam_jsonw_init(&w, out, true);
    gam_jsonw_object(&w, NULL);
    gam_jsonw_text(&w, "schema", "gambrel-baselines/1");
    gam_jsonw_array(&w, "baselines");
    for (size_t i = 0; i < l->n; i++)
        row_json(&w, &l->row[i]);
    gam_jsonw_end(&w);
    gam_jsonw_end(&w);
    gam_strbuf_char(out, '\n');
}

static void safe_add(struct gam_strbuf *out, const char *text)
{
    char safe[600];

    gam_text_cut(text ? text : "-", 160, safe, sizeof safe);
    gam_strbuf_text(out, safe);
}

static void list_text(const struct gam_baseline_list *l, struct gam_strbuf *out)
{
    for (size_t i = 0; i < l->n; i++) {
        const struct gam_baseline *r = &l->row[i];
        struct gam_strbuf series = GAM_STRBUF_INIT(1 << 16);
        char value[64];

        gam_gate_row_text(r, &series);
        gam_unit_text(r->value, r->unit, value, sizeof value);
        safe_add(out, r->name);
        gam_strbuf_printf(out, "  %.10s%s  %s  ", r->accepted, r->superseded ? " until " : "", value);
        if (r->superseded)
            gam_strbuf_printf(out, "%.10s  ", r->superseded);
        safe_add(out, gam_strbuf_get(&series));
        gam_strbuf_text(out, "  ");
        safe_add(out, r->why);
        gam_strbuf_char(out, '\n');
        gam_strbuf_release(&series);
    }
    if (!l->n)
        gam_strbuf_text(out, "no baselines; 'gambrel gate accept NAME --why TEXT' makes one\n");
}

static int list_rows(const struct accept_opts *o, struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(LIST_CAP);
    struct gam_baseline_list list = { 0 };
    struct gam_store *store = NULL;
    int rc = gam_cli_db_open(o->db, GAM_STORE_READ, &store, err);

    if (!rc)
        rc = gam_store_baseline_list(store, o->name, o->history, &list, err);
    gam_store_close(store);
    if (!rc) {
        if (o->json)
            list_json(&list, &out);
        else
            list_text(&list, &out);
        rc = gam_strbuf_status(&out, err);
    }
    if (!rc && !o->quiet)
        fputs(gam_strbuf_get(&out), stdout);
    gam_baseline_list_release(&list);
    gam_strbuf_release(&out);
    return rc;
}

static int accept_run(const struct accept_opts *o, struct gam_err *err)
{
    size_t n = 0, superseded = 0;
    char name[600];
    int rc;

    if (o->list)
        return list_rows(o, err);
    if (!o->name || !*o->name)
        return gam_err_set(err, -GAM_EINVAL, "a baseline needs a NAME: gambrel gate accept main --why 'release 1.2'");
    if (gam_gate_is_file(o->name))
        return gam_err_set(err, -GAM_EINVAL, "'%s' would be taken for a file by --against; a NAME has no '/' and no '.json'",
                           o->name);
    if (!o->why || !o->why[strspn(o->why, " \t")])
        return gam_err_set(err, -GAM_EINVAL, "a new level needs a reason: --why TEXT");
    rc = accept_rows(o, &n, &superseded, err);
    if (rc || o->quiet)
        return rc;
    if (o->json)
        printf("{\"accepted\": %zu, \"superseded\": %zu}\n", n, superseded);
    else {
        gam_text_cut(o->name, 160, name, sizeof name);
        printf("accepted %zu series as '%s', %zu earlier ones are history\n", n, name, superseded);
    }
    return 0;
}

int gam_gate_accept(int argc, char **argv)
{
    struct accept_opts o = { .run = "last" };
    const struct gam_opt opts[] = {
        { "why", 0, GAM_OPT_TEXT, &o.why, "TEXT", "the reason; kept with the baseline", 0, 0 },
        { "op", 0, GAM_OPT_TEXT, &o.op, "PATTERN", "only operators like this: 'gemm:*'", 0, 0 },
        { "list", 0, GAM_OPT_FLAG, &o.list, NULL, "show baselines (of NAME) instead", 0, 0 },
        { "history", 0, GAM_OPT_FLAG, &o.history, NULL, "with --list: also those that later ones superseded", 0, 0 },
        { "json", 0, GAM_OPT_FLAG, &o.json, NULL, "print JSON", 0, 0 },
        { "db", 0, GAM_OPT_TEXT, &o.db, "FILE", "the database (default: $XDG_DATA_HOME/gambrel/gambrel.db)", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &o.quiet, NULL, "print only errors", 0, 0 },
    };
    const struct gam_opt_spec spec = {
        "gambrel gate accept",
        "make a run the baseline NAME, with a reason; earlier ones stay as its history. RUN as for 'gambrel report'",
        "NAME [RUN]",
        "gambrel gate accept main last --why 'wider tiles cost 2 % on small shapes'",
        opts,
        sizeof opts / sizeof opts[0],
        2
    };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code = gam_cli_parse(&spec, argc, argv, &result);

    if (code >= 0)
        return code;
    if (result.n_positional)
        o.name = result.positional[0];
    if (result.n_positional > 1)
        o.run = result.positional[1];
    if (accept_run(&o, &err))
        return gam_gate_fail(&err);
    return gam_cli_finish(GAM_EXIT_OK);
}
