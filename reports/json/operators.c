/* SPDX-License-Identifier: MIT */
#include "reports/json/priv.h"

#include "reports/view.h"

static void time_write(struct gam_jsonw *w, const struct gam_report *report, const struct gam_report_operator *op)
{
    gam_jsonw_object(w, "time_ns");
    gam_jsonw_real(w, "median", op->time_ns.value);
    gam_json_interval(w, "ci", op->time_ns.low, op->time_ns.high);
    gam_json_int_positive(w, "n", op->time_ns.n);
    gam_jsonw_array(w, "rounds");
    for (int i = 0; op->round_ns && i < report->n_rounds; i++)
        gam_jsonw_real(w, NULL, op->round_ns[i]);
    gam_jsonw_end(w);
    gam_jsonw_text(w, "source", gam_source_word(op->time_ns.source));
    gam_jsonw_end(w);
}

static void work_write(struct gam_jsonw *w, const struct gam_report_operator *op)
{
    gam_jsonw_object(w, "error");
    gam_jsonw_real(w, "value", op->error);
    gam_jsonw_real(w, "tolerance", op->tolerance);
    gam_jsonw_end(w);
    gam_json_quantity(w, "flop", &op->flop);
    gam_json_quantity(w, "executed_flop", &op->executed_flop);
    gam_jsonw_array(w, "bytes");
    for (size_t i = 0; i < op->n_bytes; i++) {
        gam_jsonw_object(w, NULL);
        gam_json_text_or_null(w, "level", op->bytes[i].level);
        gam_jsonw_real(w, "read", op->bytes[i].read.value);
        gam_jsonw_real(w, "written", op->bytes[i].written.value);
        gam_jsonw_text(w, "source", gam_source_word(op->bytes[i].read.source));
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
    gam_jsonw_object(w, "intensity");
    gam_json_text_or_null(w, "level", op->intensity_level);
    gam_jsonw_real(w, "value", op->intensity.value);
    gam_jsonw_end(w);
    gam_jsonw_real(w, "flop_per_s", op->flop_per_s.value);
    gam_jsonw_real(w, "bytes_per_s", op->bytes_per_s.value);
}

static double leaf_time(const struct gam_resource_time *r)
{
    return r->time_ns;
}

static double leaf_elasticity(const struct gam_resource_time *r)
{
    return r->elasticity;
}

/* The value of a resource that has no name of its own. */
static void leaf_write(struct gam_jsonw *w, const struct gam_report_operator *op, enum gam_resource_kind kind, const char *key,
                       double (*get)(const struct gam_resource_time *))
{
    for (size_t i = 0; i < op->n_resources; i++)
        if (op->resource[i].kind == kind) {
            gam_jsonw_real(w, key, get(&op->resource[i]));
            return;
        }
    gam_jsonw_null(w, key);
}

/* An object of the resources of one kind by name: memory levels, links. */
static void leaves_write(struct gam_jsonw *w, const struct gam_report_operator *op, enum gam_resource_kind kind, const char *key,
                         double (*get)(const struct gam_resource_time *))
{
    gam_jsonw_object(w, key);
    for (size_t i = 0; i < op->n_resources; i++)
        if (op->resource[i].kind == kind)
            gam_jsonw_real(w, op->resource[i].name, get(&op->resource[i]));
    gam_jsonw_end(w);
}

static void vector_write(struct gam_jsonw *w, const struct gam_report_operator *op, const char *key,
                         double (*get)(const struct gam_resource_time *))
{
    gam_jsonw_object(w, key);
    leaf_write(w, op, GAM_RESOURCE_COMPUTE, "compute", get);
    leaves_write(w, op, GAM_RESOURCE_MEMORY, "memory", get);
    leaves_write(w, op, GAM_RESOURCE_NETWORK, "network", get);
    leaf_write(w, op, GAM_RESOURCE_HOST_LINK, "host_link", get);
    leaf_write(w, op, GAM_RESOURCE_OVERHEAD, "overhead", get);
    gam_jsonw_end(w);
}

static void verdict_write(struct gam_jsonw *w, const struct gam_report_operator *op)
{
    const struct gam_bound *b = &op->bound;

    gam_jsonw_object(w, "bound");
    gam_jsonw_text(w, "label", gam_label_word(b->label));
    gam_json_text_or_null(w, "resource", b->resource);
    gam_json_text_or_null(w, "level", b->level);
    gam_json_text_or_null(w, "link", b->link);
    gam_jsonw_real(w, "confidence", b->confidence);
    gam_json_text_or_null(w, "reason", b->reason);
    gam_jsonw_end(w);
    gam_jsonw_real(w, "gain_ns", op->gain_ns.value);
    gam_jsonw_real(w, "relief_ns", op->relief_ns.value);
    gam_jsonw_object(w, "energy_joule");
    gam_json_quantity_members(w, &op->energy_joule);
    gam_json_text_or_null(w, "scope", op->energy_scope);
    gam_json_text_or_null(w, "kind", op->energy_kind);
    if (gam_quantity_known(&op->energy_joule))
        gam_jsonw_bool(w, "gross", op->energy_gross != 0);
    else
        gam_jsonw_null(w, "gross");
    if (op->energy_domain) {
        gam_jsonw_text(w, "domain", op->energy_domain);
        gam_json_quantity(w, "net", &op->energy_net_joule);
        gam_jsonw_real(w, "resolution", op->energy_resolution);
    }
    gam_jsonw_end(w);
}

static void identity_write(struct gam_jsonw *w, const struct gam_report *report, const struct gam_report_operator *op)
{
    gam_jsonw_text(w, "id", op->id);
    gam_jsonw_text(w, "op", op->spec);
    gam_jsonw_text(w, "kind", op->op.kind ? op->op.kind->name : NULL);
    gam_jsonw_text(w, "dtype", op->op.kind ? gam_dtype_info(gam_op_dtype(&op->op))->name : NULL);
    gam_json_text_or_null(w, "name", op->name);
    gam_json_text_or_null(w, "implementation", op->implementation);
    gam_jsonw_bool(w, "best", op->best != 0);
    gam_json_text_or_null(w, "device", gam_view_device_id(report, op->device));
    gam_json_int_positive(w, "threads", op->threads);
    gam_jsonw_text(w, "cache", gam_view_cache_word(op->cache));
    gam_json_int_or_null(w, "calls", op->calls);
    gam_jsonw_real(w, "share", op->share.value);
    gam_jsonw_text(w, "status", (size_t)op->status < gam_words_status.n ? gam_words_status.word[op->status] : NULL);
    gam_json_text_or_null(w, "reason", op->reason ? op->reason : op->time_ns.reason);
}

void gam_json_report_operators(struct gam_jsonw *w, const struct gam_report *report)
{
    gam_jsonw_array(w, "operators");
    for (size_t i = 0; i < report->n_ops; i++) {
        const struct gam_report_operator *op = &report->op[i];

        gam_jsonw_object(w, NULL);
        identity_write(w, report, op);
        time_write(w, report, op);
        work_write(w, op);
        gam_jsonw_text(w, "roof", op->roof ? op->roof->id : NULL);
        gam_json_quantity(w, "roof_share", &op->roof_share);
        gam_jsonw_real(w, "device_share", gam_view_device_share(report, op));
        vector_write(w, op, "resource_times_ns", leaf_time);
        vector_write(w, op, "elasticity", leaf_elasticity);
        verdict_write(w, op);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}
