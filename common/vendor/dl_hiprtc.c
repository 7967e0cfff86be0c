/* SPDX-License-Identifier: MIT */
#include "common/vendor/dl_hiprtc.h"

#include "common/err.h"

#include <stddef.h>

static const char *const sonames[] = { "libhiprtc.so.7",   "libhiprtc.so.6", "libhiprtc.so.5",
                                       "libamdhip64.so.5", "libamdhip64.so", NULL };

#define SYMBOL(field, name)                                                                                                      \
    {                                                                                                                            \
        "hiprtc" name, offsetof(struct gam_gpu_rtc, field), 0                                                                    \
    }
static const struct gam_dl_symbol symbols[] = {
    SYMBOL(version, "Version"),
    SYMBOL(create, "CreateProgram"),
    SYMBOL(destroy, "DestroyProgram"),
    SYMBOL(compile, "CompileProgram"),
    SYMBOL(log_size, "GetProgramLogSize"),
    SYMBOL(log, "GetProgramLog"),
    SYMBOL(code_size, "GetCodeSize"),
    SYMBOL(code, "GetCode"),
    SYMBOL(error_text, "GetErrorString"),
};
#undef SYMBOL

int gam_hiprtc_open(struct gam_gpu_rtc *out, struct gam_err *err)
{
    void *handle = NULL;
    int rc;

    *out = (struct gam_gpu_rtc){ .major = 0 };
    rc = gam_dl_open(sonames, symbols, sizeof symbols / sizeof symbols[0], out, &handle, err);
    if (!rc && out->version(&out->major, &out->minor))
        rc = gam_err_set(err, -GAM_EDEVICE, "hiprtc does not say its version");
    return rc;
}
