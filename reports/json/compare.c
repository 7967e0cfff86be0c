/* SPDX-License-Identifier: MIT */
/* gambrel-compare/1. */
#include "reports/json/priv.h"
#include "reports/view.h"

#include "analyzer/compare/compare.h"

static void run_write(struct gam_jsonw *w, const char *key, const struct gam_report *report, int64_t id)
{
    const struct gam_run *run = gam_view_run(report);
    const struct gam_host *host = gam_view_host(report);

    gam_jsonw_object(w, key);
    gam_json_int_positive(w, "id", id);
    gam_jsonw_text(w, "uuid", run ? run->uuid : NULL);
    gam_jsonw_text(w, "started", run ? run->started : NULL);
    gam_jsonw_text(w, "suite", run ? run->suite : NULL);
    gam_jsonw_text(w, "cpu", host ? host->cpu : NULL);
    gam_jsonw_text(w, "class", host ? host->class : NULL);
    gam_json_quantity(w, "unit_time_ns", &report->unit_time_ns);
    gam_jsonw_end(w);
}

static void differences_write(struct gam_jsonw *w, const struct gam_compare *c)
{
    gam_jsonw_bool(w, "times_comparable", !c->n_differences);
    gam_jsonw_array(w, "differences");
    for (size_t i = 0; i < c->n_differences; i++) {
        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "what", c->difference[i].what);
        gam_jsonw_text(w, "base", c->difference[i].base);
        gam_jsonw_text(w, "cand", c->difference[i].cand);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

static void summary_write(struct gam_jsonw *w, const struct gam_compare *c)
{
    gam_jsonw_object(w, "summary");
    for (int i = 0; i < GAM_CHANGES; i++)
        gam_jsonw_int(w, gam_compare_change_word((enum gam_compare_change)i), (int64_t)c->count[i]);
    gam_jsonw_end(w);
}

/* One side of an operator. */
static void side_write(struct gam_jsonw *w, const char *key, const struct gam_report *report,
                       const struct gam_report_operator *op)
{
    if (!op) {
        gam_jsonw_null(w, key);
        return;
    }
    gam_jsonw_object(w, key);
    gam_jsonw_text(w, "id", op->id);
    gam_jsonw_text(w, "op", op->spec);
    gam_json_text_or_null(w, "implementation", op->implementation);
    gam_jsonw_bool(w, "best", op->best);
    gam_json_text_or_null(w, "device", gam_view_device_id(report, op->device));
    gam_json_int_positive(w, "threads", op->threads);
    gam_json_quantity(w, "time_ns", &op->time_ns);
    gam_jsonw_text(w, "roof", op->roof ? op->roof->id : NULL);
    gam_json_quantity(w, "roof_share", &op->roof_share);
    gam_jsonw_text(w, "bound", gam_label_word(op->bound.label));
    gam_jsonw_end(w);
}

static void operators_write(struct gam_jsonw *w, const struct gam_compare *c)
{
    gam_jsonw_array(w, "operators");
    for (size_t i = 0; i < c->n_rows; i++) {
        const struct gam_compare_row *r = &c->row[i];
        const struct gam_report_operator *one = r->cand ? r->cand : r->base;

        gam_jsonw_object(w, NULL);
        gam_json_text_or_null(w, "name", one->name);
        gam_jsonw_text(w, "change", gam_compare_change_word(r->change));
        gam_jsonw_text(w, "moved", gam_compare_moved_word(r->moved));
        gam_jsonw_text(w, "match", gam_compare_match_word(r->match));
        gam_jsonw_text(w, "reason", r->reason);
        gam_json_quantity(w, "time_ratio", &r->time);
        gam_json_quantity(w, "roof_ratio", &r->roof);
        gam_json_quantity(w, "roof_share_ratio", &r->share);
        side_write(w, "base", c->base, r->base);
        side_write(w, "cand", c->cand, r->cand);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

static void roofs_write(struct gam_jsonw *w, const struct gam_compare *c)
{
    gam_jsonw_array(w, "roofs");
    for (size_t i = 0; i < c->n_roofs; i++) {
        const struct gam_compare_roof *r = &c->roof[i];
        const struct gam_ceiling *one = r->cand ? r->cand : r->base;

        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "kind", gam_ceiling_kind_word(one->kind));
        gam_jsonw_text(w, "unit", one->value.unit);
        gam_jsonw_text(w, "change", gam_compare_change_word(r->change));
        gam_json_quantity(w, "ratio", &r->ratio);
        gam_jsonw_text(w, "base_id", r->base ? r->base->id : NULL);
        gam_jsonw_real(w, "base", r->base ? r->base->value.value : NAN);
        gam_jsonw_text(w, "cand_id", r->cand ? r->cand->id : NULL);
        gam_jsonw_real(w, "cand", r->cand ? r->cand->value.value : NAN);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

void gam_json_compare(struct gam_jsonw *w, const struct gam_doc *doc)
{
    const struct gam_compare *c = doc->compare;

    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "schema", "gambrel-compare/1");
    gam_json_tool(w, doc);
    gam_jsonw_real(w, "threshold", c->threshold);
    run_write(w, "base", c->base, doc->base_id);
    run_write(w, "cand", c->cand, doc->run_id);
    differences_write(w, c);
    gam_jsonw_bool(w, "roofs_shared", c->roofs_shared);
    gam_json_quantity(w, "unit_time_ratio", &c->unit_time);
    summary_write(w, c);
    operators_write(w, c);
    roofs_write(w, c);
    gam_json_findings(w, c->finding, c->n_findings);
    gam_jsonw_end(w);
}
