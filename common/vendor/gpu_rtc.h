/* SPDX-License-Identifier: MIT */
/* A compiler of kernels at run time as one table of functions: NVRTC and hiprtc have the same calls. dl_nvrtc.c, dl_hiprtc.c. */
#ifndef GAM_COMMON_VENDOR_GPU_RTC_H
#define GAM_COMMON_VENDOR_GPU_RTC_H

#include "common/vendor/dl.h"

/* All return 0 or an error number of the compiler. A program is a pointer to an opaque struct. */
struct gam_gpu_rtc {
    int major, minor;

    int (*version)(int *major, int *minor);
    int (*create)(void **program, const char *source, const char *name, int n_headers, const char *const *headers,
                  const char *const *names);
    int (*destroy)(void **program);
    int (*compile)(void *program, int n, const char *const *options);
    int (*log_size)(void *program, size_t *bytes);
    int (*log)(void *program, char *text);
    int (*code_size)(void *program, size_t *bytes); /* machine code for the architecture asked for */
    int (*code)(void *program, char *code);
    const char *(*error_text)(int error);
    /* NVRTC only (NULL elsewhere): which architectures it knows, as 10 major + minor. */
    int (*archs_number)(int *n);
    int (*archs)(int *list);
};

#endif
