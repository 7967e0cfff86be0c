/* SPDX-License-Identifier: MIT */
#include "ops/kind/roof.h"

#include "common/err.h"

#include <inttypes.h>

const char *const gam_roof_isa_words[] = { "base", "avx2", "avx512", "neon", "gpu", NULL };
const char *const gam_roof_level_words[] = { "L1", "L2", "L3", "L4", "DRAM", NULL };

static const unsigned vector_bytes[GAM_ROOF_ISAS] = { 16, 32, 64, 16, 8 };

unsigned gam_roof_vector_bytes(enum gam_roof_isa isa)
{
    return vector_bytes[isa];
}

int gam_roof_whole(const struct gam_op *op, const char *key, uint64_t unit, const char *unit_words, struct gam_err *err)
{
    uint64_t value = (uint64_t)gam_op_int(op, key);

    if (value % unit == 0)
        return 0;
    return gam_err_set(err, -GAM_EINVAL, "%s: %s=%" PRIu64 " must be a multiple of %" PRIu64 " (%s)", op->kind->name, key, value,
                       unit, unit_words);
}
