/* SPDX-License-Identifier: MIT */
/* Energy of NVIDIA boards, memory included, as the driver counts it. */
#include "collector/meter/nvml/boards.h"
#include "common/err.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void nvml_probe(struct gam_probe *out)
{
    struct gam_nvml_boards *boards = malloc(sizeof *boards);
    const struct gam_nvml *nvml;
    struct gam_err why = { .text = "out of memory" };
    char reason[GAM_ENERGY_REASON];
    size_t n;

    *out = (struct gam_probe){ .ready = 0 };
    if (!boards || gam_nvml_get(&nvml, &why)) {
        snprintf(out->reason, sizeof out->reason, "%s", why.text);
        snprintf(out->remedy, sizeof out->remedy, "needed for NVIDIA boards only: install their driver");
        free(boards);
        return;
    }
    gam_nvml_find(boards, nvml);
    n = gam_energy_alive(&boards->energy, reason);
    gam_energy_probe(out, n, boards->energy.n, reason[0] ? reason : boards->refused);
    free(boards);
}

/* The boards' energy is of interest where a device other than the processor takes part. */
static int concerns(const struct gam_meter_target *target)
{
    for (size_t i = 0; i < target->n_devices; i++)
        if (strcmp(target->devices[i].info.kind, "cpu") != 0)
            return 1;
    return !target->n_devices;
}

static int nvml_open(void *state, const struct gam_meter_target *target, struct gam_err *err)
{
    struct gam_nvml_boards *boards = state;
    const struct gam_nvml *nvml;
    int rc = gam_nvml_get(&nvml, err);

    if (rc)
        return rc;
    if (!concerns(target))
        return 1;
    gam_nvml_find(boards, nvml);
    if (!boards->energy.n)
        return gam_err_set(err, gam_energy_code(boards->refused_errno), "%s", boards->refused);
    return gam_energy_ready(&boards->energy, err);
}

static void nvml_close(void *state)
{
    (void)state; /* the library stays started */
}

const struct gam_meter gam_meter_nvml = {
    .name = "nvml",
    .summary = "energy of NVIDIA boards (NVML)",
    .energy = 1,
    .state_size = sizeof(struct gam_nvml_boards),
    .probe = nvml_probe,
    .open = nvml_open,
    .close = nvml_close,
    .quantities = gam_energy_meter_quantities,
    .passes = gam_energy_meter_passes,
    .start = gam_energy_meter_start,
    .stop = gam_energy_meter_stop,
    .read = gam_energy_meter_read,
};
