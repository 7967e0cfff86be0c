/* SPDX-License-Identifier: MIT */
/* How costs are put into words, the same in every format. */
#ifndef GAM_REPORTS_COST_VIEW_H
#define GAM_REPORTS_COST_VIEW_H

#include "analyzer/cost/cost.h"

#include <stddef.h>

/* Four significant digits, with a point whatever the locale; "-" for NaN. */
struct gam_cost_number {
    char text[32];
};
struct gam_cost_number gam_cost_digits(double value);

void gam_cost_usd(double usd, char *out, size_t size);                           /* four digits; "-" for NaN */
void gam_cost_headline(const struct gam_cost_report *c, char *out, size_t size); /* "nvidia-l4 comes first of 12: ..." */
void gam_cost_ranking(const struct gam_cost_report *c, char *out, size_t size);  /* what it is ranked by, and why */
void gam_cost_energy(const struct gam_cost_row *row, char *out, size_t size);    /* "1.2 J device, assumed" */
void gam_cost_price(const struct gam_cost_price *p, const char *per, char *out, size_t size); /* "" without one */
void gam_cost_fields(gam_tco_set set, char *out, size_t size);                                /* "pue, usd_per_kwh" */
void gam_cost_list(const char *const *text, size_t n, char *out, size_t size);
void gam_cost_break_even(const struct gam_cost_row *row, char *out, size_t size); /* "" when nothing is known */
/* Energy at the wall, carbon, a training epoch; "" when not known. */
void gam_cost_wall(const struct gam_cost_row *row, char *out, size_t size);
void gam_cost_carbon(const struct gam_cost_row *row, char *out, size_t size);
void gam_cost_epoch(const struct gam_cost_row *row, char *out, size_t size);
void gam_cost_flip_text(const struct gam_cost_flip *flip, char *out, size_t size);
void gam_cost_rule_text(const struct gam_advise_rule *rule, char *out, size_t size);
int gam_cost_has_money(const struct gam_cost_report *c);

#endif
