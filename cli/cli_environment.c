/* SPDX-License-Identifier: MIT */
#include "cli/cli_environment.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    "OMP_NUM_THREADS",         "OMP_PROC_BIND",    "OMP_PLACES",
    "OMP_WAIT_POLICY",         "OMP_DYNAMIC",      "OMP_THREAD_LIMIT",
    "GOMP_CPU_AFFINITY",       "GOMP_SPINCOUNT",   "OPENBLAS_NUM_THREADS",
    "OPENBLAS_CORETYPE",       "OPENBLAS_L2_SIZE", "MKL_NUM_THREADS",
    "MKL_ENABLE_INSTRUCTIONS", "BLIS_NUM_THREADS", "BLIS_ARCH_TYPE",
    "ONEDNN_MAX_CPU_ISA",      "DNNL_MAX_CPU_ISA", "PAPI_EVENTS",
    "MALLOC_ARENA_MAX",        "GLIBC_TUNABLES",   "LD_PRELOAD",
};

size_t gam_cli_environment(struct gam_env *out, size_t n)
{
    size_t found = 0;

    for (size_t i = 0; i < sizeof names / sizeof names[0] && found < n; i++) {
        const char *value = getenv(names[i]);

        if (value)
            out[found++] = (struct gam_env){ names[i], value };
    }
    return found;
}
