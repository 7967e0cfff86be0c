/* SPDX-License-Identifier: MIT */
/* cuDNN's graph interface: descriptors of a kind, with attributes, finalised. */
#ifndef GAM_KERNELS_CUDNN_GRAPH_H
#define GAM_KERNELS_CUDNN_GRAPH_H

#include "kernels/cudnn/cudnn.h"

struct cudnn_attribute {
    int name, type; /* GAM_CUDNN_ATTRIBUTE_... and GAM_CUDNN_TYPE_... */
    int64_t n;
    const void *value;
};

/* A finalised descriptor; the plan keeps it and frees it. Returns the library's status. */
int cudnn_desc_make(struct cudnn_plan *plan, int kind, const struct cudnn_attribute *attribute, size_t n, void **out);

/* A tensor of four dimensions without gaps; by_value: a scalar that the host passes. */
int cudnn_tensor_make(struct cudnn_plan *plan, int64_t id, int type, const int64_t dimension[4], int by_value, void **out);

/* Engines that the library proposes for a graph, best first, at most `most`; *found says how many. */
int cudnn_engines_ask(struct cudnn_plan *plan, void *graph, void **engine, int64_t most, int64_t *found);

#endif
