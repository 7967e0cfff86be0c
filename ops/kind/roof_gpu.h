/* SPDX-License-Identifier: MIT */
/* Keys of the roofs on devices that run source code (isa=gpu). Their defaults are what a cpu has, so that its specs stay short.
 */
#ifndef GAM_OPS_KIND_ROOF_GPU_H
#define GAM_OPS_KIND_ROOF_GPU_H

#include "ops/op.h"

#define GAM_ROOF_GPU_KEYS                                                                                                        \
    { .name = "groups", .type = GAM_KEY_INT, .fallback = 1, .least = 1, .most = 1 << 20, .help = "gpu: work-groups" },           \
        { .name = "items", .type = GAM_KEY_INT, .fallback = 1, .least = 1, .most = 4096, .help = "gpu: work-items of a group" }, \
    {                                                                                                                            \
        .name = "width", .type = GAM_KEY_INT, .fallback = 1, .least = 1, .most = 16, .help = "gpu: elements of an item's vector" \
    }

/* These keys are of isa=gpu only; widths are powers of two. */
int roof_gpu_check(const struct gam_op *op, struct gam_err *err);

#endif
