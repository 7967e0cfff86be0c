/* SPDX-License-Identifier: MIT */
/* roof_launch: a parallel region whose workers only leave their mark. */
#include "common/err.h"
#include "kernels/roof/roof.h"

#include <omp.h>

static int launch_run(struct gam_launch *launch, void *const *operand)
{
    int team = 0;

#pragma omp parallel num_threads(launch->threads)
    {
        int worker = omp_get_thread_num();
        double *line = (double *)operand[0] + (size_t)worker * (GAM_ROOF_LINE / sizeof(double));

        if (worker == 0)
            team = omp_get_num_threads();
        for (size_t i = 0; i < GAM_ROOF_LINE / sizeof(double); i++)
            line[i] = worker + 1;
    }
    return team == launch->threads ? 0 : -GAM_EDEVICE;
}

static int launch_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    if (gam_op_int(op, "graph"))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "roof_launch: a processor has no graphs");
    return gam_roof_supports(caps, GAM_ROOF_BASE, (int)gam_op_int(op, "threads"), op->kind->name, why);
}

static int launch_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    int rc = launch_supports(op, caps, err);

    if (rc)
        return rc;
    *out = (struct gam_launch){
        .lang = GAM_LANG_HOST, .run = launch_run, .threads = (int)gam_op_int(op, "threads"), .flop_scale = 1
    };
    gam_roof_detail(out, "parallel region and barrier of %d", out->threads);
    return 0;
}

const struct gam_impl gam_impl_roof_launch = {
    .name = "roof",
    .kinds = { "roof_launch" },
    .lang = GAM_LANG_HOST,
    .supports = launch_supports,
    .plan = launch_plan,
};
