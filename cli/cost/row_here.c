/* SPDX-License-Identifier: MIT */
#include "cli/cost/rows.h"

#include "analyzer/arena.h"
#include "analyzer/whatif/project.h"
#include "common/err.h"

#include <math.h>
#include <string.h>

/* Sum of calls times metered energy over the best implementations; missing when one is. */
static void energy_sum(const struct gam_cost_maker *m, size_t device, struct gam_cost_row *row)
{
    double sum = 0;

    for (size_t i = 0; i < m->report->n_ops; i++) {
        const struct gam_report_operator *op = &m->report->op[i];

        if (!op->best || op->device != device || !gam_quantity_known(&op->time_ns))
            continue;
        sum += (double)op->calls * op->energy_joule.value;
        row->energy_joule = gam_quantity_missing("joule", op->energy_joule.reason);
        row->energy_scope = op->energy_scope;
        row->energy_kind = op->energy_kind;
        if (isnan(sum))
            return;
    }
    row->energy_joule =
        (struct gam_quantity){ .value = sum, .low = NAN, .high = NAN, .unit = "joule", .source = GAM_SOURCE_COUNTER };
}

int gam_cost_row_here(struct gam_cost_maker *m, struct gam_cost_row *row, struct gam_err *err)
{
    size_t device = gam_project_source(m->report);
    int rc;

    gam_cost_row_init(row);
    if (device >= m->report->n_devices)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "the run has no device");
    if (m->edited)
        gam_cost_miss(row, "what the change of element type does here: the times are those measured");
    row->here = 1;
    row->id = "here";
    row->name = m->report->device[device].record->name ? m->report->device[device].record->name : "the measured device";
    row->time_ns = m->report->unit_time_ns;
    row->here_ns = row->time_ns.value;
    row->covered_share = 1;
    row->fallback_share = row->unknown_share = 0;
    row->measure[GAM_MEASURE_ANNOUNCED] = 0;
    row->measure[GAM_MEASURE_FITS] = 1;
    row->measure[GAM_MEASURE_LACKING] = 0;
    row->measure[GAM_MEASURE_PROGRAMMABLE] = 1;
    row->measure[GAM_MEASURE_PURCHASABLE] = 1;
    if (m->report->device[device].record->memory_bytes != GAM_NULL_INT)
        row->measure[GAM_MEASURE_MEMORY_BYTES] = (double)m->report->device[device].record->memory_bytes;
    energy_sum(m, device, row);
    rc = gam_cost_row_money(m, NULL, row, err);
    if (!gam_quantity_known(&row->energy_joule))
        gam_cost_row_wall_energy(row);
    return rc;
}
