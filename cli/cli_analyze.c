/* SPDX-License-Identifier: MIT */
#include "cli/cli_analyze.h"

#include "hwdb/uarch.h"

#include <math.h>

static double per_cycle(void *ctx, const char *what, const char *isa, const char *dtype, const char *level, const char *pattern)
{
    return gam_uarch_rate(ctx, what, isa, dtype, level, pattern);
}

int gam_cli_analyze(const struct gam_runset *run, const struct gam_runset *roofs, struct gam_report *out, struct gam_err *err)
{
    const struct gam_host *host = gam_runset_host_n(roofs) ? gam_runset_host(roofs) : NULL;
    struct gam_uarch uarch;
    struct gam_analyze_facts facts = { 0 };

    *out = (struct gam_report){ 0 };
    if (host && host->vendor && !gam_uarch_find(host->vendor, host->family, host->model, &uarch, NULL)) {
        facts.per_cycle = per_cycle;
        facts.ctx = &uarch;
    }
    return gam_analyze(run, roofs, &facts, out, err);
}
