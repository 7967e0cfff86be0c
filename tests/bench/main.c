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

#define NUMBER(option, field, letters, most_allowed, text)                                                                       \
    {                                                                                                                            \
        .name = (option), .type = GAM_OPT_INT, .value = &(field), .argument = (letters), .help = (text), .least = 1,             \
        .most = (most_allowed)                                                                                                   \
    }
#define FLAG(option, field, text)                                                                                                \
    {                                                                                                                            \
        .name = (option), .type = GAM_OPT_FLAG, .value = &(field), .help = (text)                                                \
    }

/* 0: go on; 1: help was shown; 2: a mistake was. */
static int parse(struct settings *s, int argc, char **argv)
{
    const struct gam_opt opts[] = {
        { .name = "case", .type = GAM_OPT_TEXTS, .value = &s->cases, .argument = "TEXT", .help = "cases named like it; repeats" },
        NUMBER("threads", s->threads, "N", 4096, "1, 2, 4 ... up to N threads (default 2)"),
        NUMBER("rounds", s->rounds, "N", BENCH_ROUNDS_MAX, "alternations (default 11)"),
        NUMBER("sample-ms", s->sample_ms, "MS", 10000, "least length of a sample (default 20)"),
        FLAG("promised", s->promised, "only cases with a target"),
        FLAG("json", s->json, "a JSON object per line"),
        FLAG("figures", s->figures, "the lines of ./dev figures"),
        FLAG("cpu-time", s->cpu_time, "cpu time, for a busy machine; one thread only"),
        FLAG("list", s->list, "show the cases"),
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
    if (!parsed.help)
        return 0;
    gam_opt_help(&spec, 100, &help);
    printf("%s", gam_strbuf_get(&help));
    gam_strbuf_release(&help);
    return 1;
}

int main(int argc, char **argv)
{
    struct settings s = { .threads = 2, .rounds = 11, .sample_ms = 20 };
    int told = parse(&s, argc, argv);

    if (told)
        return told == 1 ? 0 : told;
    if (s.cpu_time)
        s.threads = 1; /* with more, time spent waiting for each other would count twice */
    s.promised |= s.figures;
    forget_library_settings();
    return run_all(&s);
}
