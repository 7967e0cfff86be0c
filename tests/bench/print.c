/* SPDX-License-Identifier: MIT */
#include "bench.h"

#include "common/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MAX_BYTES = 1 << 16 };

static const char *version_of(const struct gam_impl *impl)
{
    const char *version = impl->version ? impl->version() : NULL;

    return version ? version : impl->version ? "not found" : "of this build";
}

/* Each library's name, version and the kernels it chose, once. */
void bench_print_versions(void)
{
    static const struct {
        const char *name, *kind;
    } libraries[] = { { "openblas", "gemm" }, { "onednn", "gemm" }, { "blis", "gemm" } };

    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++) {
        const struct gam_impl *impl = bench_peer_find(libraries[i].name, libraries[i].kind);

        if (!impl)
            impl = gam_impl_find(libraries[i].name, libraries[i].kind);
        printf("%-9s %s\n", libraries[i].name, impl ? version_of(impl) : "not in this build");
    }
    printf("%-34s %2s  %9s %6s   %s\n", "case", "t", "GFLOP/s", "roof", "time of each peer over ours: median [interval]");
}

struct promise {
    const char *what; /* what the ratio is to */
    double target;
    struct gam_interval value;
};

/* The promises of a case; those without a target are left out. A value is NaN when its peers take no part. */
static size_t promises_of(const struct bench_result *r, struct promise out[2])
{
    const struct gam_interval none = { NAN, NAN, NAN, 0 };
    size_t n = 0;

    if (r->which->target > 0)
        out[n++] = (struct promise){ r->best ? r->contestant[r->best].name : "a peer", r->which->target,
                                     r->best ? bench_ratio(r, BENCH_OURS, r->best) : none };
    if (r->which->roof_target > 0)
        out[n++] = (struct promise){ "compute roof", r->which->roof_target, bench_roof_share(r) };
    return n;
}

static const char *verdict_of(const struct promise *p)
{
    if (isnan(p->value.value))
        return "not measurable here: nothing to compare with";
    return p->value.value >= p->target ? "met" : "missed";
}

void bench_print_figures(const struct bench_result *r)
{
    struct promise promises[2];
    size_t n = promises_of(r, promises);

    for (size_t i = 0; i < n; i++) {
        const struct promise *p = &promises[i];
        char name[120], interval[40], target[20];

        snprintf(name, sizeof name, "%s, %d thread%s, to %s", r->which->name, r->threads, r->threads > 1 ? "s" : "", p->what);
        snprintf(interval, sizeof interval, "[%.3f, %.3f]", p->value.low, p->value.high);
        snprintf(target, sizeof target, ">= %.2f", p->target);
        printf("%-58s %12.3f  %-20s %-14s %s\n", name, p->value.value, interval, target, verdict_of(p));
    }
    (void)fflush(stdout);
}

void bench_print_text(const struct bench_result *r)
{
    const struct bench_contestant *ours = &r->contestant[BENCH_OURS];
    struct promise promises[2];
    size_t n = promises_of(r, promises);

    printf("%-34s %2d  %9.2f %6.3f  ", r->which->name, r->threads, ours->flop / bench_seconds(r, BENCH_OURS).value * 1e-9,
           bench_roof_share(r).value);
    for (size_t i = BENCH_FIRST_PEER; i < r->n; i++) {
        struct gam_interval ratio = { 0 };

        if (r->contestant[i].rc) {
            printf(" %s: %s;", r->contestant[i].name, r->contestant[i].why);
            continue;
        }
        ratio = bench_ratio(r, BENCH_OURS, i);
        printf(" %s %.3f [%.3f %.3f]%s", r->contestant[i].name, ratio.value, ratio.low, ratio.high, i == r->best ? "*" : "");
    }
    for (size_t i = 0; i < n; i++)
        printf("  to %s >= %.2f: %s", promises[i].what, promises[i].target, verdict_of(&promises[i]));
    printf("  (%s)\n", ours->launch.detail);
    (void)fflush(stdout);
}

static void interval_json(struct gam_jsonw *w, const char *key, struct gam_interval v)
{
    gam_jsonw_object(w, key);
    gam_jsonw_real(w, "value", v.value);
    gam_jsonw_real(w, "low", v.low);
    gam_jsonw_real(w, "high", v.high);
    gam_jsonw_uint(w, "n", v.n);
    gam_jsonw_end(w);
}

static void contestant_json(struct gam_jsonw *w, const struct bench_result *r, size_t i)
{
    const struct bench_contestant *c = &r->contestant[i];

    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "name", c->name);
    gam_jsonw_text(w, "version", c->impl ? version_of(c->impl) : NULL);
    gam_jsonw_text(w, "detail", c->rc ? NULL : c->launch.detail);
    gam_jsonw_text(w, "reason", c->rc ? c->why : NULL);
    if (!c->rc) {
        interval_json(w, "seconds", bench_seconds(r, i));
        interval_json(w, "ratio", bench_ratio(r, BENCH_OURS, i));
    }
    gam_jsonw_end(w);
}

void bench_print_json(const struct bench_result *r)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(LINE_MAX_BYTES);
    struct gam_jsonw w;
    struct promise promises[2];
    size_t n = promises_of(r, promises);

    gam_jsonw_init(&w, &out, false);
    gam_jsonw_object(&w, NULL);
    gam_jsonw_text(&w, "name", r->which->name);
    gam_jsonw_text(&w, "op", r->which->op);
    gam_jsonw_int(&w, "threads", r->threads);
    gam_jsonw_text(&w, "best_peer", r->best ? r->contestant[r->best].name : NULL);
    interval_json(&w, "roof_share", bench_roof_share(r));
    gam_jsonw_array(&w, "promises");
    for (size_t i = 0; i < n; i++) {
        gam_jsonw_object(&w, NULL);
        gam_jsonw_text(&w, "to", promises[i].what);
        gam_jsonw_real(&w, "target", promises[i].target);
        interval_json(&w, "ratio", promises[i].value);
        gam_jsonw_text(&w, "verdict", verdict_of(&promises[i]));
        gam_jsonw_end(&w);
    }
    gam_jsonw_end(&w);
    gam_jsonw_array(&w, "contestants");
    for (size_t i = 0; i < r->n; i++)
        contestant_json(&w, r, i);
    gam_jsonw_end(&w);
    gam_jsonw_end(&w);
    printf("%s\n", gam_strbuf_get(&out));
    (void)fflush(stdout);
    gam_strbuf_release(&out);
}
