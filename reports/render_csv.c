/* SPDX-License-Identifier: MIT */
/* CSV (RFC 4180, with a header line): a row per operator and implementation, numbers in the units of their column's name, empty
 * where unknown. */
#include "common/json.h"
#include "reports/escape.h"
#include "reports/render_priv.h"
#include "reports/view.h"

enum { CSV_KINDS = 1u << GAM_DOC_REPORT };

static void number(struct gam_strbuf *out, double value)
{
    char text[64];

    gam_strbuf_char(out, ',');
    if (!isfinite(value))
        return;
    gam_json_double_text(value, text, sizeof text);
    gam_strbuf_text(out, text);
}

static void text(struct gam_strbuf *out, const char *value)
{
    gam_strbuf_char(out, ',');
    gam_escape_csv(out, value);
}

static void row(struct gam_strbuf *out, const struct gam_report *report, size_t i)
{
    const struct gam_report_operator *op = &report->op[i];

    gam_strbuf_printf(out, "%zu", i + 1);
    text(out, op->spec);
    text(out, op->name);
    text(out, op->implementation);
    gam_strbuf_printf(out, ",%d", op->best != 0);
    text(out, gam_view_device_id(report, op->device));
    gam_strbuf_printf(out, ",%d", op->threads);
    text(out, gam_view_cache_word(op->cache));
    number(out, op->calls == GAM_NULL_INT ? NAN : (double)op->calls);
    text(out, (size_t)op->status < gam_words_status.n ? gam_words_status.word[op->status] : NULL);
    text(out, op->reason ? op->reason : op->time_ns.reason);
    number(out, op->time_ns.value);
    number(out, op->time_ns.low);
    number(out, op->time_ns.high);
    number(out, op->share.value);
    number(out, op->flop.value);
    number(out, op->flop_per_s.value);
    number(out, op->bytes_per_s.value);
    text(out, op->intensity_level);
    number(out, op->intensity.value);
    text(out, gam_label_word(op->bound.label));
    text(out, op->bound.resource);
    text(out, op->bound.level);
    text(out, op->bound.link);
    number(out, op->bound.confidence);
    text(out, op->bound.reason);
    text(out, op->roof ? op->roof->id : NULL);
    number(out, op->roof_share.value);
    number(out, op->t_lo_ns);
    number(out, op->t_mod_ns);
    number(out, op->gain_ns.value);
    number(out, op->relief_ns.value);
    number(out, op->energy_joule.value);
    gam_strbuf_text(out, "\r\n");
}

static int csv_render(const struct gam_doc *doc, const struct gam_render_options *options, const struct gam_byte_sink *sink,
                      struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(GAM_RENDER_CAP);
    int rc = gam_render_kind_check(doc, CSV_KINDS, "csv", err);

    (void)options;
    if (rc)
        return rc;
    gam_strbuf_text(
        &out,
        "number,op,name,implementation,best,device,threads,cache,calls,status,reason,time_ns,time_low_ns,time_high_ns,share,"
        "flop,flop_per_s,bytes_per_s,level,flop_per_byte,label,resource,bound_level,link,confidence,why,roof,roof_share,"
        "t_lo_ns,t_mod_ns,gain_ns,relief_ns,energy_joule\r\n");
    for (size_t i = 0; i < doc->report->n_ops; i++)
        row(&out, doc->report, i);
    return gam_render_flush(&out, sink, err);
}

const struct gam_renderer gam_renderer_csv = {
    .name = "csv",
    .suffix = "csv",
    .summary = "one line per operator, for spreadsheets",
    .kinds = CSV_KINDS,
    .render = csv_render,
};
