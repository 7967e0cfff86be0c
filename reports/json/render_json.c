/* SPDX-License-Identifier: MIT */
#include "reports/json/priv.h"
#include "reports/render_priv.h"

/* By enum gam_doc_kind; NULL: this document has no JSON form yet. */
static void (*const writers[])(struct gam_jsonw *, const struct gam_doc *) = {
    [GAM_DOC_REPORT] = gam_json_report,   [GAM_DOC_DOCTOR] = gam_json_doctor, [GAM_DOC_DEVICES] = gam_json_devices,
    [GAM_DOC_RUNS] = gam_json_runs,       [GAM_DOC_PLAN] = gam_json_plan,     [GAM_DOC_GATE] = gam_json_gate,
    [GAM_DOC_COMPARE] = gam_json_compare, [GAM_DOC_COST] = gam_json_cost,     [GAM_DOC_HW] = gam_json_hw,
    [GAM_DOC_WHATIF] = gam_json_whatif,
};

enum {
    JSON_KINDS = 1u << GAM_DOC_REPORT | 1u << GAM_DOC_DOCTOR | 1u << GAM_DOC_DEVICES | 1u << GAM_DOC_RUNS | 1u << GAM_DOC_PLAN |
                 1u << GAM_DOC_GATE | 1u << GAM_DOC_COMPARE | 1u << GAM_DOC_COST | 1u << GAM_DOC_HW | 1u << GAM_DOC_WHATIF
};

static int json_render(const struct gam_doc *doc, const struct gam_render_options *options, const struct gam_byte_sink *sink,
                       struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(GAM_RENDER_CAP);
    struct gam_jsonw w;
    int rc = gam_render_kind_check(doc, JSON_KINDS, "json", err);

    (void)options;
    if (rc)
        return rc;
    gam_jsonw_init(&w, &out, true);
    writers[doc->kind](&w, doc);
    gam_strbuf_char(&out, '\n');
    return gam_render_flush(&out, sink, err);
}

const struct gam_renderer gam_renderer_json = {
    .name = "json",
    .suffix = "json",
    .summary = "every figure with its source, for programs (gambrel-report/1)",
    .kinds = JSON_KINDS,
    .render = json_render,
};
