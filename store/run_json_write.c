/* SPDX-License-Identifier: MIT */
#include "common/err.h"
#include "common/json.h"
#include "store/run_json.h"
#include "store/run_json_priv.h"

static void field_write(struct gam_jsonw *w, const struct gam_field *field, const void *record)
{
    const char *at = (const char *)record + field->offset;
    int64_t whole;

    switch (field->type) {
    case GAM_FIELD_TEXT:
    case GAM_FIELD_TIME:
        gam_jsonw_text(w, field->name, *(const char *const *)(const void *)at);
        return;
    case GAM_FIELD_REAL:
        gam_jsonw_real(w, field->name, *(const double *)(const void *)at);
        return;
    default:
        whole = *(const int64_t *)(const void *)at;
    }
    if (whole == GAM_NULL_INT)
        gam_jsonw_null(w, field->name);
    else if (field->type == GAM_FIELD_ENUM)
        gam_jsonw_text(w, field->name, field->words->word[whole]);
    else if (field->type == GAM_FIELD_BIG)
        gam_jsonw_big(w, field->name, whole);
    else
        gam_jsonw_int(w, field->name, whole);
}

/* A record on one line, so that a run of thousands of samples can be read, and compared line by line. */
static void record_write(struct gam_jsonw *w, const char *key, const struct gam_record_desc *desc, const void *record)
{
    gam_jsonw_object(w, key);
    w->pretty = false;
    for (size_t i = 0; i < desc->n_fields; i++)
        field_write(w, &desc->fields[i], record);
    gam_jsonw_end(w);
    w->pretty = true;
}

static void set_write(struct gam_jsonw *w, const struct gam_runset *set)
{
    record_write(w, gam_record_desc(GAM_RECORD_RUN)->name, gam_record_desc(GAM_RECORD_RUN), set->of[GAM_RECORD_RUN].row);
    for (int i = GAM_RECORD_RUN + 1; i < GAM_RECORD_KINDS; i++) {
        const struct gam_record_desc *desc = gam_record_desc((enum gam_record)i);

        gam_jsonw_array(w, desc->name);
        for (size_t k = 0; k < set->of[i].n; k++)
            record_write(w, NULL, desc, (const char *)set->of[i].row + k * desc->size);
        gam_jsonw_end(w);
    }
}

int gam_run_json_write(const struct gam_runset *set, const struct gam_runset *roofs, struct gam_strbuf *out, struct gam_err *err)
{
    struct gam_jsonw w;
    int rc = gam_runset_check(set, err);

    if (rc)
        return rc;
    rc = roofs ? gam_runset_check(roofs, err) : 0;
    if (rc) {
        gam_err_prefix(err, GAM_RUN_JSON_ROOFS);
        return rc;
    }
    gam_jsonw_init(&w, out, true);
    gam_jsonw_object(&w, NULL);
    gam_jsonw_text(&w, "schema", GAM_RUN_JSON_SCHEMA);
    set_write(&w, set);
    if (roofs) {
        gam_jsonw_object(&w, GAM_RUN_JSON_ROOFS);
        set_write(&w, roofs);
        gam_jsonw_end(&w);
    } else {
        gam_jsonw_null(&w, GAM_RUN_JSON_ROOFS);
    }
    gam_jsonw_end(&w);
    gam_strbuf_char(out, '\n');
    return gam_strbuf_status(out, err);
}
