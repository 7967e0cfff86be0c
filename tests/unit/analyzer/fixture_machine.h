/* SPDX-License-Identifier: MIT */
/* Runs of a described machine: ceilings X, operators that take Y, noise sigma. What the analyzer is tested with. */
#ifndef GAM_TESTS_FIXTURE_MACHINE_H
#define GAM_TESTS_FIXTURE_MACHINE_H

#include "analyzer/report.h"
#include "common/rand.h"

/* A machine with L1 32 KiB and L2 1 MiB per core, one L3 of 32 MiB, main memory. Rates of all its threads. */
struct machine_rates {
    double fma_f32, fma_f64, special_f32; /* flop/s; 0: no such roof */
    double read[4];                       /* bytes/s of L1 L2 L3 DRAM; 0: no roofs at that level */
    double write, copy, triad;            /* relative to read; 0: no such roof */
    double launch_ns;                     /* 0: no such roof */
};

extern const struct machine_rates machine_usual; /* 200, 100, 20 GFLOP/s; 800, 300, 80, 20 GB/s; launch 2 us */

struct machine {
    struct gam_runset set;
    struct gam_rand rand;
    int rounds, threads;
    double sigma;    /* of ln time of a sample, one draw per measurement and round */
    double doubling; /* what twice the work of a roof takes; 2 is right */
    int64_t samples; /* per round */
};

/* rounds may be 0. The run is named "complete" with that many rounds. */
void machine_init(struct machine *m, int rounds, double sigma);
void machine_release(struct machine *m);

/* Roofs with their twins, as the rates say. */
void machine_roofs(struct machine *m, const struct machine_rates *rates);

/* A measurement, verified and right, without samples; returns its ordinal. */
int64_t machine_measure(struct machine *m, enum gam_role role, const char *spec, const char *implementation);

/* Samples of `ns` with the machine's noise in every round. */
void machine_time(struct machine *m, int64_t measurement, double ns);
/* One sample. */
void machine_sample(struct machine *m, int64_t measurement, int64_t round, int64_t iterations, int64_t duration_ns);

/* A subject by implementation "simd" with samples. */
int64_t machine_op(struct machine *m, const char *spec, double ns);

/* A level, or a count per iteration, read in every round on samples of a counter pass of its own. */
void machine_reading(struct machine *m, int64_t measurement, const char *name, enum gam_quantity_kind kind, double trust,
                     double value);

void machine_add(struct machine *m, enum gam_record which, const void *record);

/* gam_analyze of the machine alone, which must succeed. */
void machine_analyze(const struct machine *m, struct gam_report *out);

/* The operator of that spec (and implementation, unless NULL); fails the test when there is none. */
const struct gam_report_operator *report_op(const struct gam_report *r, const char *spec, const char *implementation);
const struct gam_ceiling *report_ceiling(const struct gam_report *r, const char *id);   /* NULL: none */
const struct gam_finding *report_finding(const struct gam_report *r, const char *code); /* the first; NULL: none */

#endif
