/* SPDX-License-Identifier: MIT */
#include "reports/fmt.h"

#include "common/unit.h"

#include <inttypes.h>
#include <stdio.h>

static const double fmt_spread_most = 100; /* per cent */

void gam_fmt_fixed(double value, int decimals, char *out, size_t size)
{
    static const int64_t scale[] = { 1, 10, 100, 1000, 10000, 100000, 1000000 };
    double scaled = value * (double)scale[decimals];
    uint64_t digits;

    if (!isfinite(value) || fabs(scaled) > 9e18) {
        snprintf(out, size, "-");
        return;
    }
    digits = (uint64_t)llround(fabs(scaled));
    /* printf's own %f would follow the locale's decimal sign. */
    if (decimals == 0)
        snprintf(out, size, "%s%" PRIu64, value < 0 && digits ? "-" : "", digits);
    else
        snprintf(out, size, "%s%" PRIu64 ".%0*" PRIu64, value < 0 && digits ? "-" : "", digits / (uint64_t)scale[decimals],
                 decimals, digits % (uint64_t)scale[decimals]);
}

void gam_fmt_quantity(const struct gam_quantity *q, char *out, size_t size)
{
    char text[GAM_FMT_SIZE];

    if (!isfinite(q->value)) {
        snprintf(out, size, "-");
        return;
    }
    gam_unit_text(q->value, q->unit ? q->unit : "", text, sizeof text);
    snprintf(out, size, "%s%s", q->flags & GAM_Q_LOWER_BOUND ? ">= " : "", text);
}

void gam_fmt_spread(const struct gam_quantity *q, char *out, size_t size)
{
    double far = fmax(q->value - q->low, q->high - q->value) / fabs(q->value) * 100;
    char text[GAM_FMT_SIZE];

    out[0] = 0;
    if (!isfinite(far) || !isfinite(q->low) || !isfinite(q->high) || q->low == q->high)
        return;
    gam_fmt_fixed(fmin(far, fmt_spread_most), far < 9.95 ? 1 : 0, text, sizeof text);
    snprintf(out, size, "±%s%s %%", far > fmt_spread_most ? ">" : "", text);
}

void gam_fmt_share(double share, char *out, size_t size)
{
    char text[GAM_FMT_SIZE];

    if (!isfinite(share)) {
        snprintf(out, size, "-");
        return;
    }
    gam_fmt_fixed(share * 100, fabs(share) < 0.0995 ? 1 : 0, text, sizeof text);
    snprintf(out, size, "%s %%", text);
}

void gam_fmt_roof_share(double share, char *out, size_t size)
{
    char text[GAM_FMT_SIZE];

    gam_fmt_share(share, text, sizeof text);
    snprintf(out, size, "%s%s", text, isfinite(share) && share > 1.05 ? "?" : "");
}

static void percent(double ratio, char *out, size_t size)
{
    char text[GAM_FMT_SIZE];
    double change = (ratio - 1) * 100;

    gam_fmt_fixed(change, fabs(change) < 1000 ? 1 : 0, text, sizeof text);
    snprintf(out, size, "%s%s", change >= 0 && *text != '-' ? "+" : "", text);
}

void gam_fmt_ratio(const struct gam_quantity *ratio, char *out, size_t size)
{
    char text[GAM_FMT_SIZE];

    percent(ratio->value, text, sizeof text);
    snprintf(out, size, "%s%s", isfinite(ratio->value) ? text : "-", isfinite(ratio->value) ? " %" : "");
}

void gam_fmt_times(double factor, char *out, size_t size)
{
    char text[GAM_FMT_SIZE];

    gam_fmt_fixed(factor, factor >= 100 ? 0 : factor >= 10 ? 1 : 2, text, sizeof text);
    snprintf(out, size, "%s%s", isfinite(factor) ? text : "-", isfinite(factor) ? "x" : "");
}

void gam_fmt_ratio_range(const struct gam_quantity *ratio, char *out, size_t size)
{
    char low[GAM_FMT_SIZE], high[GAM_FMT_SIZE];

    percent(ratio->low, low, sizeof low);
    percent(ratio->high, high, sizeof high);
    if (isfinite(ratio->value) && isfinite(ratio->low) && isfinite(ratio->high) && ratio->low < ratio->high)
        snprintf(out, size, "%s .. %s %%", low, high);
    else
        snprintf(out, size, "%s", "");
}

void gam_fmt_ns(double ns, char *out, size_t size)
{
    gam_unit_text(isfinite(ns) ? ns : NAN, "ns", out, size);
}

void gam_fmt_intensity(double v, char *out, size_t size)
{
    int exponent, decimals;
    char text[GAM_FMT_SIZE];

    if (!isfinite(v)) {
        snprintf(out, size, "-");
        return;
    }
    if (v == 0) {
        snprintf(out, size, "0");
        return;
    }
    exponent = (int)floor(log10(fabs(v)));
    if (exponent < -3 || exponent > 5) {
        gam_fmt_fixed(v / pow(10, exponent), 1, text, sizeof text);
        snprintf(out, size, "%se%d", text, exponent);
        return;
    }
    decimals = exponent >= 2 ? 0 : 2 - exponent;
    gam_fmt_fixed(v, decimals > 6 ? 6 : decimals, out, size);
}

void gam_fmt_tick(double value, int prefixed, char *out, size_t size)
{
    static const char prefix[] = "kMGTPE";
    size_t step = 0;
    char text[GAM_FMT_SIZE];

    while (prefixed && value >= 999.5 && step + 1 < sizeof prefix) {
        value /= 1000;
        step++;
    }
    if (value >= 0.9995 && value < 99999.5)
        gam_fmt_fixed(value, 0, text, sizeof text);
    else if (value >= 0.00095 && value < 1)
        gam_fmt_fixed(value, value > 0.095 ? 1 : value > 0.0095 ? 2 : 3, text, sizeof text);
    else
        snprintf(text, sizeof text, "%de%d", (int)lround(value / pow(10, floor(log10(value) + 1e-9))),
                 (int)floor(log10(value) + 1e-9));
    snprintf(out, size, "%s%s%.1s", text, step ? " " : "", step ? prefix + step - 1 : "");
}
