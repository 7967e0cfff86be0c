/* SPDX-License-Identifier: MIT */
#include "bench.h"

#include "common/err.h"
#include "common/opt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern char **environ;

struct settings {
    struct gam_opt_texts cases;
    int64_t threads, rounds, sample_ms;
    int json, list, promised, figures, cpu_time;
};

static uint64_t cpu_now(void *ctx)
{
    struct timespec t;

    (void)ctx;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * UINT64_C(1000000000) + (uint64_t)t.tv_nsec;
}

static const struct gam_clock clock_cpu = { cpu_now, NULL };

/* The libraries choose for themselves: whatever the environment tells them is taken away before they are opened. */
static void forget_library_settings(void)
{
    static const char *const prefixes[] = { "OPENBLAS_", "GOTO_", "BLIS_", "DNNL_", "ONEDNN_", "OMP_NUM_THREADS=" };

    for (size_t i = 0; environ[i];) {
        char name[128];
        size_t length = strcspn(environ[i], "=");
        int ours = 1;

        for (size_t p = 0; p < sizeof prefixes / sizeof prefixes[0]; p++)
            ours = ours && strncmp(environ[i], prefixes[p], strlen(prefixes[p])) != 0;
        if (ours || length >= sizeof name) {
            i++;
            continue;
        }
        memcpy(name, environ[i], length);
        name[length] = '\0';
        unsetenv(name);
    }
}

static int wanted(const struct settings *s, const struct bench_case *c)
{
    if (s->promised && !(c->target > 0 || c->roof_target > 0))
        return 0;
    for (size_t i = 0; i < s->cases.n; i++)
        if (strstr(c->name, s->cases.value[i]))
            return 1;
    return s->cases.n == 0;
}

static int run_case(const struct settings *s, const struct bench_case *c, int threads)
{
    const struct bench_options options = {
        .rounds = (int)s->rounds,
        .threads = threads,
        .sample_seconds = (double)s->sample_ms * 1e-3,
        .clock = s->cpu_time ? &clock_cpu : &gam_clock_monotonic,
    };
    struct bench_result result;
    struct gam_err err = { 0 };
    int rc = bench_run(c, &options, &result, &err);

    if (rc)
        fprintf(stderr, "gam_bench: %s: %s\n", c->name, err.text);
    else if (s->figures)
        bench_print_figures(&result);
    else if (s->json)
        bench_print_json(&result);
    else
        bench_print_text(&result);
    bench_release(&result);
    return rc;
}

static int run_all(const struct settings *s)
{
    int failed = 0, matched = 0;

    if (!s->json && !s->list && !s->figures)
        bench_print_versions();
    for (const struct bench_case *c = bench_cases; c->name; c++) {
        if (!wanted(s, c))
            continue;
        matched++;
        if (s->list)
            printf("%-34s %s\n", c->name, c->op);
        for (int threads = 1; !s->list && threads <= s->threads; threads *= 2)
            failed |= run_case(s, c, threads) != 0;
    }
    if (!matched)
        fprintf(stderr, "gam_bench: no case has such a name; --list shows them\n");
    return failed || !matched;
}

int main(int argc, char **argv)
{
    struct settings s = { .threads = 2, .rounds = 11, .sample_ms = 20 };
    const struct gam_opt opts[] = {
        { .name = "case", .type = GAM_OPT_TEXTS, .value = &s.cases, .argument = "TEXT", .help = "cases whose name contains TEXT; repeats" },
        { .name = "threads", .type = GAM_OPT_INT, .value = &s.threads, .argument = "N", .help = "1, 2, 4 ... up to N threads (default 2)", .least = 1, .most = 4096 },
        { .name = "rounds", .type = GAM_OPT_INT, .value = &s.rounds, .argument = "N", .help = "alternations (default 11)", .least = 1, .most = BENCH_ROUNDS_MAX },
        { .name = "sample-ms", .type = GAM_OPT_INT, .value = &s.sample_ms, .argument = "MS", .help = "least length of a sample (default 20)", .least = 1, .most = 10000 },
        { .name = "promised", .type = GAM_OPT_FLAG, .value = &s.promised, .help = "only cases with a target" },
        { .name = "json", .type = GAM_OPT_FLAG, .value = &s.json, .help = "a JSON object per line" },
        { .name = "figures", .type = GAM_OPT_FLAG, .value = &s.figures, .help = "the lines of ./dev figures" },
        { .name = "cpu-time", .type = GAM_OPT_FLAG, .value = &s.cpu_time, .help = "cpu time, for a busy machine; one thread only" },
        { .name = "list", .type = GAM_OPT_FLAG, .value = &s.list, .help = "show the cases" },
    };
    const struct gam_opt_spec spec = {
        .command = "gam_bench",
        .summary = "implementations against peer libraries, side by side",
        .positionals = "",
        .example = "gam_bench --case 'gemm f32' --threads 2",
        .opts = opts,
        .n_opts = sizeof opts / sizeof opts[0],
    };
    struct gam_strbuf help = GAM_STRBUF_INIT(1 << 14);
    struct gam_opt_result parsed;
    struct gam_err err = { 0 };

    if (gam_opt_parse(&spec, argc, argv, &parsed, &err)) {
        fprintf(stderr, "gam_bench: %s\n", err.text);
        return 2;
    }
    if (parsed.help) {
        gam_opt_help(&spec, 100, &help);
        printf("%s", gam_strbuf_get(&help));
        gam_strbuf_release(&help);
        return 0;
    }
    if (s.cpu_time)
        s.threads = 1; /* with more, time spent waiting for each other would count twice */
    s.promised |= s.figures;
    forget_library_settings();
    return run_all(&s);
}
