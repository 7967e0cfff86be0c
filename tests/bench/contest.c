/* SPDX-License-Identifier: MIT */
#include "bench.h"

#include "common/clock.h"
#include "common/err.h"
#include "kernels/oracle/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SEED = 11, HUGE_BYTES = 2 << 20, ROOF_CHAINS = 12, ROOF_STEPS = 1 << 20 };

static uint64_t size_of(int name, uint64_t fallback)
{
    long bytes = sysconf(name);

    return bytes > 0 ? (uint64_t)bytes : fallback;
}

/* What the tool's cpu device would say. */
static struct gam_caps caps_of(int threads)
{
    return (struct gam_caps){
        .device_kind = "cpu",
        .langs = 1u << GAM_LANG_HOST,
        .isa = gam_isa_detect(),
        .threads = threads,
        .l1_bytes = size_of(_SC_LEVEL1_DCACHE_SIZE, 0),
        .l2_bytes = size_of(_SC_LEVEL2_CACHE_SIZE, 0),
        .llc_bytes = size_of(_SC_LEVEL3_CACHE_SIZE, 0),
    };
}

/* Operands as the runner would give them: on large pages where the system has them. */
static int operands_new(struct bench_contestant *c, struct gam_err *err)
{
    struct gam_operand info[GAM_OP_MAX_OPERANDS];
    size_t n = gam_op_operands(&c->op, info);

    c->owns_operands = true;
    for (size_t i = 0; i < n; i++) {
        size_t unit = info[i].bytes >= HUGE_BYTES ? HUGE_BYTES : 64, bytes = (info[i].bytes + unit) / unit * unit;

        c->operand[i] = aligned_alloc(unit, bytes);
        if (!c->operand[i])
            return gam_err_nomem(err);
        if (unit == HUGE_BYTES)
            (void)madvise(c->operand[i], bytes, MADV_HUGEPAGE);
        if (info[i].role == GAM_OPERAND_OUT || info[i].role == GAM_OPERAND_WORK)
            gam_inputs_poison(&c->op, i, c->operand[i]);
        else
            gam_inputs_fill(&c->op, i, c->operand[i], SEED, 1);
    }
    return 0;
}

/* Poisons the outputs, refills what is read and written, runs once, compares. */
static int verify(struct bench_contestant *c, struct gam_err *err)
{
    struct gam_operand info[GAM_OP_MAX_OPERANDS];
    size_t n = gam_op_operands(&c->op, info);
    struct gam_verdict verdict;
    int rc;

    for (size_t i = 0; i < n; i++) {
        if (info[i].role == GAM_OPERAND_OUT)
            gam_inputs_poison(&c->op, i, c->operand[i]);
        if (info[i].role == GAM_OPERAND_INOUT)
            gam_inputs_fill(&c->op, i, c->operand[i], SEED, 1);
    }
    rc = c->launch.run(&c->launch, c->operand);
    if (rc)
        return gam_err_set(err, rc, "%s: its run failed", c->name);
    rc = gam_verify(&c->op, c->operand, c->launch.tile_m, c->launch.tile_n, SEED, &verdict, err);
    if (rc)
        return rc;
    return verdict.right
               ? 0
               : gam_err_set(err, -GAM_ENUMERIC, "%s: wrong: error %g, tolerance %g", c->name, verdict.error, verdict.tolerance);
}

static int sample(struct bench_contestant *c, const struct bench_options *options, double *seconds)
{
    uint64_t begin = gam_clock_now(options->clock);

    for (uint64_t i = 0; i < c->iterations; i++) {
        int rc = c->launch.run(&c->launch, c->operand);

        if (rc)
            return rc;
    }
    *seconds = (double)(gam_clock_now(options->clock) - begin) * 1e-9 / (double)c->iterations;
    return 0;
}

/* Finds how often a sample must run. */
static int calibrate(struct bench_contestant *c, const struct bench_options *options)
{
    const double least_seconds = options->sample_seconds;
    double seconds;

    for (c->iterations = 1;; c->iterations *= 2) {
        int rc = sample(c, options, &seconds);

        if (rc)
            return rc;
        if (seconds * (double)c->iterations >= least_seconds / 4 || c->iterations >= UINT64_C(1) << 40)
            break;
    }
    c->iterations = (uint64_t)fmax(1, ceil(least_seconds / seconds));
    return 0;
}

static void enter(struct bench_result *r, const char *name, const char *spec, const struct bench_options *options)
{
    struct gam_caps caps = caps_of(options->threads);
    struct bench_contestant *c = &r->contestant[r->n++], *first = &r->contestant[0];
    struct gam_err err = { 0 };
    struct gam_cost cost;

    c->name = name;
    c->rc = gam_op_parse(spec, &c->op, &err);
    if (!c->rc) {
        c->impl = bench_peer_find(name, c->op.kind->name);
        if (!c->impl)
            c->impl = gam_impl_find(name, c->op.kind->name);
        if (!c->impl)
            c->rc = gam_err_set(&err, -GAM_ENOENT, "no implementation '%s' of %s", name, c->op.kind->name);
    }
    if (!c->rc)
        c->rc = c->impl->supports(&c->op, &caps, &err);
    if (!c->rc)
        c->rc = c->impl->plan(&c->op, &caps, &c->launch, &err);
    if (!c->rc && c != first && !first->rc && gam_op_equal(&c->op, &first->op))
        memcpy(c->operand, first->operand, sizeof c->operand);
    else if (!c->rc)
        c->rc = operands_new(c, &err);
    if (!c->rc) {
        gam_op_cost(&c->op, &cost);
        c->flop = cost.fma_flop + cost.special_flop;
        c->rc = verify(c, &err);
    }
    if (!c->rc)
        c->rc = calibrate(c, options);
    snprintf(c->why, sizeof c->why, "%s", err.text);
}

/* The compute roof of the best instruction set, as many threads, the case's type. */
static void enter_roof(struct bench_result *r, const struct bench_options *options)
{
    static const enum gam_isa order[] = { GAM_ISA_AVX512, GAM_ISA_AVX2, GAM_ISA_NEON, GAM_ISA_BASE };
    const char *isa = gam_isa_word(GAM_ISA_BASE);
    char spec[GAM_OP_SPEC_MAX];

    for (size_t i = sizeof order / sizeof order[0]; i-- > 0;)
        if (order[i] & gam_isa_detect())
            isa = gam_isa_word(order[i]);
    snprintf(spec, sizeof spec, "roof_fma:isa=%s,chains=%d,n=%d,threads=%d,dtype=%s", isa, ROOF_CHAINS, ROOF_STEPS,
             options->threads, gam_dtype_info(gam_op_dtype(&r->contestant[0].op))->name);
    enter(r, "roof", spec, options);
}

/* Rounds: everybody once, starting one further each time, so that nobody always comes first or after the same. */
static int measure(struct bench_result *r, const struct bench_options *options, struct gam_err *err)
{
    for (r->rounds = 0; r->rounds < (size_t)options->rounds; r->rounds++)
        for (size_t i = 0; i < r->n; i++) {
            size_t step = r->rounds % 2 ? r->n - 1 - i : i;
            struct bench_contestant *c = &r->contestant[(step + r->rounds) % r->n];
            int rc = c->rc ? 0 : sample(c, options, &c->seconds[r->rounds]);

            if (rc)
                return gam_err_set(err, rc, "%s: its run failed", c->name);
        }
    return 0;
}

int bench_run(const struct bench_case *which, const struct bench_options *options, struct bench_result *out, struct gam_err *err)
{
    int rc;

    *out = (struct bench_result){ .which = which, .threads = options->threads };
    enter(out, which->ours, which->op, options);
    if (out->contestant[0].rc)
        return gam_err_set(err, out->contestant[0].rc, "%s", out->contestant[0].why);
    enter_roof(out, options);
    for (size_t i = 0; i < BENCH_PEERS_MAX && which->peers[i]; i++)
        enter(out, which->peers[i], which->op, options);
    rc = measure(out, options, err);
    for (size_t i = BENCH_FIRST_PEER; !rc && i < out->n; i++)
        if (!out->contestant[i].rc && (!out->best || bench_seconds(out, i).value < bench_seconds(out, out->best).value))
            out->best = i;
    return rc;
}

void bench_release(struct bench_result *r)
{
    for (size_t i = 0; i < r->n; i++) {
        struct bench_contestant *c = &r->contestant[i];

        if (c->launch.run)
            gam_launch_release(&c->launch);
        for (size_t k = 0; c->owns_operands && k < GAM_OP_MAX_OPERANDS; k++)
            free(c->operand[k]);
    }
    r->n = 0;
}

struct gam_interval bench_ratio(const struct bench_result *r, size_t a, size_t b)
{
    double ratio[BENCH_ROUNDS_MAX];

    for (size_t i = 0; i < r->rounds; i++)
        ratio[i] = r->contestant[b].seconds[i] / r->contestant[a].seconds[i];
    return gam_stats_median_interval(ratio, r->rounds);
}

struct gam_interval bench_roof_share(const struct bench_result *r)
{
    const struct bench_contestant *ours = &r->contestant[BENCH_OURS], *roof = &r->contestant[BENCH_ROOF];
    struct gam_interval share = { NAN, NAN, NAN, 0 };
    double factor = ours->flop / roof->flop;

    if (roof->rc)
        return share;
    share = bench_ratio(r, BENCH_OURS, BENCH_ROOF);
    return (struct gam_interval){ share.value * factor, share.low * factor, share.high * factor, share.n };
}

struct gam_interval bench_seconds(const struct bench_result *r, size_t which)
{
    double seconds[BENCH_ROUNDS_MAX];

    memcpy(seconds, r->contestant[which].seconds, r->rounds * sizeof seconds[0]);
    return gam_stats_median_interval(seconds, r->rounds);
}
