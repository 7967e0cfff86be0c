/* SPDX-License-Identifier: MIT */
/* How much worse each case of a gate is, with its interval: one row each, zero drawn, thresholds marked. */
#include "reports/svg/gate.h"

#include "common/err.h"
#include "reports/escape.h"
#include "reports/fmt.h"
#include "reports/gate_view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROW = 22, TOP = 40, NAME = 210, VERDICT = 130 };

struct forest {
    struct gam_strbuf *out;
    const struct gam_gate *g;
    double x, w, reach; /* of the plot; of the axis, relative */
};

/* The look of a verdict: the marks of the report's labels have the colours. */
static const char *const looks[] = {
    [GAM_GATE_PASS] = "b-latency",         [GAM_GATE_UNDECIDED] = "b-imbalance",          [GAM_GATE_REGRESSION] = "b-invalid",
    [GAM_GATE_NO_BASELINE] = "b-overhead", [GAM_GATE_NOT_COMPARABLE] = "b-communication", [GAM_GATE_FAILED] = "b-invalid",
};

static int plotted(const struct gam_gate_case *c)
{
    return isfinite(c->first.worse) && isfinite(c->first.worse_low) && isfinite(c->first.worse_high);
}

static double at(const struct forest *f, double worse)
{
    return f->x + f->w * fmin(fmax((worse / f->reach + 1) / 2, 0), 1);
}

static double reach_of(const struct gam_gate *g, const size_t *order, size_t n)
{
    double r = 0;

    for (size_t i = 0; i < n; i++) {
        const struct gam_gate_case *c = &g->cases[order[i]];

        if (plotted(c))
            r = fmax(fmax(r, c->threshold_ratio * 1.2), fmax(fabs(c->first.worse_low), fabs(c->first.worse_high)));
    }
    return r > 0 ? fmin(r * 1.05, 10) : 0.01;
}

static void axis_write(const struct forest *f, double height)
{
    char text[GAM_FMT_SIZE];

    for (int k = -2; k <= 2; k++) {
        double worse = f->reach * k / 2, x = at(f, worse);

        gam_fmt_fixed(worse * 100, f->reach < 0.1 ? 1 : 0, text, sizeof text);
        gam_svg_line(f->out, k ? "grid" : "line", (struct gam_svg_point){ x, TOP - 8 }, (struct gam_svg_point){ x, height });
        gam_svg_text(f->out, "tick mid", (struct gam_svg_point){ x, TOP - 14 }, text);
    }
    gam_svg_text(f->out, "axis", (struct gam_svg_point){ 6, TOP - 14 }, "worse by, in percent");
}

static void row_write(const struct forest *f, const struct gam_gate_case *c, double y)
{
    char cut[1500];

    gam_gate_label(f->g, c, GAM_NAME_COLUMNS, cut, sizeof cut);
    gam_strbuf_text(f->out, "<g>");
    gam_svg_title(f->out, gam_gate_name(c));
    gam_svg_text(f->out, "row", (struct gam_svg_point){ 6, y + 4 }, cut);
    gam_svg_text(f->out, "key", (struct gam_svg_point){ f->x + f->w + 12, y + 4 }, gam_gate_verdict_word(c->verdict));
    if (plotted(c)) {
        gam_svg_line(f->out, "line theory", (struct gam_svg_point){ at(f, c->threshold_ratio), y - ROW / 2.0 },
                     (struct gam_svg_point){ at(f, c->threshold_ratio), y + ROW / 2.0 });
        gam_svg_line(f->out, "whisker", (struct gam_svg_point){ at(f, c->first.worse_low), y },
                     (struct gam_svg_point){ at(f, c->first.worse_high), y });
        gam_strbuf_printf(f->out, "<circle class=\"m %s\" cx=\"", looks[c->verdict]);
        gam_svg_number(f->out, at(f, c->first.worse));
        gam_strbuf_text(f->out, "\" cy=\"");
        gam_svg_number(f->out, y);
        gam_strbuf_text(f->out, "\" r=\"5\"/>");
    }
    gam_strbuf_text(f->out, "</g>\n");
}

double gam_svg_gate(struct gam_strbuf *out, const struct gam_gate *gate, const struct gam_svg_frame *frame)
{
    size_t *order = gam_gate_order(gate), n = gate->n_cases < GAM_SVG_GATE_ROWS ? gate->n_cases : GAM_SVG_GATE_ROWS;
    struct forest f = { .out = out, .g = gate, .x = NAME, .w = frame->width - NAME - VERDICT };
    double height = TOP + ROW * (double)n + 30;
    char counts[200], text[300], more[80];

    if (!order) {
        out->failed = -GAM_ENOMEM;
        return 0;
    }
    f.reach = reach_of(gate, order, n);
    gam_gate_counts(gate, counts, sizeof counts);
    snprintf(text, sizeof text, "Gate: %s", gam_gate_verdict_word(gate->verdict));
    gam_svg_open(out, frame, height, text, counts);
    axis_write(&f, TOP + ROW * (double)n);
    for (size_t i = 0; i < n; i++)
        row_write(&f, &gate->cases[order[i]], TOP + ROW * ((double)i + 0.5));
    snprintf(more, sizeof more, "dashed: thresholds%s", gate->n_cases > n ? "; the worst are shown, the tables hold all" : "");
    gam_svg_text(out, "key", (struct gam_svg_point){ 6, height - 8 }, more);
    gam_svg_close(out);
    free(order);
    return height;
}
