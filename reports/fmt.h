/* SPDX-License-Identifier: MIT */
/* Numbers of a report as text, independent of the locale. */
#ifndef GAM_REPORTS_FMT_H
#define GAM_REPORTS_FMT_H

#include "common/record/quantity.h"

#include <stddef.h>

enum { GAM_FMT_SIZE = 64 }; /* enough for every text here */

/* "-12.30" with `decimals` (0..6) places and a point; "-" for NaN and infinities. */
void gam_fmt_fixed(double value, int decimals, char *out, size_t size);

/* "1.53 ms"; "-" when missing. A lower bound gets ">= ". */
void gam_fmt_quantity(const struct gam_quantity *q, char *out, size_t size);

/* The farther end of the interval in percent of the value, "±2.1 %", beyond 100 "±>100 %"; empty without an interval or for an
 * exact value. */
void gam_fmt_spread(const struct gam_quantity *q, char *out, size_t size);

/* "97 %" of a share in 0..1 with one decimal below 10 %; "-" for NaN. */
void gam_fmt_share(double share, char *out, size_t size);

/* The same for a share of a roof: one above 105 % cannot be true and gets a "?". */
void gam_fmt_roof_share(double share, char *out, size_t size);

/* A ratio as a change, "+12.3 %"; "-" when missing. Its interval, "+9.1 .. +15.4 %"; empty without one. */
void gam_fmt_ratio(const struct gam_quantity *ratio, char *out, size_t size);
void gam_fmt_ratio_range(const struct gam_quantity *ratio, char *out, size_t size);

/* "3.12x" of a factor; "-" for NaN. */
void gam_fmt_times(double factor, char *out, size_t size);

/* "1.53 ms" of nanoseconds; "-" for NaN. */
void gam_fmt_ns(double ns, char *out, size_t size);

/* FLOP per byte with three digits: "0.083", "170", "1.2e-05". */
void gam_fmt_intensity(double intensity, char *out, size_t size);

/* A power of ten (or 2, 5 times one) beside an axis: "0.1", "100", "1e9" when not `prefixed`, "1 G" when so. */
void gam_fmt_tick(double value, int prefixed, char *out, size_t size);

#endif
