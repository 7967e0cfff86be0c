/* SPDX-License-Identifier: MIT */
#include "cli/run/record.h"

#include "cli/cli.h"
#include "common/err.h"
#include "kernels/roof/roof.h"

#include <stdio.h>
#include <string.h>

enum { DEFAULT_ROUNDS = 10 };

/* Only what shaped the measurement; paths and other people's text stay out of the store. */
static void command_text(const struct gam_run_options *o, char *out, size_t size)
{
    struct gam_strbuf s = GAM_STRBUF_INIT(8192);

    gam_strbuf_text(&s, "gambrel run");
    if (o->suite)
        gam_strbuf_printf(&s, " --suite %s", strchr(o->suite, '/') ? strrchr(o->suite, '/') + 1 : o->suite);
    for (size_t i = 0; i < o->ops.n; i++)
        gam_strbuf_printf(&s, " --op %s", o->ops.value[i]);
    if (o->threads)
        gam_strbuf_printf(&s, " --threads %lld", (long long)o->threads);
    if (o->smt)
        gam_strbuf_text(&s, " --smt");
    if (o->cache == GAM_CACHE_COLD)
        gam_strbuf_text(&s, " --cache cold");
    if (o->host)
        gam_strbuf_printf(&s, " --transfer %s", o->transfer);
    if (!o->counters)
        gam_strbuf_text(&s, " --counters off");
    if (o->fresh)
        gam_strbuf_text(&s, " --fresh");
    snprintf(out, size, "%s", gam_strbuf_get(&s));
    gam_strbuf_release(&s);
}

static int words_emit(const struct gam_run_options *o, const struct gam_run_machine *m, struct gam_emitter *emit,
                      struct gam_err *err)
{
    int rc = 0;

    if (m->suite.all_roofs) { /* later runs that want every instruction set look for it */
        struct gam_run_option option = { .key = "roofs", .value = "all" };

        rc = gam_emit(emit, GAM_RECORD_RUN_OPTION, &option, err);
    }

    for (size_t i = 0; !rc && i < o->tags.n; i++) {
        struct gam_run_tag tag = { .tag = o->tags.value[i] };

        rc = gam_emit(emit, GAM_RECORD_RUN_TAG, &tag, err);
    }
    for (size_t i = 0; !rc && i < o->ops.n; i++) {
        struct gam_run_option option = { .key = "op", .value = o->ops.value[i] };

        rc = gam_emit(emit, GAM_RECORD_RUN_OPTION, &option, err);
    }
    return rc;
}

int gam_run_record_begin(struct gam_run_record *r, const struct gam_run_options *o, const struct gam_run_machine *m,
                         const char *roof_run, struct gam_emitter *emit, struct gam_err *err)
{
    struct gam_run *run = &r->run;
    int rc;

    gam_record_clear(GAM_RECORD_RUN, run);
    gam_clock_wall_text(r->started, sizeof r->started);
    gam_roof_kernel_set(r->kernel_set);
    gam_topology_cpu_list(&m->topology, m->workers, r->cpuset, sizeof r->cpuset);
    command_text(o, r->command, sizeof r->command);
    run->uuid = r->identity.uuid;
    run->purpose = GAM_PURPOSE_RUN;
    run->status = GAM_RUN_RUNNING;
    run->started = r->started;
    run->seed = o->seed;
    run->rounds_planned = o->rounds ? o->rounds : DEFAULT_ROUNDS;
    run->budget_ns = o->budget_ns ? (int64_t)o->budget_ns : GAM_NULL_INT;
    run->suite = m->suite.name;
    run->unit = m->suite.unit;
    run->command = r->command;
    run->threads = m->workers;
    run->cache = o->cache;
    run->roof_run = roof_run;
    run->kernel_set = r->kernel_set;
    run->cpuset = r->cpuset;
    run->owner_boot_id = r->identity.boot_id[0] ? r->identity.boot_id : NULL;
    run->owner_pid = r->identity.pid;
    run->owner_start_ticks = r->identity.start_ticks;
    run->tool_version = gam_cli_version();
    run->tool_commit = gam_cli_commit()[0] ? gam_cli_commit() : NULL;
    rc = gam_emit(emit, GAM_RECORD_RUN, run, err);
    return rc ? rc : words_emit(o, m, emit, err);
}

int gam_run_record_inputs(const struct gam_plan *plan, struct gam_emitter *emit, struct gam_err *err)
{
    const char *word[GAM_PLAN_INPUTS_MAX];
    size_t n = gam_plan_inputs(plan, word);
    int rc = 0;

    for (size_t i = 0; !rc && i < n; i++) {
        struct gam_run_option option = { .key = "inputs", .value = word[i] };

        rc = gam_emit(emit, GAM_RECORD_RUN_OPTION, &option, err);
    }
    return rc;
}

int gam_run_record_end(struct gam_run_record *r, enum gam_run_status status, const struct gam_runner_result *result,
                       struct gam_emitter *emit, struct gam_err *err)
{
    int rc;

    gam_clock_wall_text(r->finished, sizeof r->finished);
    r->run.status = status;
    r->run.finished = r->finished;
    r->run.rounds_done = result->rounds_done;
    r->run.visit_ns = result->visit_ns ? (int64_t)result->visit_ns : GAM_NULL_INT;
    r->run.stop_reason = result->stop_reason;
    r->run.counters = result->counters;
    r->run.counters_reason = result->counters_reason[0] ? result->counters_reason : NULL;
    rc = gam_emit_again(emit, GAM_RECORD_RUN, &r->run, err);
    return rc ? rc : gam_emit_commit(emit, err);
}
