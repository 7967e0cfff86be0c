/* SPDX-License-Identifier: MIT */
/* What steers a gate: gate.json, over it the command line. */
#ifndef GAM_CLI_GATE_SETTINGS_H
#define GAM_CLI_GATE_SETTINGS_H

#include "analyzer/gate/judge.h"
#include "cli/cli_support.h"
#include "cli/gate/families.h"

enum { GAM_GATE_PATTERNS = 64 };

/* Thresholds of the cases and metrics that two shell patterns match; the first that matches counts. */
struct gam_gate_pattern {
    char name[128], metric[128];
    double ratio, absolute; /* NaN ratio: the default's */
};

struct gam_gate_settings {
    struct gam_gate_rule rule;
    double threshold; /* default ratio */
    struct gam_gate_pattern pattern[GAM_GATE_PATTERNS];
    size_t n_patterns;
    char exact[GAM_GATE_PATTERNS][128]; /* metrics of zero tolerance, as patterns */
    size_t n_exact;
    struct gam_gate_family family[GAM_GATE_FAMILIES];
    size_t n_families;
    double steal_most; /* a pair with more steal, as a share of the time that cpus ran or wanted to, does not count */
    uint64_t time_budget_ns, min_sample_ns, timeout_ns;
    int64_t seed; /* GAM_NULL_INT: chosen at random */
    int control, confirm, fixed_addresses;
    char undecided[8]; /* "fail" "pass" "warn" */
};

/* The options that gates share; `out` are what the parser fills. */
struct gam_gate_flags {
    const char *config, *threshold, *undecided, *confirm;
    uint64_t budget_ns;
    int64_t seed;
    int no_control;
};

#define GAM_GATE_FLAGS(f)                                                                                                        \
    { .name = "threshold",                                                                                                       \
      .type = GAM_OPT_TEXT,                                                                                                      \
      .value = &(f)->threshold,                                                                                                  \
      .argument = "RATIO",                                                                                                       \
      .help = "worse by more than this is a regression: 3% or 0.03 (default 3%)" },                                              \
        { .name = "config",                                                                                                      \
          .type = GAM_OPT_TEXT,                                                                                                  \
          .value = &(f)->config,                                                                                                 \
          .argument = "FILE",                                                                                                    \
          .help = "thresholds per case and metric, looks, budget ... (docs/gate.md)" },                                          \
        { .name = "undecided",                                                                                                   \
          .type = GAM_OPT_TEXT,                                                                                                  \
          .value = &(f)->undecided,                                                                                              \
          .argument = "WHAT",                                                                                                    \
          .help = "fail (exit 3, default), pass or warn (both exit 0)" },                                                        \
        { .name = "confirm",                                                                                                     \
          .type = GAM_OPT_TEXT,                                                                                                  \
          .value = &(f)->confirm,                                                                                                \
          .argument = "WHERE",                                                                                                   \
          .help = "same-host (default: a regression must be found again by a second job) or none" },                             \
        { .name = "budget",                                                                                                      \
          .type = GAM_OPT_SECONDS,                                                                                               \
          .value = &(f)->budget_ns,                                                                                              \
          .argument = "SPAN",                                                                                                    \
          .help = "time for the whole gate (default 5m)",                                                                        \
          .least = 1e-9,                                                                                                         \
          .most = 9e8 },                                                                                                         \
        { .name = "seed",                                                                                                        \
          .type = GAM_OPT_INT,                                                                                                   \
          .value = &(f)->seed,                                                                                                   \
          .argument = "N",                                                                                                       \
          .help = "of the order (default: random)",                                                                              \
          .least = 0,                                                                                                            \
          .most = 9e15 },                                                                                                        \
    {                                                                                                                            \
        .name = "no-control", .type = GAM_OPT_FLAG, .value = &(f)->no_control, .help = "leave out base against base"             \
    }

/* Defaults, then the file, then the flags; checked. */
int gam_gate_settings_read(const struct gam_gate_flags *flags, struct gam_gate_settings *out, struct gam_err *err);

/* Defaults, then the text of a gate.json; checked. `label` stands in errors. */
int gam_gate_settings_parse(const char *label, const char *text, size_t length, struct gam_gate_settings *out,
                            struct gam_err *err);

/* Thresholds of a case; and whether its metric is listed as exact. */
void gam_gate_thresholds(const struct gam_gate_settings *s, const char *name, const char *metric, double *ratio,
                         double *absolute);
int gam_gate_is_exact(const struct gam_gate_settings *s, const char *metric);

/* "3%" or "0.03": between 0 and 10. */
int gam_gate_ratio_parse(const char *text, double *out, struct gam_err *err);

#endif
