/* SPDX-License-Identifier: MIT */
#include "reports/html/priv.h"

#include "common/unit.h"
#include "reports/fmt.h"
#include "reports/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FINDINGS = 8 }; /* open at once; the rest unfolds */

static void unit_fact(struct gam_strbuf *out, const struct gam_report *report)
{
    char time[GAM_FMT_SIZE], spread[GAM_FMT_SIZE], both[2 * GAM_FMT_SIZE + 8];

    if (!gam_quantity_known(&report->unit_time_ns))
        return;
    gam_fmt_quantity(&report->unit_time_ns, time, sizeof time);
    gam_fmt_spread(&report->unit_time_ns, spread, sizeof spread);
    snprintf(both, sizeof both, "%s %s", time, spread);
    gam_html_fact(out, "Time per unit", both);
}

static void run_facts(struct gam_strbuf *out, const struct gam_doc *doc, const struct gam_run *run)
{
    char text[64];

    if (doc->run_id > 0) {
        snprintf(text, sizeof text, "%" PRId64, doc->run_id);
        gam_html_fact(out, "Run", text);
    }
    gam_html_fact(out, "Status", gam_view_status(doc));
    gam_html_fact(out, "Started", run->started);
    gam_html_fact(out, "Suite", run->suite);
    gam_html_fact(out, "Unit", run->unit);
    snprintf(text, sizeof text, "%" PRId64, run->rounds_done);
    gam_html_fact(out, "Rounds", run->rounds_done == GAM_NULL_INT ? NULL : text);
    gam_html_fact(out, "Stopped by", run->stop_reason);
}

static void host_facts(struct gam_strbuf *out, const struct gam_host *host)
{
    char text[96], size[GAM_FMT_SIZE];

    gam_html_fact(out, "Processor", host->cpu);
    snprintf(text, sizeof text, "%" PRId64, host->cores);
    gam_html_fact(out, "Cores", host->cores == GAM_NULL_INT ? NULL : text);
    gam_unit_size_text((double)host->memory_bytes, size, sizeof size);
    gam_html_fact(out, "Memory", host->memory_bytes == GAM_NULL_INT ? NULL : size);
    gam_html_fact(out, "Hypervisor", host->hypervisor);
    gam_html_fact(out, "Kernel", host->kernel);
}

void gam_html_header(struct gam_strbuf *out, const struct gam_doc *doc)
{
    static const char *const parts[][2] = {
        { "findings", "Findings" }, { "roofline", "Roofline" }, { "operators", "Operators" },  { "resources", "Resources" },
        { "time", "Time" },         { "roofs", "Roofs" },       { "conditions", "Conditions" }
    };
    const struct gam_run *run = gam_view_run(doc->report);
    const struct gam_host *host = gam_view_host(doc->report);

    gam_strbuf_text(out, "<a class=\"skip\" href=\"#operators\">Skip to the operators</a>\n<header>\n<h1>What limits each "
                         "operator</h1>\n<dl class=\"facts\">\n");
    unit_fact(out, doc->report);
    if (run)
        run_facts(out, doc, run);
    if (host)
        host_facts(out, host);
    gam_strbuf_text(out, "</dl>\n<nav aria-label=\"Sections\"><ul>\n");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        gam_strbuf_printf(out, "<li><a href=\"#%s\">%s</a></li>\n", parts[i][0], parts[i][1]);
    if (doc->report->n_sides || doc->report->n_host_links)
        gam_strbuf_text(out, "<li><a href=\"#devices\">Devices</a></li>\n");
    if (doc->report->network)
        gam_strbuf_text(out, "<li><a href=\"#network\">Network</a></li>\n");
    gam_strbuf_text(out, "</ul></nav>\n</header>\n");
}

void gam_html_finding(struct gam_strbuf *out, long op, const struct gam_finding *f)
{
    const char *severity = (size_t)f->severity < gam_words_severity.n ? gam_words_severity.word[f->severity] : "info";

    gam_strbuf_printf(out, "<li class=\"%s\"><b>%s</b> <code>", severity, severity);
    gam_html_text(out, f->code ? f->code : "finding");
    gam_strbuf_text(out, "</code> ");
    if (op >= 0) {
        gam_strbuf_printf(out, "<a href=\"#op-%ld\">operator %ld</a>: ", op + 1, op + 1);
    }
    gam_html_text(out, f->text);
    gam_html_element(out, "small", f->evidence);
    if (f->remedy && *f->remedy) {
        gam_strbuf_text(out, "<small class=\"remedy\">→ ");
        gam_html_text(out, f->remedy);
        gam_strbuf_text(out, "</small>");
    }
    gam_strbuf_text(out, "</li>\n");
}

void gam_html_findings(struct gam_strbuf *out, const struct gam_report *report)
{
    size_t shown = 0, total = 0;

    for (size_t i = 0; i < report->n_findings; i++)
        total += !gam_view_is_at_roof(&report->finding[i]);
    gam_html_section(out, "findings", "Findings");
    if (!total)
        gam_html_element(out, "p", "Nothing to report.");
    for (size_t i = 0; i < report->n_findings; i++) {
        if (gam_view_is_at_roof(&report->finding[i]))
            continue;
        if (!shown)
            gam_strbuf_text(out, "<ol class=\"findings\">\n");
        else if (shown == FINDINGS)
            gam_strbuf_printf(out, "</ol>\n<details>\n<summary>%zu more</summary>\n<ol class=\"findings\" start=\"%zu\">\n",
                              total - shown, shown + 1);
        shown++;
        gam_html_finding(out, gam_view_find(report, report->finding[i].operator_id), &report->finding[i]);
    }
    gam_strbuf_text(out, shown ? "</ol>\n" : "");
    gam_strbuf_text(out, shown > FINDINGS ? "</details>\n</section>\n" : "</section>\n");
}

static void facts_table(struct gam_strbuf *out, const struct gam_runset *set)
{
    static const char *const titles[] = { "Fact", "Value", NULL };

    if (!set || !gam_runset_host_fact_n(set))
        return;
    gam_html_table_open(out, "facts", "The machine and its environment during the run", titles);
    for (size_t i = 0; i < gam_runset_host_fact_n(set); i++) {
        const struct gam_host_fact *f = &gam_runset_host_fact(set)[i];

        gam_strbuf_text(out, "<tr><th scope=\"row\"><code>");
        gam_html_text(out, f->key);
        gam_strbuf_text(out, "</code></th>");
        gam_html_cell(out, f->value ? f->value : "not known", NULL);
        gam_strbuf_text(out, "</tr>\n");
    }
    gam_html_table_close(out);
}

static void warnings(struct gam_strbuf *out, const struct gam_runset *set)
{
    if (!set || !gam_runset_event_n(set))
        return;
    gam_strbuf_text(out, "<h3>Warnings</h3>\n<ul class=\"findings\">\n");
    for (size_t i = 0; i < gam_runset_event_n(set); i++) {
        const struct gam_event *e = &gam_runset_event(set)[i];
        const char *severity =
            e->severity >= 0 && (size_t)e->severity < gam_words_severity.n ? gam_words_severity.word[e->severity] : "info";

        gam_strbuf_printf(out, "<li class=\"%s\"><b>%s</b> <code>", severity, severity);
        gam_html_text(out, e->code);
        gam_strbuf_text(out, "</code> ");
        gam_html_text(out, e->text);
        if (e->remedy && *e->remedy) {
            gam_strbuf_text(out, "<small class=\"remedy\">→ ");
            gam_html_text(out, e->remedy);
            gam_strbuf_text(out, "</small>");
        }
        gam_strbuf_text(out, "</li>\n");
    }
    gam_strbuf_text(out, "</ul>\n");
}

void gam_html_conditions(struct gam_strbuf *out, const struct gam_report *report)
{
    const struct gam_run *run = gam_view_run(report);
    char text[GAM_FMT_SIZE];

    gam_html_section(out, "conditions", "Conditions");
    gam_strbuf_text(out, "<dl class=\"facts\">\n");
    if (run) {
        gam_html_fact(out, "Counters", run->counters);
        gam_html_fact(out, "Why", run->counters_reason);
        gam_html_fact(out, "Roofs of run", run->roof_run);
        gam_html_fact(out, "Command", run->command);
    }
    gam_fmt_share(report->noise_fma_cv, text, sizeof text);
    gam_html_fact(out, "Spread of the FMA roof over rounds", text);
    gam_fmt_share(report->noise_dram_cv, text, sizeof text);
    gam_html_fact(out, "Spread of the DRAM roof over rounds", text);
    gam_fmt_share(report->steal_share, text, sizeof text);
    gam_html_fact(out, "Time stolen by the hypervisor", text);
    gam_strbuf_text(out, "</dl>\n");
    warnings(out, report->run);
    facts_table(out, report->run);
    gam_strbuf_text(out, "</section>\n");
}
