/* SPDX-License-Identifier: MIT */
#include "cli/doctor/conformance.h"

#include "collector/topology.h"
#include "common/err.h"
#include "common/strbuf.h"

#include <string.h>

enum { NAMES_MAX = 400 };

static int backend_missing(const char *name, const struct gam_device_backend *const *more, struct gam_err *err)
{
    struct gam_strbuf names = GAM_STRBUF_INIT(NAMES_MAX);
    const struct gam_device_backend *backend;

    for (size_t i = 0; (backend = gam_device_backend_at(more, i)); i++)
        gam_strbuf_printf(&names, "%s%s", i ? " " : "", backend->name);
    gam_err_set(err, -GAM_EUNSUPPORTED, "no device backend '%s'; there are: %s", name, gam_strbuf_get(&names));
    gam_strbuf_release(&names);
    return -GAM_EUNSUPPORTED;
}

int gam_doctor_conformance(const char *name, const struct gam_device_backend *const *more, struct gam_conformance *out,
                           struct gam_err *err)
{
    struct gam_device_config config = { .threads = 1, .more = more };
    const struct gam_device_backend *backend;
    struct gam_topology topology = { 0 };
    size_t i = 0;
    int rc;

    while ((backend = gam_device_backend_at(more, i)) && strcmp(backend->name, name) != 0)
        i++;
    if (!backend)
        return backend_missing(name, more, err);
    rc = gam_topology_read(NULL, &topology, err);
    config.topology = &topology;
    if (!rc)
        gam_conformance_run(backend, &config, out);
    gam_topology_release(&topology);
    return rc;
}
