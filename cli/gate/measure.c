/* SPDX-License-Identifier: MIT */
/* One slot of our own kernels: every operator of a suite for a few short visits, reported as a program reports; with --share also
 * the roofs of the spot check in the same rounds, and the share of them that each operator reaches. */
#include "analyzer/rounds.h"
#include "cli/cli_analyze.h"
#include "cli/gate/gate.h"
#include "cli/run/machine.h"
#include "collector/emit.h"
#include "collector/runner.h"
#include "common/clock.h"
#include "common/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3, VISIT_NS = 5000000, NAME_CAP = 4096 };

/* What `gate measure` was asked for. */
struct measured {
    struct gam_run_options run;
    int share;
};

/* The plan without roofs and what belongs to them, unless they are asked for: they are another question, and cost every slot
 * seconds. */
static int slot_plan(const struct gam_run_machine *m, const struct measured *o, struct gam_plan *out, struct gam_err *err)
{
    struct gam_plan_request want = { .suite = &m->suite,
                                     .devices = m->device,
                                     .n_devices = m->n_devices,
                                     .cache = o->run.cache,
                                     .spot_only = 1,
                                     .seed = 1,
                                     .rounds = ROUNDS };
    struct gam_plan all;
    size_t last = 0;
    int rc = gam_plan_make(&want, &all, err);

    if (rc)
        return rc;
    *out = all;
    out->item = NULL;
    out->n = out->n_nodes = out->capacity = 0;
    out->rounds_least = ROUNDS;
    for (size_t i = 0; i < all.n && !rc; i++) {
        struct gam_plan_item item = all.item[i];

        if (item.status != GAM_STATUS_OK || !(item.role == GAM_ROLE_SUBJECT || (o->share && item.role == GAM_ROLE_ROOF)))
            continue;
        if (item.node != last || !out->n_nodes) { /* nodes are numbered without gaps */
            last = item.node;
            out->n_nodes++;
        }
        item.node = out->n_nodes - 1;
        rc = gam_plan_push(out, &item, err);
    }
    gam_plan_release(&all);
    return rc;
}

static void line_add(struct gam_strbuf *out, const char *name, const char *metric, const char *unit, const char *better,
                     double value)
{
    struct gam_jsonw w;

    gam_jsonw_init(&w, out, false);
    gam_jsonw_object(&w, NULL);
    gam_jsonw_text(&w, "case", name);
    gam_jsonw_text(&w, "metric", metric);
    gam_jsonw_text(&w, "unit", unit);
    gam_jsonw_text(&w, "better", better);
    gam_jsonw_real(&w, "value", value);
    gam_jsonw_end(&w);
    gam_strbuf_char(out, '\n');
}

/* The place's own name where it has one, so that two suites may give one place other shapes. */
static void case_text(const char *place, const char *spec, const char *implementation, int64_t threads,
                      enum gam_cache_state cache, struct gam_strbuf *out)
{
    gam_strbuf_printf(out, "%s (%s, %lld thread%s, %s)", place && *place ? place : spec, implementation, (long long)threads,
                      threads == 1 ? "" : "s", gam_words_cache_state.word[cache]);
}

static void case_name(const struct gam_runset *run, const struct gam_measurement *m, struct gam_strbuf *out)
{
    const struct gam_node *node = &gam_runset_node(run)[m->node];

    case_text(node->name, gam_runset_operator(run)[node->operator].spec, m->implementation, m->threads, m->cache, out);
}

/* A slot measures two roofs, f32 compute and memory: they say nothing about what stays in caches or computes in f64. */
static int is_roofed(const struct gam_report_operator *op, double llc_bytes)
{
    if (op->status != GAM_STATUS_OK || !op->op.kind || !op->roof || !(op->roof_share.value > 0))
        return 0;
    return op->roof->kind == GAM_CEILING_COMPUTE || (double)gam_op_footprint(&op->op) >= 2 * llc_bytes;
}

/* Roof and operator are of the same rounds, so a machine that is slower as a whole leaves the share alone. Where these roofs say
 * nothing there is no line: the gate then knows no such metric. */
static int shares_add(const struct gam_runset *run, double llc_bytes, struct gam_strbuf *out, size_t *n, struct gam_err *err)
{
    struct gam_report report = { 0 };
    int rc = gam_cli_analyze(run, run, &report, err);

    for (size_t i = 0; i < report.n_ops && !rc; i++) {
        const struct gam_report_operator *op = &report.op[i];
        struct gam_strbuf name = GAM_STRBUF_INIT(NAME_CAP);

        if (!is_roofed(op, llc_bytes))
            continue;
        case_text(op->name, op->spec, op->implementation, op->threads, op->cache, &name);
        line_add(out, gam_strbuf_get(&name), "roof_share", "1", "higher", op->roof_share.value);
        gam_strbuf_release(&name);
        (*n)++;
    }
    gam_report_release(&report);
    return rc;
}

static int lines_add(const struct gam_runset *run, struct gam_strbuf *out, size_t *n, struct gam_err *err)
{
    struct gam_arena *arena = NULL;
    struct gam_round_table table;
    int rc = gam_rounds_build(run, &arena, &table, err);

    for (size_t i = 0; i < gam_runset_measurement_n(run) && !rc; i++) {
        const struct gam_measurement *m = &gam_runset_measurement(run)[i];
        struct gam_strbuf name = GAM_STRBUF_INIT(NAME_CAP);
        struct gam_cost cost;
        struct gam_op op;
        double ns;

        if (m->status != GAM_STATUS_OK || m->role != GAM_ROLE_SUBJECT)
            continue;
        ns = gam_rounds_interval(&table, gam_rounds_of(&table, i)).value;
        rc = gam_op_parse(gam_runset_operator(run)[gam_runset_node(run)[m->node].operator].spec, &op, err);
        if (rc || !(ns > 0))
            continue;
        gam_op_cost(&op, &cost);
        case_name(run, m, &name);
        line_add(out, gam_strbuf_get(&name), "time", "ns", "lower", ns);
        line_add(out, gam_strbuf_get(&name), "flop", "flop", "equal", cost.fma_flop + cost.special_flop);
        line_add(out, gam_strbuf_get(&name), "bytes", "bytes", "equal", cost.read_bytes + cost.written_bytes);
        gam_strbuf_release(&name);
        (*n)++;
    }
    gam_arena_free(arena);
    return rc ? rc : gam_strbuf_status(out, err);
}

static int measure(const struct measured *o, struct gam_strbuf *out, struct gam_err *err)
{
    struct gam_runner_result result;
    struct gam_run_machine m;
    struct gam_plan plan = { 0 };
    struct gam_emitter emit;
    struct gam_runset run;
    struct gam_runner_config config = {
        .clock = &gam_clock_monotonic, .visit_ns = VISIT_NS, .emit = &emit, .cancel = gam_gate_watch_signals()
    };
    size_t n = 0, n_shares = 0;
    int64_t host;
    int rc = gam_run_machine_open(&o->run, &m, err);

    gam_runset_init(&run);
    gam_emitter_init(&emit, gam_sink_runset(&run));
    if (!rc)
        rc = gam_host_describe(&m.topology, NULL, 0, &emit, &host, err);
    if (!rc)
        rc = slot_plan(&m, o, &plan, err);
    if (!rc) {
        struct gam_runner_request request = { &plan, m.device, m.n_devices, &config };

        rc = gam_runner_run(&request, &result, err);
    }
    if (!rc)
        rc = lines_add(&run, out, &n, err);
    if (!rc && o->share)
        rc = shares_add(&run, gam_machine_sizes_of(&m.topology, m.workers).llc, out, &n_shares, err);
    if (!rc && o->share && !n_shares)
        rc = gam_err_set(err, -GAM_EDEVICE,
                         "no operator has a roof among those of a slot (f32 compute; memory, for what is twice the caches)");
    if (!rc && (result.wrong || result.failed || !n))
        rc = gam_err_set(err, -GAM_EDEVICE,
                         "%zu implementations were wrong, %zu failed, %zu were measured; 'gambrel run' says more", result.wrong,
                         result.failed, n);
    gam_plan_release(&plan);
    gam_runset_release(&run);
    gam_run_machine_close(&m);
    return rc;
}

static int append(const char *path, const struct gam_strbuf *text, struct gam_err *err)
{
    FILE *f = path ? fopen(path, "ae") : stdout;
    size_t n = f ? fwrite(gam_strbuf_get(text), 1, text->length, f) : 0;

    if (f && path && fclose(f))
        n = 0;
    return f && n == text->length ? 0 : gam_err_set(err, -GAM_EIO, "cannot write to '%s'", path ? path : "standard output");
}

int gam_gate_measure(int argc, char **argv)
{
    struct measured o = { .run = { .suite = "quick", .cache = GAM_CACHE_WARM } };
    struct gam_strbuf text = GAM_STRBUF_INIT(16 << 20);
    int json, quiet;
    const struct gam_opt opts[] = {
        { "suite", 0, GAM_OPT_TEXT, &o.run.suite, "NAME", "a suite or a file of one (default quick)", 0, 0 },
        { "op", 0, GAM_OPT_TEXTS, &o.run.ops, "SPEC", "instead of a suite: this operator; repeats", 0, 0 },
        { "device", 0, GAM_OPT_TEXTS, &o.run.devices, "ID", "only there; repeats", 0, 0 },
        { "threads", 0, GAM_OPT_INT, &o.run.threads, "N", "workers (default: one per core)", 1, 4096 },
        { "share", 0, GAM_OPT_FLAG, &o.share, NULL, "also the share of the roof, against roofs of the same rounds (seconds)", 0,
          0 },
        { "db", 0, GAM_OPT_TEXT, &o.run.db, "FILE", "taken as everywhere; nothing is stored", 0, 0 },
        { "json", 0, GAM_OPT_FLAG, &json, NULL, "taken as everywhere; lines are JSON anyway", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &quiet, NULL, "print only errors", 0, 0 },
    };
    const struct gam_opt_spec spec = {
        "gambrel gate measure",
        "one slot of our own kernels: a suite's operators for a few visits each, as metrics into the file that $GAMBREL_METRICS "
        "names, else to standard output; what 'gate ab --base-suite' runs",
        NULL,
        "gambrel gate ab --base 'old/gambrel gate measure' --cand 'new/gambrel gate measure'",
        opts,
        sizeof opts / sizeof opts[0],
        0
    };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code = gam_cli_parse(&spec, argc, argv, &result), rc;

    if (code >= 0)
        return code;
    rc = measure(&o, &text, &err);
    if (!rc)
        rc = append(getenv("GAMBREL_METRICS"), &text, &err);
    gam_strbuf_release(&text);
    return rc ? gam_gate_fail(&err) : gam_cli_finish(GAM_EXIT_OK);
}
