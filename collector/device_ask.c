/* SPDX-License-Identifier: MIT */
/* What backends say, looked at: plug-ins are written by others, and drivers fill texts too. */
#include "collector/device.h"
#include "common/err.h"

#include <stdio.h>
#include <string.h>

static const char id_letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:._-";

/* Member `field` of a struct of texts ends within its room. */
#define ENDS(field) (memchr((field), 0, sizeof(field)) != NULL)

void gam_device_probe(const struct gam_device_backend *backend, struct gam_probe *out)
{
    *out = (struct gam_probe){ .ready = 0 };
    backend->probe(out);
    out->reason[sizeof out->reason - 1] = 0;
    out->remedy[sizeof out->remedy - 1] = 0;
    if (!*out->reason)
        snprintf(out->reason, sizeof out->reason, "backend '%s' gives no reason", backend->name);
}

/* `rc` of a backend that failed, with a text in any case. A code that is none is not handed on. */
static int failed(const struct gam_device_backend *backend, const char *what, int rc, const struct gam_err *why,
                  struct gam_err *err)
{
    int code = rc < 0 && rc >= -GAM_EINTERNAL ? rc : -GAM_EDEVICE;

    if (why->text[0])
        return gam_err_set(err, code, "%s", why->text);
    return gam_err_set(err, code, "backend '%s' fails to %s and gives no reason (code %d)", backend->name, what, rc);
}

int gam_device_count(const struct gam_device_backend *backend, const struct gam_device_config *config, struct gam_err *err)
{
    struct gam_err why = { .code = 0 };
    int n = backend->count(config, &why);

    if (n < 0)
        return failed(backend, "count its devices", n, &why, err);
    if (n > GAM_DEVICES_MOST)
        return gam_err_set(err, -GAM_EDEVICE, "backend '%s' says that there are %d devices; at most %d can be", backend->name, n,
                           GAM_DEVICES_MOST);
    return n;
}

static int texts_end(const struct gam_device_info *info)
{
    int all =
        ENDS(info->id) && ENDS(info->kind) && ENDS(info->name) && ENDS(info->class_) && ENDS(info->driver) && ENDS(info->isa);

    for (size_t i = 0; i < sizeof info->memory / sizeof info->memory[0]; i++)
        all = all && ENDS(info->memory[i].level);
    return all;
}

static int info_check(const struct gam_device_backend *backend, const struct gam_device_info *info, struct gam_err *err)
{
    static const char *const kinds[] = { "cpu", "gpu", "accelerator" };
    size_t length = strlen(backend->name), rooms = sizeof info->memory / sizeof info->memory[0], kind = 0;

    if (!texts_end(info))
        return gam_err_set(err, -GAM_EDEVICE, "backend '%s' describes a device with a text that has no end", backend->name);
    if (strncmp(info->id, backend->name, length) != 0 || (info->id[length] && info->id[length] != ':') ||
        info->id[strspn(info->id, id_letters)])
        return gam_err_set(err, -GAM_EDEVICE, "id '%s' is neither '%s' nor '%s:...' in letters, digits, ':', '.', '_' and '-'",
                           info->id, backend->name, backend->name);
    while (kind < sizeof kinds / sizeof kinds[0] && strcmp(kinds[kind], info->kind) != 0)
        kind++;
    if (kind == sizeof kinds / sizeof kinds[0])
        return gam_err_set(err, -GAM_EDEVICE, "device '%s' has kind '%s'; there are cpu, gpu, accelerator", info->id, info->kind);
    if (info->n_memory > rooms)
        return gam_err_set(err, -GAM_EDEVICE, "device '%s' has %u memory levels, room is for %zu", info->id, info->n_memory,
                           rooms);
    return 0;
}

int gam_device_info(const struct gam_device_backend *backend, int index, const struct gam_device_config *config,
                    struct gam_device_info *out, struct gam_err *err)
{
    struct gam_err why = { .code = 0 };
    int rc;

    memset(out, 0, sizeof *out);
    rc = backend->info(index, config, out, &why);
    return rc ? failed(backend, "describe a device", rc, &why, err) : info_check(backend, out, err);
}
