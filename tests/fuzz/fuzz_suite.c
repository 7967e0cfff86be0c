/* SPDX-License-Identifier: MIT */
/* Suites: a text is refused with a message, or gives operators that are whole. */
#include "common/err.h"
#include "kernels/suite.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct gam_machine_sizes sizes = { 32768, 1048576, NAN, 16777216, 1e10, 2 };
    struct gam_suite suite;
    struct gam_err err = { 0 };
    char spec[GAM_OP_SPEC_MAX];

    if (gam_suite_parse("fuzz.json", (const char *)data, size, &sizes, &suite, &err)) {
        if (err.code >= 0 || !err.text[0] || suite.ops)
            abort();
        return 0;
    }
    for (size_t i = 0; i < suite.n_ops; i++)
        if (gam_op_spec(&suite.ops[i].op, spec, sizeof spec) <= 0 || suite.ops[i].count < 1)
            abort();
    gam_suite_release(&suite);
    return 0;
}
