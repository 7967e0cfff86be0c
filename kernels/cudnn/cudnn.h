/* SPDX-License-Identifier: MIT */
/* What the operators through cuDNN share. Nobody has run them on hardware yet. */
#ifndef GAM_KERNELS_CUDNN_CUDNN_H
#define GAM_KERNELS_CUDNN_CUDNN_H

#include "common/vendor/dl_cudnn.h"
#include "kernels/gpu/queue.h"

enum { CUDNN_DESCS = 16 };

/* A prepared operator; what is NULL was not made. */
struct cudnn_plan {
    const struct gam_cudnn *library;
    const struct gam_gpu_queue *queue;
    void *handle, *x, *y, *filter, *conv;
    uint64_t workspace; /* address */
    size_t workspace_bytes;
    int algorithm, is_f64;
    /* of graphs */
    void *desc[CUDNN_DESCS]; /* all that were made, in that order */
    size_t n_desc;
    void *execution, *pack; /* of these: the plan that runs, the operands that it runs on */
    const void *packed[4];
    float scale;
};

/* cuDNN's number of an element type, or -1. */
int cudnn_type(enum gam_dtype dtype);

/* 0 where the library can be asked: a CUDA device, one of its types throughout (sums in `acc` as usual). */
int cudnn_takes(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why);
const char *cudnn_version(void);

/* With its handle on the device's stream. */
int cudnn_plan_new(const struct gam_op *op, const struct gam_caps *caps, struct cudnn_plan **out, struct gam_err *err);
void cudnn_plan_free(struct cudnn_plan *plan);
int cudnn_said(const struct cudnn_plan *plan, int status, struct gam_err *err);
void cudnn_release(struct gam_launch *launch); /* of a launch whose state is a plan */
/* 1 and 0 in the type that the library wants its factors in. */
const void *cudnn_one(const struct cudnn_plan *plan);
const void *cudnn_zero(const struct cudnn_plan *plan);

#endif
