/* SPDX-License-Identifier: MIT */
/* One SVG file: of a report a roofline per device, the resource bars, the time view, one below the other. */
#include "reports/render_priv.h"
#include "reports/style.h"
#include "reports/svg/gate.h"
#include "reports/svg/svg.h"

#include "analyzer/compare/compare.h"
#include "analyzer/network/network.h"

#include <stdio.h>

enum { WIDTH = 960, GAP = 24, SVG_KINDS = 1u << GAM_DOC_REPORT | 1u << GAM_DOC_GATE | 1u << GAM_DOC_COMPARE };

/* Figures of a document, one below the other from the top; the height. */
static double report_write(struct gam_strbuf *out, const struct gam_doc *doc)
{
    const struct gam_report *report = doc->report;
    double y = GAP;

    for (size_t i = 0; i < report->n_devices; i++) {
        char id[32];
        struct gam_svg_frame frame = { .id = id, .y = y, .width = WIDTH };

        snprintf(id, sizeof id, "roof%zu", i);
        y += gam_svg_roofline(out, report, i, &frame) + GAP;
    }
    if (report->network && report->network->ridge.n)
        y += gam_svg_ridgeline(out, report, &(struct gam_svg_frame){ .id = "ridge", .y = y, .width = WIDTH }) + GAP;
    y += gam_svg_bars(out, report, &(struct gam_svg_frame){ .id = "bars", .y = y, .width = WIDTH }) + GAP;
    y += gam_svg_time(out, report, &(struct gam_svg_frame){ .id = "time", .y = y, .width = WIDTH }) + GAP;
    return y;
}

static double gate_write(struct gam_strbuf *out, const struct gam_doc *doc)
{
    return GAP + gam_svg_gate(out, doc->gate, &(struct gam_svg_frame){ .id = "gate", .y = GAP, .width = WIDTH }) + GAP;
}

static double compare_write(struct gam_strbuf *out, const struct gam_doc *doc)
{
    double y = GAP;

    for (size_t i = 0; i < doc->compare->cand->n_devices; i++) {
        char id[32];
        struct gam_svg_frame frame = { .id = id, .y = y, .width = WIDTH };

        snprintf(id, sizeof id, "over%zu", i);
        y += gam_svg_compare(out, doc->compare, i, &frame) + GAP;
    }
    return y;
}

/* By enum gam_doc_kind; `style` beside "plot". */
static const struct {
    double (*write)(struct gam_strbuf *, const struct gam_doc *);
    const char *style;
} figures[] = {
    [GAM_DOC_REPORT] = { report_write, "" },
    [GAM_DOC_GATE] = { gate_write, "" },
    [GAM_DOC_COMPARE] = { compare_write, "compare" },
};

static int svg_render(const struct gam_doc *doc, const struct gam_render_options *options, const struct gam_byte_sink *sink,
                      struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(GAM_RENDER_CAP), body = GAM_STRBUF_INIT(GAM_RENDER_CAP);
    int rc = gam_render_kind_check(doc, SVG_KINDS, "svg", err);
    double height;

    (void)options;
    if (rc)
        return rc;
    height = figures[doc->kind].write(&body, doc);
    gam_strbuf_printf(&out,
                      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sheet\" "
                      "width=\"%d\" height=\"",
                      WIDTH);
    gam_svg_number(&out, height);
    gam_strbuf_printf(&out, "\" viewBox=\"0 0 %d ", WIDTH);
    gam_svg_number(&out, height);
    gam_strbuf_printf(&out, "\">\n<style>\n%s%s</style>\n<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n",
                      gam_style_text("plot"), gam_style_text(figures[doc->kind].style));
    gam_strbuf_bytes(&out, gam_strbuf_get(&body), body.length);
    gam_strbuf_text(&out, "</svg>\n");
    if (body.failed)
        out.failed = body.failed;
    gam_strbuf_release(&body);
    return gam_render_flush(&out, sink, err);
}

const struct gam_renderer gam_renderer_svg = {
    .name = "svg",
    .suffix = "svg",
    .summary = "the figures alone",
    .kinds = SVG_KINDS,
    .render = svg_render,
};
