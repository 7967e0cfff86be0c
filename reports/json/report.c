/* SPDX-License-Identifier: MIT */
/* gambrel-report/1: keys in the order of docs/schema/gambrel-report-1.schema.json. */
#include "reports/json/priv.h"

#include "reports/view.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* null: runs of older versions, and those that measured no operator. */
static void inputs_write(struct gam_jsonw *w, const struct gam_runset *set)
{
    bool open = false;

    for (size_t i = 0; i < gam_runset_run_option_n(set); i++) {
        const struct gam_run_option *o = &gam_runset_run_option(set)[i];

        if (!o->key || strcmp(o->key, "inputs") != 0)
            continue;
        if (!open)
            gam_jsonw_array(w, "inputs");
        open = true;
        gam_jsonw_text(w, NULL, o->value);
    }
    if (open)
        gam_jsonw_end(w);
    else
        gam_jsonw_null(w, "inputs");
}

static void run_write(struct gam_jsonw *w, const struct gam_doc *doc)
{
    const struct gam_run *run = gam_view_run(doc->report);
    const struct gam_runset *set = doc->report->run;

    if (!run) {
        gam_jsonw_null(w, "run");
        return;
    }
    gam_jsonw_object(w, "run");
    gam_json_int_positive(w, "id", doc->run_id);
    gam_jsonw_text(w, "uuid", run->uuid);
    gam_jsonw_text(w, "started", run->started);
    gam_jsonw_text(w, "finished", run->finished);
    gam_jsonw_text(w, "status", gam_view_status(doc));
    gam_jsonw_text(w, "command", run->command);
    gam_jsonw_text(w, "suite", run->suite);
    gam_jsonw_text(w, "unit", run->unit);
    gam_json_int_or_null(w, "rounds", run->rounds_done);
    if (run->seed == GAM_NULL_INT)
        gam_jsonw_null(w, "seed");
    else
        gam_jsonw_big(w, "seed", run->seed);
    inputs_write(w, set);
    gam_jsonw_text(w, "roof_run", run->roof_run);
    gam_jsonw_array(w, "tags");
    for (size_t i = 0; i < gam_runset_run_tag_n(set); i++)
        gam_jsonw_text(w, NULL, gam_runset_run_tag(set)[i].tag);
    gam_jsonw_end(w);
    gam_jsonw_end(w);
}

/* Caches of the host's own device, which is the one of kind "cpu". */
static void caches_write(struct gam_jsonw *w, const struct gam_runset *set)
{
    gam_jsonw_array(w, "caches");
    for (size_t i = 0; i < gam_runset_memory_n(set); i++) {
        const struct gam_memory *m = &gam_runset_memory(set)[i];
        const struct gam_device *d = NULL;

        if (m->device >= 0 && (size_t)m->device < gam_runset_device_n(set))
            d = &gam_runset_device(set)[m->device];
        if (m->kind != GAM_MEMORY_CACHE || !d || !d->kind || strcmp(d->kind, "cpu") != 0)
            continue;
        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "level", m->level);
        gam_json_int_or_null(w, "size_bytes", m->size_bytes);
        gam_json_int_or_null(w, "shared_by", m->shared_by);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

static void host_write(struct gam_jsonw *w, const struct gam_report *report)
{
    const struct gam_host *host = gam_view_host(report);

    if (!host) {
        gam_jsonw_null(w, "host");
        return;
    }
    gam_jsonw_object(w, "host");
    gam_jsonw_text(w, "cpu", host->cpu);
    gam_jsonw_text(w, "vendor", host->vendor);
    gam_jsonw_text(w, "class", host->class);
    gam_json_int_or_null(w, "cores", host->cores);
    gam_jsonw_text(w, "hypervisor", host->hypervisor);
    gam_jsonw_text(w, "kernel", host->kernel);
    gam_json_int_or_null(w, "memory_bytes", host->memory_bytes);
    caches_write(w, report->run);
    gam_jsonw_end(w);
}

/* A fact is text; one that is a whole number is written as such. */
static void fact_int_write(struct gam_jsonw *w, const char *key, const char *text)
{
    char *end = NULL;
    long value;

    errno = 0;
    value = text ? strtol(text, &end, 10) : 0;
    if (!text || end == text || *end || errno)
        gam_json_text_or_null(w, key, text);
    else
        gam_jsonw_int(w, key, value);
}

static void warnings_write(struct gam_jsonw *w, const struct gam_runset *set)
{
    gam_jsonw_array(w, "warnings");
    for (size_t i = 0; set && i < gam_runset_event_n(set); i++) {
        const struct gam_event *e = &gam_runset_event(set)[i];

        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "code", e->code);
        gam_jsonw_text(w, "severity",
                       e->severity >= 0 && (size_t)e->severity < gam_words_severity.n ? gam_words_severity.word[e->severity]
                                                                                      : NULL);
        gam_jsonw_text(w, "text", e->text);
        gam_jsonw_text(w, "remedy", e->remedy);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

static void conditions_write(struct gam_jsonw *w, const struct gam_report *report)
{
    const struct gam_run *run = gam_view_run(report);

    gam_jsonw_object(w, "conditions");
    gam_jsonw_text(w, "governor", gam_view_fact(report, "governor"));
    gam_jsonw_text(w, "turbo", gam_view_fact(report, "turbo"));
    fact_int_write(w, "perf_event_paranoid", gam_view_fact(report, "perf_event_paranoid"));
    gam_jsonw_text(w, "counters", run ? run->counters : NULL);
    gam_jsonw_object(w, "noise");
    gam_jsonw_real(w, "fma_cv", report->noise_fma_cv);
    gam_jsonw_real(w, "dram_cv", report->noise_dram_cv);
    gam_jsonw_real(w, "steal_share", report->steal_share);
    gam_jsonw_end(w);
    gam_jsonw_object(w, "environment");
    for (size_t i = 0; report->run && i < gam_runset_host_fact_n(report->run); i++) {
        const struct gam_host_fact *f = &gam_runset_host_fact(report->run)[i];

        const char *name = gam_view_environment(f->key);

        if (name)
            gam_jsonw_text(w, name, f->value);
    }
    gam_jsonw_end(w);
    warnings_write(w, report->run);
    gam_jsonw_end(w);
}

void gam_json_findings(struct gam_jsonw *w, const struct gam_finding *finding, size_t n)
{
    gam_jsonw_array(w, "findings");
    for (size_t i = 0; i < n; i++) {
        const struct gam_finding *f = &finding[i];

        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "code", f->code);
        gam_jsonw_text(w, "severity", (size_t)f->severity < gam_words_severity.n ? gam_words_severity.word[f->severity] : NULL);
        gam_jsonw_text(w, "text", f->text);
        gam_jsonw_text(w, "operator", f->operator_id);
        gam_jsonw_text(w, "evidence", f->evidence);
        gam_jsonw_text(w, "remedy", f->remedy);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
}

void gam_json_report(struct gam_jsonw *w, const struct gam_doc *doc)
{
    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "schema", "gambrel-report/1");
    gam_json_tool(w, doc);
    run_write(w, doc);
    host_write(w, doc->report);
    conditions_write(w, doc->report);
    gam_json_report_devices(w, doc->report);
    gam_json_report_operators(w, doc->report);
    gam_json_report_several_devices(w, doc->report);
    gam_json_report_network(w, doc->report);
    gam_json_findings(w, doc->report->finding, doc->report->n_findings);
    if (doc->elsewhere)
        gam_json_cost_under(w, "elsewhere", doc, doc->elsewhere);
    gam_jsonw_end(w);
}
