/* SPDX-License-Identifier: MIT */
/* Parts of the OpenCL backend: opencl (the backend), list (which devices there are), program (compiled sources), memory, run,
 * link. */
#ifndef GAM_COLLECTOR_DEVICE_OPENCL_OPENCL_PRIV_H
#define GAM_COLLECTOR_DEVICE_OPENCL_OPENCL_PRIV_H

#include "collector/device.h"
#include "common/vendor/dl_opencl.h"

/* A device of a platform, by the numbers that make its id. */
struct cl_place {
    gam_cl platform, device;
    unsigned platform_number, device_number;
};

struct cl_state {
    const struct gam_opencl *cl;
    const struct gam_topology *topology; /* borrowed */
    struct cl_place at;
    gam_cl context, queue, second; /* second: for copies beside those of `queue`; made when first needed */
    struct cl_pinned *pinned;      /* memory of the host that is in use */
    struct cl_program *programs;   /* compiled so far, the newest first */
    size_t n_programs;
    gam_cl scratch;
    uint64_t scratch_bytes, most_bytes; /* most_bytes: of one buffer */
    int lost;                           /* the device failed in a way that nothing after it can succeed */
};

/* "what: CL_NAME (-5)"; remembers when the device is lost. */
int cl_fail(struct cl_state *s, int rc, const char *what, struct gam_err *err);

/* Number of devices, or the index-th of them. */
int cl_devices_count(const struct gam_opencl *cl, struct gam_err *err);
int cl_devices_get(const struct gam_opencl *cl, int index, struct cl_place *out, struct gam_err *err);
int cl_info_fill(const struct gam_opencl *cl, const struct cl_place *at, const struct gam_topology *topology,
                 struct gam_device_info *out);
uint64_t cl_number(const struct gam_opencl *cl, gam_cl device, unsigned what, size_t bytes); /* 0: not known */
int cl_is_cpu(const struct gam_opencl *cl, gam_cl device);

/* The kernel of that name in the compiled source; borrowed. -GAM_EDEVICE with the compiler's first error. */
int cl_kernel_get(struct cl_state *s, const char *source, const char *entry, gam_cl *out, struct gam_err *err);
void cl_programs_release(struct cl_state *s);

int cl_run(void *state, struct gam_launch *launch, void *const *const *set, size_t sets, uint64_t start, uint64_t iterations,
           uint64_t *duration_ns, struct gam_err *err);

int cl_alloc(void *state, int threads, uint64_t bytes, struct gam_buffer *out, struct gam_err *err);
void cl_release(void *state, struct gam_buffer *buffer);

int cl_host_alloc(void *state, uint64_t bytes, struct gam_buffer *out, struct gam_err *err);
void cl_host_release(void *state, struct gam_buffer *buffer);
void *cl_pinned_address(const struct cl_state *s); /* of the newest; NULL */
int cl_exchange(void *state, const struct gam_exchange *copies, struct gam_err *err);

#endif
