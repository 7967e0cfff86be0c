/* SPDX-License-Identifier: MIT */
#include "kernels/cudnn/graph.h"

#include <stdlib.h>

enum { ALIGNMENT = 16 };

/* An empty descriptor that the plan frees. */
static int desc_begin(struct cudnn_plan *plan, int kind, void **out)
{
    int status;

    *out = NULL;
    if (plan->n_desc == CUDNN_DESCS)
        return GAM_CUDNN_STATUS_INTERNAL;
    status = plan->library->backend_create(kind, out);
    if (!status)
        plan->desc[plan->n_desc++] = *out;
    return status;
}

int cudnn_desc_make(struct cudnn_plan *plan, int kind, const struct cudnn_attribute *attribute, size_t n, void **out)
{
    int status = desc_begin(plan, kind, out);

    for (size_t i = 0; i < n && !status; i++)
        status = plan->library->backend_set(*out, attribute[i].name, attribute[i].type, attribute[i].n, attribute[i].value);
    return status ? status : plan->library->backend_finalize(*out);
}

int cudnn_tensor_make(struct cudnn_plan *plan, int64_t id, int type, const int64_t dimension[4], int by_value, void **out)
{
    const int64_t alignment = ALIGNMENT;
    const char value = (char)by_value;
    int64_t stride[4] = { 1, 1, 1, 1 };

    for (int d = 2; d >= 0; d--)
        stride[d] = stride[d + 1] * dimension[d + 1];
    const struct cudnn_attribute attribute[] = {
        { GAM_CUDNN_ATTRIBUTE_TENSOR_TYPE, GAM_CUDNN_TYPE_DATA_TYPE, 1, &type },
        { GAM_CUDNN_ATTRIBUTE_TENSOR_DIMENSIONS, GAM_CUDNN_TYPE_INT64, 4, dimension },
        { GAM_CUDNN_ATTRIBUTE_TENSOR_STRIDES, GAM_CUDNN_TYPE_INT64, 4, stride },
        { GAM_CUDNN_ATTRIBUTE_TENSOR_ID, GAM_CUDNN_TYPE_INT64, 1, &id },
        { GAM_CUDNN_ATTRIBUTE_TENSOR_ALIGNMENT, GAM_CUDNN_TYPE_INT64, 1, &alignment },
        { GAM_CUDNN_ATTRIBUTE_TENSOR_BY_VALUE, GAM_CUDNN_TYPE_BOOLEAN, 1, &value },
    };

    return cudnn_desc_make(plan, GAM_CUDNN_KIND_TENSOR, attribute, sizeof attribute / sizeof attribute[0], out);
}

int cudnn_engines_ask(struct cudnn_plan *plan, void *graph, void **engine, int64_t most, int64_t *found)
{
    const int mode = GAM_CUDNN_HEURISTIC_A;
    const struct cudnn_attribute attribute[] = {
        { GAM_CUDNN_ATTRIBUTE_HEURISTIC_MODE, GAM_CUDNN_TYPE_HEURISTIC, 1, &mode },
        { GAM_CUDNN_ATTRIBUTE_HEURISTIC_GRAPH, GAM_CUDNN_TYPE_DESCRIPTOR, 1, &graph },
    };
    void *heuristic = NULL;
    int status = cudnn_desc_make(plan, GAM_CUDNN_KIND_HEURISTIC, attribute, 2, &heuristic);

    *found = 0;
    for (int64_t i = 0; i < most && !status; i++)
        status = desc_begin(plan, GAM_CUDNN_KIND_ENGINE, &engine[i]);
    return status ? status
                  : plan->library->backend_get(heuristic, GAM_CUDNN_ATTRIBUTE_HEURISTIC_RESULTS, GAM_CUDNN_TYPE_DESCRIPTOR, most,
                                               found, engine);
}
