/* SPDX-License-Identifier: MIT */
/* The GPU of a rank, and NCCL or RCCL over all of them. */
#ifndef GAM_COMM_GPU_H
#define GAM_COMM_GPU_H

#include "collector/device.h"
#include "comm/world.h"
#include "common/vendor/dl_nccl.h"
#include "kernels/gpu/queue.h"

struct gam_comm_gpu {
    struct gam_open_device device;
    const struct gam_gpu_queue *queue;
    const struct gam_nccl *nccl;
    void *comm;
    struct gam_buffer in, out;
    char link[GAM_LINK_NAME]; /* "GPU NCCL 2.21.5": how its links are called */
};

/* Opens the device that this rank has for itself, and a communicator over all ranks. 0 everywhere, or the same error everywhere:
 * -GAM_ENOENT: no rank has a GPU, nothing to say. Others name the rank and what it lacks. */
int gam_comm_gpu_open(struct gam_comm_gpu *g, struct gam_world *w, struct gam_err *err);
void gam_comm_gpu_close(struct gam_comm_gpu *g);

/* Two buffers of so many bytes on the device. */
int gam_comm_gpu_buffers(struct gam_comm_gpu *g, uint64_t bytes, struct gam_err *err);

/* 0, or -GAM_EDEVICE with the library's own text. */
int gam_comm_gpu_check(const struct gam_comm_gpu *g, int status, const char *what, struct gam_err *err);

/* Until everything that was queued is done. */
int gam_comm_gpu_finish(const struct gam_comm_gpu *g, struct gam_err *err);

#endif
