/* SPDX-License-Identifier: MIT */
/* UNROLL before a loop of a constant number of passes: the compiler unrolls it whole. */
#ifndef GAM_KERNELS_ROOF_UNROLL_H
#define GAM_KERNELS_ROOF_UNROLL_H

#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 64")
#endif

#endif
