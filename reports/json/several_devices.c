/* SPDX-License-Identifier: MIT */
/* "side_by_side" and "host_links": in reports that have any. */
#include "analyzer/devices/host_links.h"
#include "analyzer/devices/side.h"
#include "reports/json/priv.h"
#include "reports/view.h"

static void side_write(struct gam_jsonw *w, const struct gam_report *report, const struct gam_report_side *row)
{
    const struct gam_report_operator *lead = row->op[row->first];

    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "op", lead->spec);
    gam_jsonw_text(w, "name", lead->name);
    gam_jsonw_array(w, "devices");
    for (size_t d = 0; d < report->n_devices; d++) {
        const struct gam_report_operator *op = row->op[d];

        if (!op)
            continue;
        gam_jsonw_object(w, NULL);
        gam_jsonw_text(w, "device", gam_view_device_id(report, d));
        gam_jsonw_text(w, "operator", op->id);
        gam_jsonw_text(w, "implementation", op->implementation);
        gam_json_quantity(w, "time_ns", &op->time_ns);
        gam_json_quantity(w, "speed", &row->speed[d]);
        gam_jsonw_end(w);
    }
    gam_jsonw_end(w);
    gam_jsonw_end(w);
}

static void link_write(struct gam_jsonw *w, const struct gam_report *report, const struct gam_report_host_link *l)
{
    static const char *const keys[GAM_LINK_WAYS] = { "to_device", "from_device", "both" };
    static const char *const starts[GAM_WAY_BOTH] = { "start_to_device", "start_from_device" };

    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "device", gam_view_device_id(report, l->device));
    gam_jsonw_text(w, "host_memory", l->memory);
    for (int i = 0; i < GAM_LINK_WAYS; i++) {
        struct gam_quantity missing = gam_quantity_missing("bytes/s", l->missing[i] ? l->missing[i] : "no valid roof of it");

        gam_json_quantity(w, keys[i], l->way[i] ? &l->way[i]->value : &missing);
    }
    for (int i = 0; i < GAM_WAY_BOTH; i++) {
        struct gam_quantity missing = gam_quantity_missing("ns", "no valid roof of it");

        gam_json_quantity(w, starts[i], l->start[i] ? &l->start[i]->value : &missing);
    }
    gam_jsonw_text(w, "outlier", l->outlier);
    gam_jsonw_end(w);
}

void gam_json_report_several_devices(struct gam_jsonw *w, const struct gam_report *report)
{
    if (report->n_sides) {
        gam_jsonw_array(w, "side_by_side");
        for (size_t i = 0; i < report->n_sides; i++)
            side_write(w, report, &report->side[i]);
        gam_jsonw_end(w);
    }
    if (report->n_host_links) {
        gam_jsonw_array(w, "host_links");
        for (size_t i = 0; i < report->n_host_links; i++)
            link_write(w, report, &report->host_link[i]);
        gam_jsonw_end(w);
    }
}
