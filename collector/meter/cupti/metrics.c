/* SPDX-License-Identifier: MIT */
#include "collector/meter/cupti/metrics.h"

#include <string.h>

static size_t metric_find(const char *const *list, size_t n, const char *metric)
{
    size_t i = 0;

    while (i < n && strcmp(list[i], metric) != 0)
        i++;
    return i;
}

size_t cupti_group_metrics(const struct cupti_group *group, const char *out[CUPTI_GROUP_METRICS])
{
    size_t n = 0;

    for (size_t q = 0; q < group->n; q++)
        for (size_t p = 0; group->quantity[q].part[p].metric; p++)
            if (metric_find(out, n, group->quantity[q].part[p].metric) == n && n < CUPTI_GROUP_METRICS)
                out[n++] = group->quantity[q].part[p].metric;
    return n;
}

double cupti_quantity_value(const struct cupti_group *group, size_t quantity, const double *values)
{
    const char *list[CUPTI_GROUP_METRICS];
    size_t n = cupti_group_metrics(group, list);
    double sum = 0;

    for (size_t p = 0; group->quantity[quantity].part[p].metric; p++)
        sum += group->quantity[quantity].part[p].factor * values[metric_find(list, n, group->quantity[quantity].part[p].metric)];
    return sum;
}
