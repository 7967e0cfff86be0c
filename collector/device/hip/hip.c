/* SPDX-License-Identifier: MIT */
/* AMD GPUs through HIP. Numbers: HIP runtime API reference, hipDeviceAttribute_t (unchanged from 5.2 to 6.x) and hipError_t. */
#include "collector/device/gpu/gpu.h"
#include "common/err.h"
#include "common/vendor/dl_hip.h"
#include "common/vendor/dl_hiprtc.h"

#include <stdio.h>

static const struct gpu_error errors[] = {
    { 2, -GAM_ENOMEM, 0, NULL },
    { 35, -GAM_EVERSION, 0, "the kernel's driver is too old for this runtime" },
    { 98, -GAM_ENOENT, 0, NULL },
    { 100, -GAM_ENOENT, 0, NULL },
    { 101, -GAM_ENOENT, 0, NULL },
    { 200, -GAM_EVERSION, 0, NULL },
    { 209, -GAM_EVERSION, 0, "the code is for another architecture" },
    { 214, -GAM_EDEVICE, 1, "device memory has an error that ECC could not correct" },
    { 304, -GAM_EPERM, 0, "the system refuses access to the device" },
    { 500, -GAM_ENOENT, 0, NULL },
    { 700, -GAM_EDEVICE, 1, "a kernel touched memory that is not its own" },
    { 701, -GAM_EUNSUPPORTED, 0, "a work-group needs more registers or local memory than a unit has" },
    { 702, -GAM_EDEVICE, 1, NULL },
    { 709, -GAM_EDEVICE, 1, NULL },
    { 710, -GAM_EDEVICE, 1, NULL },
    { 719, -GAM_EDEVICE, 1, "a kernel failed, or the device was reset" },
    { 999, -GAM_EDEVICE, 1, NULL },
};

static int driver_get(const struct gam_gpu_driver **out, struct gam_err *err)
{
    return gam_hip_get(out, err);
}

static int compiler_get(int driver_version, struct gam_gpu_rtc *out, struct gam_err *err)
{
    (void)driver_version; /* both come with the same ROCm */
    return gam_hiprtc_open(out, err);
}

/* The stepping is not among the attributes, so the name is short of its last digit: gfx90a shows as gfx90. */
static void arch_name(int major, int minor, char *out, size_t size)
{
    snprintf(out, size, "gfx%d%d", major, minor);
}

static uint64_t dtypes_of(int major, int minor)
{
    (void)major, (void)minor;
    return 1u << GAM_DTYPE_F64 | 1u << GAM_DTYPE_F32 | 1u << GAM_DTYPE_F16 | 1u << GAM_DTYPE_I32;
}

static const char *const options[] = { "-O3", "-std=c++17", NULL };

static const struct gpu_api api = {
    .name = "hip",
    .vendor = "AMD",
    .lang = GAM_LANG_HIP,
    .driver = driver_get,
    .compiler = compiler_get,
    .attribute = { [GPU_UNITS] = 63,
                   [GPU_GROUP_MOST] = 56,
                   [GPU_SHARED_BYTES] = 74,
                   [GPU_L2_BYTES] = 19,
                   [GPU_MAJOR] = 23,
                   [GPU_MINOR] = 61 },
    .error = errors,
    .n_errors = sizeof errors / sizeof errors[0],
    .node = "/dev/kfd",
    .version_least = 50200000, /* 5.2: what its names and numbers were checked against */
    .version_major = 10000000,
    .version_minor = 100000,
    .version_name = "HIP",
    .library_remedy = "apt-get install libamdhip64-5 libhiprtc-builtins5, or ROCm from AMD",
    .node_remedy = "load the amdgpu module; in a container pass /dev/kfd and /dev/dri through",
    .access_remedy = "add this user to the groups render and video",
    .version_remedy = "install ROCm 5.2 or newer",
    .arch = arch_name,
    .dtypes = dtypes_of,
    .arch_option = "", /* hiprtc compiles for the device in use */
    .options = options,
};

GPU_API_FUNCTIONS(api)

const struct gam_device_backend gam_device_hip = {
    .name = "hip",
    .summary = "AMD GPUs, through HIP and hiprtc",
    .langs = 1u << GAM_LANG_HIP,
    GPU_API_MEMBERS,
};
