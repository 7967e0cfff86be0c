/* SPDX-License-Identifier: MIT */
/* What is counted on NVIDIA GPUs, as data: metrics_table.c. What one pass of the hardware can count together is a group. */
#ifndef GAM_COLLECTOR_METER_CUPTI_METRICS_H
#define GAM_COLLECTOR_METER_CUPTI_METRICS_H

#include <stddef.h>

enum { CUPTI_PARTS = 3, CUPTI_GROUP_QUANTITIES = 4, CUPTI_GROUP_METRICS = 8 };

/* A quantity is the sum of factor x metric. */
struct cupti_quantity {
    const char *name, *unit;
    struct {
        double factor;
        const char *metric; /* NULL ends the list */
    } part[CUPTI_PARTS + 1];
};

struct cupti_group {
    struct cupti_quantity quantity[CUPTI_GROUP_QUANTITIES];
    size_t n;
};

extern const struct cupti_group cupti_groups[];
extern const size_t cupti_n_groups;

/* The group's metrics, each once; returns how many. */
size_t cupti_group_metrics(const struct cupti_group *group, const char *out[CUPTI_GROUP_METRICS]);
/* From the values of those metrics, in that order. */
double cupti_quantity_value(const struct cupti_group *group, size_t quantity, const double *values);

#endif
