/* SPDX-License-Identifier: MIT */
/* Follows the indices from where the launch says it began. */
#include "kernels/oracle/oracle.h"
#include "kernels/roof/roof.h"

#include <math.h>

static int64_t follow(const struct gam_roof_line *line, uint64_t lines, int64_t at, int64_t steps)
{
    for (int64_t i = 0; i < steps; i++) {
        at = line[at].next;
        if (at < 0 || (uint64_t)at >= lines)
            return -1;
    }
    return at;
}

static int chase_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                           double *magnitude)
{
    const struct gam_roof_line *line = operand[GAM_CHASE_NEXT];
    const double *check = operand[GAM_CHASE_CHECK];
    uint64_t lines = (uint64_t)gam_op_int(op, "bytes") / GAM_ROOF_LINE;
    double start = check[GAM_CHASE_START];
    int valid = start >= 0 && start < (double)lines && start == floor(start);

    for (size_t i = 0; i < n; i++) {
        if (index[i] == GAM_CHASE_STEPS)
            value[i] = (double)gam_op_int(op, "steps");
        else if (!valid)
            value[i] = -1;
        else if (index[i] == GAM_CHASE_START)
            value[i] = start;
        else
            value[i] = (double)follow(line, lines, (int64_t)start, gam_op_int(op, "steps"));
        magnitude[i] = fmax(1, fabs(value[i]));
    }
    return 0;
}

const struct gam_oracle gam_oracle_roof_chase = {
    .kind = "roof_chase",
    .reference = chase_reference,
};
