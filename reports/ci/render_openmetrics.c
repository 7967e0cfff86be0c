/* SPDX-License-Identifier: MIT */
/* OpenMetrics text of a gate (github.com/prometheus/OpenMetrics, version 1.0): for Prometheus, and for `metrics` reports of
 * GitLab, which compares the values as texts; so they are rounded to what the interval could hold, three digits.
 */
#include "reports/ci/escape_ci.h"
#include "reports/fmt.h"
#include "reports/gate_view.h"
#include "reports/render_priv.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { OPENMETRICS_KINDS = 1u << GAM_DOC_GATE };

static double get_ratio(const struct gam_gate_case *c)
{
    return c->first.ratio;
}
static double get_low(const struct gam_gate_case *c)
{
    return c->first.ratio_low;
}
static double get_high(const struct gam_gate_case *c)
{
    return c->first.ratio_high;
}
static double get_mde(const struct gam_gate_case *c)
{
    return c->first.mde;
}
static double get_floor(const struct gam_gate_case *c)
{
    return c->first.noise_floor;
}
static double get_threshold(const struct gam_gate_case *c)
{
    return c->threshold_ratio;
}

static const struct family {
    const char *name, *help;
    double (*get)(const struct gam_gate_case *c);
} families[] = {
    { "gambrel_gate_ratio", "Candidate over base", get_ratio },
    { "gambrel_gate_ratio_low", "Low end of its interval", get_low },
    { "gambrel_gate_ratio_high", "High end of its interval", get_high },
    { "gambrel_gate_visible_ratio", "Smallest relative slowdown that would have been called", get_mde },
    { "gambrel_gate_noise_ratio", "Relative difference that equal arms reach once in 20 gates", get_floor },
    { "gambrel_gate_threshold_ratio", "Relative slowdown from which on a case is a regression", get_threshold },
};

/* Labels must be unique in a family: cases of one name and metric are told apart by their order. */
static void labels(struct gam_strbuf *out, const struct gam_gate *g, size_t i)
{
    const struct gam_gate_case *c = &g->cases[i];
    size_t earlier = 0;

    for (size_t k = 0; k < i; k++)
        earlier += gam_escape_same(gam_gate_name(&g->cases[k]), gam_gate_name(c)) &&
                   gam_escape_same(gam_gate_metric(&g->cases[k]), gam_gate_metric(c));
    gam_strbuf_text(out, "case=\"");
    gam_escape_label(out, gam_gate_name(c));
    gam_strbuf_text(out, "\",metric=\"");
    gam_escape_label(out, gam_gate_metric(c));
    gam_strbuf_char(out, '"');
    if (earlier)
        gam_strbuf_printf(out, ",number=\"%zu\"", earlier + 1);
}

static void head(struct gam_strbuf *out, const char *name, const char *type, const char *help)
{
    gam_strbuf_printf(out, "# TYPE %s %s\n# HELP %s %s.\n", name, type, name, help);
}

static void family_write(struct gam_strbuf *out, const struct gam_gate *g, const struct family *f)
{
    char text[GAM_FMT_SIZE];

    head(out, f->name, "gauge", f->help);
    for (size_t i = 0; i < g->n_cases; i++) {
        double value = f->get(&g->cases[i]);

        if (!isfinite(value))
            continue;
        gam_fmt_fixed(value, 3, text, sizeof text);
        gam_strbuf_printf(out, "%s{", f->name);
        labels(out, g, i);
        gam_strbuf_printf(out, "} %s\n", text);
    }
}

static void verdicts_write(struct gam_strbuf *out, const struct gam_gate *g)
{
    static const char name[] = "gambrel_gate_verdict";

    head(out, name, "stateset", "What the gate says of a case");
    for (size_t i = 0; i < g->n_cases; i++)
        for (int v = GAM_GATE_PASS; v <= GAM_GATE_FAILED; v++) {
            gam_strbuf_printf(out, "%s{", name);
            labels(out, g, i);
            gam_strbuf_printf(out, ",%s=\"%s\"} %d\n", name, gam_gate_verdict_word((enum gam_gate_verdict)v),
                              g->cases[i].verdict == (enum gam_gate_verdict)v);
        }
}

static int openmetrics_render(const struct gam_doc *doc, const struct gam_render_options *options,
                              const struct gam_byte_sink *sink, struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(GAM_RENDER_CAP);
    int rc = gam_render_kind_check(doc, OPENMETRICS_KINDS, "openmetrics", err);

    (void)options;
    if (rc)
        return rc;
    verdicts_write(&out, doc->gate);
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        family_write(&out, doc->gate, &families[i]);
    head(&out, "gambrel_gate_exit_code", "gauge", "Exit code of the gate");
    gam_strbuf_printf(&out, "gambrel_gate_exit_code %d\n# EOF\n", doc->gate->exit_code);
    return gam_render_flush(&out, sink, err);
}

const struct gam_renderer gam_renderer_openmetrics = {
    .name = "openmetrics",
    .suffix = "prom",
    .summary = "OpenMetrics text of a gate",
    .kinds = OPENMETRICS_KINDS,
    .render = openmetrics_render,
};
