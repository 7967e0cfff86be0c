/* SPDX-License-Identifier: MIT */
/* KEEP for the compiler's default target: the constraint of a 16-byte vector register in an asm statement. */
#ifndef GAM_KERNELS_ROOF_KEEP_BASE_H
#define GAM_KERNELS_ROOF_KEEP_BASE_H

#if defined(__x86_64__)
#define KEEP "x"
#elif defined(__aarch64__)
#define KEEP "w"
#else
#define KEEP "m"
#endif

#endif
