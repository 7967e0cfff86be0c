/* SPDX-License-Identifier: MIT */
#include "collector/conformance.h"

#include "collector/conformance_priv.h"
#include "common/err.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL_BYTES = 1000 };

int conformance_say(struct trial *t, int verdict, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(t->reason, sizeof t->reason, format, args);
    va_end(args);
    return verdict;
}

static int check_probe(struct trial *t)
{
    struct gam_probe probe = { .ready = 0 };

    t->backend->probe(&probe);
    if (!probe.reason[0])
        return conformance_say(t, TRIAL_FAILS, "probe gives no reason");
    return conformance_say(t, TRIAL_HOLDS, "%.300s", probe.reason);
}

/* No device is a number, not a failure; none is there beyond the last. */
static int check_zero(struct trial *t)
{
    struct gam_err err = { 0 };
    struct gam_device_info info;
    int n = t->backend->count(t->config, &err);

    if (n > GAM_DEVICES_MOST)
        return conformance_say(t, TRIAL_FAILS, "%d devices, at most %d can be", n, GAM_DEVICES_MOST);
    if (n < 0)
        return conformance_say(t, err.text[0] ? TRIAL_HOLDS : TRIAL_FAILS, "no device: %.300s", err.text);
    for (int i = -1; i <= n; i += n + 1) {
        memset(&err, 0, sizeof err);
        if (!t->backend->info(i, t->config, &info, &err) || !err.text[0])
            return conformance_say(t, TRIAL_FAILS, "device number %d of %d is not refused with a reason", i, n);
    }
    return conformance_say(t, TRIAL_HOLDS, "%d devices; number -1 and number %d are refused", n, n);
}

static int check_info(struct trial *t)
{
    struct gam_err err = { 0 };

    if (gam_device_info(t->backend, 0, t->config, &t->info, &err))
        return conformance_say(t, TRIAL_FAILS, "%.300s", err.text);
    return conformance_say(t, TRIAL_HOLDS, "%s, %s", t->info.id, t->info.kind);
}

static int check_double_close(struct trial *t)
{
    void *state = calloc(1, t->backend->state_size ? t->backend->state_size : 1);
    struct gam_err err = { 0 };
    int rc;

    if (!state)
        return conformance_say(t, TRIAL_UNTRIED, "out of memory");
    t->backend->close(state); /* of what was never opened */
    rc = t->backend->open(state, -1, t->config, &err);
    t->backend->close(state);
    if (!rc) {
        free(state);
        return conformance_say(t, TRIAL_FAILS, "device number -1 opens");
    }
    rc = t->backend->open(state, 0, t->config, &err);
    t->backend->close(state);
    t->backend->close(state);
    free(state);
    if (rc)
        return conformance_say(t, TRIAL_FAILS, "does not open again: %.300s", err.text);
    return conformance_say(t, TRIAL_HOLDS, "closed unopened, after a failed open and twice");
}

static int check_caps(struct trial *t)
{
    struct gam_caps caps = { .threads = t->config->threads };

    t->backend->caps(t->state, t->config->threads, &caps);
    if (caps.threads < 1 || caps.threads > t->config->threads)
        return conformance_say(t, TRIAL_FAILS, "%d workers where %d were asked for", caps.threads, t->config->threads);
    if (!(caps.langs & t->backend->langs))
        return conformance_say(t, TRIAL_FAILS, "the device takes none of the backend's languages");
    return conformance_say(t, TRIAL_HOLDS, "%d worker%s", caps.threads, caps.threads == 1 ? "" : "s");
}

/* Refused with the right code, and the device still works. */
static int check_out_of_memory(struct trial *t)
{
    struct gam_buffer buffer = { .handle = NULL };
    struct gam_err err = { 0 };
    int rc = t->backend->alloc(t->state, 1, UINT64_C(1) << 60, &buffer, &err);

    if (rc != -GAM_ENOMEM || !err.text[0]) {
        t->backend->release(t->state, &buffer);
        return conformance_say(t, TRIAL_FAILS, "an allocation of 2^60 bytes gives code %d, not out of memory", rc);
    }
    t->backend->release(t->state, &buffer); /* of nothing */
    rc = t->backend->alloc(t->state, 1, SMALL_BYTES, &buffer, &err);
    t->backend->release(t->state, &buffer);
    if (rc)
        return conformance_say(t, TRIAL_FAILS, "after it %d bytes cannot be had either: %.200s", SMALL_BYTES, err.text);
    return conformance_say(t, TRIAL_HOLDS, "2^60 bytes are refused, and %d can be had then", SMALL_BYTES);
}

static int check_copies(struct trial *t)
{
    unsigned char there[SMALL_BYTES], back[SMALL_BYTES + 1];
    struct gam_buffer buffer = { .handle = NULL };
    struct gam_err err = { 0 };
    int rc = t->backend->alloc(t->state, 1, SMALL_BYTES, &buffer, &err), over;

    if (rc)
        return conformance_say(t, TRIAL_FAILS, "%.300s", err.text);
    for (int i = 0; i < SMALL_BYTES; i++)
        there[i] = (unsigned char)(i * 7);
    rc = t->backend->upload(t->state, &buffer, there, SMALL_BYTES, &err);
    if (!rc)
        rc = t->backend->download(t->state, back, &buffer, SMALL_BYTES, &err);
    over = t->backend->upload(t->state, &buffer, back, SMALL_BYTES + 1, NULL) &&
           t->backend->download(t->state, back, &buffer, SMALL_BYTES + 1, NULL);
    t->backend->release(t->state, &buffer);
    if (rc)
        return conformance_say(t, TRIAL_FAILS, "%.300s", err.text);
    if (memcmp(there, back, SMALL_BYTES) != 0)
        return conformance_say(t, TRIAL_FAILS, "what comes back is not what was sent");
    if (!over)
        return conformance_say(t, TRIAL_FAILS, "a copy longer than its buffer is not refused");
    return conformance_say(t, TRIAL_HOLDS, "%d bytes there and back; one more is refused", SMALL_BYTES);
}

static const struct {
    const char *name;
    int (*run)(struct trial *t);
    int opened; /* needs the device open */
} checks[] = {
    { "probe says why", check_probe, 0 },
    { "zero devices", check_zero, 0 },
    { "description", check_info, 1 },
    { "double close", check_double_close, 1 },
    { "capabilities", check_caps, 1 },
    { "out of memory", check_out_of_memory, 1 },
    { "copies", check_copies, 1 },
    { "right result", conformance_right, 1 },
    { "wrong result", conformance_wrong, 1 },
    { "unsupported operator", conformance_unsupported, 1 },
    { "lost device", conformance_lost, 1 },
    { "cancelled run", conformance_cancelled, 1 },
};

/* Opened by id, as a run does. */
static int trial_open(struct trial *t, struct gam_open_device *device)
{
    struct gam_err err = { 0 };
    int n = gam_device_count(t->backend, t->config, &err);

    if (n < 1)
        return conformance_say(t, TRIAL_UNTRIED, "no device: %.300s", err.text[0] ? err.text : "none was found");
    if (gam_device_info(t->backend, 0, t->config, &t->info, &err) || gam_device_open(t->info.id, t->config, device, &err))
        return conformance_say(t, TRIAL_FAILS, "%.300s", err.text);
    t->device = device;
    t->state = device->state;
    return TRIAL_HOLDS;
}

void gam_conformance_run(const struct gam_device_backend *backend, const struct gam_device_config *config,
                         struct gam_conformance *out)
{
    static const char *const states[] = { [TRIAL_HOLDS] = "ready", [TRIAL_FAILS] = "missing", [TRIAL_UNTRIED] = "partial" };
    struct trial t = { .backend = backend, .config = config };
    struct gam_open_device device = { .backend = backend };
    char why[sizeof t.reason];
    int opened;

    *out = (struct gam_conformance){ .n = 0 };
    opened = trial_open(&t, &device);
    memcpy(why, t.reason, sizeof why);
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        int verdict;

        out->check[out->n].name = checks[i].name; /* also of one that never returns */
        verdict = checks[i].opened && opened != TRIAL_HOLDS ? conformance_say(&t, opened, "%.399s", why) : checks[i].run(&t);

        out->check[out->n].state = states[verdict];
        snprintf(out->check[out->n].reason, sizeof out->check[0].reason, "%s", t.reason);
        out->failed += verdict == TRIAL_FAILS;
        out->n++;
    }
    gam_device_close(&device);
    gam_device_close(&device);
}
