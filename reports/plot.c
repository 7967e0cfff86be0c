/* SPDX-License-Identifier: MIT */
#include "reports/plot.h"

#include "common/err.h"
#include "reports/view.h"

#include <stdlib.h>
#include <string.h>

static int usable(double v)
{
    return isfinite(v) && v > 0;
}

/* Threads that most timed operators of the device use: its roofs are the ones to draw. */
static int threads_choose(const struct gam_report *report, size_t device)
{
    int best = 0;
    size_t most = 0;

    for (size_t i = 0; i < report->n_ops; i++) {
        size_t same = 0;

        if (report->op[i].device != device || gam_view_group(&report->op[i]) == GAM_VIEW_REJECTED)
            continue;
        for (size_t j = 0; j < report->n_ops && report->op[i].threads != best; j++)
            same += report->op[j].device == device && report->op[j].threads == report->op[i].threads &&
                    gam_view_group(&report->op[j]) != GAM_VIEW_REJECTED;
        if (same > most) {
            most = same;
            best = report->op[i].threads;
        }
    }
    for (size_t i = 0; !best && i < report->device[device].n_ceilings; i++)
        if (report->device[device].ceiling[i].threads > best)
            best = report->device[device].ceiling[i].threads;
    return best;
}

/* Two ceilings of one line: one memory level, or one pipe, class and type. */
static int same_line(const struct gam_ceiling *a, const struct gam_ceiling *b)
{
    if (a->kind != b->kind)
        return 0;
    if (a->kind == GAM_CEILING_MEMORY)
        return !strcmp(a->level, b->level);
    return a->dtype == b->dtype && !strcmp(a->pipe, b->pipe) && !strcmp(a->class_, b->class_);
}

/* The better of two of one line: the plot's thread count first, then the higher value. */
static int better(const struct gam_ceiling *a, const struct gam_ceiling *b, int threads)
{
    if ((a->threads == threads) != (b->threads == threads))
        return a->threads == threads;
    return a->value.value > b->value.value;
}

/* Roofs of special functions bound only their own part of an operator's FLOPs: they stand in the table, not over the points. */
static int drawable(const struct gam_ceiling *c)
{
    int kind = c->kind == GAM_CEILING_MEMORY || (c->kind == GAM_CEILING_COMPUTE && strcmp(c->class_, "special") != 0);

    return kind && c->validity != GAM_VOID && usable(c->value.value);
}

static void roofs_choose(const struct gam_report_device *device, struct gam_plot *plot)
{
    for (size_t i = 0; i < device->n_ceilings; i++) {
        const struct gam_ceiling *c = &device->ceiling[i];
        size_t j = 0;

        if (!drawable(c))
            continue;
        while (j < plot->n_roofs && !same_line(plot->roof[j].ceiling, c))
            j++;
        if (j == GAM_PLOT_ROOFS) {
            plot->n_undrawn++;
            continue;
        }
        if (j == plot->n_roofs)
            plot->n_roofs++;
        else if (!better(c, plot->roof[j].ceiling, plot->threads))
            continue;
        plot->roof[j] = (struct gam_plot_roof){ .ceiling = c,
                                                .value = c->value.value,
                                                .theoretical = usable(c->theoretical) ? c->theoretical : NAN };
    }
}

/* Memory before compute, faster before slower. */
static int roof_compare(const void *a, const void *b)
{
    const struct gam_plot_roof *x = a, *y = b;
    int x_memory = x->ceiling->kind == GAM_CEILING_MEMORY, y_memory = y->ceiling->kind == GAM_CEILING_MEMORY;

    if (x_memory != y_memory)
        return y_memory - x_memory;
    if (x->value != y->value)
        return x->value < y->value ? 1 : -1;
    return strcmp(x->ceiling->id, y->ceiling->id);
}

static double lower(const struct gam_quantity *q)
{
    return usable(q->low) && q->low < q->value ? q->low : q->value;
}

static double upper(const struct gam_quantity *q)
{
    return usable(q->high) && q->high > q->value ? q->high : q->value;
}

static int points_choose(const struct gam_report *report, size_t device, struct gam_plot *plot)
{
    plot->point = calloc(report->n_ops ? report->n_ops : 1, sizeof *plot->point);
    if (!plot->point)
        return -GAM_ENOMEM;
    for (size_t i = 0; i < report->n_ops; i++) {
        const struct gam_report_operator *op = &report->op[i];
        const struct gam_quantity *x = &op->intensity, *y = &op->flop_per_s;

        if (op->device != device || gam_view_group(op) != GAM_VIEW_RANKED)
            continue;
        if (!usable(x->value) || !usable(y->value)) {
            plot->n_unplaced++;
            continue;
        }
        plot->point[plot->n_points++] = (struct gam_plot_point){ .op = i,
                                                                 .x = x->value,
                                                                 .y = y->value,
                                                                 .x_low = lower(x),
                                                                 .x_high = upper(x),
                                                                 .y_low = lower(y),
                                                                 .y_high = upper(y),
                                                                 .share = usable(op->share.value) ? op->share.value : 0 };
    }
    return 0;
}

struct range {
    double low, high;
};

static void range_add(struct range *r, double v)
{
    if (!usable(v))
        return;
    r->low = fmin(r->low, v);
    r->high = fmax(r->high, v);
}

/* At least two decades, with some air at both ends. */
static struct range range_finish(struct range r, double below, double above)
{
    if (!(r.low <= r.high))
        return (struct range){ 1, 10 };
    r.low /= below;
    r.high *= above;
    while (r.high / r.low < 100) {
        r.low /= 1.2;
        r.high *= 1.2;
    }
    return r;
}

static void axes_choose(struct gam_plot *plot)
{
    struct range x = { INFINITY, -INFINITY }, y = { INFINITY, -INFINITY };

    for (size_t i = 0; i < plot->n_points; i++) {
        range_add(&x, plot->point[i].x_low);
        range_add(&x, plot->point[i].x_high);
        range_add(&y, plot->point[i].y_low);
        range_add(&y, plot->point[i].y_high);
    }
    for (size_t i = plot->n_memory; i < plot->n_roofs; i++) {
        range_add(&y, plot->roof[i].value);
        range_add(&y, plot->roof[i].theoretical);
    }
    for (size_t j = 0; j < plot->n_memory && plot->n_memory < plot->n_roofs; j++) /* the ridges under the highest roof */
        range_add(&x, plot->roof[plot->n_memory].value / plot->roof[j].value);
    if (plot->n_memory && !plot->n_points && plot->n_memory == plot->n_roofs) /* diagonals alone */
        range_add(&x, 1);
    x = range_finish(x, 2.5, 2.5);
    if (plot->n_memory == plot->n_roofs)
        for (size_t j = 0; j < plot->n_memory; j++)
            range_add(&y, plot->roof[j].value * sqrt(x.low * x.high));
    y = range_finish(y, 3, 2);
    plot->x_low = x.low;
    plot->x_high = x.high;
    plot->y_low = y.low;
    plot->y_high = y.high;
}

/* Memory roofs end at the highest compute roof; compute roofs begin at the fastest memory roof. */
static void lines_cut(struct gam_plot *plot)
{
    double top = plot->n_memory < plot->n_roofs ? plot->roof[plot->n_memory].value : plot->y_high;
    double fastest = plot->n_memory ? plot->roof[0].value : NAN;

    for (size_t i = 0; i < plot->n_roofs; i++) {
        struct gam_plot_roof *r = &plot->roof[i];
        int memory = i < plot->n_memory;

        r->x_low = !memory && usable(fastest) ? fmax(plot->x_low, r->value / fastest) : plot->x_low;
        r->x_high = memory ? fmin(plot->x_high, top / r->value) : plot->x_high;
    }
}

void gam_plot_join(struct gam_plot *a, struct gam_plot *b)
{
    a->x_low = b->x_low = fmin(a->x_low, b->x_low);
    a->x_high = b->x_high = fmax(a->x_high, b->x_high);
    a->y_low = b->y_low = fmin(a->y_low, b->y_low);
    a->y_high = b->y_high = fmax(a->y_high, b->y_high);
    lines_cut(a);
    lines_cut(b);
}

int gam_plot_build(const struct gam_report *report, size_t device, struct gam_plot *out, struct gam_err *err)
{
    memset(out, 0, sizeof *out);
    if (device >= report->n_devices)
        return gam_err_set(err, -GAM_EINVAL, "the report has no device %zu", device);
    out->threads = threads_choose(report, device);
    roofs_choose(&report->device[device], out);
    qsort(out->roof, out->n_roofs, sizeof *out->roof, roof_compare);
    while (out->n_memory < out->n_roofs && out->roof[out->n_memory].ceiling->kind == GAM_CEILING_MEMORY)
        out->n_memory++;
    if (points_choose(report, device, out))
        return gam_err_nomem(err);
    axes_choose(out);
    lines_cut(out);
    return 0;
}

void gam_plot_release(struct gam_plot *plot)
{
    free(plot->point);
    memset(plot, 0, sizeof *plot);
}

double gam_plot_roof_at(const struct gam_plot_roof *roof, double x)
{
    return roof->ceiling->kind == GAM_CEILING_MEMORY ? roof->value * x : roof->value;
}

double gam_plot_fraction(double value, double low, double high)
{
    double f = log(value / low) / log(high / low);

    return !(f > 0) ? 0 : f > 1 ? 1 : f;
}

size_t gam_plot_ticks(double low, double high, double *out, size_t most)
{
    static const double fine[] = { 1, 2, 5 };
    double decades = log10(high / low);
    size_t per = decades < 3 && 3 * decades + 1 <= (double)most ? 3 : 1, n = 0;
    int step = 1;

    while (per == 1 && decades / step + 1 > (double)most)
        step++;
    for (int e = (int)floor(log10(low)); e <= (int)ceil(log10(high)); e++)
        for (size_t k = 0; k < per; k++) {
            double tick = fine[k] * pow(10, e);

            if (e % step == 0 && tick >= low * 0.999999 && tick <= high * 1.000001 && n < most)
                out[n++] = tick;
        }
    return n;
}
