/* SPDX-License-Identifier: MIT */
#include "roofs.h"

#include "common/err.h"
#include "common/json.h"
#include "common/opt.h"
#include "common/stats.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PAIRS_MOST = 200, COMPUTE_BYTES = 24000 /* likwid streams this much per thread beside its arithmetic */ };

static const double target = 0.95;

/* likwid's kernels by instruction set, best first as in the plan. */
static const struct peer {
    const char *group; /* without its " tN" */
    int flops;
    struct {
        const char *isa, *kernel;
    } with[4];
} peers[] = {
    { "compute f32 fma",
      1,
      { { "avx512", "peakflops_sp_avx512_fma" }, { "avx2", "peakflops_sp_avx_fma" }, { "neon", "peakflops_sp_fma" } } },
    { "compute f64 fma",
      1,
      { { "avx512", "peakflops_avx512_fma" }, { "avx2", "peakflops_avx_fma" }, { "neon", "peakflops_fma" } } },
    { "memory L1 read", 0, { { "avx512", "load_avx512" }, { "avx2", "load_avx" }, { "neon", "load" }, { "base", "load_sse" } } },
    { "memory L2 read", 0, { { "avx512", "load_avx512" }, { "avx2", "load_avx" }, { "neon", "load" }, { "base", "load_sse" } } },
    { "memory L3 read", 0, { { "avx512", "load_avx512" }, { "avx2", "load_avx" }, { "neon", "load" }, { "base", "load_sse" } } },
    { "memory DRAM read",
      0,
      { { "avx512", "load_avx512" }, { "avx2", "load_avx" }, { "neon", "load" }, { "base", "load_sse" } } },
};

struct settings {
    struct gam_opt_texts cases;
    int64_t pairs, own_ms;
    int json, figures;
};

static const char *kernel_for(const struct peer *p, const char *isa)
{
    for (size_t i = 0; i < 4; i++)
        if (p->with[i].isa && !strcmp(p->with[i].isa, isa))
            return p->with[i].kernel;
    return NULL;
}

/* Ours over likwid's, pair by pair; who goes first changes. */
static int pairs_run(const struct settings *s, struct bench_machine *m, const struct peer *p, struct bench_roof *r, double *ratio,
                     double *rate, struct gam_err *err)
{
    const char *kernel = kernel_for(p, gam_op_word(&r->item->op, "isa"));
    uint64_t bytes =
        p->flops ? (uint64_t)COMPUTE_BYTES * (uint64_t)r->item->threads : (uint64_t)gam_op_int(&r->item->op, "bytes");
    int rc = kernel ? 0 : gam_err_set(err, -GAM_ENOENT, "likwid-bench has no kernel for %s", gam_op_word(&r->item->op, "isa"));

    for (int64_t i = 0; i < s->pairs && !rc; i++) {
        double ours = 0, theirs = 0;

        for (int turn = 0; turn < 2 && !rc; turn++) {
            if ((turn + i) % 2)
                rc = roof_rate(m, r, (double)s->own_ms * 1e-3, &ours, err);
            else
                rc = likwid_rate(kernel, bytes, r->item->threads, p->flops, &theirs, err);
        }
        ratio[i] = rc ? NAN : ours / theirs;
        rate[i] = ours;
    }
    return rc;
}

static const char *verdict_of(const struct gam_interval *v)
{
    return v->value >= target ? "met" : "missed";
}

static void print_json(const char *name, const char *spec, struct gam_interval v, double rate, const char *why)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(1 << 14);
    struct gam_jsonw w;

    gam_jsonw_init(&w, &out, false);
    gam_jsonw_object(&w, NULL);
    gam_jsonw_text(&w, "name", name);
    gam_jsonw_text(&w, "roof", spec);
    gam_jsonw_real(&w, "ratio", v.value);
    gam_jsonw_array(&w, "interval");
    gam_jsonw_real(&w, NULL, v.low);
    gam_jsonw_real(&w, NULL, v.high);
    gam_jsonw_end(&w);
    gam_jsonw_uint(&w, "pairs", v.n);
    gam_jsonw_real(&w, "rate", rate);
    gam_jsonw_real(&w, "target", target);
    gam_jsonw_text(&w, "verdict", why ? "not measurable here" : verdict_of(&v));
    gam_jsonw_text(&w, "reason", why);
    gam_jsonw_end(&w);
    printf("%s\n", gam_strbuf_get(&out));
    gam_strbuf_release(&out);
}

static void print_figure(const char *name, struct gam_interval v, const char *why)
{
    char interval[40];

    snprintf(interval, sizeof interval, "[%.3f, %.3f]", v.low, v.high);
    if (why)
        printf("%-58s %12s  %-20s %-14s not measurable here: %s\n", name, "-", "-", ">= 0.95", why);
    else
        printf("%-58s %12.3f  %-20s %-14s %s\n", name, v.value, interval, ">= 0.95", verdict_of(&v));
}

static int case_run(const struct settings *s, struct bench_machine *m, const struct peer *p, int threads)
{
    double ratio[PAIRS_MOST], rate[PAIRS_MOST];
    char group[64], name[100], spec[GAM_OP_SPEC_MAX] = "";
    struct gam_interval v = { NAN, NAN, NAN, 0 };
    struct gam_err err = { 0 };
    struct bench_roof r;
    int rc;

    snprintf(group, sizeof group, "%s t%d", p->group, threads);
    snprintf(name, sizeof name, "%s, %d thread%s, to likwid-bench", p->group, threads, threads > 1 ? "s" : "");
    rc = roof_open_best(m, group, &r, &err);
    if (!rc) {
        gam_op_spec(&r.item->op, spec, sizeof spec);
        rc = pairs_run(s, m, p, &r, ratio, rate, &err);
    }
    roof_close(m, &r);
    if (!rc)
        v = gam_stats_median_interval(ratio, (size_t)s->pairs);
    if (s->figures)
        print_figure(name, v, rc ? err.text : NULL);
    else
        print_json(name, spec, v, rc ? NAN : gam_stats_median(rate, (size_t)s->pairs), rc ? err.text : NULL);
    (void)fflush(stdout);
    return rc && rc != -GAM_ENOENT;
}

static int wanted(const struct settings *s, const struct peer *p)
{
    for (size_t i = 0; i < s->cases.n; i++)
        if (strstr(p->group, s->cases.value[i]))
            return 1;
    return s->cases.n == 0;
}

static int all_run(const struct settings *s)
{
    struct bench_machine m;
    struct gam_err err = { 0 };
    int failed = machine_open(&m, &err) != 0;

    if (failed)
        fprintf(stderr, "bench_roofs: %s\n", err.text);
    for (size_t i = 0; i < sizeof peers / sizeof peers[0] && !failed; i++)
        for (int threads = 1; threads <= m.device.threads && wanted(s, &peers[i]); threads++)
            failed |= case_run(s, &m, &peers[i], threads);
    machine_close(&m);
    return failed;
}

int main(int argc, char **argv)
{
    struct settings s = { .pairs = 11, .own_ms = 1000 };
    const struct gam_opt opts[] = {
        { .name = "case",
          .type = GAM_OPT_TEXTS,
          .value = &s.cases,
          .argument = "TEXT",
          .help = "ceilings whose name contains TEXT; repeats" },
        { .name = "pairs",
          .type = GAM_OPT_INT,
          .value = &s.pairs,
          .argument = "N",
          .help = "alternations (default 11)",
          .least = 1,
          .most = PAIRS_MOST },
        { .name = "own-ms",
          .type = GAM_OPT_INT,
          .value = &s.own_ms,
          .argument = "MS",
          .help = "our part of a pair (default 1000; likwid-bench takes a second)",
          .least = 1,
          .most = 60000 },
        { .name = "json", .type = GAM_OPT_FLAG, .value = &s.json, .help = "a JSON object per line (the default)" },
        { .name = "figures", .type = GAM_OPT_FLAG, .value = &s.figures, .help = "the lines of ./dev figures" },
    };
    const struct gam_opt_spec spec = { .command = "bench_roofs",
                                       .summary = "our ceilings against those of likwid-bench, side by side",
                                       .positionals = "",
                                       .example = "bench_roofs --case 'L1 read'",
                                       .opts = opts,
                                       .n_opts = sizeof opts / sizeof opts[0] };
    struct gam_strbuf help = GAM_STRBUF_INIT(1 << 14);
    struct gam_opt_result parsed;
    struct gam_err err = { 0 };

    if (gam_opt_parse(&spec, argc, argv, &parsed, &err)) {
        fprintf(stderr, "bench_roofs: %s\n", err.text);
        return 2;
    }
    if (parsed.help) {
        gam_opt_help(&spec, 100, &help);
        printf("%s", gam_strbuf_get(&help));
        gam_strbuf_release(&help);
        return 0;
    }
    return all_run(&s);
}
