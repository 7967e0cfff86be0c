/* SPDX-License-Identifier: MIT */
/* Shared by op.c and spec.c only. */
#ifndef GAM_OPS_OP_PRIV_H
#define GAM_OPS_OP_PRIV_H

#include "ops/op.h"

enum { GAM_OP_SIZE_BITS = 63 };

int op_key_index(const struct gam_op_kind *kind, const char *key); /* -1: no such key */
int op_check(const struct gam_op *op, struct gam_err *err);        /* relations between keys, then sizes */

#endif
