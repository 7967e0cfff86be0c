/* SPDX-License-Identifier: MIT */
#include "cli/gate/against.h"
#include "cli/gate/gate.h"
#include "cli/gate/session.h"
#include "common/file.h"
#include "store/run_json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { FILE_CAP = 1 << 30 };

struct baseline_opts {
    const char *run, *against, *write, *db;
    struct gam_gate_flags flags;
    struct gam_gate_output output;
    int json, quiet, advisory;
};

/* Days since an RFC 3339 time; NaN when it is none. */
static double age_days(const char *started)
{
    struct tm t = { 0 };

    if (!started || !strptime(started, "%Y-%m-%dT%H:%M:%S", &t))
        return NAN;
    return difftime(time(NULL), timegm(&t)) / 86400;
}

/* The baseline's rows and what there is to say of it. */
struct against {
    struct gam_runset set;           /* of a file */
    struct gam_baseline_list stored; /* of a name */
    struct gam_baseline *row;
    size_t n;
};

static void incomplete_warn(struct gam_gate *gate, const char *which, const struct gam_run *run)
{
    if (run->status != GAM_RUN_COMPLETE)
        gam_gate_warn(gate, "%s is a run that did not complete (%s): what it lacks is not judged", which,
                      gam_words_run_status.word[run->status]);
}

static int against_file(const struct baseline_opts *o, struct gam_gate *gate, struct against *a, struct gam_err *err)
{
    int rc = gam_gate_run_load(o->against, o->db, &a->set, err);

    if (!rc)
        rc = gam_gate_rows_of_run(&a->set, &gate->arena, &a->row, &a->n, err);
    if (!rc) {
        gate->base.hash = gam_arena_text(&gate->arena, gam_runset_run(&a->set)->uuid);
        gate->base.age_days = age_days(gam_runset_run(&a->set)->started);
        incomplete_warn(gate, "the baseline", gam_runset_run(&a->set));
    }
    return rc;
}

static int against_name(const struct baseline_opts *o, struct gam_gate *gate, struct against *a, struct gam_err *err)
{
    struct gam_store *store = NULL;
    int rc = gam_cli_db_open(o->db, GAM_STORE_READ, &store, err);

    if (!rc)
        rc = gam_store_baseline_list(store, o->against, 0, &a->stored, err);
    gam_store_close(store);
    a->row = a->stored.row;
    a->n = a->stored.n;
    for (size_t i = 0; i < a->n; i++) { /* the oldest that is in force */
        double age = age_days(a->row[i].accepted);

        if (!i || age > gate->base.age_days)
            gate->base.age_days = age;
    }
    return rc;
}

static int judge(const struct baseline_opts *o, const struct gam_gate_settings *settings, struct gam_gate *gate,
                 struct gam_err *err)
{
    struct against a = { 0 };
    struct gam_runset run;
    struct gam_baseline *cand = NULL;
    size_t n_cand = 0;
    int rc;

    gam_runset_init(&run);
    gam_runset_init(&a.set);
    gate->base = (struct gam_gate_arm){ .kind = "baseline", .name = gam_arena_text(&gate->arena, o->against), .age_days = NAN };
    rc = gam_gate_run_load(o->run, o->db, &run, err);
    if (!rc)
        rc = gam_gate_rows_of_run(&run, &gate->arena, &cand, &n_cand, err);
    if (!rc)
        rc = gam_gate_is_file(o->against) ? against_file(o, gate, &a, err) : against_name(o, gate, &a, err);
    if (!rc) {
        const struct gam_run *r = gam_runset_run(&run);

        gate->cand = (struct gam_gate_arm){ .kind = "suite",
                                            .name = gam_arena_text(&gate->arena, r->suite ? r->suite : o->run),
                                            .hash = gam_arena_text(&gate->arena, r->uuid),
                                            .age_days = NAN };
        incomplete_warn(gate, "the candidate", r);
        rc = gam_gate_against(settings, a.row, a.n, cand, n_cand, gate, err);
    }
    gam_baseline_list_release(&a.stored);
    gam_runset_release(&a.set);
    gam_runset_release(&run);
    return rc;
}

static int write_file(const struct baseline_opts *o, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(FILE_CAP);
    struct gam_runset run;
    int rc;

    gam_runset_init(&run);
    rc = gam_gate_run_load(o->run, o->db, &run, err);
    if (!rc)
        rc = gam_run_json_write(&run, NULL, &text, err);
    if (!rc)
        rc = gam_file_write(o->write, gam_strbuf_get(&text), text.length, err);
    gam_runset_release(&run);
    gam_strbuf_release(&text);
    return rc;
}

static void settings_show(struct gam_gate *g, const struct gam_gate_settings *s)
{
    g->kind = "baseline";
    g->alpha = g->power = NAN;
    g->seed = 0;
    g->undecided = s->undecided;
    g->confirm = "none";
    gam_gate_diagnostics_clear(&g->diagnostics);
}

static int baseline_run(struct baseline_opts *o, int argc, char **argv)
{
    struct gam_gate_settings settings;
    struct gam_gate gate = { .advisory = o->advisory };
    struct gam_err err = { 0 };
    int rc = 0, code;

    if (!o->against && !o->write)
        rc = gam_err_set(&err, -GAM_EINVAL, "give --against NAME or FILE to compare, or --write FILE to make a baseline");
    else if (o->against && o->write && !strcmp(o->against, o->write))
        rc = gam_err_set(&err, -GAM_EINVAL,
                         "--write and --against both name '%s': the run would be held against itself; compare first, then write",
                         o->write);
    if (!rc)
        rc = gam_gate_output_check(&o->output, &err);
    if (!rc)
        rc = gam_gate_settings_read(&o->flags, &settings, &err);
    if (!rc && o->write)
        rc = write_file(o, &err);
    if (!rc && !o->against)
        return gam_cli_finish(GAM_EXIT_OK);
    if (!rc) {
        settings_show(&gate, &settings);
        rc = gam_gate_identify(&gate, argc, argv, &err);
    }
    if (!rc)
        rc = judge(o, &settings, &gate, &err);
    code = rc ? gam_gate_fail(&err) : gam_gate_finish(&gate, &o->output, o->json, o->quiet);
    gam_gate_release(&gate);
    return code;
}

int gam_gate_baseline(int argc, char **argv)
{
    struct baseline_opts o = { .run = "last", .flags.seed = GAM_NULL_INT };
    const struct gam_opt opts[] = {
        { "against", 0, GAM_OPT_TEXT, &o.against, "WHAT", "a name of 'gate accept', or a file that --write made", 0, 0 },
        { "write", 0, GAM_OPT_TEXT, &o.write, "FILE", "write RUN there as a baseline for other runners (gambrel-run/1)", 0, 0 },
        { "threshold", 0, GAM_OPT_TEXT, &o.flags.threshold, "RATIO",
          "worse by more than this is a regression: 3% or 0.03 (default 3%)", 0, 0 },
        { "config", 0, GAM_OPT_TEXT, &o.flags.config, "FILE", "thresholds per operator (docs/gate.md)", 0, 0 },
        { "undecided", 0, GAM_OPT_TEXT, &o.flags.undecided, "WHAT", "fail (exit 3, default), pass or warn (both exit 0)", 0, 0 },
        { "advisory", 0, GAM_OPT_FLAG, &o.advisory, NULL, "judge also what comes from another kind of machine, and exit 0", 0,
          0 },
        GAM_GATE_OUTPUT_OPTIONS(&o.output),
        { "json", 0, GAM_OPT_FLAG, &o.json, NULL, "print the result as JSON", 0, 0 },
        { "db", 0, GAM_OPT_TEXT, &o.db, "FILE", "the database (default: $XDG_DATA_HOME/gambrel/gambrel.db)", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &o.quiet, NULL, "print only errors", 0, 0 },
    };
    const struct gam_opt_spec spec = {
        "gambrel gate baseline",
        "hold a run against a stored baseline of the same kind of machine; RUN as for 'gambrel report'",
        "[RUN]",
        "gambrel gate baseline --against baseline.json last",
        opts,
        sizeof opts / sizeof opts[0],
        1
    };
    struct gam_opt_result result;
    int code = gam_cli_parse(&spec, argc, argv, &result);

    if (code >= 0)
        return code;
    if (result.n_positional)
        o.run = result.positional[0];
    return baseline_run(&o, argc, argv);
}
