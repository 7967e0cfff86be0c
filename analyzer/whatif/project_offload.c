/* SPDX-License-Identifier: MIT */
#include "analyzer/whatif/project_priv.h"
#include "common/err.h"

#include <math.h>

/* Stays here: what it took, and why. */
static void stay(struct gam_projected *row, const char *reason)
{
    row->time_ns = row->op->time_ns;
    row->covered = 0;
    row->reason = reason;
}

static void row_offload(struct gam_projected *row, double rate)
{
    struct gam_cost cost;
    double bytes, way_ns, room_ns;

    if (!gam_quantity_known(&row->op->time_ns))
        return;
    if (!row->edited.kind || !gam_quantity_known(&row->time_ns) || row->covered == 0) {
        stay(row, row->covered == 0 ? "stays: not covered there" : "stays: it has no time there");
        return;
    }
    gam_op_cost(&row->edited, &cost);
    bytes = cost.read_bytes + cost.written_bytes;
    way_ns = bytes / rate * 1e9;
    room_ns = row->op->time_ns.value - row->time_ns.value;
    row->break_even_bytes_per_s = room_ns > 0 ? bytes / room_ns * 1e9 : NAN;
    if (room_ns <= way_ns) {
        stay(row, room_ns > 0 ? "stays: sending its operands takes longer than it saves" : "stays: it is no faster there");
        return;
    }
    row->way_ns = way_ns;
    row->time_ns.value += way_ns;
    row->time_ns.low += way_ns;
    row->time_ns.high += way_ns;
}

int gam_projection_offload(struct gam_projection *p, double host_scale, struct gam_err *err)
{
    double rate = p->there->host_bytes_per_s;

    if (isnan(rate))
        return gam_err_set(err, -GAM_EUNSUPPORTED, "the link between '%s' and its host is not known", p->there->id);
    for (size_t i = 0; i < p->n; i++)
        row_offload(&p->row[i], rate * host_scale);
    return gam_projection_sum(p, err);
}
