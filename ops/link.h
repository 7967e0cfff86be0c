/* SPDX-License-Identifier: MIT */
/* The link between the host's memory and a device's. Each run of an operator that crosses it begins with its inputs in memory of
 * the host and ends with its results there. Such an implementation is another one than that whose operands stay on the device,
 * and its name says so: "gpu+pinned" is "gpu" with operands from page-locked memory of the host.
 */
#ifndef GAM_OPS_LINK_H
#define GAM_OPS_LINK_H

#include "ops/op.h"

enum gam_host_memory {
    GAM_HOST_NONE,     /* operands stay on the device */
    GAM_HOST_PAGEABLE, /* memory as every program has it */
    GAM_HOST_PINNED    /* page-locked: a device can fetch from it by itself */
};

/* "pageable" "pinned"; NULL for none. */
const char *gam_host_memory_word(enum gam_host_memory memory);
/* GAM_HOST_NONE when it is none of the words. */
enum gam_host_memory gam_host_memory_parse(const char *word);
/* What the name of an implementation says. */
enum gam_host_memory gam_host_memory_of(const char *implementation);

/* Bytes that one run brings to the device and from it: whole operands, each a copy of its own. */
struct gam_link_bytes {
    double to_device, from_device;
    double copies_to, copies_from;
};

/* Bytes of a roof_transfer that measures what starting a copy costs: one word. */
enum { GAM_LINK_WORD_BYTES = 4 };
struct gam_link_bytes gam_op_link_bytes(const struct gam_op *op);

/* Whether an operand goes to the device before a run, and from it after. */
static inline bool gam_operand_goes_in(const struct gam_operand *o)
{
    return o->role == GAM_OPERAND_IN || o->role == GAM_OPERAND_INOUT;
}
static inline bool gam_operand_comes_out(const struct gam_operand *o)
{
    return o->role == GAM_OPERAND_OUT || o->role == GAM_OPERAND_INOUT;
}

#endif
