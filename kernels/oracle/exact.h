/* SPDX-License-Identifier: MIT */
#ifndef GAM_KERNELS_ORACLE_EXACT_H
#define GAM_KERNELS_ORACLE_EXACT_H

#include "ops/activation.h"

double gam_activation_value(enum gam_activation act, double x); /* in double precision */

#endif
