/* SPDX-License-Identifier: MIT */
/* gambrel-hw/1: keys in the order of docs/schema/gambrel-hw-1.schema.json. */
#include "reports/hw_doc.h"
#include "reports/json/priv.h"

#include <math.h>
#include <string.h>

static void provenance_write(struct gam_jsonw *w, const struct gam_hw_device *d, const struct gam_hw_provenance *from)
{
    gam_jsonw_text(w, "kind", gam_hw_kind_word(from->kind));
    gam_jsonw_text(w, "confidence", gam_hw_confidence_word(from->confidence));
    gam_jsonw_array(w, "sources");
    for (size_t i = 0; i < d->n_sources; i++)
        if (from->sources >> i & 1u)
            gam_jsonw_text(w, NULL, d->source[i].id);
    gam_jsonw_end(w);
    gam_json_text_or_null(w, "note", from->note);
}

static void fact_write(struct gam_jsonw *w, const struct gam_hw_device *d, const struct gam_hw_fact *f)
{
    const struct gam_hw_rule *rule = gam_hw_rule(f->what);

    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "what", rule->word);
    for (int q = 0; q < GAM_HW_QUALIFIERS; q++)
        if (f->qualifier[q])
            gam_jsonw_text(w, gam_hw_qualifier_word((enum gam_hw_qualifier)q), f->qualifier[q]);
    if (rule->shape == GAM_HW_NUMBER) {
        gam_jsonw_real(w, "value", f->value);
        gam_jsonw_text(w, "unit", f->unit);
        gam_json_interval(w, "ci", f->low, f->high);
    } else if (rule->shape == GAM_HW_TEXT) {
        gam_jsonw_text(w, "text", f->text);
    } else {
        gam_jsonw_bool(w, "has", f->has != 0);
    }
    provenance_write(w, d, &f->from);
    gam_jsonw_end(w);
}

static void per_dtype(struct gam_jsonw *w, const char *key, const struct gam_hw_device *d, int ridge)
{
    gam_jsonw_object(w, key);
    for (size_t i = 0; gam_hw_dtypes[i]; i++) {
        const struct gam_hw_fact *peak = gam_hw_peak(d, gam_hw_dtypes[i], "dense", NULL);

        gam_jsonw_real(w, gam_hw_dtypes[i], ridge ? gam_hw_ridge(d, gam_hw_dtypes[i]) : peak ? peak->value : NAN);
    }
    gam_jsonw_end(w);
}

static void coverage_write(struct gam_jsonw *w, const struct gam_hw_device *d)
{
    gam_jsonw_object(w, "operators");
    gam_jsonw_text(w, "coverage", gam_hw_coverage_word(d->coverage));
    gam_jsonw_array(w, "kinds");
    for (size_t i = 0; i < d->n_kinds; i++)
        gam_jsonw_text(w, NULL, d->kind[i]);
    gam_jsonw_end(w);
    provenance_write(w, d, &d->coverage_from);
    gam_jsonw_end(w);
}

static void details_write(struct gam_jsonw *w, const struct gam_hw_device *d)
{
    gam_jsonw_array(w, "notes");
    for (size_t i = 0; i < d->n_notes; i++)
        gam_jsonw_text(w, NULL, d->note[i]);
    gam_jsonw_end(w);
    gam_jsonw_array(w, "facts");
    for (size_t i = 0; i < d->n_facts; i++)
        fact_write(w, d, &d->fact[i]);
    gam_jsonw_end(w);
    gam_jsonw_array(w, "sources");
    for (size_t i = 0; i < d->n_sources; i++) {
        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "id", d->source[i].id);
        gam_jsonw_text(w, "title", d->source[i].title);
        gam_json_text_or_null(w, "says", d->source[i].says);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

static void device_write(struct gam_jsonw *w, const struct gam_hw_device *d, int details)
{
    const struct gam_hw_fact *bytes = gam_hw_capacity(d), *bandwidth = gam_hw_bandwidth(d);

    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "id", d->id);
    gam_jsonw_text(w, "name", d->name);
    gam_jsonw_text(w, "vendor", d->vendor);
    gam_jsonw_text(w, "family", d->family);
    gam_jsonw_text(w, "status", d->status);
    gam_jsonw_text(w, "part", d->part);
    gam_json_text_or_null(w, "beside", d->beside);
    gam_json_text_or_null(w, "file", d->origin);
    gam_jsonw_real(w, "memory_bytes", bytes ? bytes->value : NAN);
    gam_jsonw_real(w, "bandwidth_bytes_per_s", bandwidth ? bandwidth->value : NAN);
    gam_jsonw_real(w, "tdp_watt", gam_hw_number(d, GAM_HW_TDP));
    gam_jsonw_real(w, "year", gam_hw_number(d, GAM_HW_YEAR));
    per_dtype(w, "peak_per_s", d, 0);
    per_dtype(w, "ridge_per_byte", d, 1);
    coverage_write(w, d);
    if (details)
        details_write(w, d);
    gam_jsonw_end(w);
}

static void faults_write(struct gam_jsonw *w, const struct gam_hw_doc *hw)
{
    gam_jsonw_array(w, "faults");
    for (size_t i = 0; i < hw->n_faults; i++) {
        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "device", hw->fault[i].device);
        gam_jsonw_text(w, "rule", hw->fault[i].rule);
        gam_jsonw_text(w, "text", hw->fault[i].text);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

static void dated_write(struct gam_jsonw *w, const struct gam_hw_doc *hw)
{
    gam_jsonw_array(w, "tables");
    for (size_t i = 0; i < hw->n_dated; i++) {
        const struct gam_hw_dated_row *r = &hw->dated[i];

        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "table", r->table);
        gam_jsonw_text(w, "key", r->key);
        gam_jsonw_text(w, "name", r->name);
        gam_jsonw_real(w, "value", r->value);
        gam_jsonw_text(w, "unit", r->unit);
        gam_jsonw_text(w, "as_of", r->as_of);
        gam_jsonw_text(w, "kind", gam_hw_kind_word(r->kind));
        gam_jsonw_text(w, "confidence", gam_hw_confidence_word(r->confidence));
        gam_jsonw_text(w, "source", r->source);
        gam_json_text_or_null(w, "note", r->note);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

void gam_json_hw(struct gam_jsonw *w, const struct gam_doc *doc)
{
    static const char *const views[] = { "list", "show", "check", "tables" };
    const struct gam_hw_doc *hw = doc->hw;

    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "schema", "gambrel-hw/1");
    gam_json_tool(w, doc);
    gam_jsonw_text(w, "view", views[hw->view]);
    gam_jsonw_int(w, "devices_known", (int64_t)hw->of);
    gam_jsonw_array(w, "devices");
    for (size_t i = 0; i < hw->n; i++)
        device_write(w, hw->device[i], hw->view == GAM_HW_VIEW_SHOW);
    gam_jsonw_end(w);
    faults_write(w, hw);
    dated_write(w, hw);
    gam_jsonw_end(w);
}
