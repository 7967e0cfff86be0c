/* SPDX-License-Identifier: MIT */
#include "reports/text/priv.h"

#include "common/err.h"
#include "common/unit.h"
#include "reports/escape.h"
#include "reports/fmt.h"
#include "reports/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What is left out here stands in the page and in JSON. */
enum { REASONS = 6, FINDINGS = 8 };

static void run_print(const struct gam_text *t, const struct gam_doc *doc)
{
    const struct gam_run *run = gam_view_run(doc->report);
    struct gam_strbuf line = GAM_STRBUF_INIT(1 << 16);

    if (!run)
        return;
    gam_strbuf_text(&line, "gambrel report");
    if (doc->run_id > 0)
        gam_strbuf_printf(&line, ", run %" PRId64, doc->run_id);
    if (gam_view_status(doc))
        gam_strbuf_printf(&line, ", %s", gam_view_status(doc));
    if (run->started)
        gam_strbuf_printf(&line, ", %s", run->started);
    gam_text_colour_on(t, GAM_ANSI_BOLD);
    gam_text_fill(t, 2, 0, gam_strbuf_get(&line));
    gam_text_colour_off(t, GAM_ANSI_BOLD);
    gam_text_again(t, &line);
    gam_strbuf_printf(&line, "%s", run->suite ? run->suite : "-");
    if (run->unit)
        gam_strbuf_printf(&line, " (%s)", run->unit);
    if (run->rounds_done != GAM_NULL_INT)
        gam_strbuf_printf(&line, ", %" PRId64 " rounds", run->rounds_done);
    if (run->stop_reason)
        gam_strbuf_printf(&line, ", stopped by: %s", run->stop_reason);
    gam_text_field(t, "suite", gam_strbuf_get(&line));
    gam_text_done(t, &line);
}

static void host_print(const struct gam_text *t, const struct gam_report *report)
{
    const struct gam_host *host = gam_view_host(report);
    struct gam_strbuf line = GAM_STRBUF_INIT(1 << 16);
    char size[GAM_FMT_SIZE];

    if (!host)
        return;
    gam_strbuf_text(&line, host->cpu ? host->cpu : "unknown cpu");
    if (host->cores != GAM_NULL_INT)
        gam_strbuf_printf(&line, ", %" PRId64 " %s", host->cores, host->cores == 1 ? "core" : "cores");
    if (host->memory_bytes != GAM_NULL_INT) {
        gam_unit_size_text((double)host->memory_bytes, size, sizeof size);
        gam_strbuf_printf(&line, ", %s", size);
    }
    if (host->hypervisor)
        gam_strbuf_printf(&line, ", in %s", host->hypervisor);
    if (host->kernel)
        gam_strbuf_printf(&line, ", %s", host->kernel);
    gam_text_field(t, "host", gam_strbuf_get(&line));
    gam_text_done(t, &line);
}

static void unit_time_print(const struct gam_text *t, const struct gam_report *report)
{
    char time[GAM_FMT_SIZE], spread[GAM_FMT_SIZE], line[3 * GAM_FMT_SIZE];

    if (!gam_quantity_known(&report->unit_time_ns))
        return;
    gam_fmt_quantity(&report->unit_time_ns, time, sizeof time);
    gam_fmt_spread(&report->unit_time_ns, spread, sizeof spread);
    snprintf(line, sizeof line, "%s%s%s", time, spread[0] ? " " : "", spread);
    gam_text_field(t, "time per unit", line);
}

static void plots_print(const struct gam_text *t, const struct gam_report *report)
{
    for (size_t i = 0; i < report->n_devices; i++) {
        const struct gam_device *record = report->device[i].record;
        struct gam_strbuf line = GAM_STRBUF_INIT(1 << 16);
        struct gam_plot plot;

        if (gam_plot_build(report, i, &plot, NULL)) {
            t->out->failed = t->out->failed ? t->out->failed : -GAM_ENOMEM;
            return;
        }
        gam_strbuf_printf(&line, "Roofline of %s%s%s", gam_view_device_id(report, i), record && record->name ? ": " : "",
                          record && record->name ? record->name : "");
        gam_text_heading(t, gam_strbuf_get(&line));
        if (!plot.n_roofs && !plot.n_points)
            gam_text_fill(t, 0, 0, "nothing to draw: no valid roof and no operator with a rate");
        gam_text_plot(t, report, &plot);
        gam_text_again(t, &line);
        gam_strbuf_printf(&line, "%zu %s no place in it (no FLOPs, bytes or time known): see the table", plot.n_unplaced,
                          plot.n_unplaced == 1 ? "operator has" : "operators have");
        if (plot.n_unplaced)
            gam_text_fill(t, 2, 0, gam_strbuf_get(&line));
        gam_text_done(t, &line);
        gam_plot_release(&plot);
    }
}

void gam_text_finding(const struct gam_text *t, long op, const struct gam_finding *f)
{
    static const int colours[] = { 33, 214, 196 }; /* info, warning, error */
    struct gam_strbuf line = GAM_STRBUF_INIT(1 << 16);
    int colour = colours[(size_t)f->severity < 3 ? f->severity : 0];
    const char *code = f->code ? f->code : "finding";

    gam_text_colour_on(t, colour);
    gam_strbuf_printf(t->out, "%s: ", code);
    gam_text_colour_off(t, colour);
    if (op >= 0)
        gam_strbuf_printf(&line, "#%ld ", op + 1);
    gam_strbuf_text(&line, f->text ? f->text : "");
    gam_text_fill(t, 4, gam_text_columns(code) + 2, gam_strbuf_get(&line));
    gam_text_done(t, &line);
    if (f->evidence && *f->evidence) {
        gam_strbuf_text(t->out, "    ");
        gam_text_fill(t, 4, 4, f->evidence);
    }
    if (f->remedy && *f->remedy) {
        gam_strbuf_text(t->out, t->ascii ? "    -> " : "    → ");
        gam_text_fill(t, 6, 6, f->remedy);
    }
}

static void findings_print(const struct gam_text *t, const struct gam_report *report, int at_roof, const char *heading)
{
    struct gam_strbuf line = GAM_STRBUF_INIT(200);
    size_t n = 0;

    for (size_t i = 0; i < report->n_findings; i++) {
        if (gam_view_is_at_roof(&report->finding[i]) != at_roof)
            continue;
        if (!n)
            gam_text_heading(t, heading);
        if (n++ < FINDINGS)
            gam_text_finding(t, gam_view_find(report, report->finding[i].operator_id), &report->finding[i]);
    }
    gam_strbuf_printf(&line, "and %zu more: see the page, or --format json", n - FINDINGS);
    if (n > FINDINGS)
        gam_text_fill(t, 2, 0, gam_strbuf_get(&line));
    gam_text_done(t, &line);
}

static void reasons_print(const struct gam_text *t, const struct gam_report *report)
{
    size_t shown = 0;

    for (size_t i = 0; i < report->n_ops && shown < REASONS; i++) {
        const struct gam_report_operator *op = &report->op[i];
        char number[24];

        if (gam_view_group(op) != GAM_VIEW_RANKED || !op->bound.reason[0])
            continue;
        if (!shown++)
            gam_text_heading(t, "Why");
        snprintf(number, sizeof number, "%3zu  ", i + 1);
        gam_strbuf_text(t->out, number);
        gam_text_fill(t, 5, strlen(number), op->bound.reason);
    }
}

static void noise_print(const struct gam_text *t, const struct gam_report *report)
{
    char fma[GAM_FMT_SIZE], dram[GAM_FMT_SIZE], steal[GAM_FMT_SIZE], line[4 * GAM_FMT_SIZE];

    gam_fmt_share(report->noise_fma_cv, fma, sizeof fma);
    gam_fmt_share(report->noise_dram_cv, dram, sizeof dram);
    gam_fmt_share(report->steal_share, steal, sizeof steal);
    snprintf(line, sizeof line, "FMA roof %s, DRAM roof %s over the rounds; stolen time %s", fma, dram, steal);
    gam_text_field(t, "noise", line);
}

static void events_print(const struct gam_text *t, const struct gam_runset *set)
{
    for (size_t i = 0; set && i < gam_runset_event_n(set); i++) {
        const struct gam_event *e = &gam_runset_event(set)[i];

        gam_text_field(t, e->code ? e->code : "event", e->text);
        if (e->remedy && *e->remedy) {
            gam_strbuf_text(t->out, t->ascii ? "    -> " : "    → ");
            gam_text_fill(t, 6, 6, e->remedy);
        }
    }
}

static void conditions_print(const struct gam_text *t, const struct gam_report *report)
{
    const struct gam_run *run = gam_view_run(report);
    struct gam_strbuf facts = GAM_STRBUF_INIT(1 << 20);

    gam_text_heading(t, "Conditions");
    if (run && run->counters) {
        gam_strbuf_printf(&facts, "%s%s%s", run->counters, run->counters_reason ? ": " : "",
                          run->counters_reason ? run->counters_reason : "");
        gam_text_field(t, "counters", gam_strbuf_get(&facts));
        gam_text_again(t, &facts);
    }
    if (run && run->roof_run)
        gam_text_field(t, "roofs of run", run->roof_run);
    noise_print(t, report);
    for (size_t i = 0; report->run && i < gam_runset_host_fact_n(report->run); i++) {
        const struct gam_host_fact *f = &gam_runset_host_fact(report->run)[i];

        if (f->key && f->value)
            gam_strbuf_printf(&facts, "%s%s=%s", facts.length ? "  " : "", f->key, f->value);
    }
    gam_text_field(t, "facts", gam_strbuf_get(&facts));
    gam_text_done(t, &facts);
    events_print(t, report->run);
}

void gam_text_report(const struct gam_text *t, const struct gam_doc *doc)
{
    const struct gam_report *report = doc->report;

    run_print(t, doc);
    host_print(t, report);
    unit_time_print(t, report);
    plots_print(t, report);
    gam_text_operators(t, report);
    if (!report->n_ops)
        gam_text_fill(t, 0, 0, "no operator was measured in this run");
    gam_text_several_devices(t, report);
    gam_text_network(t, report);
    reasons_print(t, report);
    findings_print(t, report, 0, "Findings");
    findings_print(t, report, 1, "Needs less work, not better code");
    conditions_print(t, report);
    if (doc->elsewhere) {
        gam_text_heading(t, "Elsewhere");
        gam_text_cost_of(t, doc->elsewhere);
    }
}
