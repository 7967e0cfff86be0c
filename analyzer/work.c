/* SPDX-License-Identifier: MIT */
#include "analyzer/work.h"

#include <math.h>
#include <string.h>

void gam_work_read(const struct gam_op *op, const struct gam_levels *levels, double footprint_bytes, int cold, int threads,
                   struct gam_work *out)
{
    memset(out, 0, sizeof *out);
    gam_op_cost(op, &out->cost);
    out->link = gam_op_link_bytes(op);
    out->serving = cold ? gam_levels_main(levels) : gam_levels_serving(levels, footprint_bytes, threads);
    for (int i = 0; i <= out->serving; i++) {
        struct gam_work_level *l = &out->level[i];
        struct gam_traffic t = { out->cost.read_bytes, out->cost.written_bytes };
        /* The cache inside level i; what registers let through to the innermost level no shape tells. */
        double inside = i > 0 ? levels->level[i - 1].size_bytes : NAN;
        if (!isnan(inside))
            gam_op_traffic(op, inside, &t);
        l->low_read = out->cost.read_bytes;
        l->low_written = out->cost.written_bytes;
        l->high_read = fmax(t.read_bytes, l->low_read);
        l->high_written = fmax(t.written_bytes, l->low_written);
    }
}

bool gam_work_move_in(struct gam_work *w)
{
    if (w->serving <= 0)
        return false;
    memset(&w->level[w->serving], 0, sizeof w->level[0]);
    w->serving--;
    return true;
}

double gam_work_read_share(const struct gam_work *w)
{
    double bytes = w->cost.read_bytes + w->cost.written_bytes;
    return bytes > 0 ? w->cost.read_bytes / bytes : NAN;
}
