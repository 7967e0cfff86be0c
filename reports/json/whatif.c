/* SPDX-License-Identifier: MIT */
/* gambrel-whatif/1: keys in the order of docs/schema/gambrel-whatif-1.schema.json. */
#include "analyzer/whatif/whatif.h"
#include "reports/json/priv.h"

#include <math.h>

static void label_write(struct gam_jsonw *w, const char *key, const struct gam_bound *b)
{
    gam_jsonw_object(w, key);
    gam_jsonw_text(w, "label", gam_label_word(b->label));
    gam_json_text_or_null(w, "resource", b->resource);
    gam_json_text_or_null(w, "level", b->level);
    gam_jsonw_real(w, "confidence", b->confidence);
    gam_jsonw_end(w);
}

static void limits_write(struct gam_jsonw *w, const struct gam_whatif *x)
{
    gam_jsonw_array(w, "limits");
    for (size_t i = 0; i < x->n_limits; i++) {
        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "resource", gam_resource_kind_word(x->limit[i].kind));
        gam_jsonw_real(w, "share", x->limit[i].share);
        gam_jsonw_real(w, "limit_ns", x->limit[i].limit_ns);
        gam_jsonw_real(w, "speedup_at_most", x->limit[i].speedup);
        gam_jsonw_real(w, "stops_binding_at", x->limit[i].flips_at_k);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

static void row_write(struct gam_jsonw *w, const struct gam_projected *row)
{
    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "id", row->op->id);
    gam_jsonw_text(w, "op", row->op->spec);
    gam_jsonw_text(w, "op_after", row->spec);
    gam_json_text_or_null(w, "name", row->op->name);
    gam_jsonw_text(w, "implementation", row->op->implementation);
    gam_jsonw_int(w, "calls", row->op->calls);
    gam_json_quantity(w, "before_ns", &row->op->time_ns);
    gam_json_quantity(w, "after_ns", &row->time_ns);
    gam_jsonw_real(w, "bound_ns", row->bound_ns);
    gam_jsonw_text(w, "runs", row->covered > 0 ? "there" : row->covered == 0 ? "host" : "unknown");
    gam_jsonw_real(w, "efficiency", row->efficiency);
    gam_json_text_or_null(w, "efficiency_of", row->class_);
    gam_jsonw_real(w, "break_even_bytes_per_s", row->break_even_bytes_per_s);
    label_write(w, "bound", &row->bound);
    gam_json_text_or_null(w, "reason", row->reason);
    gam_jsonw_end(w);
}

static void operators_write(struct gam_jsonw *w, const struct gam_whatif *x)
{
    const struct gam_projection *p = x->projection;

    if (!p) {
        gam_jsonw_null(w, "operators");
        gam_jsonw_null(w, "coverage");
        return;
    }
    gam_jsonw_array(w, "operators");
    for (size_t i = 0; i < p->n; i++)
        row_write(w, &p->row[i]);
    gam_jsonw_end(w);
    gam_jsonw_object(w, "coverage");
    gam_jsonw_real(w, "there", p->covered_share);
    gam_jsonw_real(w, "host", p->fallback_share);
    gam_jsonw_real(w, "unknown", p->unknown_share);
    gam_jsonw_real(w, "without_time", p->missing_share);
    gam_jsonw_real(w, "resident_bytes", p->resident_bytes);
    gam_jsonw_end(w);
}

static void parts_write(struct gam_jsonw *w, const struct gam_whatif *x)
{
    gam_jsonw_array(w, "parts");
    for (size_t i = 0; i < x->n_parts; i++) {
        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "name", x->part[i].name);
        gam_jsonw_real(w, "value", x->part[i].value);
        gam_jsonw_text(w, "unit", x->part[i].unit);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

static void backtest_write(struct gam_jsonw *w, const struct gam_backtest *b)
{
    if (!b) {
        gam_jsonw_null(w, "backtest");
        return;
    }
    gam_jsonw_object(w, "backtest");
    gam_jsonw_int(w, "n", (int64_t)b->n);
    gam_jsonw_real(w, "median_error", b->median);
    gam_jsonw_real(w, "median_error_low", b->median_low);
    gam_jsonw_real(w, "median_error_high", b->median_high);
    gam_jsonw_real(w, "p90_error", b->p90);
    gam_jsonw_real(w, "inside_share", b->inside_share);
    gam_jsonw_int(w, "roofs_compared", (int64_t)b->n_roofs);
    gam_jsonw_real(w, "roofs_moved", b->roofs_moved);
    gam_jsonw_real(w, "roofs_moved_most", b->roofs_moved_most);
    gam_jsonw_array(w, "operators");
    for (size_t i = 0; i < b->n; i++) {
        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "op", b->row[i].projected->spec);
        gam_jsonw_text(w, "implementation", b->row[i].measured->implementation);
        gam_json_quantity(w, "projected_ns", &b->row[i].projected->time_ns);
        gam_json_quantity(w, "measured_ns", &b->row[i].measured->time_ns);
        gam_jsonw_real(w, "error", b->row[i].error);
        gam_jsonw_bool(w, "inside", b->row[i].inside != 0);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
    gam_jsonw_end(w);
}

static void claim_write(struct gam_jsonw *w, const struct gam_whatif *x)
{
    if (isnan(x->claim)) {
        gam_jsonw_null(w, "claim");
        return;
    }
    gam_jsonw_object(w, "claim");
    gam_jsonw_real(w, "speedup", x->claim);
    gam_jsonw_bool(w, "possible", x->claim_possible != 0);
    gam_jsonw_text(w, "reason", x->claim_reason);
    gam_jsonw_end(w);
}

void gam_json_whatif(struct gam_jsonw *w, const struct gam_doc *doc)
{
    static const char *const fits[] = { NULL, "no", "yes" };
    const struct gam_whatif *x = doc->whatif;

    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "schema", "gambrel-whatif/1");
    gam_json_tool(w, doc);
    gam_jsonw_text(w, "subject", x->subject);
    gam_jsonw_text(w, "name", x->name);
    gam_json_text_or_null(w, "unit", x->unit);
    gam_json_text_or_null(w, "device", x->device);
    gam_jsonw_array(w, "edits");
    for (size_t i = 0; i < x->n_edits; i++)
        gam_jsonw_text(w, NULL, x->edit[i]);
    gam_jsonw_end(w);
    gam_jsonw_text(w, "answer", x->bound ? "bound" : "estimate");
    gam_json_quantity(w, "before_ns", &x->before_ns);
    gam_json_quantity(w, "after_ns", &x->after_ns);
    gam_json_quantity(w, "speedup", &x->speedup);
    label_write(w, "label_before", &x->label_before);
    label_write(w, "label_after", &x->label_after);
    limits_write(w, x);
    gam_json_text_or_null(w, "fits", fits[x->fits + 1]);
    parts_write(w, x);
    operators_write(w, x);
    backtest_write(w, x->backtest);
    claim_write(w, x);
    gam_jsonw_array(w, "notes");
    for (size_t i = 0; i < x->n_notes; i++)
        gam_jsonw_text(w, NULL, x->note[i]);
    gam_jsonw_end(w);
    gam_jsonw_end(w);
}
