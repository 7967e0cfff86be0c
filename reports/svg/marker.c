/* SPDX-License-Identifier: MIT */
#include "reports/svg/svg.h"

#include "reports/view.h"

#include <stdio.h>

/* Outlines on a circle of radius 1: x, y pairs; n = 0 is the circle itself. By enum gam_label. */
struct shape {
    int n;
    signed char at[16]; /* hundredths */
};

static const struct shape shapes[] = {
    [GAM_LABEL_COMPUTE] = { 0, { 0 } },
    [GAM_LABEL_MEMORY] = { 4, { -85, -85, 85, -85, 85, 85, -85, 85 } },
    [GAM_LABEL_COMMUNICATION] = { 3, { 0, -115, 105, 75, -105, 75 } },
    [GAM_LABEL_COMM_LATENCY] = { 3, { 0, -115, 105, 75, -105, 75 } },
    [GAM_LABEL_OVERHEAD] = { 4, { 0, -120, 100, 0, 0, 120, -100, 0 } },
    [GAM_LABEL_LATENCY] = { 3, { 0, 115, 105, -75, -105, -75 } },
    [GAM_LABEL_IMBALANCE] = { 5, { 0, -110, 105, -34, 65, 89, -65, 89, -105, -34 } },
    [GAM_LABEL_MIXED] = { 6, { 100, 0, 50, 87, -50, 87, -100, 0, -50, -87, 50, -87 } },
    [GAM_LABEL_INDETERMINATE] = { 0, { 0 } },
    [GAM_LABEL_INVALID] = { 4, { -85, -85, 85, 85, -85, 85, 85, -85 } }, /* an hourglass: crosses itself */
};

void gam_svg_marker(struct gam_strbuf *out, enum gam_label label, struct gam_svg_point at, double r)
{
    size_t i = (size_t)label < sizeof shapes / sizeof *shapes ? (size_t)label : (size_t)GAM_LABEL_INDETERMINATE;
    const struct shape *s = &shapes[i];

    if (!s->n) {
        gam_strbuf_printf(out, "<circle class=\"m %s\" cx=\"", gam_view_look(label)->css);
        gam_svg_number(out, at.x);
        gam_strbuf_text(out, "\" cy=\"");
        gam_svg_number(out, at.y);
        gam_strbuf_text(out, "\" r=\"");
        gam_svg_number(out, r);
        gam_strbuf_text(out, "\"/>");
        return;
    }
    gam_strbuf_printf(out, "<path class=\"m %s\" d=\"", gam_view_look(label)->css);
    for (int k = 0; k < s->n; k++) {
        gam_strbuf_char(out, k ? 'L' : 'M');
        gam_svg_number(out, at.x + r * s->at[2 * k] / 100.0);
        gam_strbuf_char(out, ' ');
        gam_svg_number(out, at.y + r * s->at[2 * k + 1] / 100.0);
    }
    gam_strbuf_text(out, "Z\"/>");
}

double gam_svg_label_legend(struct gam_strbuf *out, unsigned labels, struct gam_svg_point at, double width)
{
    double x = at.x, y = at.y, line = GAM_SVG_FONT * 1.6;

    for (unsigned label = 0; label <= GAM_LABEL_INVALID; label++) {
        const char *word = gam_label_word((enum gam_label)label);
        double w = 22 + gam_svg_text_width(word, GAM_SVG_FONT) + 14;

        if (!(labels & 1u << label))
            continue;
        if (x > at.x && x + w > at.x + width) {
            x = at.x;
            y += line;
        }
        gam_svg_marker(out, (enum gam_label)label, (struct gam_svg_point){ x + 6, y + 8 }, 5);
        gam_svg_text(out, "key", (struct gam_svg_point){ x + 17, y + 12 }, word);
        x += w;
    }
    return labels ? y + line - at.y : 0;
}
