/* SPDX-License-Identifier: MIT */
#include "collector/plan.h"
#include "common/err.h"
#include "kernels/oracle/oracle.h"

#include <stdlib.h>
#include <string.h>

int gam_plan_push(struct gam_plan *plan, const struct gam_plan_item *item, struct gam_err *err)
{
    struct gam_plan_item *copy;

    if (plan->n == plan->capacity) {
        size_t capacity = plan->capacity ? 2 * plan->capacity : 64;
        struct gam_plan_item *grown = realloc(plan->item, capacity * sizeof *grown);

        if (!grown)
            return gam_err_nomem(err);
        plan->item = grown;
        plan->capacity = capacity;
    }
    copy = &plan->item[plan->n];
    *copy = *item;
    if (item->name) {
        copy->name = strdup(item->name);
        if (!copy->name)
            return gam_err_nomem(err);
    }
    plan->n++;
    if (item->node >= plan->n_nodes)
        plan->n_nodes = item->node + 1;
    return 0;
}

static size_t word_add(const char *word, const char *out[GAM_PLAN_INPUTS_MAX], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(out[i], word))
            return n;
    if (n < GAM_PLAN_INPUTS_MAX)
        out[n++] = word;
    return n;
}

size_t gam_plan_inputs(const struct gam_plan *plan, const char *out[GAM_PLAN_INPUTS_MAX])
{
    size_t n = 0;

    for (size_t i = 0; i < plan->n; i++) {
        struct gam_operand operand[GAM_OP_MAX_OPERANDS];
        size_t n_operands;

        if (plan->item[i].role != GAM_ROLE_SUBJECT || plan->item[i].status != GAM_STATUS_OK)
            continue;
        n_operands = gam_op_operands(&plan->item[i].op, operand);
        for (size_t k = 0; k < n_operands; k++) {
            const char *word = gam_inputs_pattern(&operand[k]);

            if (word)
                n = word_add(word, out, n);
        }
    }
    return n;
}

void gam_plan_release(struct gam_plan *plan)
{
    for (size_t i = 0; i < plan->n; i++)
        free(plan->item[i].name);
    free(plan->item);
    *plan = (struct gam_plan){ .item = NULL };
}
