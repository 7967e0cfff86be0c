/* SPDX-License-Identifier: MIT */
/* What the sources of a fake libcuda (or, with FAKE_HIP, libamdhip64) share. */
#ifndef GAM_TESTS_GPU_FAKE_DRIVER_H
#define GAM_TESTS_GPU_FAKE_DRIVER_H

#include "script.h"

#include <time.h>

#ifdef FAKE_HIP
#define NAME(cuda, hip) hip
#else
#define NAME(cuda, hip) cuda
#endif
#define API __attribute__((visibility("default")))

/* Every call of a broken device gives the same error. */
#define STICKY()                                                                                                                 \
    do {                                                                                                                         \
        if (fake_script()->sticky)                                                                                               \
            return fake_script()->sticky;                                                                                        \
    } while (0)

extern int fake_current; /* which device is meant: that which was chosen last */

static inline uint64_t host_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

#endif
