/* SPDX-License-Identifier: MIT */
#include "reports/svg/place.h"

#include <stdlib.h>
#include <string.h>

void gam_svg_places_init(struct gam_svg_places *p, struct gam_svg_box area)
{
    memset(p, 0, sizeof *p);
    p->area = area;
}

void gam_svg_places_release(struct gam_svg_places *p)
{
    free(p->box);
    memset(p, 0, sizeof *p);
}

void gam_svg_places_reserve(struct gam_svg_places *p, struct gam_svg_box box)
{
    if (p->n == p->capacity) {
        size_t capacity = p->capacity ? p->capacity * 2 : 64;
        struct gam_svg_box *more = realloc(p->box, capacity * sizeof *more);

        if (!more) {
            p->failed = 1;
            return;
        }
        p->box = more;
        p->capacity = capacity;
    }
    p->box[p->n++] = box;
}

static int overlap(const struct gam_svg_box *a, const struct gam_svg_box *b)
{
    return a->x < b->x + b->w && b->x < a->x + a->w && a->y < b->y + b->h && b->y < a->y + a->h;
}

static int inside(const struct gam_svg_box *a, const struct gam_svg_box *area)
{
    return a->x >= area->x && a->y >= area->y && a->x + a->w <= area->x + area->w && a->y + a->h <= area->y + area->h;
}

static int is_free(const struct gam_svg_places *p, const struct gam_svg_box *box)
{
    if (!inside(box, &p->area))
        return 0;
    for (size_t i = 0; i < p->n; i++)
        if (overlap(box, &p->box[i]))
            return 0;
    return 1;
}

int gam_svg_places_find(struct gam_svg_places *p, struct gam_svg_point marker, double r, double reach, struct gam_svg_box *text)
{
    /* Right, left, above, below, then the corners; each further out in turn. */
    static const signed char way[][2] = { { 1, 0 }, { -1, 0 }, { 0, -1 }, { 0, 1 }, { 1, -1 }, { 1, 1 }, { -1, -1 }, { -1, 1 } };
    static const double steps[] = { 2, 9, 18, 30, 44, 60, 80, 105 };

    for (size_t i = 0; i < sizeof steps / sizeof *steps && steps[i] <= reach; i++)
        for (size_t k = 0; k < sizeof way / sizeof *way; k++) {
            double gap = r + steps[i];

            text->x = marker.x + way[k][0] * gap - (way[k][0] < 0 ? text->w : way[k][0] == 0 ? text->w / 2 : 0);
            text->y = marker.y + way[k][1] * gap - (way[k][1] < 0 ? text->h : way[k][1] == 0 ? text->h / 2 : 0);
            if (is_free(p, text)) {
                gam_svg_places_reserve(p, *text);
                return 1;
            }
        }
    return 0;
}
