/* SPDX-License-Identifier: MIT */
#include "reports/html/priv.h"

#include "common/unit.h"
#include "reports/fmt.h"
#include "reports/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The energy column stands only where something was metered. */
static const char *const titles[] = { "##",       "Operator", "#Time",    "#Share",  "#Gain", "Bound by",
                                      "#Of roof", "#FLOP/s",  "#Bytes/s", "#FLOP/B", NULL };
static const char *const titles_energy[] = { "##",       "Operator", "#Time",    "#Share",  "#Gain",   "Bound by",
                                             "#Of roof", "#FLOP/s",  "#Bytes/s", "#FLOP/B", "#Energy", NULL };

static int has_energy(const struct gam_report *report)
{
    for (size_t i = 0; i < report->n_ops; i++)
        if (gam_quantity_known(&report->op[i].energy_joule))
            return 1;
    return 0;
}

/* A spec may break after its commas. */
static void spec_write(struct gam_strbuf *out, const char *spec)
{
    char part[GAM_OP_SPEC_MAX];

    while (*spec) {
        size_t n = strcspn(spec, ",");

        n += spec[n] == ',';
        snprintf(part, sizeof part, "%.*s", (int)n, spec);
        gam_html_text(out, part);
        gam_strbuf_text(out, "<wbr />");
        spec += n;
    }
}

static void identity(struct gam_strbuf *out, const struct gam_report *report, const struct gam_report_operator *op, size_t i)
{
    gam_strbuf_printf(out, "<tr id=\"op-%zu\" data-label=\"%s\"><td class=\"num\" data-v=\"%zu\">%zu</td><th scope=\"row\">",
                      i + 1, gam_label_word(op->bound.label), i + 1, i + 1);
    gam_html_name(out, gam_view_name(op));
    if (op->name && *op->name) {
        gam_strbuf_text(out, "<small><code>");
        spec_write(out, op->spec);
        gam_strbuf_text(out, "</code></small>");
    }
    gam_strbuf_text(out, "<small>");
    gam_html_text(out, op->implementation ? op->implementation : "no implementation");
    if (op->detail && *op->detail) {
        gam_strbuf_text(out, " (");
        gam_html_text(out, op->detail);
        gam_strbuf_char(out, ')');
    }
    gam_strbuf_text(out, ", ");
    gam_html_text(out, gam_view_device_id(report, op->device));
    gam_strbuf_printf(out, ", %d %s, %s", op->threads, op->threads == 1 ? "thread" : "threads", gam_view_cache_word(op->cache));
    if (op->calls != GAM_NULL_INT)
        gam_strbuf_printf(out, ", %" PRId64 " %s", op->calls, op->calls == 1 ? "call" : "calls");
    gam_strbuf_text(out, "</small></th>");
}

static void bound_cell(struct gam_strbuf *out, const struct gam_bound *bound)
{
    char where[96], sure[GAM_FMT_SIZE];

    gam_view_bound(bound, where, sizeof where);
    gam_strbuf_text(out, "<td class=\"why\">");
    gam_html_marker(out, bound->label);
    gam_html_text(out, where);
    gam_strbuf_text(out, "<small>");
    if (isfinite(bound->confidence)) {
        gam_fmt_share(bound->confidence, sure, sizeof sure);
        gam_strbuf_printf(out, "%s sure%s", sure, bound->reason[0] ? ": " : "");
    }
    gam_html_text(out, bound->reason);
    gam_strbuf_text(out, "</small></td>");
}

static void energy_cell(struct gam_strbuf *out, const struct gam_report_operator *op)
{
    char note[120];

    snprintf(note, sizeof note, "%.40s %.40s%s", op->energy_scope ? op->energy_scope : "", op->energy_kind ? op->energy_kind : "",
             op->energy_gross ? ", gross" : ", net");
    gam_html_cell_quantity(out, &op->energy_joule, note);
}

/* Its spread would only repeat that of the time. */
static struct gam_quantity plain(const struct gam_quantity *q)
{
    struct gam_quantity copy = *q;

    copy.low = copy.high = NAN;
    return copy;
}

static void time_cells(struct gam_strbuf *out, const struct gam_report_operator *op)
{
    char note[120], relief[GAM_FMT_SIZE], share[GAM_FMT_SIZE], gain[GAM_FMT_SIZE];

    snprintf(note, sizeof note, "n %" PRId64, op->time_ns.n);
    gam_html_cell_quantity(out, &op->time_ns, op->time_ns.n > 0 ? note : NULL);
    gam_fmt_share(op->share.value, share, sizeof share);
    gam_html_cell_number(out, op->share.value, share, NULL);
    gam_fmt_quantity(&op->relief_ns, relief, sizeof relief);
    gam_fmt_quantity(&op->gain_ns, gain, sizeof gain);
    snprintf(note, sizeof note, "relief %s", relief);
    if (gam_quantity_known(&op->gain_ns))
        gam_html_cell_number(out, op->gain_ns.value, gain, gam_quantity_known(&op->relief_ns) ? note : NULL);
    else
        gam_html_cell_quantity(out, &op->gain_ns, NULL);
}

static void rate_cells(struct gam_strbuf *out, const struct gam_report_operator *op)
{
    struct gam_quantity flop = plain(&op->flop_per_s), bytes = plain(&op->bytes_per_s);
    char intensity[GAM_FMT_SIZE], rate[GAM_FMT_SIZE];

    if (gam_quantity_known(&flop) && flop.value < INFINITY) {
        gam_fmt_quantity(&flop, rate, sizeof rate);
        rate[strcspn(rate, "F")] = 0; /* the column's title has the unit: "82.0 G" */
        gam_html_cell_number(out, flop.value, rate, gam_source_word(flop.source));
    } else {
        gam_html_cell_quantity(out, &flop, NULL);
    }
    gam_html_cell_quantity(out, &bytes, op->intensity_level);
    gam_fmt_intensity(op->intensity.value, intensity, sizeof intensity);
    if (gam_quantity_known(&op->intensity))
        gam_html_cell_number(out, op->intensity.value, intensity, op->intensity_level);
    else
        gam_html_cell_quantity(out, &op->intensity, NULL);
}

static void row(struct gam_strbuf *out, const struct gam_report *report, size_t i, int energy)
{
    const struct gam_report_operator *op = &report->op[i];
    char roof[160] = "";
    struct gam_ceiling unthreaded;

    identity(out, report, op, i);
    time_cells(out, op);
    bound_cell(out, &op->bound);
    if (op->roof) {
        unthreaded = *op->roof;
        unthreaded.threads = 0; /* the operator's own, said beside its name */
        gam_view_ceiling(&unthreaded, roof, sizeof roof);
    }
    gam_html_cell_roof_share(out, &op->roof_share, roof);
    rate_cells(out, op);
    if (energy)
        energy_cell(out, op);
    gam_strbuf_text(out, "</tr>\n");
}

static void group(struct gam_strbuf *out, const struct gam_report *report, enum gam_view_group which, const char *id,
                  const char *caption)
{
    int energy = has_energy(report);

    gam_html_table_open(out, id, caption, energy ? titles_energy : titles);
    for (size_t i = 0; i < report->n_ops; i++)
        if (gam_view_group(&report->op[i]) == which)
            row(out, report, i, energy);
    gam_html_table_close(out);
}

static void rejected(struct gam_strbuf *out, const struct gam_report *report)
{
    static const char *const columns[] = { "##", "Operator", "Status", "Reason", NULL };

    gam_html_table_open(out, "rejected", "Skipped, failed or wrong", columns);
    for (size_t i = 0; i < report->n_ops; i++) {
        const struct gam_report_operator *op = &report->op[i];

        if (gam_view_group(op) != GAM_VIEW_REJECTED)
            continue;
        identity(out, report, op, i);
        gam_html_cell(out, (size_t)op->status < gam_words_status.n ? gam_words_status.word[op->status] : "–", NULL);
        gam_html_cell(out, op->reason ? op->reason : op->time_ns.reason, NULL);
        gam_strbuf_text(out, "</tr>\n");
    }
    gam_html_table_close(out);
}

void gam_html_operators(struct gam_strbuf *out, const struct gam_report *report)
{
    gam_html_section(out, "operators", "Operators");
    if (!gam_view_count(report, GAM_VIEW_RANKED))
        gam_html_element(out, "p", "No operator was timed in this run.");
    else
        group(out, report, GAM_VIEW_RANKED, "ranked",
              "Ranked by gain: what reaching the roof would save in one unit (calls × (measured − bound)).");
    if (gam_view_count(report, GAM_VIEW_OTHER))
        group(out, report, GAM_VIEW_OTHER, "others", "Slower implementations of operators above");
    if (gam_view_count(report, GAM_VIEW_REJECTED))
        rejected(out, report);
    gam_strbuf_text(out, "<p class=\"note\">Sources: <b>timed</b> measured by clock; <b>counter</b> by a hardware counter; "
                         "<b>shape</b> from the operator's "
                         "dimensions; <b>datasheet</b> published; <b>assumed</b> an assumption. ± is the farther end of the "
                         "interval over the rounds.");
    if (report->n_ops && !has_energy(report)) {
        gam_strbuf_text(out, " No energy: ");
        gam_html_text(out, report->op[0].energy_joule.reason ? report->op[0].energy_joule.reason : "not metered");
        gam_strbuf_char(out, '.');
    }
    gam_strbuf_text(out, "</p>\n</section>\n");
}

void gam_html_less_work(struct gam_strbuf *out, const struct gam_report *report)
{
    int any = 0;

    for (size_t i = 0; i < report->n_findings; i++) {
        const struct gam_finding *f = &report->finding[i];
        long op = gam_view_find(report, f->operator_id);

        if (!gam_view_is_at_roof(f))
            continue;
        if (!any++) {
            gam_html_section(out, "less-work", "Needs less work, not better code");
            gam_strbuf_text(out, "<p>These run at their roof. Only doing less, moving less or other hardware makes them "
                                 "faster.</p>\n<ul class=\"findings\">\n");
        }
        gam_strbuf_text(out, "<li>");
        if (op >= 0) {
            gam_strbuf_printf(out, "<a href=\"#op-%ld\">operator %ld</a>: ", op + 1, op + 1);
        }
        gam_html_text(out, f->text);
        gam_html_element(out, "small", f->evidence);
        gam_html_element(out, "small", f->remedy);
        gam_strbuf_text(out, "</li>\n");
    }
    if (any)
        gam_strbuf_text(out, "</ul>\n</section>\n");
}
