/* SPDX-License-Identifier: MIT */
#include "collector/plan.h"
#include "common/err.h"

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

void gam_plan_release(struct gam_plan *plan)
{
    for (size_t i = 0; i < plan->n; i++)
        free(plan->item[i].name);
    free(plan->item);
    *plan = (struct gam_plan){ .item = NULL };
}
