/* SPDX-License-Identifier: MIT */
#include "reports/json/priv.h"

#include <math.h>

/* true: its self-tests passed; false: it is void; null: undecided, its interval straddles a limit (noisy). `reason` says why. */
static void valid_write(struct gam_jsonw *w, enum gam_validity validity)
{
    if (validity == GAM_NOISY)
        gam_jsonw_null(w, "valid");
    else
        gam_jsonw_bool(w, "valid", validity == GAM_VALID);
}

static void ceiling_write(struct gam_jsonw *w, const struct gam_ceiling *c)
{
    int has_dtype = c->dtype >= 0 && c->dtype < GAM_DTYPE_COUNT;

    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "id", c->id);
    gam_jsonw_text(w, "kind", gam_ceiling_kind_word(c->kind));
    gam_json_text_or_null(w, "level", c->level);
    gam_json_text_or_null(w, "link", c->link);
    gam_json_text_or_null(w, "pipe", c->pipe);
    gam_json_text_or_null(w, "class", c->class_);
    gam_jsonw_text(w, "dtype", has_dtype ? gam_dtype_info((enum gam_dtype)c->dtype)->name : NULL);
    gam_json_text_or_null(w, "pattern", c->pattern);
    gam_json_int_positive(w, "threads", c->threads);
    gam_jsonw_real(w, "value", c->value.value);
    gam_jsonw_text(w, "unit", c->value.unit);
    gam_json_interval(w, "ci", c->value.low, c->value.high);
    gam_json_int_positive(w, "n", c->value.n);
    gam_jsonw_text(w, "source", gam_source_word(c->value.source));
    gam_json_text_or_null(w, "method", c->method);
    valid_write(w, c->validity);
    gam_json_text_or_null(w, "reason", c->reason ? c->reason : c->value.reason);
    gam_jsonw_real(w, "theoretical", c->theoretical);
    gam_jsonw_real(w, "clock_hz", c->clock_hz);
    gam_jsonw_end(w);
}

/* null: no intensity sweep. */
static void overlap_write(struct gam_jsonw *w, const struct gam_report_device *d)
{
    if (isnan(d->pnorm)) {
        gam_jsonw_null(w, "overlap");
        return;
    }
    gam_jsonw_object(w, "overlap");
    gam_jsonw_real(w, "p", d->pnorm);
    gam_jsonw_real(w, "residual", d->pnorm_residual);
    gam_jsonw_end(w);
}

void gam_json_report_devices(struct gam_jsonw *w, const struct gam_report *report)
{
    gam_jsonw_array(w, "devices");
    for (size_t i = 0; i < report->n_devices; i++) {
        const struct gam_report_device *d = &report->device[i];
        const struct gam_device none = { 0 }, *r = d->record ? d->record : &none;

        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "id", r->id);
        gam_jsonw_text(w, "backend", r->backend);
        gam_jsonw_text(w, "kind", r->kind);
        gam_jsonw_text(w, "name", r->name);
        gam_jsonw_text(w, "class", r->class);
        gam_jsonw_text(w, "hwdb", r->hwdb);
        overlap_write(w, d);
        gam_jsonw_array(w, "ceilings");
        for (size_t j = 0; j < d->n_ceilings; j++)
            ceiling_write(w, &d->ceiling[j]);
        gam_jsonw_end(w);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}
