/* SPDX-License-Identifier: MIT */
/* Where the time of one unit goes: operators by their share of it, each split into the time that its bound needs (T_lo) and
 * what reaching the bound would gain; beside it the rounds, each a dot at its distance from the median.
 */
#include "reports/svg/svg.h"

#include "common/err.h"
#include "reports/escape.h"
#include "reports/fmt.h"
#include "reports/view.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROW = 24, TOP = 34, STRIP = 130 };
static const double strip_range = 0.1; /* of the median, either way */

struct times {
    struct gam_strbuf *out;
    const struct gam_report *report;
    const struct gam_svg_frame *frame;
    double left, width, most; /* `most`: the share at the right end */
};

static int usable(double v)
{
    return isfinite(v) && v > 0;
}

struct row {
    size_t op;
    double share;
};

static int row_compare(const void *a, const void *b)
{
    const struct row *x = a, *y = b;

    if (x->share != y->share)
        return x->share < y->share ? 1 : -1;
    return x->op < y->op ? -1 : 1;
}

static double x_of(const struct times *t, double share)
{
    return t->left + t->width * share / t->most;
}

/* Rounds as dots; those outside the strip stand at its edge. */
static void strip_draw(const struct times *t, const struct gam_report_operator *op, double y)
{
    double left = t->frame->width - STRIP, middle = left + STRIP / 2.0;

    gam_svg_line(t->out, "grid", (struct gam_svg_point){ middle, y }, (struct gam_svg_point){ middle, y + ROW - 8 });
    for (int i = 0; op->round_ns && i < t->report->n_rounds; i++) {
        double off = op->round_ns[i] / op->time_ns.value - 1;

        if (!isfinite(off))
            continue;
        gam_strbuf_printf(t->out, "<circle class=\"round\" cx=\"");
        gam_svg_number(t->out, middle + fmax(-1, fmin(1, off / strip_range)) * (STRIP / 2.0 - 6));
        gam_strbuf_text(t->out, "\" cy=\"");
        gam_svg_number(t->out, y + (ROW - 8) / 2.0);
        gam_strbuf_text(t->out, "\" r=\"2\"/>");
    }
    gam_strbuf_char(t->out, '\n');
}

static void row_draw(const struct times *t, const struct row *row, double y)
{
    const struct gam_report_operator *op = &t->report->op[row->op];
    double bound = usable(op->t_lo_ns) ? row->share * fmin(op->t_lo_ns / op->time_ns.value, 1) : 0;
    char name[256], label[300], percent[GAM_FMT_SIZE], title[200], at_bound[GAM_FMT_SIZE];

    gam_escape_cut(gam_view_name(op), t->frame->narrow ? 13 : GAM_NAME_COLUMNS, name, sizeof name);
    snprintf(label, sizeof label, "%zu %s", row->op + 1, name);
    gam_fmt_share(row->share, percent, sizeof percent);
    gam_fmt_share(bound, at_bound, sizeof at_bound);
    snprintf(title, sizeof title, "%s of the unit's time; its bound alone would need %s", percent,
             usable(op->t_lo_ns) ? at_bound : "an unknown part");
    gam_svg_text(t->out, "row end", (struct gam_svg_point){ t->left - 8, y + 13 }, label);
    gam_strbuf_text(t->out, "<g>");
    gam_svg_title(t->out, title);
    gam_svg_rect(t->out, "bound", (struct gam_svg_box){ t->left, y, x_of(t, bound) - t->left, ROW - 8 });
    gam_svg_rect(t->out, "gain", (struct gam_svg_box){ x_of(t, bound), y, x_of(t, row->share) - x_of(t, bound), ROW - 8 });
    gam_strbuf_text(t->out, "</g>\n");
    gam_svg_text(t->out, "row", (struct gam_svg_point){ x_of(t, row->share) + 5, y + 13 }, percent);
    if (!t->frame->narrow)
        strip_draw(t, op, y);
}

static double legend(const struct times *t, double y)
{
    gam_svg_text(t->out, "axis", (struct gam_svg_point){ 6, TOP - 20 }, "share of the unit's time");
    gam_svg_rect(t->out, "bound", (struct gam_svg_box){ 6, y, 12, 12 });
    gam_svg_text(t->out, "key", (struct gam_svg_point){ 23, y + 10 }, "needed by its bound");
    gam_svg_rect(t->out, "gain", (struct gam_svg_box){ 180, y, 12, 12 });
    gam_svg_text(t->out, "key", (struct gam_svg_point){ 197, y + 10 }, "gain at the bound");
    if (!t->frame->narrow) {
        gam_svg_text(t->out, "tick mid", (struct gam_svg_point){ t->frame->width - STRIP / 2.0, TOP - 12 }, "rounds, ±10 %");
    }
    return y + 22;
}

static size_t rows_choose(const struct gam_report *report, struct row *row)
{
    size_t n = 0;

    for (size_t i = 0; i < report->n_ops; i++)
        if (gam_view_group(&report->op[i]) == GAM_VIEW_RANKED && usable(report->op[i].share.value))
            row[n++] = (struct row){ i, fmin(report->op[i].share.value, 1) };
    qsort(row, n, sizeof *row, row_compare);
    return n < GAM_SVG_ROWS ? n : GAM_SVG_ROWS;
}

double gam_svg_time(struct gam_strbuf *out, const struct gam_report *report, const struct gam_svg_frame *frame)
{
    struct gam_strbuf body = GAM_STRBUF_INIT(out->cap);
    struct times t = { .out = &body, .report = report, .frame = frame, .left = frame->narrow ? 112 : 220 };
    struct row *row = malloc((report->n_ops ? report->n_ops : 1) * sizeof *row);
    double height = 0;
    size_t n;

    if (!row) {
        out->failed = -GAM_ENOMEM;
        return 0;
    }
    n = rows_choose(report, row);
    t.most = n ? row[0].share : 1;
    t.width = frame->width - t.left - (frame->narrow ? 52 : STRIP + 66);
    for (size_t i = 0; i < n; i++)
        row_draw(&t, &row[i], TOP + ROW * (double)i);
    height = legend(&t, TOP + ROW * (double)n + 8);
    gam_svg_open(
        out, frame, height, "Where the time goes",
        "Operators by their share of the time of one unit, split into what the bound needs and what reaching it would gain.");
    gam_strbuf_bytes(out, gam_strbuf_get(&body), body.length);
    gam_svg_close(out);
    if (body.failed)
        out->failed = body.failed;
    gam_strbuf_release(&body);
    free(row);
    return height;
}
