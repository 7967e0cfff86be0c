/* SPDX-License-Identifier: MIT */
/* The proof of the gate: campaigns of real gates with known truth. A campaign is a list of trials; a trial is one gate with its
 * confirmation, driven by the same job as `gambrel gate ab`. Every pair of slots is a line appended to the campaign's file, and
 * nothing else is kept: verdicts come from replaying the file, so a killed campaign goes on where it was, and other rules can
 * judge the same raw samples.
 */
#ifndef GAM_TESTS_GATE_PROOF_H
#define GAM_TESTS_GATE_PROOF_H

#include "analyzer/gate/job.h"

#include <stdio.h>

struct gam_err;

enum proof_kernel { PROOF_COMPUTE, PROOF_DRAM, PROOF_KERNELS };
extern const char *const proof_kernel_word[PROOF_KERNELS];

/* kernel.c: the work of a slot, in this process; returns its time in ns, the setting-up left out. 0: no memory. */
uint64_t proof_kernel_run(enum proof_kernel kernel, uint64_t units);
uint64_t proof_kernel_calibrate(enum proof_kernel kernel, uint64_t target_ns); /* units for about that long */

/* A part of a campaign: so many trials of the same truth. */
enum proof_noise { PROOF_QUIET, PROOF_CORUNNER, PROOF_COLD, PROOF_SLOT_BIAS };
extern const char *const proof_noise_word[4];

struct proof_part {
    const char *name;
    double slowdown; /* injected: 0.05 */
    enum proof_noise noise;
    size_t trials; /* per kernel */
};

struct proof_trial {
    const struct proof_part *part;
    enum proof_kernel kernel;
    size_t number;
};

/* plan.c: "full" or "short"; NULL: no such plan. The trials in the campaign's order; the caller frees. */
const struct proof_part *proof_plan_parts(const char *name, size_t *n);
struct proof_trial *proof_plan_trials(const char *name, uint64_t seed, size_t *n);

/* One line of the file: a pair of slots. job 0: the gate, 1: its confirmation, 2: pairs after the verdict, for rules that need
 * a fixed number. */
struct proof_pair {
    size_t trial; /* place in the campaign's order */
    int job, control, cand_first;
    double base_ns, cand_ns, spent_ns;
};

struct proof_file {
    char plan[16];
    uint64_t seed, units[PROOF_KERNELS];
    struct proof_pair *pair;
    size_t n, capacity;
    int fd; /* open for appending; -1: only read */
};

/* file.c. Opens or makes the file; a torn last line is cut off. `create` NULL: it must be there. */
int proof_file_open(const char *path, const struct proof_file *create, struct proof_file *out, struct gam_err *err);
int proof_file_append(struct proof_file *f, const struct proof_pair *p, struct gam_err *err); /* one write, in the array too */
void proof_file_close(struct proof_file *f);

/* trial.c */
struct proof_outcome {
    int complete;                         /* all its pairs are there */
    enum gam_gate_verdict first, verdict; /* before and after the confirmation */
    enum gam_gate_why why;
    struct gam_gate_outcome outcome; /* of the first job; `pair` not set */
    double spent_ns;                 /* both jobs, without the extra pairs */
    size_t pairs;                    /* both jobs, controls too */
    double base[200], cand[200];     /* raw samples of jobs 0 and 2, for other rules; controls left out */
    size_t n_raw;
    double control_ratio;
};

enum { PROOF_RAW_LEAST = 20 }; /* pairs that every trial has at least */

/* Makes one pair: values in ns. */
struct proof_runner {
    int (*run)(void *ctx, const struct proof_trial *trial, const struct gam_gate_step *step, struct proof_pair *out,
               struct gam_err *err);
    void *ctx;
};

/* Replays the pairs of trial `at` that the file has and, with a runner, makes and appends what is missing. */
int proof_trial_judge(struct proof_file *f, const struct proof_trial *trial, size_t at, const struct proof_runner *runner,
                      struct proof_outcome *out, struct gam_err *err);

/* slots.c: the runner of real slots; `self` is this program. */
struct proof_slots {
    const char *self;
    const struct proof_file *file;
    char metrics[64]; /* the file that slots report into */
    size_t trial_seen;
    int corunner; /* its process; 0: none */
};
int proof_slots_run(void *ctx, const struct proof_trial *trial, const struct gam_gate_step *step, struct proof_pair *out,
                    struct gam_err *err);
void proof_slots_close(struct proof_slots *s);

/* peers.c: rules of other tools, written from their descriptions. 1: they would raise an alarm for the candidate. */
struct proof_peer {
    const char *name, *rule;
    int (*alarm)(const double *base, const double *cand, size_t n, uint64_t seed);
};
extern const struct proof_peer proof_peers[];
extern const size_t proof_n_peers;
double proof_rank_sum_p(const double *a, size_t n, const double *b, size_t m); /* two-sided Mann-Whitney */

/* tally.c: judges a whole file and prints it. Returns how many trials contradict the truth (confirmed false regressions; a pass
 * at 5 % or more). */
int proof_tally(struct proof_file *f, FILE *out, int *contradictions, struct gam_err *err);
/* Clopper-Pearson, two-sided 95 %. */
void proof_clopper_pearson(size_t hits, size_t n, double *low, double *high);

/* simulate.c: gates on a scripted clock. Returns how many limits were broken. */
int proof_simulate(size_t gates, uint64_t seed, FILE *out, struct gam_err *err);

#endif
