/* SPDX-License-Identifier: MIT */
/* OpenCL through its loader (ICD), opened at run time. Own prototypes of the calls used, all of OpenCL 1.2, so that no header is
 * needed; names and numbers as in the OpenCL specification, registry.khronos.org.
 */
#ifndef GAM_COMMON_VENDOR_DL_OPENCL_H
#define GAM_COMMON_VENDOR_DL_OPENCL_H

#include <stddef.h>
#include <stdint.h>

struct gam_err;

enum {
    GAM_CL_SUCCESS = 0,
    GAM_CL_DEVICE_NOT_FOUND = -1,
    GAM_CL_BUILD_PROGRAM_FAILURE = -11,
    GAM_CL_NO_PLATFORM = -1001, /* of the loader: no driver is registered */

    GAM_CL_PLATFORM_NAME = 0x0902,

    GAM_CL_DEVICE_TYPE_CPU = 1 << 1,
    GAM_CL_DEVICE_TYPE_GPU = 1 << 2,
    GAM_CL_DEVICE_TYPE_ACCELERATOR = 1 << 3,

    GAM_CL_DEVICE_TYPE = 0x1000,
    GAM_CL_DEVICE_VENDOR_ID = 0x1001,
    GAM_CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002,
    GAM_CL_DEVICE_MAX_WORK_GROUP_SIZE = 0x1004,
    GAM_CL_DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010,
    GAM_CL_DEVICE_GLOBAL_MEM_CACHE_TYPE = 0x101c,
    GAM_CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE = 0x101d,
    GAM_CL_DEVICE_GLOBAL_MEM_CACHE_SIZE = 0x101e,
    GAM_CL_DEVICE_GLOBAL_MEM_SIZE = 0x101f,
    GAM_CL_DEVICE_LOCAL_MEM_SIZE = 0x1023,
    GAM_CL_DEVICE_AVAILABLE = 0x1027,
    GAM_CL_DEVICE_COMPILER_AVAILABLE = 0x1028,
    GAM_CL_DEVICE_NAME = 0x102b,
    GAM_CL_DEVICE_VENDOR = 0x102c,
    GAM_CL_DRIVER_VERSION = 0x102d,
    GAM_CL_DEVICE_VERSION = 0x102f,
    GAM_CL_DEVICE_DOUBLE_FP_CONFIG = 0x1032,

    GAM_CL_QUEUE_PROFILING = 1 << 1,
    GAM_CL_MEM_READ_WRITE = 1 << 0,
    GAM_CL_MEM_ALLOC_HOST_PTR = 1 << 4,
    GAM_CL_MAP_READ_WRITE = 1 << 0 | 1 << 1,
    GAM_CL_PROGRAM_BUILD_LOG = 0x1183,
    GAM_CL_PROFILING_START = 0x1282,
    GAM_CL_PROFILING_END = 0x1283
};

typedef struct gam_cl_object *gam_cl; /* platform, device, context, queue, buffer, program, kernel, event */

struct gam_opencl {
    int (*get_platform_ids)(unsigned most, gam_cl *out, unsigned *n);
    int (*get_platform_info)(gam_cl platform, unsigned what, size_t size, void *out, size_t *used);
    int (*get_device_ids)(gam_cl platform, uint64_t type, unsigned most, gam_cl *out, unsigned *n);
    int (*get_device_info)(gam_cl device, unsigned what, size_t size, void *out, size_t *used);
    gam_cl (*create_context)(const intptr_t *properties, unsigned n, const gam_cl *device,
                             void (*notify)(const char *, const void *, size_t, void *), void *user, int *rc);
    int (*release_context)(gam_cl context);
    gam_cl (*create_command_queue)(gam_cl context, gam_cl device, uint64_t properties, int *rc);
    int (*release_command_queue)(gam_cl queue);
    gam_cl (*create_buffer)(gam_cl context, uint64_t flags, size_t bytes, void *host, int *rc);
    int (*release_mem_object)(gam_cl buffer);
    int (*enqueue_read_buffer)(gam_cl queue, gam_cl buffer, unsigned blocking, size_t offset, size_t bytes, void *to, unsigned n,
                               const gam_cl *wait, gam_cl *event);
    int (*enqueue_write_buffer)(gam_cl queue, gam_cl buffer, unsigned blocking, size_t offset, size_t bytes, const void *from,
                                unsigned n, const gam_cl *wait, gam_cl *event);
    void *(*enqueue_map_buffer)(gam_cl queue, gam_cl buffer, unsigned blocking, uint64_t flags, size_t offset, size_t bytes,
                                unsigned n, const gam_cl *wait, gam_cl *event, int *rc);
    int (*enqueue_unmap)(gam_cl queue, gam_cl buffer, void *address, unsigned n, const gam_cl *wait, gam_cl *event);
    int (*flush)(gam_cl queue);
    gam_cl (*create_program_with_source)(gam_cl context, unsigned n, const char **text, const size_t *length, int *rc);
    int (*build_program)(gam_cl program, unsigned n, const gam_cl *device, const char *options, void (*notify)(gam_cl, void *),
                         void *user);
    int (*get_program_build_info)(gam_cl program, gam_cl device, unsigned what, size_t size, void *out, size_t *used);
    int (*release_program)(gam_cl program);
    gam_cl (*create_kernel)(gam_cl program, const char *name, int *rc);
    int (*release_kernel)(gam_cl kernel);
    int (*set_kernel_arg)(gam_cl kernel, unsigned place, size_t bytes, const void *value);
    int (*enqueue_nd_range_kernel)(gam_cl queue, gam_cl kernel, unsigned dimensions, const size_t *offset, const size_t *global,
                                   const size_t *local, unsigned n, const gam_cl *wait, gam_cl *event);
    int (*finish)(gam_cl queue);
    int (*get_event_profiling_info)(gam_cl event, unsigned what, size_t size, void *out, size_t *used);
    int (*release_event)(gam_cl event);
};

/* The loader, one per process. Errors: not found, or a symbol missing. */
int gam_opencl_get(const struct gam_opencl **out, struct gam_err *err);

/* The specification's name of an error, "CL_OUT_OF_RESOURCES"; "unknown error" otherwise. */
const char *gam_opencl_error(int rc);

/* The gam_code (negative) that an error of a call comes to: -GAM_ENOMEM, -GAM_EINVAL or -GAM_EDEVICE. */
int gam_opencl_code(int rc);

/* Whether the device or its context is gone for good after that error. */
int gam_opencl_lost(int rc);

#endif
