/* SPDX-License-Identifier: MIT */
#include "collector/meter/nvml/boards.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The counter is updated about ten times a second on the boards where that was looked at ("Part-time power measurements",
 * arXiv 2312.02741). */
static const uint64_t nvml_period_ns = 100000000u;

/* Share of the time in which a board's sensor is read (the same paper); other boards are not known. */
static const struct {
    const char *name; /* part of the board's */
    double share;
} coverages[] = {
    { "A100", 0.25 },
    { "H100", 0.25 },
};

static double coverage_of(const char *name)
{
    for (size_t i = 0; i < sizeof coverages / sizeof coverages[0]; i++)
        if (strstr(name, coverages[i].name))
            return coverages[i].share;
    return NAN;
}

static int errno_of(int result)
{
    return result == GAM_NVML_OK              ? 0
           : result == GAM_NVML_NOT_SUPPORTED ? ENOTSUP
           : result == GAM_NVML_NO_PERMISSION ? EACCES
                                              : EIO;
}

static int counter_read(void *ctx, size_t i, uint64_t *count)
{
    const struct gam_nvml_boards *boards = ctx;
    unsigned long long millijoule = 0;
    int error = boards->nvml->device_energy ? errno_of(boards->nvml->device_energy(boards->device[i], &millijoule)) : ENOTSUP;

    *count = millijoule;
    return error;
}

static void board_add(struct gam_nvml_boards *boards, unsigned index)
{
    char name[96] = "";
    void *device = NULL;
    int result = boards->nvml->device_at(index, &device);
    struct gam_energy_counter *c;
    size_t at = boards->energy.n;
    uint64_t ignored;

    c = result == GAM_NVML_OK ? gam_energy_add(&boards->energy) : NULL;
    if (!c)
        return;
    boards->nvml->device_name(device, name, sizeof name);
    boards->device[at] = device;
    snprintf(c->name, sizeof c->name, "%u: %.40s", index, name);
    snprintf(c->where, sizeof c->where, "energy of board %u, %.96s", index, name);
    c->scope = GAM_SCOPE_DEVICE;
    c->alone = 1;
    c->joule_per_count = 1e-3;
    c->period_ns = nvml_period_ns;
    c->coverage = coverage_of(name);
    result = counter_read(boards, at, &ignored);
    if (result && !boards->refused_errno) {
        boards->refused_errno = result;
        gam_energy_refusal(c->where, result, boards->refused, sizeof boards->refused);
    }
}

void gam_nvml_find(struct gam_nvml_boards *boards, const struct gam_nvml *nvml)
{
    unsigned n = 0;
    int result = nvml->device_count(&n);

    *boards = (struct gam_nvml_boards){ .energy = { .read = counter_read, .ctx = boards }, .nvml = nvml };
    for (unsigned i = 0; result == GAM_NVML_OK && i < n; i++)
        board_add(boards, i);
    if (boards->energy.n || boards->refused_errno)
        return;
    boards->refused_errno = result == GAM_NVML_OK ? ENODEV : errno_of(result);
    snprintf(boards->refused, sizeof boards->refused, "NVML lists no board%s%s", result == GAM_NVML_OK ? "" : ": ",
             result == GAM_NVML_OK ? "" : nvml->error_string(result));
}
