/* SPDX-License-Identifier: MIT */
/* Operator specs: whatever parses has a canonical form that parses to the same operator, and numbers that add up. */
#include "common/err.h"
#include "ops/op.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int holds)
{
    if (!holds)
        abort();
}

static void check_numbers(const struct gam_op *op)
{
    struct gam_operand operand[GAM_OP_MAX_OPERANDS];
    struct gam_traffic traffic;
    struct gam_cost cost;

    check(gam_op_operands(op, operand) <= GAM_OP_MAX_OPERANDS);
    check(gam_op_footprint(op) >> 63 == 0);
    gam_op_cost(op, &cost);
    check(cost.fma_flop >= 0 && cost.special_flop >= 0 && cost.read_bytes >= 0 && cost.written_bytes >= 0);
    gam_op_traffic(op, 32768, &traffic);
    check(traffic.read_bytes >= 0 && traffic.written_bytes >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *spec = malloc(size + 1), canonical[GAM_OP_SPEC_MAX];
    struct gam_err err = { 0 };
    struct gam_op op, again;

    if (!spec)
        return 0;
    memcpy(spec, data, size);
    spec[size] = '\0';
    if (gam_op_parse(spec, &op, &err)) {
        check(err.code < 0 && err.text[0]);
    } else {
        check(gam_op_spec(&op, canonical, sizeof canonical) > 0);
        check(!gam_op_parse(canonical, &again, &err) && gam_op_equal(&op, &again));
        check_numbers(&op);
    }
    if (!gam_op_parse_fit(spec, 1e6, &op, &err))
        check_numbers(&op);
    free(spec);
    return 0;
}
