/* SPDX-License-Identifier: MIT */
/* Choices of tiles and groups that earlier runs made on this machine, for gam_runner_config.choice. */
#ifndef GAM_CLI_RUN_CHOICE_H
#define GAM_CLI_RUN_CHOICE_H

#include "common/record/choice.h"
#include "common/record/runset.h"
#include "store/store.h"

struct gam_run_choice {
    struct gam_store *store;
    char host_instance[128]; /* empty: this machine has none */
};

/* `host`: the records of this machine. */
void gam_run_choice_init(struct gam_run_choice *c, struct gam_store *store, const struct gam_runset *host);
/* ctx: a struct gam_run_choice. A database that cannot be read gives no choice. */
int64_t gam_run_choice_find(void *ctx, const struct gam_choice_query *q, char *detail, size_t size);

#endif
