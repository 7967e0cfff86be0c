/* SPDX-License-Identifier: MIT */
/* The documents of `doctor`, `devices`, `db list` and `run --dry-run`. */
#include "reports/json/priv.h"

static void list_begin(struct gam_jsonw *w, const struct gam_doc *doc, const char *schema)
{
    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "schema", schema);
    gam_json_tool(w, doc);
}

static void list_end(struct gam_jsonw *w)
{
    gam_jsonw_end(w);
    gam_jsonw_end(w);
}

void gam_json_doctor(struct gam_jsonw *w, const struct gam_doc *doc)
{
    list_begin(w, doc, "gambrel-doctor/1");
    gam_jsonw_array(w, "checks");
    for (size_t i = 0; i < doc->doctor->n; i++) {
        const struct gam_doctor_row *r = &doc->doctor->row[i];

        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "group", r->group);
        gam_jsonw_text(w, "name", r->name);
        gam_jsonw_text(w, "state", r->state);
        gam_json_text_or_null(w, "reason", r->reason);
        gam_json_text_or_null(w, "remedy", r->remedy);
        gam_jsonw_end(w);
    }
    list_end(w);
}

static void device_write(struct gam_jsonw *w, const struct gam_device_row *r)
{
    gam_jsonw_object(w, NULL);
    gam_json_text_or_null(w, "id", r->id);
    gam_jsonw_text(w, "backend", r->backend);
    gam_json_text_or_null(w, "kind", r->kind);
    gam_json_text_or_null(w, "name", r->name);
    gam_json_text_or_null(w, "isa", r->isa);
    gam_jsonw_bool(w, "ready", r->ready != 0);
    gam_json_text_or_null(w, "reason", r->reason);
    gam_json_int_positive(w, "units", r->units);
    gam_json_int_positive(w, "memory_bytes", (int64_t)r->memory_bytes);
    gam_jsonw_array(w, "levels");
    for (size_t i = 0; i < r->n_levels; i++) {
        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "level", r->level[i].level);
        gam_json_int_positive(w, "size_bytes", (int64_t)r->level[i].size_bytes);
        gam_json_int_positive(w, "instances", r->level[i].instances);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
    gam_jsonw_end(w);
}

void gam_json_devices(struct gam_jsonw *w, const struct gam_doc *doc)
{
    list_begin(w, doc, "gambrel-devices/1");
    gam_jsonw_array(w, "devices");
    for (size_t i = 0; i < doc->devices->n; i++)
        device_write(w, &doc->devices->row[i]);
    list_end(w);
}

void gam_json_runs(struct gam_jsonw *w, const struct gam_doc *doc)
{
    list_begin(w, doc, "gambrel-runs/1");
    gam_jsonw_array(w, "runs");
    for (size_t i = 0; i < doc->runs->n; i++) {
        const struct gam_run_row *r = &doc->runs->row[i];

        gam_jsonw_object(w, NULL);
        gam_jsonw_int(w, "id", r->id);
        gam_jsonw_text(w, "uuid", r->uuid);
        gam_json_text_or_null(w, "started", r->started);
        gam_json_text_or_null(w, "suite", r->suite);
        gam_jsonw_text(w, "status", r->status);
        gam_jsonw_text(w, "purpose", r->purpose);
        gam_json_text_or_null(w, "tags", r->tags);
        gam_json_int_or_null(w, "measurements", r->measurements);
        gam_json_int_or_null(w, "rounds", r->rounds);
        gam_jsonw_end(w);
    }
    list_end(w);
}

void gam_json_plan(struct gam_jsonw *w, const struct gam_doc *doc)
{
    const struct gam_plan_rows *plan = doc->plan;

    list_begin(w, doc, "gambrel-plan/1");
    gam_jsonw_int(w, "rounds", plan->rounds);
    gam_json_int_positive(w, "budget_ns", plan->budget_ns);
    gam_json_int_positive(w, "visit_ns", plan->visit_ns);
    gam_jsonw_big(w, "seed", plan->seed);
    gam_jsonw_array(w, "items");
    for (size_t i = 0; i < plan->n; i++) {
        const struct gam_plan_row *r = &plan->row[i];

        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "role", r->role);
        gam_jsonw_text(w, "op", r->spec);
        gam_json_text_or_null(w, "name", r->name);
        gam_json_text_or_null(w, "implementation", r->implementation);
        gam_json_text_or_null(w, "device", r->device);
        gam_json_int_positive(w, "threads", r->threads);
        gam_json_text_or_null(w, "cache", r->cache);
        gam_json_int_or_null(w, "calls", r->calls);
        gam_json_text_or_null(w, "group", r->group);
        gam_jsonw_text(w, "status", r->status);
        gam_json_text_or_null(w, "reason", r->reason);
        gam_jsonw_end(w);
    }
    list_end(w);
}
