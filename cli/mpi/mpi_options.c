/* SPDX-License-Identifier: MIT */
#include "cli/mpi/mpi_options.h"

#include "cli/cli_support.h"

#include <stdlib.h>
#include <string.h>

#define N_OPTS   14
#define NS_PER_S UINT64_C(1000000000)

enum { TIMEOUT_LEAST_S = 1, MOST_ROUNDS = 1000, BYTES_LEAST = 8, BYTES_MOST = 1 << 30 };

static struct gam_opt_spec spec_of(struct gam_mpi_options *o, struct gam_opt opts[N_OPTS])
{
    const struct gam_opt table[N_OPTS] = {
        { "op", 0, GAM_OPT_TEXTS, &o->ops, "SPEC",
          "measure this collective or step (collective:..., step:...) instead of the usual ones; repeats", 0, 0 },
        { "max-bytes", 0, GAM_OPT_INT, &o->max_bytes, "N", "the largest message (default 268435456)", BYTES_LEAST, BYTES_MOST },
        { "budget", 'b', GAM_OPT_SECONDS, &o->budget_ns, "S", "stop after about this long, '90', '2m' (default 60)", 0, 0 },
        { "rounds", 'r', GAM_OPT_INT, &o->rounds, "R", "rounds over everything (default 10; fewer than 6 give no interval)", 1,
          MOST_ROUNDS },
        { "seed", 0, GAM_OPT_INT, &o->seed, "N", "seed of inputs and order (default: random, stored)", 0, 9007199254740991.0 },
        { "timeout", 0, GAM_OPT_SECONDS, &o->timeout_ns, "S", "how long to wait for a rank before it counts as lost (default 30)",
          0, 0 },
        { "delay", 0, GAM_OPT_TEXT, &o->delay, "RANK:US",
          "this rank comes so many microseconds late to every collective: shows what imbalance costs", 0, 0 },
        { "no-gpu", 0, GAM_OPT_FLAG, &o->no_gpu, NULL, "leave GPUs out, where every rank has one and NCCL or RCCL is there", 0,
          0 },
        { "events", 0, GAM_OPT_TEXT, &o->events, "FILE", "append a JSON line for every round that all ranks have finished", 0,
          0 },
        { "tag", 0, GAM_OPT_TEXTS, &o->tags, "T", "a name for this run; repeats", 0, 0 },
        { "out", 'o', GAM_OPT_TEXT, &o->out_folder, "DIR",
          "write report.html and report.json there (default: reports/ID.html beside the database)", 0, 0 },
        { "db", 0, GAM_OPT_TEXT, &o->db, "FILE", "database of rank 0 (default $XDG_DATA_HOME/gambrel/gambrel.db)", 0, 0 },
        { "json", 0, GAM_OPT_FLAG, &o->json, NULL, "print the report as JSON instead of a table", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &o->quiet, NULL, "print only errors", 0, 0 },
    };

    memcpy(opts, table, sizeof table);
    return (struct gam_opt_spec){
        .command = o->steps ? "gambrel-mpi run" : "gambrel-mpi comm",
        .summary = o->steps ? "measure every node, the links between them, collectives and reference steps of distributed "
                              "training; compare the nodes"
                            : "measure the links between the ranks and collectives over all of them; start it by mpirun, srun or "
                              "'gambrel comm'",
        .example = o->steps ? "mpirun -n 2 gambrel-mpi run -o ." : "mpirun -n 2 gambrel-mpi comm --max-bytes 16777216",
        .opts = opts,
        .n_opts = N_OPTS,
    };
}

static int delay_parse(struct gam_mpi_options *o, struct gam_err *err)
{
    char *colon, *end;
    long rank;
    double us;

    o->delay_rank = -1;
    if (!o->delay)
        return 0;
    rank = strtol(o->delay, &colon, 10);
    us = *colon == ':' ? strtod(colon + 1, &end) : -1;
    if (colon == o->delay || *colon != ':' || end == colon + 1 || *end || rank < 0 || rank > 1 << 20 || !(us > 0 && us <= 1e9))
        return gam_err_set(err, -GAM_EINVAL, "--delay '%s' is not RANK:US, such as 1:500", o->delay);
    o->delay_rank = (int)rank;
    o->delay_ns = (uint64_t)(us * 1e3);
    return 0;
}

int gam_mpi_options_parse(int argc, char **argv, struct gam_mpi_options *out)
{
    struct gam_opt opts[N_OPTS];
    struct gam_opt_spec spec;
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code;

    *out = (struct gam_mpi_options){
        .rounds = 10, .seed = GAM_NULL_INT, .max_bytes = 1 << 28, .budget_ns = 60 * NS_PER_S, .timeout_ns = 30 * NS_PER_S
    };
    out->steps = !strcmp(argv[0], "run");
    spec = spec_of(out, opts);
    code = gam_cli_parse(&spec, argc, argv, &result);
    if (code >= 0)
        return code;
    if (out->timeout_ns < TIMEOUT_LEAST_S * NS_PER_S) {
        gam_err_set(&err, -GAM_EINVAL, "--timeout: at least %d s, or ranks that are merely busy count as lost", TIMEOUT_LEAST_S);
        return gam_cli_fail(&err);
    }
    return delay_parse(out, &err) ? gam_cli_fail(&err) : -1;
}
