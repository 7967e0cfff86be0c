/* SPDX-License-Identifier: MIT */
/* Sizes written as arithmetic on the machine's: "4*LLC", "(L2 + L1) / 2". Names: L1 L2 L3 LLC MEM THREADS. */
#ifndef GAM_KERNELS_SUITE_EXPR_H
#define GAM_KERNELS_SUITE_EXPR_H

#include "kernels/suite.h"

/* -GAM_EINVAL that quotes the expression: syntax, an unknown name, a size that this machine does not tell, a result that is not
 * positive and finite. */
int gam_size_expr(const char *text, const struct gam_machine_sizes *sizes, double *out, struct gam_err *err);

#endif
