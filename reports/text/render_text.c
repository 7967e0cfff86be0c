/* SPDX-License-Identifier: MIT */
#include "reports/render_priv.h"
#include "reports/text/ascii.h"
#include "reports/text/priv.h"

enum { COLUMNS_DEFAULT = 100, COLUMNS_LEAST = 40, COLUMNS_MOST = 200 };
enum {
    TEXT_KINDS = 1u << GAM_DOC_REPORT | 1u << GAM_DOC_DOCTOR | 1u << GAM_DOC_DEVICES | 1u << GAM_DOC_RUNS | 1u << GAM_DOC_PLAN |
                 1u << GAM_DOC_GATE | 1u << GAM_DOC_COMPARE | 1u << GAM_DOC_COST | 1u << GAM_DOC_HW | 1u << GAM_DOC_WHATIF
};

/* By enum gam_doc_kind. */
static void (*const writers[])(const struct gam_text *, const struct gam_doc *) = {
    [GAM_DOC_REPORT] = gam_text_report,   [GAM_DOC_DOCTOR] = gam_text_doctor, [GAM_DOC_DEVICES] = gam_text_devices,
    [GAM_DOC_RUNS] = gam_text_runs,       [GAM_DOC_PLAN] = gam_text_plan,     [GAM_DOC_GATE] = gam_text_gate,
    [GAM_DOC_COMPARE] = gam_text_compare, [GAM_DOC_COST] = gam_text_cost,     [GAM_DOC_HW] = gam_text_hw,
    [GAM_DOC_WHATIF] = gam_text_whatif,
};

static size_t columns_choose(int asked)
{
    if (asked <= 0)
        return COLUMNS_DEFAULT;
    return (size_t)(asked < COLUMNS_LEAST ? COLUMNS_LEAST : asked > COLUMNS_MOST ? COLUMNS_MOST : asked);
}

static int text_render(const struct gam_doc *doc, const struct gam_render_options *options, const struct gam_byte_sink *sink,
                       struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(GAM_RENDER_CAP);
    struct gam_text text = {
        .out = &out, .columns = columns_choose(options->columns), .colour = options->colour, .ascii = options->ascii
    };
    int rc = gam_render_kind_check(doc, TEXT_KINDS, "text", err);

    if (rc)
        return rc;
    writers[doc->kind](&text, doc);
    if (text.ascii && !out.failed && out.length)
        out.length = gam_ascii_in_place(out.text, out.length);
    return gam_render_flush(&out, sink, err);
}

const struct gam_renderer gam_renderer_text = {
    .name = "text",
    .suffix = "txt",
    .summary = "tables and a roofline for the terminal",
    .kinds = TEXT_KINDS,
    .render = text_render,
};
