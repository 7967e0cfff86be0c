/* SPDX-License-Identifier: MIT */
#include "ops/kind/roof.h"

const char *const gam_roof_isa_words[] = { "base", "avx2", "avx512", "neon", "gpu", NULL };

static const unsigned vector_bytes[GAM_ROOF_ISAS] = { 16, 32, 64, 16, 8 };

unsigned gam_roof_vector_bytes(enum gam_roof_isa isa)
{
    return vector_bytes[isa];
}
