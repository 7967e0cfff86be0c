/* SPDX-License-Identifier: MIT */
/* NVIDIA GPUs through the CUDA driver API. Numbers: CUDA driver API reference, CUdevice_attribute and CUresult. */
#include "collector/device/gpu/gpu.h"
#include "common/err.h"
#include "common/vendor/dl_cuda.h"
#include "common/vendor/dl_nvrtc.h"

#include <stdio.h>

static const struct gpu_error errors[] = {
    { 2, -GAM_ENOMEM, 0, NULL },
    { 34, -GAM_EVERSION, 0, "this libcuda is the stub that one links against, not the driver" },
    { 46, -GAM_EBUSY, 0, "another process has the device for itself" },
    { 100, -GAM_ENOENT, 0, NULL },
    { 101, -GAM_ENOENT, 0, NULL },
    { 200, -GAM_EVERSION, 0, "the driver does not know this code: its version and that of NVRTC differ" },
    { 209, -GAM_EVERSION, 0, "the code is for another architecture" },
    { 214, -GAM_EDEVICE, 1, "device memory has an error that ECC could not correct" },
    { 218, -GAM_EVERSION, 0, NULL },
    { 222, -GAM_EVERSION, 0, "NVRTC is newer than the driver" },
    { 226, -GAM_EDEVICE, 1, NULL },
    { 304, -GAM_EPERM, 0, "the system refuses access to the device" },
    { 500, -GAM_ENOENT, 0, NULL },
    { 700, -GAM_EDEVICE, 1, "a kernel touched memory that is not its own" },
    { 701, -GAM_EUNSUPPORTED, 0, "a work-group needs more registers or shared memory than a unit has" },
    { 702, -GAM_EDEVICE, 1, "a kernel ran longer than the system allows; is a display attached" },
    { 709, -GAM_EDEVICE, 1, NULL },
    { 710, -GAM_EDEVICE, 1, NULL },
    { 714, -GAM_EDEVICE, 1, NULL },
    { 715, -GAM_EDEVICE, 1, NULL },
    { 716, -GAM_EDEVICE, 1, NULL },
    { 717, -GAM_EDEVICE, 1, NULL },
    { 718, -GAM_EDEVICE, 1, NULL },
    { 719, -GAM_EDEVICE, 1, "a kernel failed, or the device fell off the bus" },
    { 800, -GAM_EPERM, 0, NULL },
    { 802, -GAM_EBUSY, 0, "the fabric manager is not ready" },
    { 803, -GAM_EVERSION, 0, "the kernel module and libcuda are of different versions" },
    { 999, -GAM_EDEVICE, 1, NULL },
};

static int driver_get(const struct gam_gpu_driver **out, struct gam_err *err)
{
    return gam_cuda_get(out, err);
}

static int compiler_get(int driver_version, struct gam_gpu_rtc *out, struct gam_err *err)
{
    return gam_nvrtc_open(driver_version / 1000, out, err);
}

static void arch_name(int major, int minor, char *out, size_t size)
{
    snprintf(out, size, "sm_%d%d", major, minor);
}

/* In which of these the units compute: f16 since 5.3, bf16 since 8.0. */
static uint64_t dtypes_of(int major, int minor)
{
    uint64_t types = 1u << GAM_DTYPE_F64 | 1u << GAM_DTYPE_F32 | 1u << GAM_DTYPE_I32;

    if (major > 5 || (major == 5 && minor >= 3))
        types |= 1u << GAM_DTYPE_F16;
    if (major >= 8)
        types |= 1u << GAM_DTYPE_BF16;
    return types;
}

static const char *const options[] = { "--std=c++17", "--device-as-default-execution-space", NULL };

static const struct gpu_api api = {
    .name = "cuda",
    .vendor = "NVIDIA",
    .lang = GAM_LANG_CUDA,
    .driver = driver_get,
    .compiler = compiler_get,
    .attribute = { [GPU_UNITS] = 16,
                   [GPU_GROUP_MOST] = 1,
                   [GPU_SHARED_BYTES] = 8,
                   [GPU_L2_BYTES] = 38,
                   [GPU_MAJOR] = 75,
                   [GPU_MINOR] = 76 },
    .error = errors,
    .n_errors = sizeof errors / sizeof errors[0],
    .node = "/dev/nvidiactl",
    .version_least = 11020,
    .version_major = 1000,
    .version_minor = 10,
    .version_name = "CUDA",
    .library_remedy = "install NVIDIA's driver (Debian: nvidia-driver, non-free)",
    .node_remedy = "load the nvidia module; in a container pass the device through (docker run --gpus all)",
    .access_remedy = "give this user access to /dev/nvidia* (usually the group video or render)",
    .version_remedy = "install a newer driver",
    .arch = arch_name,
    .dtypes = dtypes_of,
    .arch_option = "--gpu-architecture=",
    .options = options,
};

GPU_API_FUNCTIONS(api)

const struct gam_device_backend gam_device_cuda = {
    .name = "cuda",
    .summary = "NVIDIA GPUs, through the driver and NVRTC",
    .langs = 1u << GAM_LANG_CUDA,
    GPU_API_MEMBERS,
};
