/* SPDX-License-Identifier: MIT */
#include "reports/json/priv.h"

void gam_json_int_or_null(struct gam_jsonw *w, const char *key, int64_t value)
{
    if (value == GAM_NULL_INT)
        gam_jsonw_null(w, key);
    else
        gam_jsonw_int(w, key, value);
}

void gam_json_int_positive(struct gam_jsonw *w, const char *key, int64_t value)
{
    gam_json_int_or_null(w, key, value > 0 ? value : GAM_NULL_INT);
}

void gam_json_text_or_null(struct gam_jsonw *w, const char *key, const char *text)
{
    gam_jsonw_text(w, key, text && *text ? text : NULL);
}

void gam_json_interval(struct gam_jsonw *w, const char *key, double low, double high)
{
    if (!isfinite(low) || !isfinite(high)) {
        gam_jsonw_null(w, key);
        return;
    }
    gam_jsonw_array(w, key);
    gam_jsonw_real(w, NULL, low);
    gam_jsonw_real(w, NULL, high);
    gam_jsonw_end(w);
}

void gam_json_quantity_members(struct gam_jsonw *w, const struct gam_quantity *q)
{
    gam_jsonw_real(w, "value", q->value);
    gam_json_interval(w, "ci", q->low, q->high);
    gam_json_int_positive(w, "n", q->n);
    gam_jsonw_text(w, "source", gam_source_word(q->source));
    gam_json_text_or_null(w, "reason", q->reason);
}

void gam_json_quantity(struct gam_jsonw *w, const char *key, const struct gam_quantity *q)
{
    gam_jsonw_object(w, key);
    gam_json_quantity_members(w, q);
    gam_jsonw_end(w);
}

void gam_json_tool(struct gam_jsonw *w, const struct gam_doc *doc)
{
    gam_jsonw_object(w, "tool");
    gam_json_text_or_null(w, "version", doc->tool_version);
    gam_json_text_or_null(w, "commit", doc->tool_commit);
    gam_jsonw_end(w);
}
