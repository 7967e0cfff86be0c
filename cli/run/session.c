/* SPDX-License-Identifier: MIT */
#include "cli/run/session.h"

#include "cli/cli_environment.h"
#include "cli/cli_support.h"
#include "cli/run/events.h"
#include "cli/run/progress.h"
#include "cli/run/record.h"
#include "common/err.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { METERS_MAX = 32 };
#define SEED_MASK UINT64_C(0x1fffffffffffff) /* 2^53 - 1: a JSON number holds it */

static volatile sig_atomic_t cancelled;

/* The second signal ends the program at once: SA_RESETHAND gives the default back. */
static void on_signal(int number)
{
    (void)number;
    cancelled = 1;
}

static void signals_catch(void)
{
    struct sigaction action = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND };

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static int host_describe(const struct gam_run_machine *m, struct gam_runset *out, struct gam_err *err)
{
    struct gam_env env[GAM_CLI_ENV_MAX];
    size_t n = gam_cli_environment(env, GAM_CLI_ENV_MAX);
    struct gam_emitter emit;
    int64_t host;

    gam_emitter_init(&emit, gam_sink_runset(out));
    return gam_host_describe(&m->topology, env, n, &emit, &host, err);
}

static int host_emit(const struct gam_run_machine *m, struct gam_emitter *emit, int64_t *host, struct gam_err *err)
{
    struct gam_env env[GAM_CLI_ENV_MAX];
    size_t n = gam_cli_environment(env, GAM_CLI_ENV_MAX);

    return gam_host_describe(&m->topology, env, n, emit, host, err);
}

static int plan_make(struct gam_run_session *s, struct gam_err *err)
{
    const struct gam_run_options *o = s->options;
    struct gam_plan_request want = {
        .suite = &s->machine.suite,
        .devices = s->machine.device,
        .n_devices = s->machine.n_devices,
        .cache = o->cache,
        .host = o->host,
        .all_isas = s->machine.suite.all_roofs,
        .spot_only = s->roofs.id != 0,
        .one_thread = 1,
        .budget_ns = o->budget_ns,
        .seed = (uint64_t)o->seed,
        .rounds = (int)o->rounds,
    };

    return gam_plan_make(&want, &s->plan, err);
}

static int roofs_find(struct gam_run_session *s, struct gam_err *err)
{
    struct gam_runset host;
    int rc;

    gam_runset_init(&host);
    rc = host_describe(&s->machine, &host, err);
    if (!rc)
        gam_run_choice_init(&s->choice, s->store, &host);
    if (!rc)
        rc = gam_run_roofs_find(s->store, s->options, &s->machine, &host, &cancelled, &s->roofs, err);
    gam_runset_release(&host);
    return rc;
}

int gam_run_session_open(struct gam_run_session *s, struct gam_run_options *o, struct gam_err *err)
{
    int rc;

    *s = (struct gam_run_session){ .options = o };
    signals_catch();
    rc = gam_run_identity_make(&s->identity, err);
    if (rc)
        return rc;
    if (o->seed == GAM_NULL_INT)
        o->seed = (int64_t)(s->identity.random & SEED_MASK);
    rc = gam_run_machine_open(o, &s->machine, err);
    if (rc)
        return rc;
    if (!o->budget_ns)
        o->budget_ns = (uint64_t)(s->machine.suite.budget_s * 1e9);
    if (!o->dry_run) {
        rc = gam_cli_db_open(o->db, GAM_STORE_WRITE, &s->store, err);
        if (!rc)
            rc = roofs_find(s, err);
    }
    return rc ? rc : plan_make(s, err);
}

static const char *roof_uuid(const struct gam_run_session *s)
{
    return s->roofs.id && gam_runset_run_n(&s->roofs.set) ? gam_runset_run(&s->roofs.set)[0].uuid : NULL;
}

static size_t meters_choose(const struct gam_run_options *o, const struct gam_meter **out)
{
    size_t n = 0;

    for (size_t i = 0; gam_meters[i] && n < METERS_MAX; i++)
        if (o->counters || !gam_meters[i]->hardware)
            out[n++] = gam_meters[i];
    return n;
}

static int runner_call(struct gam_run_session *s, struct gam_emitter *emit, int64_t host, struct gam_err *err)
{
    uint64_t available = gam_topology_memory_available(&s->machine.topology);
    const struct gam_meter *meters[METERS_MAX];
    struct gam_run_progress progress;
    struct gam_runner_config config = {
        .clock = &gam_clock_monotonic,
        .memory_bytes = available / 5 * 4, /* packed buffers and libraries need some too */
        .kept_bytes = available / 2,       /* other programs go on beside a run */
        .meters = meters,
        .n_meters = meters_choose(s->options, meters),
        .long_visits = s->options->energy,
        .choice = s->options->fresh ? NULL : gam_run_choice_find,
        .choice_ctx = &s->choice,
        .emit = emit,
        .progress = gam_run_progress_show,
        .progress_ctx = &progress,
        .cancel = &cancelled,
        .host = host,
    };
    struct gam_runner_request request = { &s->plan, s->machine.device, s->machine.n_devices, &config };
    int rc;

    gam_run_progress_open(&progress, s->options->quiet, s->options->progress_log);
    rc = gam_runner_run(&request, &s->result, err);
    gam_run_progress_close(&progress);
    if (rc == -GAM_ECANCELLED) {
        s->cancelled = 1;
        rc = 0;
    }
    return rc;
}

static enum gam_run_status status_of(const struct gam_run_session *s, int rc)
{
    if (rc)
        return GAM_RUN_FAILED;
    return s->cancelled ? GAM_RUN_STOPPED : GAM_RUN_COMPLETE;
}

static int records_emit(struct gam_run_session *s, struct gam_run_record *record, struct gam_emitter *emit, struct gam_err *err)
{
    int64_t host = 0;
    int rc = gam_run_record_begin(record, s->options, &s->machine, roof_uuid(s), emit, err);

    if (!rc)
        rc = gam_run_record_inputs(&s->plan, emit, err);
    if (!rc)
        rc = host_emit(&s->machine, emit, &host, err);
    if (!rc && s->roofs.why[0])
        rc = gam_emit_event(emit, GAM_SEVERITY_INFO, "roofs-measured-anew", s->roofs.why, NULL, err);
    if (!rc && gam_store_warning(s->store))
        rc = gam_emit_event(emit, GAM_SEVERITY_WARNING, "store", gam_store_warning(s->store), NULL, err);
    if (!rc)
        rc = gam_emit_commit(emit, err);
    if (rc)
        return rc;
    s->run_id = gam_store_sink_run(s->store);
    rc = runner_call(s, emit, host, err);
    if (rc)
        gam_run_record_end(record, status_of(s, rc), &s->result, emit, NULL);
    else
        rc = gam_run_record_end(record, status_of(s, rc), &s->result, emit, err);
    return rc;
}

int gam_run_session_measure(struct gam_run_session *s, struct gam_err *err)
{
    struct gam_run_record record = { .identity = s->identity };
    struct gam_run_events events;
    struct gam_emitter emit;
    int rc;

    rc = gam_run_events_open(&events, gam_store_sink(s->store), s->options->events, record.identity.uuid, err);
    if (rc)
        return rc;
    gam_emitter_init(&emit, gam_run_events_sink(&events));
    rc = records_emit(s, &record, &emit, err);
    gam_run_events_close(&events);
    return rc;
}

void gam_run_session_close(struct gam_run_session *s)
{
    gam_plan_release(&s->plan);
    gam_run_roofs_release(&s->roofs);
    gam_store_close(s->store);
    gam_run_machine_close(&s->machine);
}
