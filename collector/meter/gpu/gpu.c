/* SPDX-License-Identifier: MIT */
/* The device's own clock, power and temperature during a visit. A thread looks every few milliseconds, beside one look at the
 * beginning and one at the end, so that the shortest visit has two.
 */
#include "collector/meter.h"
#include "collector/meter/gpu/watch.h"
#include "common/err.h"
#include "common/vendor/dl_amdsmi.h"
#include "common/vendor/dl_nvml.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { WATCH_DEVICES = 16, WATCH_EVERY_NS = 5000000 };

enum watch_quantity {
    WATCH_CLOCK,
    WATCH_CLOCK_LEAST,
    WATCH_MEMORY_CLOCK,
    WATCH_POWER,
    WATCH_CELSIUS,
    WATCH_SLOW,
    WATCH_THROTTLED,
    WATCH_N
};

static const struct gam_meter_quantity quantities[WATCH_N] = {
    [WATCH_CLOCK] = { "gpu_clock_hz", "hz", GAM_SCOPE_DEVICE, GAM_QUANTITY_LEVEL, 0, NAN },
    [WATCH_CLOCK_LEAST] = { "gpu_clock_least_hz", "hz", GAM_SCOPE_DEVICE, GAM_QUANTITY_LEVEL, 0, NAN },
    [WATCH_MEMORY_CLOCK] = { "gpu_memory_clock_hz", "hz", GAM_SCOPE_DEVICE, GAM_QUANTITY_LEVEL, 0, NAN },
    /* gross, of the board that the visit ran on; how often the driver's figure changes is not known of every board */
    [WATCH_POWER] = { "gpu_power_watt",
                      "watt",
                      GAM_SCOPE_DEVICE,
                      GAM_QUANTITY_LEVEL,
                      0,
                      NAN,
                      { .domain = "the visit's board", .method = GAM_ENERGY_SAMPLED, .coverage = NAN } },
    [WATCH_CELSIUS] = { "gpu_temperature_celsius", "celsius", GAM_SCOPE_DEVICE, GAM_QUANTITY_LEVEL, 0, NAN },
    [WATCH_SLOW] = { "gpu_slow_reasons", "bits", GAM_SCOPE_DEVICE, GAM_QUANTITY_LEVEL, 0, NAN },
    [WATCH_THROTTLED] = { "gpu_throttled_looks", "1", GAM_SCOPE_DEVICE, GAM_QUANTITY_DELTA, 0, NAN },
};

static const struct gam_gpu_watcher *const watchers[] = { &gam_gpu_watcher_nvml, &gam_gpu_watcher_amdsmi };

enum { N_WATCHERS = sizeof watchers / sizeof watchers[0] };

/* NULL watcher: that device is not watched. */
struct watched {
    const struct gam_gpu_watcher *watcher;
    void *handle;
};

struct watch_state {
    struct watched device[WATCH_DEVICES];
    size_t n, at; /* at: the device of the visit */
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t thread;
    int ready, running, stopping; /* ready: lock and wake are made */
    struct gam_gpu_moments moments;
    struct gam_err failed; /* of the last look; code 0: it went well */
    char reason[GAM_GPU_REASON];
};

static void watch_probe(struct gam_probe *out)
{
    const struct gam_nvml *nvml;
    const struct gam_amdsmi *smi;
    struct gam_err nv = { .code = 0 }, amd = { .code = 0 };
    int have = !gam_nvml_get(&nvml, &nv), have_amd = !gam_amdsmi_get(&smi, &amd);

    *out = (struct gam_probe){ .ready = have || have_amd };
    if (out->ready)
        snprintf(out->reason, sizeof out->reason, "clock, power and temperature through %s%s%s", have ? "NVML" : "",
                 have && have_amd ? " and " : "", have_amd ? "AMD SMI" : "");
    else
        snprintf(out->reason, sizeof out->reason, "NVML: %.150s; AMD SMI: %.150s", nv.text, amd.text);
}

static int device_watch(struct watched *w, const struct gam_open_device *device, struct gam_err *err)
{
    for (size_t i = 0; i < N_WATCHERS; i++)
        if (!strcmp(watchers[i]->backend, device->backend->name)) {
            int rc = watchers[i]->open(device, &w->handle, err);

            w->watcher = rc ? NULL : watchers[i];
            return rc;
        }
    return -GAM_EUNSUPPORTED;
}

static int watch_open(void *state, const struct gam_meter_target *target, struct gam_err *err)
{
    struct watch_state *s = state;
    size_t watched = 0;
    int rc = 1; /* no GPU in this run */

    for (s->n = 0; s->n < target->n_devices && s->n < WATCH_DEVICES; s->n++) {
        struct gam_err why = { .code = 0 };
        int one = device_watch(&s->device[s->n], &target->devices[s->n], &why);

        watched += !one;
        if (one && why.code)
            rc = gam_err_set(err, one, "%s: %s", target->devices[s->n].info.id, why.text);
    }
    if (!watched)
        return rc;
    if (pthread_mutex_init(&s->lock, NULL))
        return gam_err_nomem(err);
    if (pthread_cond_init(&s->wake, NULL)) {
        pthread_mutex_destroy(&s->lock);
        return gam_err_nomem(err);
    }
    s->ready = 1;
    return 0;
}

static void watch_close(void *state)
{
    struct watch_state *s = state;

    if (s->ready) {
        pthread_cond_destroy(&s->wake);
        pthread_mutex_destroy(&s->lock);
    }
    s->ready = 0;
}

static size_t watch_quantities(void *state, const struct gam_meter_quantity **out)
{
    (void)state;
    *out = quantities;
    return WATCH_N;
}

static int watch_passes(void *state)
{
    (void)state;
    return 0;
}

static int watch_takes(void *state, size_t device)
{
    struct watch_state *s = state;

    s->at = device;
    return device < s->n && s->device[device].watcher;
}

static void look(struct watch_state *s)
{
    const struct watched *w = &s->device[s->at];
    struct gam_gpu_moment moment;

    s->failed.code = 0;
    if (!w->watcher->look(w->handle, &moment, &s->failed))
        gam_gpu_moments_add(&s->moments, &moment);
}

static void *watch_thread(void *state)
{
    struct watch_state *s = state;
    struct timespec due;

    clock_gettime(CLOCK_REALTIME, &due); /* that of condition variables; a jump of it costs a look */
    pthread_mutex_lock(&s->lock);
    while (!s->stopping) {
        due.tv_nsec += WATCH_EVERY_NS;
        due.tv_sec += due.tv_nsec / 1000000000;
        due.tv_nsec %= 1000000000;
        while (!s->stopping && pthread_cond_timedwait(&s->wake, &s->lock, &due) != ETIMEDOUT)
            ;
        if (!s->stopping)
            look(s);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static int watch_start(void *state, int pass, size_t workers, struct gam_err *err)
{
    struct watch_state *s = state;

    (void)pass, (void)workers;
    gam_gpu_moments_clear(&s->moments);
    look(s);
    s->stopping = 0;
    if (pthread_create(&s->thread, NULL, watch_thread, s))
        return gam_err_set(err, -GAM_EIO, "no thread to watch the GPU with");
    s->running = 1;
    return 0;
}

static int watch_stop(void *state, struct gam_err *err)
{
    struct watch_state *s = state;

    (void)err;
    if (s->running) {
        pthread_mutex_lock(&s->lock);
        s->stopping = 1;
        pthread_cond_signal(&s->wake);
        pthread_mutex_unlock(&s->lock);
        pthread_join(s->thread, NULL);
    }
    s->running = 0;
    look(s);
    return 0;
}

static void real_put(struct gam_meter_reading *out, double value, const char *missing)
{
    *out = (struct gam_meter_reading){ .ivalue = GAM_NULL_INT, .rvalue = value, .reason = isnan(value) ? missing : NULL };
}

static int watch_read(void *state, struct gam_meter_reading *out, size_t n, struct gam_err *err)
{
    struct watch_state *s = state;
    struct gam_gpu_moments *m = &s->moments;

    if (n < WATCH_N)
        return gam_err_set(err, -GAM_EINVAL, "the gpu meter reads %d values, not %zu", WATCH_N, n);
    snprintf(s->reason, sizeof s->reason, "%.180s",
             s->failed.code ? s->failed.text : "the driver does not say it for this device");
    real_put(&out[WATCH_CLOCK], gam_gpu_moments_clock(m), s->reason);
    real_put(&out[WATCH_CLOCK_LEAST], m->clock_least, s->reason);
    real_put(&out[WATCH_MEMORY_CLOCK], m->memory_clock_hz, s->reason);
    real_put(&out[WATCH_POWER], m->n_power ? m->power_sum / (double)m->n_power : NAN, s->reason);
    real_put(&out[WATCH_CELSIUS], m->celsius_most, s->reason);
    real_put(&out[WATCH_SLOW], NAN, s->reason);
    real_put(&out[WATCH_THROTTLED], NAN, s->reason);
    if (m->n_throttle_known) {
        out[WATCH_SLOW] = (struct gam_meter_reading){ .ivalue = (int64_t)m->slow, .rvalue = NAN };
        out[WATCH_THROTTLED] = (struct gam_meter_reading){ .ivalue = (int64_t)m->n_throttled, .rvalue = NAN };
    }
    return 0;
}

const struct gam_meter gam_meter_gpu = {
    .name = "gpu",
    .summary = "clock, power, temperature and throttling of GPUs while they compute",
    .state_size = sizeof(struct watch_state),
    .probe = watch_probe,
    .open = watch_open,
    .close = watch_close,
    .quantities = watch_quantities,
    .passes = watch_passes,
    .takes = watch_takes,
    .start = watch_start,
    .stop = watch_stop,
    .read = watch_read,
};
