/* SPDX-License-Identifier: MIT */
/* A number that knows its unit, its uncertainty and where it comes from. Every layer passes it whole. */
#ifndef GAM_COMMON_RECORD_QUANTITY_H
#define GAM_COMMON_RECORD_QUANTITY_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum gam_source {
    GAM_SOURCE_NONE,
    GAM_SOURCE_TIMED,
    GAM_SOURCE_COUNTER,
    GAM_SOURCE_SHAPE,
    GAM_SOURCE_DATASHEET,
    GAM_SOURCE_ASSUMED
};

enum gam_quantity_flag {
    GAM_Q_SCALED = 1u << 0,    /* multiplexed and scaled by enabled / running */
    GAM_Q_UNTRUSTED = 1u << 1, /* the truth test of its counter failed */
    GAM_Q_SPREAD = 1u << 2,    /* times of the passes it came from differ by more than 5 % */
    GAM_Q_LOWER_BOUND = 1u << 3
};

struct gam_quantity {
    double value;     /* NaN: missing, see reason */
    double low, high; /* 95 % interval; NaN: no interval */
    const char *unit; /* "ns", "flop", "bytes", "flop/s", "1" ...; borrowed, static */
    enum gam_source source;
    int64_t n;          /* how many independent values it summarises; 0: not a statistic */
    unsigned flags;     /* enum gam_quantity_flag */
    const char *reason; /* why it is missing or flagged; borrowed, may be NULL */
};

static inline bool gam_quantity_known(const struct gam_quantity *q)
{
    return !isnan(q->value);
}

static inline struct gam_quantity gam_quantity_missing(const char *unit, const char *reason)
{
    return (struct gam_quantity){ .value = NAN, .low = NAN, .high = NAN, .unit = unit, .reason = reason };
}

static inline struct gam_quantity gam_quantity_exact(double value, const char *unit, enum gam_source source)
{
    return (struct gam_quantity){ .value = value, .low = value, .high = value, .unit = unit, .source = source };
}

const char *gam_source_word(enum gam_source source); /* "timed", ...; NULL for NONE */

#endif
