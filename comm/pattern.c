/* SPDX-License-Identifier: MIT */
#include "comm/pattern.h"

enum { VALUES = 7 };

float gam_comm_pattern_in(int rank, int64_t i)
{
    return (float)((i * 3 + rank * 5) % VALUES);
}

float gam_comm_pattern_out(const struct gam_comm_pattern *p, int64_t i)
{
    float sum = 0;

    if (p->what == GAM_ALL_GATHER)
        return gam_comm_pattern_in((int)(i / p->share), i % p->share);
    if (p->what == GAM_ALL_TO_ALL)
        return gam_comm_pattern_in((int)(i / p->share), (int64_t)p->rank * p->share + i % p->share);
    if (p->what == GAM_BROADCAST)
        return gam_comm_pattern_in(0, i);
    for (int k = 0; k < p->ranks; k++)
        sum += gam_comm_pattern_in(k, p->what == GAM_REDUCE_SCATTER ? (int64_t)p->rank * p->share + i : i);
    return sum;
}

int64_t gam_comm_pattern_outputs(const struct gam_comm_pattern *p)
{
    return p->what == GAM_REDUCE_SCATTER ? p->share : p->count;
}
