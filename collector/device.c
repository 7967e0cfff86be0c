/* SPDX-License-Identifier: MIT */
#include "collector/device.h"
#include "common/err.h"
#include "common/strbuf.h"

#include <stdlib.h>
#include <string.h>

enum { DEVICE_LIST_MAX = 600 };

const struct gam_device_backend *gam_device_backend_at(const struct gam_device_backend *const *more, size_t i)
{
    size_t built_in = 0;

    while (gam_device_backends[built_in] && built_in < i)
        built_in++;
    if (gam_device_backends[built_in] || !more)
        return gam_device_backends[built_in];
    for (i -= built_in; i && *more; i--)
        more++;
    return *more;
}

/* Ids of the devices that are there, for an error's text. */
static void ids_list(const struct gam_device_config *config, struct gam_strbuf *out)
{
    const struct gam_device_backend *backend;

    for (size_t b = 0; (backend = gam_device_backend_at(config->more, b)); b++) {
        int n = gam_device_count(backend, config, NULL);

        for (int i = 0; i < n; i++) {
            struct gam_device_info info;

            if (!gam_device_info(backend, i, config, &info, NULL))
                gam_strbuf_printf(out, "%s%s", out->length ? " " : "", info.id);
        }
    }
}

static int device_missing(const char *id, const struct gam_device_config *config, struct gam_err *err)
{
    struct gam_strbuf ids = GAM_STRBUF_INIT(DEVICE_LIST_MAX);
    const struct gam_device_backend *backend;
    struct gam_probe probe = { .ready = 0 };
    size_t length = strcspn(id, ":");
    int rc;

    ids_list(config, &ids);
    for (size_t b = 0; (backend = gam_device_backend_at(config->more, b)); b++)
        if (strlen(backend->name) == length && !strncmp(backend->name, id, length))
            gam_device_probe(backend, &probe);
    if (*probe.reason && !probe.ready)
        rc = gam_err_set(err, -GAM_ENOENT, "no device '%s': %s%s%s", id, probe.reason, *probe.remedy ? "; " : "", probe.remedy);
    else
        rc = gam_err_set(err, -GAM_ENOENT, "no device '%s'; there are: %s", id, gam_strbuf_get(&ids));
    gam_strbuf_release(&ids);
    return rc;
}

static int device_open_at(const struct gam_device_backend *backend, int index, const struct gam_device_config *config,
                          struct gam_open_device *out, struct gam_err *err)
{
    struct gam_caps caps = { .threads = config->threads };
    int rc;

    out->backend = backend;
    out->threads = config->threads;
    out->state = calloc(1, backend->state_size ? backend->state_size : 1);
    if (!out->state)
        return gam_err_nomem(err);
    rc = backend->open(out->state, index, config, err);
    if (rc) {
        gam_err_prefix(err, "cannot open device '%s'", out->info.id);
        gam_device_close(out);
        return rc;
    }
    backend->caps(out->state, out->threads, &caps);
    if (caps.threads > 0 && caps.threads < out->threads)
        out->threads = caps.threads;
    return 0;
}

int gam_device_open(const char *id, const struct gam_device_config *config, struct gam_open_device *out, struct gam_err *err)
{
    const struct gam_device_backend *backend;

    memset(out, 0, sizeof *out);
    for (size_t b = 0; (backend = gam_device_backend_at(config->more, b)); b++) {
        int n = gam_device_count(backend, config, NULL);

        for (int i = 0; i < n; i++)
            if (!gam_device_info(backend, i, config, &out->info, NULL) && !strcmp(out->info.id, id))
                return device_open_at(backend, i, config, out, err);
    }
    memset(out, 0, sizeof *out);
    return device_missing(id, config, err);
}

void gam_device_close(struct gam_open_device *device)
{
    if (device->state) {
        device->backend->close(device->state);
        free(device->state);
    }
    device->state = NULL;
}
