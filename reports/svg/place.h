/* SPDX-License-Identifier: MIT */
/* Places labels beside points so that none covers another, a marker or what else was reserved. Greedy: the first come keep
 * their place, so the caller offers the most important first.
 */
#ifndef GAM_REPORTS_SVG_PLACE_H
#define GAM_REPORTS_SVG_PLACE_H

#include "reports/svg/svg.h"

struct gam_svg_places {
    struct gam_svg_box area; /* labels stay inside */
    struct gam_svg_box *box; /* what is taken; owned */
    size_t n, capacity;
    int failed; /* out of memory */
};

void gam_svg_places_init(struct gam_svg_places *p, struct gam_svg_box area);
void gam_svg_places_release(struct gam_svg_places *p);
void gam_svg_places_reserve(struct gam_svg_places *p, struct gam_svg_box box);

/* A free place for a text of w x h at most `reach` from a marker of radius r: its box, reserved. 0 when there is none. */
int gam_svg_places_find(struct gam_svg_places *p, struct gam_svg_point marker, double r, double reach, struct gam_svg_box *text);

#endif
