/* SPDX-License-Identifier: MIT */
/* What a gate says: whether a candidate is worse than its base, for every case (what was measured) and metric. Renderers only
 * read it; its JSON is gambrel-gate/1 (reports/json/gate.c). How the verdicts come about: analyzer/gate/judge.h.
 *
 * Texts that come from the user (names, commands, metrics) may hold anything: renderers escape them. NULL and NaN: unknown.
 */
#ifndef GAM_ANALYZER_GATE_H
#define GAM_ANALYZER_GATE_H

#include <stddef.h>
#include <stdint.h>

struct gam_arena;

/* The verdicts, from the most harmless; of a whole gate it is the one of its cases with the highest rank. */
enum gam_gate_verdict {
    GAM_GATE_PASS,
    GAM_GATE_UNDECIDED,
    GAM_GATE_REGRESSION,
    GAM_GATE_NO_BASELINE,
    GAM_GATE_NOT_COMPARABLE,
    GAM_GATE_FAILED
};
const char *gam_gate_verdict_word(enum gam_gate_verdict verdict); /* "pass" "undecided" "regression" "no-baseline" ... */
int gam_gate_verdict_exit(enum gam_gate_verdict verdict);         /* 0 3 1 5 4 70 */
int gam_gate_verdict_parse(const char *word);                     /* -1: no such word */

/* Why; one word for programs. The text beside it says the numbers. */
enum gam_gate_why {
    GAM_GATE_WHY_NOT_WORSE,   /* pass: it is not worse by the threshold */
    GAM_GATE_WHY_SAME,        /* pass: exact values are equal, or both arms are the same bytes */
    GAM_GATE_WHY_WORSE,       /* regression: significant, above both thresholds, confirmed where that was asked for */
    GAM_GATE_WHY_EXACT,       /* regression: an exact value became worse */
    GAM_GATE_WHY_NOISE,       /* undecided: what could be seen (mde) is larger than the threshold */
    GAM_GATE_WHY_CLOSE,       /* undecided: the effect lies too near to the threshold */
    GAM_GATE_WHY_BUDGET,      /* undecided: the time ran out */
    GAM_GATE_WHY_UNCONFIRMED, /* undecided: the second job did not find it again */
    GAM_GATE_WHY_CONTROL,     /* undecided: base against base differs */
    GAM_GATE_WHY_UNSTABLE,    /* undecided: an exact value differs within one arm */
    GAM_GATE_WHY_SINGLE,      /* undecided: single values against a stored baseline cannot be told apart */
    GAM_GATE_WHY_MISSING,     /* no-baseline: the base has no such case */
    GAM_GATE_WHY_HOST,        /* not-comparable: other host class or device class */
    GAM_GATE_WHY_OUTPUT,      /* not-comparable: the arms do not compute the same */
    GAM_GATE_WHY_DROPPED,     /* not-comparable: too many pairs were disturbed */
    GAM_GATE_WHY_CHILD        /* failed: a program failed, or reported nothing */
};
const char *gam_gate_why_word(enum gam_gate_why why); /* "not-worse" "same" ... */
int gam_gate_why_parse(const char *word);             /* -1: no such word */

enum gam_gate_better { GAM_GATE_LOWER, GAM_GATE_HIGHER, GAM_GATE_EQUAL /* exact: any difference is worse */ };
const char *gam_gate_better_word(enum gam_gate_better better); /* "lower" "higher" "equal" */
int gam_gate_better_parse(const char *word);

enum { GAM_GATE_LOOKS = 8, GAM_GATE_WARNINGS = 16 };

/* One pair of slots; values per unit of work, in the metric's unit. */
struct gam_gate_pair {
    double base, cand; /* NaN: this slot did not report the metric */
    int cand_first;    /* the order */
    int look;          /* 0-based */
    int disturbed;     /* the machine was seen to disturb it (not by its values): left out */
};

/* The outcome of one job for one case: the first one, or the confirmation. ratio is candidate / base as it was measured; worse
 * is by which fraction the candidate is worse, the metric's direction applied (0.05: 5 % worse; negative: better). */
struct gam_gate_outcome {
    size_t pairs, looks;                 /* used */
    double base, cand;                   /* medians over the pairs */
    double ratio, ratio_low, ratio_high; /* Hodges-Lehmann; exact interval at `level`; NaN ends: too few pairs */
    double worse, worse_low, worse_high;
    double level;                     /* of the interval, 1 - 0.05 / looks */
    double p, p_adjusted, p_pass;     /* one-sided signed rank: worse than nothing (Holm: adjusted), better than threshold */
    double sd;                        /* of the paired log ratio */
    double mde;                       /* the smallest `worse` that would have been called with the asked power */
    double noise_floor;               /* by this much equal arms would differ once in 20 such gates */
    const struct gam_gate_pair *pair; /* `pairs` of them; NULL against a baseline */
};

struct gam_gate_case {
    const char *name, *metric, *unit; /* unit: "ns" "bytes" "J" "1/s" ...; "1" for counts and shares */
    const char *source;               /* "wall" (time of the whole program), "program" (it reported it), "os", "gambrel" */
    const char *file;                 /* where the case is defined, for annotations; NULL */
    int64_t line;                     /* 0: unknown */
    enum gam_gate_better better;
    double threshold_ratio, threshold_abs; /* both must be exceeded; abs in `unit`, 0: none */
    enum gam_gate_verdict verdict;
    enum gam_gate_why why;
    const char *reason; /* a sentence with numbers */
    struct gam_gate_outcome first;
    const struct gam_gate_outcome *confirm; /* NULL: there was no second job */
    const char *base_text, *cand_text;      /* exact values that are texts (hashes); NULL: numbers */
};

/* Base against base, between the other pairs; one row per case that is not exact. */
struct gam_gate_control {
    size_t pairs;
    double ratio, p; /* second / first copy; two-sided */
    int fired;       /* p below alpha and beyond the threshold: nothing here can be trusted */
};

/* Signs that the machine, not the candidate, moves the numbers; over all pairs of the first case's metric. NaN: too few. */
struct gam_gate_diagnostics {
    double slot_effect, slot_p; /* ln(second slot / first slot), two-sided */
    double drift, drift_p;      /* Spearman of the pair's mean against time */
    double autocorrelation;     /* lag 1 of the log ratio */
    double steal_share;         /* of the cpus' time while slots ran */
    double pressure_share;      /* of the time: some task of the machine waited for a cpu */
    size_t pairs_dropped, pairs_run;
};

struct gam_gate_arm {
    const char *kind; /* "command" "revision" "suite" "baseline" */
    const char *name; /* the revision, the baseline's name, or the command */
    const char *hash; /* SHA-256 of the program, commit id, or uuid of the run; NULL */
    double age_days;  /* of a baseline; NaN */
};

struct gam_gate {
    const char *kind;                      /* "ab" "baseline" "selftest" */
    const char *uuid, *started, *finished; /* RFC 3339 */
    enum gam_gate_verdict verdict;
    const char *reason; /* one sentence: what decided */
    const char *advice; /* what to do now; NULL: nothing */
    int advisory;       /* says its verdict and exits 0 */
    int exit_code;      /* after the policies for undecided and advisory */
    struct gam_gate_arm base, cand;
    double alpha, power;
    size_t look[GAM_GATE_LOOKS], n_looks;             /* pairs at each look */
    const char *order;                                /* "balanced-random" */
    int64_t seed, time_budget_ns, duration_ns, batch; /* batch: runs per slot */
    const char *confirm;                              /* "same-host" "other-host" "none" */
    const char *confirms;                             /* uuid of the gate whose regressions this one looked for again; NULL */
    const char *undecided;                            /* "fail" "pass" "warn": what undecided does to the exit code */
    const char *host_class, *host_name;               /* the fingerprint; the processor's name */
    const char *command;                              /* that repeats this gate */
    const struct gam_gate_case *cases;
    const struct gam_gate_control *control; /* per case; NULL: no control */
    size_t n_cases;
    struct gam_gate_diagnostics diagnostics;
    const char *warning[GAM_GATE_WARNINGS];
    size_t n_warnings;
    struct gam_arena *arena; /* owns all of it; NULL: borrowed */
};

void gam_gate_diagnostics_clear(struct gam_gate_diagnostics *d); /* everything unknown, no pairs */
void gam_gate_release(struct gam_gate *gate);

#endif
