/* SPDX-License-Identifier: MIT */
/* Energy of packages, cores, memory and the whole platform, as the processor counts it: powercap's files. */
#include "collector/meter/rapl/rapl.h"
#include "common/err.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static const char nothing_here[] =
    "virtual machines and containers do not show it; on a machine of your own: modprobe intel_rapl_msr";

static size_t readable(const struct gam_rapl *rapl)
{
    size_t n = 0;

    for (size_t i = 0; i < rapl->energy.n; i++) {
        uint64_t count;

        n += rapl->energy.read(rapl->energy.ctx, i, &count) == 0;
    }
    return n;
}

static void rapl_probe(struct gam_probe *out)
{
    struct gam_rapl *rapl = malloc(sizeof *rapl);
    size_t n;

    *out = (struct gam_probe){ .ready = 0 };
    if (!rapl) {
        snprintf(out->reason, sizeof out->reason, "out of memory");
        return;
    }
    gam_rapl_find(rapl, "");
    n = readable(rapl);
    out->ready = n > 0;
    if (n)
        snprintf(out->reason, sizeof out->reason, "%zu of %zu zones of energy%s%s", n, rapl->energy.n,
                 rapl->refused[0] ? "; " : "", rapl->refused);
    else
        snprintf(out->reason, sizeof out->reason, "%s", rapl->refused);
    if (rapl->refused_errno || !n)
        snprintf(out->remedy, sizeof out->remedy, "%s", gam_energy_remedy(rapl->refused_errno, nothing_here));
    free(rapl);
}

static int rapl_open(void *state, const struct gam_meter_target *target, struct gam_err *err)
{
    struct gam_rapl *rapl = state;

    (void)target;
    gam_rapl_find(rapl, "");
    if (!readable(rapl))
        return gam_err_set(err, rapl->refused_errno == EACCES || rapl->refused_errno == EPERM ? -GAM_EPERM : -GAM_ENOENT, "%s",
                           rapl->refused);
    gam_energy_ready(&rapl->energy);
    return 0;
}

static void rapl_close(void *state)
{
    (void)state; /* files are open only while they are read */
}

const struct gam_meter gam_meter_rapl = {
    .name = "rapl",
    .summary = "energy of packages, cores, memory and platform (powercap)",
    .energy = 1,
    .state_size = sizeof(struct gam_rapl),
    .probe = rapl_probe,
    .open = rapl_open,
    .close = rapl_close,
    .quantities = gam_energy_meter_quantities,
    .passes = gam_energy_meter_passes,
    .start = gam_energy_meter_start,
    .stop = gam_energy_meter_stop,
    .read = gam_energy_meter_read,
};
