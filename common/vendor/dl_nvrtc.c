/* SPDX-License-Identifier: MIT */
#include "common/vendor/dl_nvrtc.h"

#include "common/err.h"

#include <stddef.h>

/* Newest first; a toolkit that is not in the loader's path last. */
static const char *const sonames[] = { "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so",
                                       "/usr/local/cuda/lib64/libnvrtc.so" };

#define SYMBOL(field, name)                                                                                                      \
    {                                                                                                                            \
        "nvrtc" name, offsetof(struct gam_gpu_rtc, field), 0                                                                     \
    }
static const struct gam_dl_symbol symbols[] = {
    SYMBOL(version, "Version"),
    SYMBOL(create, "CreateProgram"),
    SYMBOL(destroy, "DestroyProgram"),
    SYMBOL(compile, "CompileProgram"),
    SYMBOL(log_size, "GetProgramLogSize"),
    SYMBOL(log, "GetProgramLog"),
    SYMBOL(code_size, "GetCUBINSize"),
    SYMBOL(code, "GetCUBIN"),
    SYMBOL(error_text, "GetErrorString"),
    SYMBOL(archs_number, "GetNumSupportedArchs"),
    SYMBOL(archs, "GetSupportedArchs"),
};
#undef SYMBOL

int gam_nvrtc_open(int driver_major, struct gam_gpu_rtc *out, struct gam_err *err)
{
    struct gam_err seen = { .code = 0 }; /* of the last that is there and does not do */

    for (size_t i = 0; i < sizeof sonames / sizeof sonames[0]; i++) {
        const char *const one[] = { sonames[i], NULL };
        struct gam_err why = { .code = 0 };
        void *handle = NULL;
        int now = gam_dl_open(one, symbols, sizeof symbols / sizeof symbols[0], out, &handle, &why);

        if (now == -GAM_ENOENT)
            continue;
        if (!now && out->version(&out->major, &out->minor))
            now = gam_err_set(&why, -GAM_EDEVICE, "%s does not say its version", sonames[i]);
        if (!now && driver_major && out->major > driver_major)
            now = gam_err_set(&why, -GAM_EVERSION, "NVRTC %d.%d is newer than the driver, which knows CUDA %d", out->major,
                              out->minor, driver_major);
        if (!now)
            return 0;
        seen = why;
    }
    *out = (struct gam_gpu_rtc){ .major = 0 };
    if (seen.code)
        return gam_err_set(err, seen.code, "%s", seen.text);
    return gam_err_set(err, -GAM_ENOENT, "library not found: libnvrtc.so.13, libnvrtc.so.12, libnvrtc.so.11.2, libnvrtc.so");
}
