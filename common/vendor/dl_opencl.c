/* SPDX-License-Identifier: MIT */
#include "common/vendor/dl_opencl.h"

#include "common/err.h"
#include "common/vendor/dl.h"

#include <pthread.h>

static const char *const sonames[] = { "libOpenCL.so.1", "libOpenCL.so", NULL };

#define SYMBOL(name, field)                                                                                                      \
    {                                                                                                                            \
        name, offsetof(struct gam_opencl, field), 0                                                                              \
    }
static const struct gam_dl_symbol symbols[] = {
    SYMBOL("clGetPlatformIDs", get_platform_ids),
    SYMBOL("clGetPlatformInfo", get_platform_info),
    SYMBOL("clGetDeviceIDs", get_device_ids),
    SYMBOL("clGetDeviceInfo", get_device_info),
    SYMBOL("clCreateContext", create_context),
    SYMBOL("clReleaseContext", release_context),
    SYMBOL("clCreateCommandQueue", create_command_queue),
    SYMBOL("clReleaseCommandQueue", release_command_queue),
    SYMBOL("clCreateBuffer", create_buffer),
    SYMBOL("clReleaseMemObject", release_mem_object),
    SYMBOL("clEnqueueReadBuffer", enqueue_read_buffer),
    SYMBOL("clEnqueueWriteBuffer", enqueue_write_buffer),
    SYMBOL("clEnqueueMapBuffer", enqueue_map_buffer),
    SYMBOL("clEnqueueUnmapMemObject", enqueue_unmap),
    SYMBOL("clFlush", flush),
    SYMBOL("clCreateProgramWithSource", create_program_with_source),
    SYMBOL("clBuildProgram", build_program),
    SYMBOL("clGetProgramBuildInfo", get_program_build_info),
    SYMBOL("clReleaseProgram", release_program),
    SYMBOL("clCreateKernel", create_kernel),
    SYMBOL("clReleaseKernel", release_kernel),
    SYMBOL("clSetKernelArg", set_kernel_arg),
    SYMBOL("clEnqueueNDRangeKernel", enqueue_nd_range_kernel),
    SYMBOL("clFinish", finish),
    SYMBOL("clGetEventProfilingInfo", get_event_profiling_info),
    SYMBOL("clReleaseEvent", release_event),
};
#undef SYMBOL

static const struct error_row {
    int rc, code;
    const char *name;
} errors[] = {
    { -1, -GAM_ENOENT, "CL_DEVICE_NOT_FOUND" },
    { -2, -GAM_EDEVICE, "CL_DEVICE_NOT_AVAILABLE" },
    { -3, -GAM_EUNSUPPORTED, "CL_COMPILER_NOT_AVAILABLE" },
    { -4, -GAM_ENOMEM, "CL_MEM_OBJECT_ALLOCATION_FAILURE" },
    { -5, -GAM_EDEVICE, "CL_OUT_OF_RESOURCES" },
    { -6, -GAM_ENOMEM, "CL_OUT_OF_HOST_MEMORY" },
    { -7, -GAM_EDEVICE, "CL_PROFILING_INFO_NOT_AVAILABLE" },
    { -11, -GAM_EDEVICE, "CL_BUILD_PROGRAM_FAILURE" },
    { -14, -GAM_EDEVICE, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST" },
    { -30, -GAM_EINVAL, "CL_INVALID_VALUE" },
    { -34, -GAM_EDEVICE, "CL_INVALID_CONTEXT" },
    { -36, -GAM_EDEVICE, "CL_INVALID_COMMAND_QUEUE" },
    { -38, -GAM_EINVAL, "CL_INVALID_MEM_OBJECT" },
    { -46, -GAM_EINVAL, "CL_INVALID_KERNEL_NAME" },
    { -48, -GAM_EINVAL, "CL_INVALID_KERNEL" },
    { -49, -GAM_EINVAL, "CL_INVALID_ARG_INDEX" },
    { -50, -GAM_EINVAL, "CL_INVALID_ARG_VALUE" },
    { -51, -GAM_EINVAL, "CL_INVALID_ARG_SIZE" },
    { -52, -GAM_EINVAL, "CL_INVALID_KERNEL_ARGS" },
    { -53, -GAM_EINVAL, "CL_INVALID_WORK_DIMENSION" },
    { -54, -GAM_EINVAL, "CL_INVALID_WORK_GROUP_SIZE" },
    { -61, -GAM_ENOMEM, "CL_INVALID_BUFFER_SIZE" },
    { -63, -GAM_EINVAL, "CL_INVALID_GLOBAL_WORK_SIZE" },
    { -1001, -GAM_ENOENT, "CL_PLATFORM_NOT_FOUND_KHR" },
};

static struct {
    pthread_once_t once;
    struct gam_opencl opencl;
    struct gam_err err;
    int rc;
} loaded = { .once = PTHREAD_ONCE_INIT };

static void load(void)
{
    void *handle = NULL;

    loaded.rc = gam_dl_open(sonames, symbols, sizeof symbols / sizeof symbols[0], &loaded.opencl, &handle, &loaded.err);
}

int gam_opencl_get(const struct gam_opencl **out, struct gam_err *err)
{
    pthread_once(&loaded.once, load);
    if (loaded.rc)
        return gam_err_set(err, loaded.rc, "%s", loaded.err.text);
    *out = &loaded.opencl;
    return 0;
}

static const struct error_row *error_find(int rc)
{
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
        if (errors[i].rc == rc)
            return &errors[i];
    return NULL;
}

const char *gam_opencl_error(int rc)
{
    const struct error_row *row = error_find(rc);

    return row ? row->name : "unknown error";
}

int gam_opencl_code(int rc)
{
    const struct error_row *row = error_find(rc);

    return row ? row->code : -GAM_EDEVICE;
}

int gam_opencl_lost(int rc)
{
    static const int lost[] = { -2, -14, -34, -36 }; /* device, execution, context, queue */

    for (size_t i = 0; i < sizeof lost / sizeof lost[0]; i++)
        if (lost[i] == rc)
            return 1;
    return 0;
}
