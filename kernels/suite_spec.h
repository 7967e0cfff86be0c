/* SPDX-License-Identifier: MIT */
/* Specs whose size depends on the machine: "add:bytes=4*LLC,dtype=f32". */
#ifndef GAM_KERNELS_SUITE_SPEC_H
#define GAM_KERNELS_SUITE_SPEC_H

#include "kernels/suite.h"

/* Parses a spec. `bytes` (may be NULL), or a pair bytes=EXPRESSION inside the spec, sets the kind's size key; a kind with a key
 * "bytes" of its own gets the value there. `sizes` NULL: nothing is known of the machine. */
int gam_suite_spec(const char *spec, const char *bytes, const struct gam_machine_sizes *sizes, struct gam_op *out,
                   struct gam_err *err);

#endif
