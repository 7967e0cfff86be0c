/* SPDX-License-Identifier: MIT */
#include "cli/run/choice.h"

#include <stdio.h>

enum { CHOICE_DAYS = 30 };

void gam_run_choice_init(struct gam_run_choice *c, struct gam_store *store, const struct gam_runset *host)
{
    const char *instance = gam_runset_host_n(host) ? gam_runset_host(host)[0].instance : NULL;

    *c = (struct gam_run_choice){ .store = store };
    snprintf(c->host_instance, sizeof c->host_instance, "%s", instance ? instance : "");
}

int64_t gam_run_choice_find(void *ctx, const struct gam_choice_query *q, char *detail, size_t size)
{
    const struct gam_run_choice *c = ctx;
    struct gam_choice_query here = *q;
    int64_t run = 0;

    if (!c->host_instance[0])
        return 0;
    here.host_instance = c->host_instance;
    here.max_age_days = CHOICE_DAYS;
    return gam_store_find_choice(c->store, &here, detail, size, &run, NULL) ? 0 : run;
}
