/* SPDX-License-Identifier: MIT */
/* Energy of packages, cores, memory and the whole platform, as the processor counts it: powercap's files. */
#include "collector/meter/rapl/rapl.h"
#include "common/err.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static const char nothing_here[] =
    "virtual machines and containers do not show it; on a machine of your own: modprobe intel_rapl_msr";

static void rapl_probe(struct gam_probe *out)
{
    struct gam_rapl *rapl = malloc(sizeof *rapl);
    char why[GAM_ENERGY_REASON];
    size_t n;

    *out = (struct gam_probe){ .ready = 0 };
    if (!rapl) {
        snprintf(out->reason, sizeof out->reason, "out of memory");
        return;
    }
    gam_rapl_find(rapl, "");
    n = gam_energy_alive(&rapl->energy, why);
    gam_energy_probe(out, n, rapl->energy.n, why[0] ? why : rapl->refused);
    if (rapl->refused_errno || !n)
        snprintf(out->remedy, sizeof out->remedy, "%s", gam_energy_remedy(rapl->refused_errno, nothing_here));
    free(rapl);
}

static int rapl_open(void *state, const struct gam_meter_target *target, struct gam_err *err)
{
    struct gam_rapl *rapl = state;

    (void)target;
    gam_rapl_find(rapl, "");
    if (!rapl->energy.n)
        return gam_err_set(err, gam_energy_code(rapl->refused_errno), "%s", rapl->refused);
    return gam_energy_ready(&rapl->energy, err);
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
