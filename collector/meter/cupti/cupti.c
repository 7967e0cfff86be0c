/* SPDX-License-Identifier: MIT */
/* What NVIDIA GPUs executed and moved, by their own counters; a pass of the runner for each group of metrics. Nobody has run this
 * on hardware yet: its calls are tested against a fake, its metrics against the library's own list of chips.
 */
#include "collector/device/gpu/gpu.h"
#include "collector/meter.h"
#include "collector/meter/cupti/session.h"
#include "common/err.h"
#include "common/file.h"
#include "common/strbuf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CUPTI_DEVICES = 8, CUPTI_QUANTITIES = CUPTI_GROUPS_MOST * CUPTI_GROUP_QUANTITIES, CUPTI_FILE_CAP = 1 << 16 };

static const char remedy[] =
    "on the host, as root: 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' in /etc/modprobe.d, then "
    "load the module anew; on a rented machine only its owner can";

struct cupti_state {
    struct cupti_session session[CUPTI_DEVICES];
    int watched[CUPTI_DEVICES];
    size_t at; /* device of the visit */
    int pass;
    struct gam_meter_quantity quantity[CUPTI_QUANTITIES];
    struct gam_meter_reading reading[CUPTI_QUANTITIES];
    size_t n;
};

/* 1: the driver's parameter keeps counters to administrators, 0: it does not, -1: not to be seen. */
static int driver_restricts(const char *root)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(CUPTI_FILE_CAP);
    char path[1024];
    const char *at = NULL;
    int rc = -1;

    snprintf(path, sizeof path, "%s/proc/driver/nvidia/params", root);
    if (!gam_file_read(path, &text, NULL))
        at = strstr(gam_strbuf_get(&text), "RmProfilingAdminOnly:");
    if (at)
        rc = strtol(at + strlen("RmProfilingAdminOnly:"), NULL, 10) != 0;
    gam_strbuf_release(&text);
    return rc;
}

static void cupti_probe(struct gam_probe *out)
{
    const struct gam_cupti *cupti;
    struct gam_err err = { .code = 0 };
    int restricted = driver_restricts("");

    *out = (struct gam_probe){ .ready = !gam_cupti_get(&cupti, &err) };
    if (!out->ready)
        snprintf(out->reason, sizeof out->reason, "%.380s", err.text);
    else
        snprintf(out->reason, sizeof out->reason, "library here; %s",
                 restricted < 0    ? "no driver to ask whether counting is permitted"
                 : restricted == 0 ? "the driver lets every user count"
                                   : "the driver keeps counters to administrators: without that right, timing only");
    if (restricted > 0)
        snprintf(out->remedy, sizeof out->remedy, "%s", remedy);
}

static void quantities_make(struct cupti_state *s)
{
    s->n = 0;
    for (size_t g = 0; g < cupti_n_groups && g < CUPTI_GROUPS_MOST; g++)
        for (size_t q = 0; q < cupti_groups[g].n; q++)
            s->quantity[s->n++] = (struct gam_meter_quantity){ .name = cupti_groups[g].quantity[q].name,
                                                               .unit = cupti_groups[g].quantity[q].unit,
                                                               .scope = GAM_SCOPE_DEVICE,
                                                               .kind = GAM_QUANTITY_DELTA,
                                                               .pass = (int)g + 1,
                                                               .trust = NAN };
}

static int cupti_open(void *state, const struct gam_meter_target *target, struct gam_err *err)
{
    struct cupti_state *s = state;
    const struct gam_cupti *cupti;
    int rc = 1, opened = 0; /* no CUDA device in this run */

    quantities_make(s);
    for (size_t i = 0; i < target->n_devices && i < CUPTI_DEVICES; i++) {
        const struct gpu_state *gpu = target->devices[i].state;

        if (strcmp(target->devices[i].backend->name, "cuda") != 0)
            continue;
        rc = gam_cupti_get(&cupti, err);
        if (!rc)
            rc = cupti_session_open(&s->session[i], cupti, gpu->context, gpu->device, err);
        if (rc)
            cupti_session_close(&s->session[i]);
        s->watched[i] = !rc;
        opened += !rc;
    }
    return opened ? 0 : rc;
}

static void cupti_close(void *state)
{
    struct cupti_state *s = state;

    for (size_t i = 0; i < CUPTI_DEVICES; i++)
        cupti_session_close(&s->session[i]);
}

static size_t cupti_quantities(void *state, const struct gam_meter_quantity **out)
{
    struct cupti_state *s = state;

    *out = s->quantity;
    return s->n;
}

static int cupti_passes(void *state)
{
    (void)state;
    return (int)cupti_n_groups;
}

static int cupti_takes(void *state, size_t device)
{
    struct cupti_state *s = state;

    s->at = device;
    return device < CUPTI_DEVICES && s->watched[device];
}

static int cupti_start(void *state, int pass, size_t workers, struct gam_err *err)
{
    struct cupti_state *s = state;

    (void)workers;
    s->pass = pass;
    for (size_t i = 0; i < s->n; i++)
        s->reading[i] = (struct gam_meter_reading){ .ivalue = GAM_NULL_INT, .rvalue = NAN, .reason = "not counted in this pass" };
    if (pass < 1 || (size_t)pass > cupti_n_groups || s->session[s->at].plan[pass - 1].reason[0])
        return 0;
    return cupti_session_begin(&s->session[s->at], (size_t)pass - 1, err);
}

static int cupti_stop(void *state, struct gam_err *err)
{
    struct cupti_state *s = state;
    double values[CUPTI_GROUP_METRICS];
    size_t group = (size_t)s->pass - 1, first = 0;
    int rc = 0, counting;

    if (s->pass < 1 || group >= cupti_n_groups)
        return 0;
    counting = !s->session[s->at].plan[group].reason[0];
    if (counting)
        rc = cupti_session_end(&s->session[s->at], group, values, err);
    for (size_t g = 0; g < group; g++)
        first += cupti_groups[g].n;
    for (size_t q = 0; q < cupti_groups[group].n && !rc; q++) {
        if (counting)
            s->reading[first + q] = (struct gam_meter_reading){ .ivalue = GAM_NULL_INT,
                                                                .rvalue = cupti_quantity_value(&cupti_groups[group], q, values) };
        else
            s->reading[first + q].reason = s->session[s->at].plan[group].reason;
    }
    return rc;
}

static int cupti_read(void *state, struct gam_meter_reading *out, size_t n, struct gam_err *err)
{
    struct cupti_state *s = state;

    if (n < s->n)
        return gam_err_set(err, -GAM_EINVAL, "the cupti meter reads %zu values, not %zu", s->n, n);
    memcpy(out, s->reading, s->n * sizeof *out);
    return 0;
}

const struct gam_meter gam_meter_cupti = {
    .name = "cupti",
    .summary = "what NVIDIA GPUs executed and moved, by their counters",
    .hardware = 1,
    .state_size = sizeof(struct cupti_state),
    .probe = cupti_probe,
    .open = cupti_open,
    .close = cupti_close,
    .quantities = cupti_quantities,
    .passes = cupti_passes,
    .takes = cupti_takes,
    .start = cupti_start,
    .stop = cupti_stop,
    .read = cupti_read,
};
