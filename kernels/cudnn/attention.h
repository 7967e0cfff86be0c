/* SPDX-License-Identifier: MIT */
#ifndef GAM_KERNELS_CUDNN_ATTENTION_H
#define GAM_KERNELS_CUDNN_ATTENTION_H

#include "kernels/cudnn/graph.h"

/* The graph of an attention; needs no device as long as the plan has no handle. Returns the library's status. */
int cudnn_attention_graph(struct cudnn_plan *plan, const struct gam_op *op, void **graph);

#endif
