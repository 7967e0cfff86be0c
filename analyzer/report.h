/* SPDX-License-Identifier: MIT */
/* What the analyzer says about a run: a pure function of its records. gam_analyze fills a report that owns all its memory;
 * renderers only read it. Definitions and sources of every formula stand beside the function that computes it.
 */
#ifndef GAM_ANALYZER_REPORT_H
#define GAM_ANALYZER_REPORT_H

#include "common/record/quantity.h"
#include "common/record/runset.h"
#include "ops/op.h"

struct gam_err;
struct gam_arena;
struct gam_network;          /* analyzer/network/network.h */
struct gam_report_host_link; /* analyzer/devices/host_links.h */
struct gam_report_side;      /* analyzer/devices/side.h */

enum gam_ceiling_kind {
    GAM_CEILING_COMPUTE,
    GAM_CEILING_MEMORY,
    GAM_CEILING_NETWORK,
    GAM_CEILING_HOST_LINK,
    GAM_CEILING_LATENCY,
    GAM_CEILING_LAUNCH
};
enum gam_validity { GAM_VALID, GAM_NOISY, GAM_VOID };

struct gam_ceiling {
    char id[128]; /* "cpu/compute/f32/fma/avx512/muladd/t2", "cpu/memory/DRAM/triad-nt/t2"; unique in a report */
    enum gam_ceiling_kind kind;
    char level[8], link[32]; /* empty: does not apply */
    char pipe[16];           /* isa or pipe: avx512, matrix ... */
    char class_[8];          /* fma special; copy: the start of a copy over the link */
    int dtype;               /* enum gam_dtype or -1 */
    char pattern[16];        /* read write copy triad, with -nt; fma muladd ...; "observed" for compute ceilings with that flag */
    int observed;            /* not a roof kernel's: what an operator reached that beat them; `method` names it */
    int threads;
    struct gam_quantity value; /* flop/s, bytes/s, ns */
    enum gam_validity validity;
    const char *reason; /* of noisy or void: "beaten by gemm:...", "twice the work takes 1.3x the time" */
    const char *method; /* what was run: the best candidate's spec */
    double theoretical; /* same unit; NaN unknown */
    double clock_hz;    /* observed beside it; NaN */
    size_t device;      /* index into the report's devices */
    double
        *round; /* value per round, NaN where not visited (everywhere when the roofs are another run's); n_rounds of the report */
};

enum gam_label {
    GAM_LABEL_COMPUTE,
    GAM_LABEL_MEMORY,
    GAM_LABEL_COMMUNICATION,
    GAM_LABEL_COMM_LATENCY,
    GAM_LABEL_OVERHEAD,
    GAM_LABEL_LATENCY,
    GAM_LABEL_IMBALANCE,
    GAM_LABEL_MIXED,
    GAM_LABEL_INDETERMINATE,
    GAM_LABEL_INVALID
};
const char *gam_label_word(enum gam_label label); /* "compute-bound" ... */

enum { GAM_RESOURCES = 16 };
enum gam_resource_kind {
    GAM_RESOURCE_COMPUTE,
    GAM_RESOURCE_MEMORY,
    GAM_RESOURCE_NETWORK,
    GAM_RESOURCE_HOST_LINK,
    GAM_RESOURCE_OVERHEAD
};

/* One leaf of the resource vector. */
struct gam_resource_time {
    enum gam_resource_kind kind;
    char name[16];          /* memory: the level; network: the link; else the kind's word */
    double time_ns;         /* at the geometric mean of the range of its work */
    double low_ns, high_ns; /* at its ends: bytes from the shape are a range; both equal time_ns otherwise */
    double elasticity;
    const struct gam_ceiling *ceiling; /* borrowed from the report; NULL */
};

struct gam_bytes_at {
    char level[8];
    struct gam_quantity read, written;
};

struct gam_bound {
    enum gam_label label;
    char resource[16], level[8], link[32];
    double confidence; /* 0..1 where draws decided; NaN where the rounds did (docs/model.md, rules 1 to 4) or nothing could */
    char reason[320];
};

struct gam_report_operator {
    char id[24]; /* "o1" ... */
    char spec[GAM_OP_SPEC_MAX];
    struct gam_op op; /* kind NULL when the spec is not one of ours */
    const char *name, *implementation, *version, *detail;
    int best; /* the fastest right implementation of its node on its device */
    size_t device;
    int threads;
    enum gam_cache_state cache;
    int64_t calls;
    struct gam_quantity share; /* of the unit's time; best implementations only, else missing */
    enum gam_status status;
    const char *reason;
    struct gam_quantity time_ns;
    double *round_ns;                                    /* n_rounds; NaN where missing */
    double error, tolerance;                             /* NaN */
    struct gam_quantity flop, executed_flop, flop_per_s; /* of one run; executed: counted */
    struct gam_quantity executed_ratio;                  /* executed / flop; missing without a counter */
    struct gam_quantity traffic_ratio; /* counted bytes from main memory / compulsory bytes; missing without a counter */
    struct gam_bytes_at bytes[8];      /* per memory level, innermost first: compulsory, and its range up to the traffic model */
    size_t n_bytes;
    struct gam_quantity bytes_per_s, intensity; /* at `intensity_level` */
    char intensity_level[8];
    const struct gam_ceiling *roof; /* the one that it is held against; NULL */
    struct gam_quantity roof_share;
    struct gam_resource_time resource[GAM_RESOURCES];
    size_t n_resources;
    /* t_lo from the low ends of the work, a true lower bound; t_mod from time_ns; t_hi from the high ends. epsilon = t_lo over
     * the measured time; margin = largest over second largest resource time. NaN when they cannot be formed. */
    double t_lo_ns, t_mod_ns, t_hi_ns, epsilon, margin;
    struct gam_bound bound;
    struct gam_quantity gain_ns, relief_ns;
    struct gam_quantity energy_joule;
    const char *energy_scope, *energy_kind;
    int energy_gross;
    const char *energy_domain;            /* "package-0, package-1"; NULL without a meter */
    struct gam_quantity energy_net_joule; /* idle power taken off */
    double energy_resolution; /* two update periods of the counter over the shortest visit: the share that a value may be off */
};

struct gam_finding {
    const char *code; /* stable: "counters-unavailable", "roof-beaten", "at-the-roof" */
    enum gam_severity severity;
    const char *text, *evidence, *remedy; /* owned by the report; evidence and remedy may be NULL */
    const char *operator_id;              /* or NULL */
    double weight;                        /* ranking: ns that it is about; larger first */
};

const char *gam_ceiling_kind_word(enum gam_ceiling_kind kind);   /* "compute" "memory" "network" "host_link" "latency" "launch" */
const char *gam_validity_word(enum gam_validity validity);       /* "valid" "noisy" "void" */
const char *gam_resource_kind_word(enum gam_resource_kind kind); /* "compute" "memory" "network" "host_link" "overhead" */

/* Two points of an intensity sweep between which FLOP/s fall, the one of lower intensity first. */
struct gam_sweep_fall {
    double intensity[2]; /* FLOP/byte */
    double flop_per_s[2];
    char isa[8];
};

struct gam_report_device {
    const struct gam_device *record; /* in `run` */
    struct gam_ceiling *ceiling;
    size_t n_ceilings;
    /* Overlap exponent fitted to an intensity sweep, and the root mean square of ln(model / measured). NaN when the run has no
     * sweep: single numbers are then those of 1 (nothing overlaps) and confidences cover 1 .. 16. */
    double pnorm, pnorm_residual;
    bool sweep_falls; /* more arithmetic per byte was slower: `fall` says where */
    struct gam_sweep_fall fall;
};

struct gam_report {
    const struct gam_runset *run;   /* borrowed; must outlive the report */
    const struct gam_runset *roofs; /* where the roofs come from; equals run, or the reused run; borrowed */
    int n_rounds;
    struct gam_report_device *device;
    size_t n_devices;
    struct gam_report_operator *op; /* ranked by gain_ns, the best implementations first */
    size_t n_ops;
    struct gam_finding *finding; /* most important first */
    size_t n_findings;
    struct gam_quantity unit_time_ns;                /* sum of calls x time over the best implementations */
    double noise_fma_cv, noise_dram_cv, steal_share; /* NaN */
    struct gam_report_host_link *host_link;          /* rows of devices with memory of their own */
    size_t n_host_links;
    struct gam_report_side *side; /* operators that several devices ran */
    size_t n_sides;
    struct gam_network *network; /* links, collectives, steps of several ranks; NULL for one process */
    struct gam_arena *memory;    /* private: everything above that the report owns */
};

/* Facts that the analyzer may not look up itself; filled by cli from hwdb. NULL members are unknown. */
struct gam_analyze_facts {
    /* theoretical rate of one core per cycle: what = "flop" or "bytes"; NaN when unknown */
    double (*per_cycle)(void *ctx, const char *what, const char *isa, const char *dtype, const char *level, const char *pattern);
    void *ctx;
};

int gam_analyze(const struct gam_runset *run, const struct gam_runset *roofs, const struct gam_analyze_facts *facts,
                struct gam_report *out, struct gam_err *err);
void gam_report_release(struct gam_report *report);

#endif
