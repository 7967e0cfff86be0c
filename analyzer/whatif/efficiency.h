/* SPDX-License-Identifier: MIT */
/* How close operators come to their model, by class: what a projection divides by. */
#ifndef GAM_ANALYZER_EFFICIENCY_H
#define GAM_ANALYZER_EFFICIENCY_H

#include "analyzer/model.h"

struct gam_efficiency_sample {
    const char *kind;                /* of operator */
    enum gam_resource_kind resource; /* that binds it */
    double ln;                       /* of modelled / measured time */
};

struct gam_efficiency {
    double value, sigma; /* median; standard deviation of ln, robust; NaN: not known */
    size_t n;
    const char *kind; /* NULL: of all kinds */
    int resource;     /* enum gam_resource_kind; -1: of all */
};

/* The narrowest class that has a sample: kind and resource, resource, all. A class of one takes the spread of the next wider one
 * that has several. `scratch` holds n doubles. */
void gam_efficiency_find(const struct gam_efficiency_sample *sample, size_t n, const char *kind, enum gam_resource_kind resource,
                         double *scratch, struct gam_efficiency *out);

/* The resource with the largest elasticity; the first of equals. */
enum gam_resource_kind gam_model_binding(const struct gam_model_result *r);

#endif
