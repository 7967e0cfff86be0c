/* SPDX-License-Identifier: MIT */
#include "cli/mpi/mpi_session.h"

#include "cli/cli_environment.h"
#include "cli/cli_support.h"
#include "cli/mpi/mpi_guard.h"
#include "common/clock.h"
#include "common/file.h"
#include "store/merge_ranks.h"
#include "store/run_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_CAP = 1 << 30 };
#define SEED_MASK UINT64_C(0x1fffffffffffff)

/* Rank 0's uuid and seed are everybody's. */
static int identity_share(struct gam_mpi_session *s, struct gam_err *err)
{
    int rc = gam_run_identity_make(&s->identity, err);

    if (!rc && s->world.rank == 0)
        rc = gam_cli_db_open(s->options->db, GAM_STORE_WRITE, &s->store, err);
    s->seed = s->options->seed == GAM_NULL_INT ? s->identity.random & SEED_MASK : (uint64_t)s->options->seed;
    rc = gam_world_agree(&s->world, rc, err);
    if (!rc)
        rc = gam_mpi_check(MPI_Bcast(&s->identity, sizeof s->identity, MPI_BYTE, 0, s->world.control), "start", err);
    if (!rc)
        rc = gam_mpi_check(MPI_Bcast(&s->seed, 1, MPI_UINT64_T, 0, s->world.control), "start", err);
    gam_clock_wall_text(s->started, sizeof s->started);
    return rc;
}

static int device_open(struct gam_mpi_session *s, struct gam_err *err)
{
    struct gam_device_config config = { .topology = &s->topology, .threads = 1 };
    int rc;

    gam_world_bind(&s->world);
    rc = gam_topology_read(NULL, &s->topology, err);
    if (!rc)
        rc = gam_device_open("cpu", &config, &s->device, err);
    return gam_world_agree(&s->world, rc, err);
}

static int bench_open(struct gam_mpi_session *s, struct gam_err *err)
{
    const struct gam_mpi_options *o = s->options;
    struct gam_comm_options options = {
        .rounds = (int)o->rounds,
        .steps = o->steps,
        .budget_ns = o->budget_ns,
        .seed = s->seed,
        .max_bytes = o->max_bytes,
        .delay_rank = o->delay_rank,
        .delay_ns = o->delay_ns,
        .op = o->ops.value,
        .n_ops = o->ops.n,
        .no_gpu = o->no_gpu,
        .memory_bytes = gam_topology_memory_available(&s->topology),
    };

    if (o->delay_rank >= s->world.size)
        return gam_err_set(err, -GAM_EINVAL, "--delay: there is no rank %d, they are 0 to %d", o->delay_rank, s->world.size - 1);
    return gam_comm_bench_open(&s->bench, &s->world, &s->device, &options, err);
}

int gam_mpi_session_open(struct gam_mpi_session *s, const struct gam_mpi_options *o, struct gam_err *err)
{
    struct gam_world_config config = { o->timeout_ns, getenv("OMPI_MCA_btl"), getenv("OMPI_MCA_btl_tcp_if_include") };
    int rc = gam_world_open(&s->world, &config, err);

    s->met = !rc;
    if (!rc)
        rc = identity_share(s, err);
    if (!rc)
        rc = device_open(s, err);
    if (!rc)
        rc = bench_open(s, err);
    return rc ? rc : gam_world_clocks(&s->world, err);
}

static void run_record(struct gam_mpi_session *s, struct gam_run *run)
{
    const struct gam_mpi_options *o = s->options;

    gam_record_clear(GAM_RECORD_RUN, run);
    snprintf(s->command, sizeof s->command, "gambrel-mpi %s on %d ranks%s%s", o->steps ? "run" : "comm", s->world.size,
             o->delay ? " --delay " : "", o->delay ? o->delay : "");
    run->uuid = s->identity.uuid;
    run->purpose = GAM_PURPOSE_COMM;
    run->status = GAM_RUN_RUNNING;
    run->started = s->started;
    run->seed = (int64_t)s->seed;
    run->rounds_planned = o->rounds;
    run->rounds_done = s->rounds_done;
    run->budget_ns = (int64_t)o->budget_ns;
    run->visit_ns = s->bench.visit_ns ? (int64_t)s->bench.visit_ns : GAM_NULL_INT;
    run->command = s->command;
    run->threads = 1;
    run->cache = GAM_CACHE_WARM;
    run->counters = "off";
    run->owner_boot_id = s->identity.boot_id[0] ? s->identity.boot_id : NULL;
    run->owner_pid = s->identity.pid;
    run->owner_start_ticks = s->identity.start_ticks;
    run->tool_version = gam_cli_version();
    run->tool_commit = gam_cli_commit()[0] ? gam_cli_commit() : NULL;
}

/* This rank's records with the samples of the round in work. */
static int part_make(struct gam_mpi_session *s, struct gam_runset *part, struct gam_err *err)
{
    struct gam_env env[GAM_CLI_ENV_MAX];
    size_t n = gam_cli_environment(env, GAM_CLI_ENV_MAX);
    struct gam_emitter emit;
    struct gam_run run;
    int64_t host = 0;
    int rc;

    gam_emitter_init(&emit, gam_sink_runset(part));
    run_record(s, &run);
    rc = gam_emit(&emit, GAM_RECORD_RUN, &run, err);
    for (size_t i = 0; i < s->options->tags.n && !rc; i++) {
        struct gam_run_tag tag = { .tag = s->options->tags.value[i] };

        rc = gam_emit(&emit, GAM_RECORD_RUN_TAG, &tag, err);
    }
    rc = rc ? rc : gam_host_describe(&s->topology, env, n, &emit, &host, err);
    return rc ? rc : gam_comm_records(&s->bench, &emit, host, err);
}

/* The parts of a round, by rank; they go into the run together, so that a round is there as a whole or not at all. */
struct round_parts {
    struct gam_runset *part;
    int n;
};

/* A text of another rank, through the same reader as every import. */
static int part_take(void *ctx, int rank, const char *text, size_t n, struct gam_err *err)
{
    struct round_parts *parts = ctx;
    struct gam_runset roofs;
    char label[40];
    int rc;

    snprintf(label, sizeof label, "records of rank %d", rank);
    gam_runset_init(&roofs);
    rc = gam_run_json_read(label, text, n, &parts->part[rank], &roofs, err);
    gam_runset_release(&roofs);
    return rc;
}

static int parts_init(struct round_parts *parts, int n, struct gam_err *err)
{
    *parts = (struct round_parts){ .part = calloc((size_t)n, sizeof *parts->part), .n = n };
    for (int i = 0; parts->part && i < n; i++)
        gam_runset_init(&parts->part[i]);
    return parts->part ? 0 : gam_err_nomem(err);
}

static void parts_release(struct round_parts *parts)
{
    for (int i = 0; parts->part && i < parts->n; i++)
        gam_runset_release(&parts->part[i]);
    free(parts->part);
}

static int parts_merge(struct gam_mpi_session *s, const struct round_parts *parts, int round, struct gam_err *err)
{
    int rc = 0;

    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < parts->n && !rc; i++)
        if (gam_runset_run_n(&parts->part[i]))
            rc = gam_ranks_merge(&s->all, &parts->part[i], err);
    s->rounds_done = rc ? s->rounds_done : round + 1;
    pthread_mutex_unlock(&s->lock);
    return rc;
}

/* A file that cannot be written takes nothing from the measurement. */
static void event_write(const struct gam_mpi_session *s, int round)
{
    FILE *out = s->world.rank == 0 && s->options->events ? fopen(s->options->events, "ae") : NULL;

    if (!out)
        return;
    fprintf(out, "{\"run\":\"%s\",\"round\":%d,\"rounds\":%lld}\n", s->identity.uuid, round + 1, (long long)s->options->rounds);
    fclose(out);
}

static int round_done(void *ctx, int round, struct gam_err *err)
{
    struct gam_mpi_session *s = ctx;
    struct gam_strbuf text = GAM_STRBUF_INIT(TEXT_CAP);
    struct round_parts parts;
    int rc = parts_init(&parts, s->world.size, err);

    rc = rc ? rc : part_make(s, &parts.part[s->world.rank], err);
    if (!rc && s->world.rank)
        rc = gam_run_json_write(&parts.part[s->world.rank], NULL, &text, err);
    rc = gam_world_agree(&s->world, rc, err);
    rc = rc ? rc : gam_world_collect(&s->world, &text, part_take, &parts, err);
    rc = rc ? rc : parts_merge(s, &parts, round, err);
    gam_strbuf_release(&text);
    parts_release(&parts);
    if (!rc)
        event_write(s, round);
    return rc;
}

static void progress_show(void *ctx, const char *what, int round)
{
    struct gam_mpi_session *s = ctx;

    s->alive_ns = gam_clock_monotonic_now();
    if (s->world.rank || s->options->quiet || !isatty(STDERR_FILENO))
        return;
    if (round < 0)
        fprintf(stderr, "\r\033[Kpreparing: %.60s", what);
    else
        fprintf(stderr, "\r\033[Kround %d of %lld: %.50s", round + 1, (long long)s->options->rounds, what);
    fflush(stderr);
}

int gam_mpi_session_measure(struct gam_mpi_session *s, struct gam_err *err)
{
    struct gam_comm_loop loop = { .round = round_done, .progress = progress_show, .ctx = s };
    int rc = gam_comm_measure(&s->bench, &loop, err);

    if (!s->world.rank && !s->options->quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    return rc;
}

static int event_add(struct gam_runset *set, const char *code, const char *text, struct gam_err *err)
{
    struct gam_event event = {
        .ordinal = (int64_t)gam_runset_event_n(set), .severity = GAM_SEVERITY_ERROR, .code = code, .text = text
    };

    return gam_runset_add(set, GAM_RECORD_EVENT, &event, err);
}

static int records_write(const struct gam_mpi_session *s, char *path, size_t size, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(TEXT_CAP);
    int rc;

    snprintf(path, size, "gambrel-%s.rank%d.json", s->identity.uuid, s->world.rank);
    rc = gam_run_json_write(&s->all, NULL, &text, err);
    rc = rc ? rc : gam_file_write(path, text.text, text.length, err);
    gam_strbuf_release(&text);
    return rc;
}

int gam_mpi_session_store(struct gam_mpi_session *s, enum gam_run_status status, const char *why, struct gam_err *err)
{
    struct gam_err no_file = { 0 };
    char finished[40], path[120];
    int added, rc = 0;

    if (!gam_runset_run_n(&s->all))
        return gam_err_set(err, -GAM_ENOENT, "not one round is complete: there is nothing to store");
    gam_clock_wall_text(finished, sizeof finished);
    gam_runset_run(&s->all)->status = status;
    gam_runset_run(&s->all)->rounds_done = s->rounds_done;
    gam_runset_run(&s->all)->finished = gam_runset_text(&s->all, finished);
    gam_runset_run(&s->all)->stop_reason = status == GAM_RUN_COMPLETE ? "rounds" : "cancelled";
    for (int k = 1; k < s->world.size; k++)
        gam_ranks_clock(&s->all, k, s->world.peer[k].offset_ns, s->world.peer[k].error_ns);
    if (why)
        rc = event_add(&s->all, "rank-lost", why, err);
    rc = rc ? rc : gam_store_add(s->store, &s->all, &s->run_id, &added, err);
    if (rc && err && !records_write(s, path, sizeof path, &no_file))
        gam_err_set(err, rc, "%.600s; the records are in '%s': gambrel db import reads them", err->text, path);
    gam_store_close(s->store);
    s->store = NULL;
    return rc;
}

int gam_mpi_session_leave(struct gam_mpi_session *s, char *path, size_t size, struct gam_err *err)
{
    if (!gam_runset_run_n(&s->all))
        return gam_err_set(err, -GAM_ENOENT, "not one round is complete: there is nothing to keep");
    gam_runset_run(&s->all)->status = GAM_RUN_STOPPED;
    gam_runset_run(&s->all)->rounds_done = s->rounds_done;
    return records_write(s, path, size, err);
}

void gam_mpi_session_close(struct gam_mpi_session *s)
{
    gam_comm_bench_close(&s->bench);
    gam_device_close(&s->device);
    gam_topology_release(&s->topology);
    gam_world_leave(&s->world);
    gam_mpi_guard_stop(s); /* it looks on until the last rank has come */
    gam_store_close(s->store);
    gam_runset_release(&s->all);
    gam_world_close(&s->world);
}
