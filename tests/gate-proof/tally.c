/* SPDX-License-Identifier: MIT */
/* Judges a campaign's file and prints what a reader wants to know, as lines "name: value". */
#include "proof.h"

#include "common/err.h"
#include "common/rand.h"
#include "common/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* P(Bin(n, p) <= k) by its terms in logarithms. */
static double binomial_below(size_t k, size_t n, double p)
{
    double sum = 0;

    if (p <= 0)
        return 1;
    if (p >= 1)
        return k >= n;
    for (size_t i = 0; i <= k; i++)
        sum += exp(lgamma((double)n + 1) - lgamma((double)i + 1) - lgamma((double)(n - i) + 1) + (double)i * log(p) +
                   (double)(n - i) * log1p(-p));
    return sum;
}

static double solve(size_t k, size_t n, double target)
{
    double low = 0, high = 1;

    for (int i = 0; i < 100; i++) { /* the share of at most k falls as p rises */
        double p = (low + high) / 2;

        if (binomial_below(k, n, p) > target)
            low = p;
        else
            high = p;
    }
    return (low + high) / 2;
}

void proof_clopper_pearson(size_t hits, size_t n, double *low, double *high)
{
    *low = hits && n ? solve(hits - 1, n, 0.975) : 0;
    *high = hits < n ? solve(hits, n, 0.025) : 1;
}

/* By the standard deviation of the paired log ratio that a trial showed: what a gate can say depends on it before all else. */
static const double sd_edge[] = { 0.02, 0.04, 0.08, 0.16, INFINITY };
enum { STRATA = sizeof sd_edge / sizeof *sd_edge };

struct stratum {
    size_t n, pass, regression, undecided;
};

/* What is counted over the trials of one part and kernel. */
struct cell {
    size_t n, pass, regression, undecided, first_regression, covered, with_interval, controlled;
    double *sd, *floor, *worse, *spent, *pairs; /* n each */
    size_t alarm[8];                            /* of each peer */
    struct stratum by_sd[STRATA];
};

static int cell_init(struct cell *c, size_t most, struct gam_err *err)
{
    double **all[] = { &c->sd, &c->floor, &c->worse, &c->spent, &c->pairs };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!(*all[i] = calloc(most + 1, sizeof(double))))
            return gam_err_nomem(err);
    return 0;
}

static void cell_release(struct cell *c)
{
    free(c->sd);
    free(c->floor);
    free(c->worse);
    free(c->spent);
    free(c->pairs);
}

static void stratum_add(struct stratum *by_sd, const struct proof_outcome *o)
{
    size_t i = 0;

    while (i < STRATA - 1 && !(o->outcome.sd < sd_edge[i]))
        i++;
    by_sd[i].n++;
    by_sd[i].pass += o->verdict == GAM_GATE_PASS;
    by_sd[i].regression += o->verdict == GAM_GATE_REGRESSION;
    by_sd[i].undecided += o->verdict == GAM_GATE_UNDECIDED;
}

static void cell_add(struct cell *c, const struct proof_trial *trial, const struct proof_outcome *o, uint64_t seed)
{
    double truth = trial->part->slowdown;

    c->sd[c->n] = o->outcome.sd;
    c->floor[c->n] = o->outcome.noise_floor;
    c->worse[c->n] = o->outcome.worse;
    c->spent[c->n] = o->spent_ns;
    c->pairs[c->n] = (double)o->pairs;
    c->n++;
    c->pass += o->verdict == GAM_GATE_PASS;
    c->regression += o->verdict == GAM_GATE_REGRESSION;
    c->undecided += o->verdict == GAM_GATE_UNDECIDED;
    c->first_regression += o->first == GAM_GATE_REGRESSION;
    c->controlled += o->why == GAM_GATE_WHY_CONTROL;
    stratum_add(c->by_sd, o);
    if (isfinite(o->outcome.worse_low) && isfinite(o->outcome.worse_high)) {
        c->with_interval++;
        c->covered += o->outcome.worse_low <= truth && truth <= o->outcome.worse_high;
    }
    for (size_t i = 0; i < proof_n_peers; i++)
        c->alarm[i] += proof_peers[i].alarm(o->base, o->cand, o->n_raw, seed) != 0;
}

static double middle(double *v, size_t n)
{
    return n ? gam_stats_median(v, n) : NAN;
}

static void share_print(FILE *out, const char *what, size_t hits, size_t n)
{
    double low, high;

    proof_clopper_pearson(hits, n, &low, &high);
    fprintf(out, "  %s: %zu of %zu = %.4f [%.4f, %.4f]\n", what, hits, n, n ? (double)hits / (double)n : NAN, low, high);
}

static void cell_print(FILE *out, const char *part, const char *kernel, struct cell *c)
{
    size_t decided = c->pass + c->regression;

    fprintf(out, "%s / %s\n", part, kernel);
    share_print(out, "pass", c->pass, c->n);
    share_print(out, "regression", c->regression, c->n);
    share_print(out, "regression before confirmation", c->first_regression, c->n);
    share_print(out, "undecided", c->undecided, c->n);
    share_print(out, "regression among decided", c->regression, decided);
    share_print(out, "interval covers the truth", c->covered, c->with_interval);
    share_print(out, "control fired", c->controlled, c->n);
    fprintf(out, "  median: sd %.4f, noise floor %.4f, estimate %+.4f, pairs %.0f, seconds %.2f\n", middle(c->sd, c->n),
            middle(c->floor, c->n), middle(c->worse, c->n), middle(c->pairs, c->n), middle(c->spent, c->n) / 1e9);
    for (size_t i = 0; i < proof_n_peers; i++) {
        char what[160];

        snprintf(what, sizeof what, "alarm of %s (%s)", proof_peers[i].name, proof_peers[i].rule);
        share_print(out, what, c->alarm[i], c->n);
    }
}

/* All cells of a file: [part][kernel]. */
struct tally {
    struct proof_file *f;
    const struct proof_part *parts;
    struct proof_trial *trial;
    size_t n_parts, n_trials, missing;
    struct cell *cell;
};

static int fill(struct tally *t, struct gam_err *err)
{
    int rc = 0;

    for (size_t i = 0; i < t->n_parts * PROOF_KERNELS && !rc; i++)
        rc = cell_init(&t->cell[i], t->n_trials, err);
    for (size_t i = 0; i < t->n_trials && !rc; i++) {
        struct proof_outcome o;
        size_t part = (size_t)(t->trial[i].part - t->parts);

        rc = proof_trial_judge(t->f, &t->trial[i], i, NULL, &o, err);
        if (!rc && !o.complete)
            t->missing++;
        else if (!rc)
            cell_add(&t->cell[part * PROOF_KERNELS + t->trial[i].kernel], &t->trial[i], &o, gam_rand_hash(t->f->seed, i));
    }
    return rc;
}

/* Equal arms called a confirmed regression, or 5 % and more called a pass. */
static int contradictions_of(const struct tally *t)
{
    size_t n = 0;

    for (size_t p = 0; p < t->n_parts; p++)
        for (int k = 0; k < PROOF_KERNELS; k++) {
            const struct cell *c = &t->cell[p * PROOF_KERNELS + k];

            n += t->parts[p].slowdown == 0 ? c->regression : t->parts[p].slowdown >= 0.05 ? c->pass : 0;
        }
    return (int)n;
}

/* Both kernels together, without added noise: the verdicts of each truth against the deviation that the machine showed. */
static void strata_print(FILE *out, const struct tally *t)
{
    for (size_t p = 0; p < t->n_parts; p++) {
        double from = 0;

        if (t->parts[p].noise != PROOF_QUIET)
            continue;
        fprintf(out, "by sd / %s\n", t->parts[p].name);
        for (size_t i = 0; i < STRATA; from = sd_edge[i++]) {
            struct stratum all = { 0 };
            char range[40], what[80];

            for (int k = 0; k < PROOF_KERNELS; k++) {
                const struct stratum *one = &t->cell[p * PROOF_KERNELS + k].by_sd[i];

                all.n += one->n;
                all.pass += one->pass;
                all.regression += one->regression;
                all.undecided += one->undecided;
            }
            if (i < STRATA - 1)
                snprintf(range, sizeof range, "sd %.2f to %.2f", from, sd_edge[i]);
            else
                snprintf(range, sizeof range, "sd from %.2f", from);
            snprintf(what, sizeof what, "%s, regression", range);
            share_print(out, what, all.regression, all.n);
            snprintf(what, sizeof what, "%s, pass", range);
            share_print(out, what, all.pass, all.n);
            snprintf(what, sizeof what, "%s, undecided", range);
            share_print(out, what, all.undecided, all.n);
        }
    }
}

/* False alarms in all trials of equal arms without added noise, and the power at 5 %, both kernels together. */
static void rules_print(FILE *out, const struct tally *t)
{
    struct cell equal = { 0 }, slow = { 0 };

    for (size_t p = 0; p < t->n_parts; p++)
        for (int k = 0; k < PROOF_KERNELS; k++) {
            const struct cell *c = &t->cell[p * PROOF_KERNELS + k];
            struct cell *into = t->parts[p].noise != PROOF_QUIET ? NULL
                                : t->parts[p].slowdown == 0      ? &equal
                                : t->parts[p].slowdown == 0.05   ? &slow
                                                                 : NULL;

            if (!into)
                continue;
            into->n += c->n;
            into->regression += c->regression;
            into->first_regression += c->first_regression;
            for (size_t i = 0; i < proof_n_peers; i++)
                into->alarm[i] += c->alarm[i];
        }
    fprintf(out, "all rules, the same samples\n");
    share_print(out, "gambrel, false alarms", equal.regression, equal.n);
    share_print(out, "gambrel, power at 5 %", slow.regression, slow.n);
    share_print(out, "gambrel unconfirmed, false alarms", equal.first_regression, equal.n);
    share_print(out, "gambrel unconfirmed, power at 5 %", slow.first_regression, slow.n);
    for (size_t i = 0; i < proof_n_peers; i++) {
        char what[200];

        snprintf(what, sizeof what, "%s (%s), false alarms", proof_peers[i].name, proof_peers[i].rule);
        share_print(out, what, equal.alarm[i], equal.n);
        snprintf(what, sizeof what, "%s (%s), power at 5 %%", proof_peers[i].name, proof_peers[i].rule);
        share_print(out, what, slow.alarm[i], slow.n);
    }
}

int proof_tally(struct proof_file *f, FILE *out, int *contradictions, struct gam_err *err)
{
    struct tally t = { .f = f };
    int rc = 0;

    t.parts = proof_plan_parts(f->plan, &t.n_parts);
    t.trial = proof_plan_trials(f->plan, f->seed, &t.n_trials);
    t.cell = t.parts ? calloc(t.n_parts * PROOF_KERNELS, sizeof *t.cell) : NULL;
    if (!t.parts)
        rc = gam_err_set(err, -GAM_EPARSE, "the file's plan '%s' is not known", f->plan);
    else if (!t.trial || !t.cell)
        rc = gam_err_nomem(err);
    if (!rc)
        rc = fill(&t, err);
    if (!rc) {
        fprintf(out, "plan %s, seed %llu, %zu trials, %zu of them not finished\n", f->plan, (unsigned long long)f->seed,
                t.n_trials, t.missing);
        for (size_t p = 0; p < t.n_parts; p++)
            for (int k = 0; k < PROOF_KERNELS; k++)
                cell_print(out, t.parts[p].name, proof_kernel_word[k], &t.cell[p * PROOF_KERNELS + k]);
        strata_print(out, &t);
        rules_print(out, &t);
        *contradictions = contradictions_of(&t);
    }
    for (size_t i = 0; t.cell && i < t.n_parts * PROOF_KERNELS; i++)
        cell_release(&t.cell[i]);
    free(t.cell);
    free(t.trial);
    return rc;
}
