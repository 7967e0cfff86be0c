/* SPDX-License-Identifier: MIT */
/* One slot of our own kernels: every operator of a suite for a few short visits, without roofs, reported as a program reports. */
#include "analyzer/rounds.h"
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

/* The plan without roofs and what belongs to them: they are another question, and would cost every slot a second. */
static int plan_of_subjects(const struct gam_run_machine *m, enum gam_cache_state cache, struct gam_plan *out,
                            struct gam_err *err)
{
    struct gam_plan_request want = { .suite = &m->suite,
                                     .devices = m->device,
                                     .n_devices = m->n_devices,
                                     .cache = cache,
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

        if (item.role != GAM_ROLE_SUBJECT || item.status != GAM_STATUS_OK)
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
static void case_name(const struct gam_runset *run, const struct gam_measurement *m, struct gam_strbuf *out)
{
    const struct gam_node *node = &gam_runset_node(run)[m->node];
    const char *spec = gam_runset_operator(run)[node->operator].spec;

    gam_strbuf_printf(out, "%s (%s, %lld thread%s, %s)", node->name && *node->name ? node->name : spec, m->implementation,
                      (long long)m->threads, m->threads == 1 ? "" : "s", gam_words_cache_state.word[m->cache]);
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

        if (m->status != GAM_STATUS_OK)
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

static int measure(const struct gam_run_options *o, struct gam_strbuf *out, struct gam_err *err)
{
    struct gam_runner_result result;
    struct gam_run_machine m;
    struct gam_plan plan = { 0 };
    struct gam_emitter emit;
    struct gam_runset run;
    struct gam_runner_config config = {
        .clock = &gam_clock_monotonic, .visit_ns = VISIT_NS, .emit = &emit, .cancel = gam_gate_watch_signals()
    };
    size_t n = 0;
    int64_t host;
    int rc = gam_run_machine_open(o, &m, err);

    gam_runset_init(&run);
    gam_emitter_init(&emit, gam_sink_runset(&run));
    if (!rc)
        rc = gam_host_describe(&m.topology, NULL, 0, &emit, &host, err);
    if (!rc)
        rc = plan_of_subjects(&m, o->cache, &plan, err);
    if (!rc) {
        struct gam_runner_request request = { &plan, m.device, m.n_devices, &config };

        rc = gam_runner_run(&request, &result, err);
    }
    if (!rc)
        rc = lines_add(&run, out, &n, err);
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
    struct gam_run_options o = { .suite = "quick", .cache = GAM_CACHE_WARM };
    struct gam_strbuf text = GAM_STRBUF_INIT(16 << 20);
    int json, quiet;
    const struct gam_opt opts[] = {
        { "suite", 0, GAM_OPT_TEXT, &o.suite, "NAME", "a suite or a file of one (default quick)", 0, 0 },
        { "op", 0, GAM_OPT_TEXTS, &o.ops, "SPEC", "instead of a suite: this operator; repeats", 0, 0 },
        { "device", 0, GAM_OPT_TEXTS, &o.devices, "ID", "only there; repeats", 0, 0 },
        { "threads", 0, GAM_OPT_INT, &o.threads, "N", "workers (default: one per core)", 1, 4096 },
        { "db", 0, GAM_OPT_TEXT, &o.db, "FILE", "taken as everywhere; nothing is stored", 0, 0 },
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
