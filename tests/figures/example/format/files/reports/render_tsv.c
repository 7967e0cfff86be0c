/* SPDX-License-Identifier: MIT */
/* Tab-separated values for cut and awk: a header line, then a row per operator and implementation; empty where unknown. */
#include "common/json.h"
#include "reports/escape.h"
#include "reports/render_priv.h"
#include "reports/view.h"

enum { TSV_KINDS = 1u << GAM_DOC_REPORT };

static void number(struct gam_strbuf *out, double value)
{
    char text[64];

    gam_strbuf_char(out, '\t');
    if (!isfinite(value))
        return;
    gam_json_double_text(value, text, sizeof text);
    gam_strbuf_text(out, text);
}

static void text(struct gam_strbuf *out, const char *value)
{
    gam_strbuf_char(out, '\t');
    gam_escape_plain(out, value);
}

static int tsv_render(const struct gam_doc *doc, const struct gam_render_options *options, const struct gam_byte_sink *sink,
                      struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(GAM_RENDER_CAP);
    int rc = gam_render_kind_check(doc, TSV_KINDS, "tsv", err);

    (void)options;
    if (rc)
        return rc;
    gam_strbuf_text(&out, "op\timplementation\tdevice\ttime_ns\tflop_per_s\tlabel\troof_share\n");
    for (size_t i = 0; i < doc->report->n_ops; i++) {
        const struct gam_report_operator *op = &doc->report->op[i];

        gam_escape_plain(&out, op->spec);
        text(&out, op->implementation);
        text(&out, gam_view_device_id(doc->report, op->device));
        number(&out, op->time_ns.value);
        number(&out, op->flop_per_s.value);
        text(&out, gam_label_word(op->bound.label));
        number(&out, op->roof_share.value);
        gam_strbuf_char(&out, '\n');
    }
    return gam_render_flush(&out, sink, err);
}

const struct gam_renderer gam_renderer_tsv = {
    .name = "tsv",
    .suffix = "tsv",
    .summary = "one line per operator, for cut and awk",
    .kinds = TSV_KINDS,
    .render = tsv_render,
};
