/* SPDX-License-Identifier: MIT */
/* What a library needs of a CUDA or HIP device to compute on it: gam_caps.host points to this. A launch's `run` puts its work on
 * the stream and returns; the backend times it there. */
#ifndef GAM_KERNELS_GPU_QUEUE_H
#define GAM_KERNELS_GPU_QUEUE_H

#include "common/vendor/gpu_driver.h"
#include "kernels/impl.h"

struct gam_gpu_queue {
    enum gam_lang lang;
    const struct gam_gpu_driver *driver; /* the device is current when an implementation plans, runs or releases */
    void *stream;
    int major, minor; /* of the architecture */
};

/* A row-major product c = a b as a library sees it that knows columns only: cᵀ = bᵀ aᵀ, so its first matrix is b. */
struct gam_gpu_columns {
    int64_t rows, cols, depth; /* of its result: n, m; k */
    int first_turned, second_turned;
    int64_t first_ld, second_ld, result_ld;
    int64_t first_stride, second_stride, result_stride; /* elements from one product of the batch to the next */
};

void gam_gpu_columns_of(const struct gam_op *op, struct gam_gpu_columns *out);

/* 0 for a plain product of that language's devices: no bias, no activation, sums in `acc`, everything else in one type. */
int gam_gpu_library_takes(const struct gam_op *op, const struct gam_caps *caps, enum gam_lang lang, const char *library,
                          struct gam_err *why);

#endif
