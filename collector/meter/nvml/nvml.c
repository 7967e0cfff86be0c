/* SPDX-License-Identifier: MIT */
/* Energy of NVIDIA boards, memory included, as the driver counts it. The counter moves about ten times a second, so an ordinary
 * visit is too short for it: NVML_PASS is a pass of visits that last ten of its periods. It lies beyond the passes of the GPU's
 * counters, whose profiler would be measured along.
 */
#include "collector/meter/gpu/watch.h"
#include "collector/meter/nvml/boards.h"
#include "common/err.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NVML_PASS = 12, NVML_PERIODS = 10, NVML_DEVICES = 16, NVML_NOBODY = -1 };

struct nvml_state {
    struct gam_nvml_boards boards; /* first: gam_energy_meter_... take the state as this */
    int board[NVML_DEVICES];       /* of each device of the run: its number among the boards, or NVML_NOBODY */
    int at;                        /* board of the visit */
};

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

/* Boards are of interest where one of them may compute. */
static int concerns(const struct gam_meter_target *target)
{
    for (size_t i = 0; i < target->n_devices; i++)
        if (strcmp(target->devices[i].backend->name, gam_gpu_watcher_nvml.backend) == 0)
            return 1;
    return 0;
}

/* Which board a device of the run is; returns how many are one. */
static int boards_match(struct nvml_state *s, const struct gam_meter_target *target)
{
    int found = 0;

    for (size_t i = 0; i < NVML_DEVICES; i++) {
        void *handle = NULL;

        s->board[i] = NVML_NOBODY;
        if (i >= target->n_devices || strcmp(target->devices[i].backend->name, gam_gpu_watcher_nvml.backend) != 0 ||
            gam_gpu_watcher_nvml.open(&target->devices[i], &handle, NULL))
            continue;
        for (size_t b = 0; b < s->boards.energy.n; b++)
            if (s->boards.device[b] == handle)
                s->board[i] = (int)b;
        found += s->board[i] != NVML_NOBODY;
    }
    return found;
}

static int nvml_open(void *state, const struct gam_meter_target *target, struct gam_err *err)
{
    struct nvml_state *s = state;
    struct gam_nvml_boards *boards = &s->boards;
    const struct gam_nvml *nvml;
    int rc = gam_nvml_get(&nvml, err);

    if (rc)
        return rc;
    if (!concerns(target))
        return 1;
    gam_nvml_find(boards, nvml);
    if (!boards->energy.n)
        return gam_err_set(err, gam_energy_code(boards->refused_errno), "%s", boards->refused);
    if (!boards_match(s, target))
        return 1;
    return gam_energy_ready(&boards->energy, err);
}

static int nvml_passes(void *state)
{
    (void)state;
    return NVML_PASS;
}

static int nvml_takes(void *state, size_t device)
{
    struct nvml_state *s = state;

    s->at = device < NVML_DEVICES ? s->board[device] : NVML_NOBODY;
    return s->at != NVML_NOBODY;
}

static uint64_t nvml_least_ns(void *state, int pass)
{
    const struct nvml_state *s = state;

    return pass == NVML_PASS && s->at != NVML_NOBODY ? NVML_PERIODS * s->boards.energy.counter[s->at].period_ns : 0;
}

/* Why energy of a board in this visit is none of the operator's; NULL: it is. */
static const char *not_of_operator(const struct nvml_state *s, size_t board)
{
    const struct gam_energy *e = &s->boards.energy;

    if (board != (size_t)s->at)
        return "another board computed";
    if (e->end[board].at_ns - e->begin[board].at_ns < NVML_PERIODS * e->counter[board].period_ns)
        return "the visit was shorter than ten periods of the counter; 'gambrel run --energy' makes longer ones";
    return NULL;
}

static int nvml_read(void *state, struct gam_meter_reading *out, size_t n, struct gam_err *err)
{
    struct nvml_state *s = state;
    const struct gam_energy *e = &s->boards.energy;
    int rc = gam_energy_meter_read(state, out, n, err);

    for (size_t g = 0; g < e->n_groups && !rc; g++) {
        const char *reason = not_of_operator(s, e->group[g].member[0]);

        for (size_t q = g * GAM_ENERGY_QUANTITIES; q < (g + 1) * GAM_ENERGY_QUANTITIES && q < n && reason; q++)
            if (e->quantity[q].kind == GAM_QUANTITY_DELTA) /* idle power was measured long enough */
                out[q] = (struct gam_meter_reading){ .ivalue = GAM_NULL_INT, .rvalue = NAN, .reason = reason };
    }
    return rc;
}

static void nvml_close(void *state)
{
    (void)state; /* the library stays started */
}

const struct gam_meter gam_meter_nvml = {
    .name = "nvml",
    .summary = "energy of NVIDIA boards (NVML)",
    .energy = 1,
    .state_size = sizeof(struct nvml_state),
    .probe = nvml_probe,
    .open = nvml_open,
    .close = nvml_close,
    .quantities = gam_energy_meter_quantities,
    .passes = nvml_passes,
    .takes = nvml_takes,
    .least_ns = nvml_least_ns,
    .start = gam_energy_meter_start,
    .stop = gam_energy_meter_stop,
    .read = nvml_read,
};
