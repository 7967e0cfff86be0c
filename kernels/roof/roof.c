/* SPDX-License-Identifier: MIT */
#include "kernels/roof/roof.h"

#include "common/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef GAM_ROOF_BUILD
#error "GAM_ROOF_BUILD: hash of the roof kernels' sources, compiler and flags; set by kernels/CMakeLists.txt"
#endif

static const enum gam_isa isa_bit[GAM_ROOF_ISAS] = { GAM_ISA_BASE, GAM_ISA_AVX2, GAM_ISA_AVX512, GAM_ISA_NEON };

int gam_roof_supports(const struct gam_caps *caps, int isa, int threads, const char *kind, struct gam_err *why)
{
    if (!(caps->langs & 1u << GAM_LANG_HOST))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "%s: these kernels run on a cpu only", kind);
    if (!(caps->isa & isa_bit[isa]))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "%s: this cpu has no %s", kind, gam_roof_isa_words[isa]);
    if (threads > caps->threads)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "%s: threads=%d, but there are %d workers", kind, threads, caps->threads);
    return 0;
}

void gam_roof_release(struct gam_launch *launch)
{
    free(launch->state);
    launch->state = NULL;
}

void gam_roof_detail(struct gam_launch *launch, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(launch->detail, sizeof launch->detail, format, args);
    va_end(args);
}

void gam_roof_kernel_set(char out[GAM_ROOF_KERNEL_SET_SIZE])
{
    snprintf(out, GAM_ROOF_KERNEL_SET_SIZE, "%s", GAM_ROOF_BUILD);
}
