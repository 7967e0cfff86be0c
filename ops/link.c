/* SPDX-License-Identifier: MIT */
#include "ops/link.h"

#include <string.h>

static const char *const words[] = { [GAM_HOST_PAGEABLE] = "pageable", [GAM_HOST_PINNED] = "pinned" };

const char *gam_host_memory_word(enum gam_host_memory memory)
{
    return words[memory];
}

enum gam_host_memory gam_host_memory_parse(const char *word)
{
    for (size_t i = GAM_HOST_PAGEABLE; i < sizeof words / sizeof words[0]; i++)
        if (word && !strcmp(word, words[i]))
            return (enum gam_host_memory)i;
    return GAM_HOST_NONE;
}

enum gam_host_memory gam_host_memory_of(const char *implementation)
{
    const char *plus = implementation ? strrchr(implementation, '+') : NULL;

    return plus ? gam_host_memory_parse(plus + 1) : GAM_HOST_NONE;
}

struct gam_link_bytes gam_op_link_bytes(const struct gam_op *op)
{
    struct gam_operand operand[GAM_OP_MAX_OPERANDS];
    struct gam_link_bytes out = { 0, 0, 0, 0 };
    size_t n = gam_op_operands(op, operand);

    for (size_t i = 0; i < n; i++) {
        out.to_device += gam_operand_goes_in(&operand[i]) ? (double)operand[i].bytes : 0;
        out.from_device += gam_operand_comes_out(&operand[i]) ? (double)operand[i].bytes : 0;
        out.copies_to += gam_operand_goes_in(&operand[i]);
        out.copies_from += gam_operand_comes_out(&operand[i]);
    }
    return out;
}
