/* SPDX-License-Identifier: MIT */
#include "reports/html/priv.h"

#include "common/unit.h"
#include "reports/fmt.h"
#include "reports/view.h"

#include <stdio.h>

static void row(struct gam_strbuf *out, const struct gam_report *report, const struct gam_ceiling *c)
{
    char name[160], theoretical[GAM_FMT_SIZE], share[GAM_FMT_SIZE], clock[GAM_FMT_SIZE];

    gam_view_ceiling(c, name, sizeof name);
    gam_strbuf_text(out, "<tr><th scope=\"row\">");
    gam_html_text(out, name);
    gam_html_element(out, "small", gam_view_device_id(report, c->device));
    gam_strbuf_text(out, "</th>");
    gam_html_cell_quantity(out, &c->value, NULL);
    gam_unit_text(c->theoretical, c->value.unit ? c->value.unit : "", theoretical, sizeof theoretical);
    gam_fmt_share(c->value.value / c->theoretical, share, sizeof share);
    gam_html_cell_number(out, c->theoretical, isnan(c->theoretical) ? "–" : theoretical,
                         isnan(c->theoretical) ? "not known" : share);
    gam_unit_text(c->clock_hz, "hz", clock, sizeof clock);
    gam_html_cell_number(out, c->clock_hz, isnan(c->clock_hz) ? "–" : clock, NULL);
    gam_html_cell(out, gam_validity_word(c->validity), c->reason);
    gam_html_cell(out, c->method ? c->method : "–", NULL);
    gam_strbuf_text(out, "</tr>\n");
}

void gam_html_roofs(struct gam_strbuf *out, const struct gam_report *report)
{
    static const char *const titles[] = { "Roof", "#Measured", "#Theoretical", "#Clock", "Self-tests", "Best kernel", NULL };

    gam_html_section(out, "roofs", "Roofs");
    gam_html_table_open(out, "ceilings", "Every roof that was measured; those that are void are used for nothing", titles);
    for (size_t d = 0; d < report->n_devices; d++)
        for (size_t i = 0; i < report->device[d].n_ceilings; i++)
            row(out, report, &report->device[d].ceiling[i]);
    gam_html_table_close(out);
    for (size_t d = 0; d < report->n_devices; d++) {
        const struct gam_report_device *device = &report->device[d];
        char p[GAM_FMT_SIZE], residual[GAM_FMT_SIZE];

        gam_fmt_fixed(device->pnorm, 1, p, sizeof p);
        gam_fmt_share(device->pnorm_residual, residual, sizeof residual);
        gam_strbuf_text(out, "<p class=\"note\">");
        gam_html_text(out, gam_view_device_id(report, d));
        if (isnan(device->pnorm))
            gam_strbuf_text(out, ": how far compute and memory overlap was not measured; the model adds their times.</p>\n");
        else
            gam_strbuf_printf(out, ": compute and memory overlap as a p-norm with p = %s (residual %s).</p>\n", p, residual);
    }
    gam_strbuf_text(out, "</section>\n");
}
