/* SPDX-License-Identifier: MIT */
/* What one roof operator measures, read from its spec. */
#ifndef GAM_ANALYZER_ROOF_FACTS_H
#define GAM_ANALYZER_ROOF_FACTS_H

#include "analyzer/report.h"

struct gam_roof_facts {
    enum gam_ceiling_kind kind;
    char level[8], pipe[16], class_[8], pattern[16]; /* as in struct gam_ceiling */
    int dtype;                                       /* -1 except for compute */
    int threads;
    double work;  /* of one launch: FLOPs of the class, bytes read + written, steps of the chase, launches */
    double bytes; /* footprint of the whole operator; NaN without one */
};

/* False when the operator is no roof or its kind lacks a key that its class needs. */
bool gam_roof_facts(const struct gam_op *op, int threads, struct gam_roof_facts *out);

/* Spec of the operator that a measurement runs; NULL when its references lead nowhere. */
const char *gam_measurement_spec(const struct gam_runset *run, const struct gam_measurement *m);

/* Its operator, when that is a roof. */
bool gam_roof_op(const struct gam_runset *run, const struct gam_measurement *m, struct gam_op *op);

/* The ceiling that the roof contributes to: equal texts compete. Written into out (>= 128 bytes). */
void gam_roof_id(const char *device, const struct gam_roof_facts *f, char *out, size_t size);

const char *gam_ceiling_unit(enum gam_ceiling_kind kind); /* "flop/s" "bytes/s" "ns" */

/* More is better: rates. Less is better: latency and launch. */
static inline bool gam_ceiling_is_rate(enum gam_ceiling_kind kind)
{
    return kind != GAM_CEILING_LATENCY && kind != GAM_CEILING_LAUNCH;
}

/* The ceiling's value when `work` took `ns`: work per second, or ns per unit of work. */
double gam_ceiling_value(enum gam_ceiling_kind kind, double work, double ns);

/* Nanoseconds that `amount` of work needs at a ceiling's value. */
double gam_ceiling_time_ns(enum gam_ceiling_kind kind, double amount, double value);

#endif
