/* SPDX-License-Identifier: MIT */
#include "cli/run/options.h"

#include "cli/cli_support.h"
#include "common/utf8.h"

#include <string.h>

enum { MOST_THREADS = 4096, MOST_ROUNDS = 1000, LEAST_ROUNDS = 1, MOST_TAG = 200 };

#define N_OPTS 22

/* One table for parsing and help; `o` holds the values. */
static struct gam_opt_spec spec_of(struct gam_run_options *o, struct gam_opt opts[N_OPTS])
{
    const struct gam_opt table[N_OPTS] = {
        { "suite", 's', GAM_OPT_TEXT, &o->suite, "NAME|FILE",
          "built-in suite (quick, full) or your own JSON file (default quick)", 0, 0 },
        { "op", 0, GAM_OPT_TEXTS, &o->ops, "SPEC", "measure this operator instead of a suite; repeats", 0, 0 },
        { "device", 'd', GAM_OPT_TEXTS, &o->devices, "ID",
          "device to use, see 'gambrel devices' (default: all that are ready, the cores once); repeats", 0, 0 },
        { "threads", 't', GAM_OPT_INT, &o->threads, "N", "CPU workers (default: the physical cores that this process may use)", 1,
          MOST_THREADS },
        { "smt", 0, GAM_OPT_FLAG, &o->smt, NULL, "let workers share cores", 0, 0 },
        { "cache", 0, GAM_OPT_TEXT, &o->cache_word, "warm|cold",
          "operands in cache as the loop leaves them, or rotated through memory (default warm)", 0, 0 },
        { "transfer", 0, GAM_OPT_TEXT, &o->transfer, "pinned|pageable",
          "devices with memory of their own: every run begins and ends in such memory of the host (default: operands stay on the "
          "device)",
          0, 0 },
        { "budget", 'b', GAM_OPT_SECONDS, &o->budget_ns, "S", "stop after about this long, '90', '2m' (default: the suite's)", 0,
          0 },
        { "rounds", 'r', GAM_OPT_INT, &o->rounds, "R", "rounds over everything (default 10; fewer than 6 give no interval)",
          LEAST_ROUNDS, MOST_ROUNDS },
        { "seed", 0, GAM_OPT_INT, &o->seed, "N", "seed of inputs and order (default: random, stored)", 0, 9007199254740991.0 },
        { "counters", 0, GAM_OPT_TEXT, &o->counters_word, "on|off", "hardware counters where the machine has them (default on)",
          0, 0 },
        { "energy", 0, GAM_OPT_FLAG, &o->energy, NULL,
          "add visits long enough for slow energy counters: about a second for each operator on a GPU, every round", 0, 0 },
        { "fresh", 0, GAM_OPT_FLAG, &o->fresh, NULL,
          "measure the roofs anew, and try the sizes of GPU kernels again, instead of reusing those of earlier runs", 0, 0 },
        { "dry-run", 'n', GAM_OPT_FLAG, &o->dry_run, NULL, "print what would be measured, and measure nothing", 0, 0 },
        { "events", 0, GAM_OPT_TEXT, &o->events, "FILE", "append a JSON line for every measurement once it is safely stored", 0,
          0 },
        { "tag", 0, GAM_OPT_TEXTS, &o->tags, "T", "a name for this run; repeats", 0, 0 },
        { "out", 'o', GAM_OPT_TEXT, &o->out_folder, "DIR",
          "write report.html and report.json there (default: reports/ID.html beside the database)", 0, 0 },
        { "db", 0, GAM_OPT_TEXT, &o->db, "FILE", "database (default $XDG_DATA_HOME/gambrel/gambrel.db)", 0, 0 },
        { "progress-log", 0, GAM_OPT_TEXT, &o->progress_log, "FILE", "write every estimate of the time left as JSON lines", 0,
          0 },
        { "plugin-dir", 0, GAM_OPT_TEXT, &o->plugin_dir, "DIR",
          "further device backends: the shared objects in DIR, see docs/plugins.md", 0, 0 },
        { "json", 0, GAM_OPT_FLAG, &o->json, NULL, "print the report as JSON instead of a table", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &o->quiet, NULL, "print only errors", 0, 0 },
    };

    memcpy(opts, table, sizeof table);
    return (struct gam_opt_spec){
        .command = "gambrel run",
        .summary = "measure this machine's roofs and a suite of operators, store the run, say what limits each",
        .positionals = NULL,
        .example = "gambrel run --suite quick -o .\n  gambrel run --op gemm:m=4096,n=4096,k=4096,dtype=f32 --tag before",
        .opts = opts,
        .n_opts = N_OPTS,
        .most_positionals = 0,
    };
}

/* A tag is a name to call a run by: printable, and none of the other ways to say which run. */
static int tag_check(const char *tag, struct gam_err *err)
{
    size_t left = strlen(tag), n;
    uint32_t code;

    if (!left || left > MOST_TAG)
        return gam_err_set(err, -GAM_EINVAL, "--tag: expected 1 to %d bytes, not %zu; choose a word", MOST_TAG, left);
    if (strspn(tag, "0123456789") == left)
        return gam_err_set(err, -GAM_EINVAL, "--tag '%s' would be taken for a run's number; choose a word", tag);
    if (!strcmp(tag, "last"))
        return gam_err_set(err, -GAM_EINVAL, "--tag 'last' means the newest run everywhere; choose another word");
    for (const char *at = tag; left; at += n, left -= n) {
        n = gam_utf8_next(at, left, &code);
        if (!n || code < 0x20 || (code >= 0x7f && code < 0xa0))
            return gam_err_set(err, -GAM_EINVAL, "--tag: byte %zu is not printable UTF-8; choose a word", (size_t)(at - tag) + 1);
    }
    return 0;
}

static int validate(struct gam_run_options *o, struct gam_err *err)
{
    if (o->suite && o->ops.n)
        return gam_err_set(err, -GAM_EINVAL,
                           "--suite and --op exclude each other; name operators in a suite file, or give --op alone");
    if (!o->suite && !o->ops.n)
        o->suite = "quick";
    if (!strcmp(o->cache_word, "warm"))
        o->cache = GAM_CACHE_WARM;
    else if (!strcmp(o->cache_word, "cold"))
        o->cache = GAM_CACHE_COLD;
    else
        return gam_err_set(err, -GAM_EINVAL, "--cache '%s' is neither warm nor cold", o->cache_word);
    o->host = gam_host_memory_parse(o->transfer);
    if (o->transfer && !o->host)
        return gam_err_set(err, -GAM_EINVAL, "--transfer '%s' is neither pinned nor pageable", o->transfer);
    if (!strcmp(o->counters_word, "on"))
        o->counters = 1;
    else if (!strcmp(o->counters_word, "off"))
        o->counters = 0;
    else
        return gam_err_set(err, -GAM_EINVAL, "--counters '%s' is neither on nor off", o->counters_word);
    for (size_t i = 0; i < o->tags.n; i++)
        if (tag_check(o->tags.value[i], err))
            return -GAM_EINVAL;
    return 0;
}

int gam_run_options_parse(int argc, char **argv, struct gam_run_options *out)
{
    struct gam_opt opts[N_OPTS];
    struct gam_opt_spec spec;
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code;

    *out = (struct gam_run_options){ .cache_word = "warm", .counters_word = "on", .seed = GAM_NULL_INT };
    spec = spec_of(out, opts);
    code = gam_cli_parse(&spec, argc, argv, &result);
    if (code >= 0)
        return code;
    return validate(out, &err) ? gam_cli_fail(&err) : -1;
}
