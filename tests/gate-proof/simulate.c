/* SPDX-License-Identifier: MIT */
/* Whole gates without a process: slots last what a scripted clock says. The noise is what runners do: every process has its own
 * level, the machine drifts, bursts hit single slots, the second slot is slower, and the clock itself only moves when a slot
 * runs.
 */
#include "proof.h"

#include "common/clock.h"
#include "common/err.h"
#include "common/rand.h"

#include <math.h>

struct machine {
    struct gam_rand r;
    uint64_t now_ns;
    double drift, process_sd;
};

static uint64_t scripted_now(void *ctx)
{
    return ((struct machine *)ctx)->now_ns;
}

/* One slot by the scripted clock; 80 ms of work. */
static double slot_ns(struct machine *m, const struct gam_clock *clock, double slowdown, int second)
{
    uint64_t start = gam_clock_now(clock);
    double level = m->drift + m->process_sd * gam_rand_normal(&m->r) + (second ? 0.02 : 0);

    if (gam_rand_unit(&m->r) < 0.05)
        level += 0.10;
    m->drift += 0.002 * gam_rand_normal(&m->r);
    m->now_ns += (uint64_t)(80e6 * (1 + slowdown) * exp(level));
    return (double)(gam_clock_now(clock) - start);
}

/* One job; its verdict in s. */
static int job_run(struct machine *m, double slowdown, uint64_t seed, struct gam_gate_series *s, struct gam_err *err)
{
    struct gam_clock clock = { .now_ns = scripted_now, .ctx = m };
    struct gam_gate_step step;
    struct gam_gate_job job;
    int rc = gam_gate_job_init(&job, &gam_gate_rule_default, s, 1, 0, seed, err);

    while (!rc && gam_gate_job_next(&job, &step)) {
        double value[2];

        for (int slot = 0; slot < 2; slot++) {
            int cand = slot ? !step.cand_first : step.cand_first;

            value[cand] = slot_ns(m, &clock, cand ? slowdown : 0, slot);
        }
        rc = gam_gate_job_put(&job, &value[0], &value[1], err);
    }
    gam_gate_job_release(&job);
    return rc;
}

struct count {
    size_t first, confirmed, pass;
};

static int gates_run(size_t gates, double slowdown, double process_sd, uint64_t seed, struct count *out, struct gam_err *err)
{
    struct machine m = { .process_sd = process_sd };
    int rc = 0;

    *out = (struct count){ 0 };
    gam_rand_seed(&m.r, seed);
    for (size_t i = 0; i < gates && !rc; i++) {
        struct gam_gate_series s = { .better = GAM_GATE_LOWER, .threshold_ratio = 0.03 };

        m.drift = 0;
        rc = job_run(&m, slowdown, gam_rand_hash(seed, 2 * i), &s, err);
        out->pass += s.verdict == GAM_GATE_PASS;
        if (rc || s.verdict != GAM_GATE_REGRESSION)
            continue;
        out->first++;
        rc = job_run(&m, slowdown, gam_rand_hash(seed, 2 * i + 1), &s, err);
        out->confirmed += s.verdict == GAM_GATE_REGRESSION;
    }
    return rc;
}

int proof_simulate(size_t gates, uint64_t seed, FILE *out, struct gam_err *err)
{
    static const double noise[] = { 0.015, 0.035, 0.055 }; /* per process; of a pair's log ratio 1.4 times that and more */
    int broken = 0;

    for (size_t i = 0; i < sizeof noise / sizeof *noise; i++) {
        struct count equal, slow;
        size_t n = gates / 3;

        if (gates_run(n, 0, noise[i], seed + i, &equal, err) || gates_run(n / 10, 0.05, noise[i], seed + 100 + i, &slow, err))
            return -1;
        fprintf(out,
                "simulated, process noise %.1f %%: equal arms %zu gates: %zu regressions, %zu confirmed; 5 %% slower %zu gates: "
                "%zu confirmed, "
                "%zu pass\n",
                100 * noise[i], n, equal.first, equal.confirmed, n / 10, slow.confirmed, slow.pass);
        /* unconfirmed: at most alpha; confirmed: none is expected in so few */
        broken += (double)equal.first > 0.01 * (double)n || equal.confirmed > 1;
        broken += (double)slow.pass > 0.02 * (double)n / 10;
    }
    return broken;
}
