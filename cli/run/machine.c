/* SPDX-License-Identifier: MIT */
#include "cli/run/machine.h"

#include "cli/cli_plugins.h"
#include "common/err.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct gam_machine_sizes gam_machine_sizes_of(const struct gam_topology *t, int workers)
{
    struct gam_machine_sizes sizes = { NAN, NAN, NAN, NAN, NAN, workers };

    for (size_t i = 0; i < t->n_caches; i++) {
        double bytes = (double)t->cache[i].size_bytes;

        if (!strcmp(t->cache[i].level, "L1"))
            sizes.l1 = bytes;
        else if (!strcmp(t->cache[i].level, "L2"))
            sizes.l2 = bytes;
        else if (!strcmp(t->cache[i].level, "L3"))
            sizes.l3 = bytes;
        sizes.llc = (double)t->cache[i].reach_bytes;
    }
    if (t->memory_bytes)
        sizes.memory = (double)t->memory_bytes;
    return sizes;
}

static int device_add(struct gam_run_machine *m, const char *id, const struct gam_device_config *config, struct gam_err *err)
{
    int rc;

    if (m->n_devices == GAM_RUN_DEVICES)
        return gam_err_set(err, -GAM_EINVAL, "more than %d devices in one run", GAM_RUN_DEVICES);
    for (size_t i = 0; i < m->n_devices; i++)
        if (!strcmp(m->device[i].info.id, id))
            return 0;
    rc = gam_device_open(id, config, &m->device[m->n_devices], err);
    if (!rc)
        m->n_devices++;
    return rc;
}

/* The cores of this machine once more, through another backend: measured beside the cpu device both would be slower. */
static int device_is_double(const struct gam_device_backend *backend, const struct gam_device_info *info)
{
    return !strcmp(info->kind, "cpu") && strcmp(backend->name, "cpu") != 0;
}

/* Every device of every ready backend, but for the cores a second time; one that fails to open is left out, as long as another is
 * there. */
static int devices_all(struct gam_run_machine *m, const struct gam_device_config *config, struct gam_err *err)
{
    const struct gam_device_backend *backend;
    int rc = 0;

    for (size_t b = 0; (backend = gam_device_backend_at(config->more, b)); b++) {
        int n = gam_device_count(backend, config, err);

        for (int i = 0; i < n; i++) {
            struct gam_device_info info;
            int one = gam_device_info(backend, i, config, &info, err);

            if (!one && device_is_double(backend, &info))
                continue;
            if (!one)
                one = device_add(m, info.id, config, err);
            rc = one ? one : rc;
        }
    }
    if (m->n_devices)
        return 0;
    return rc ? rc : gam_err_set(err, -GAM_ENOENT, "no device is ready; 'gambrel doctor' says why");
}

static int devices_open(const struct gam_run_options *o, struct gam_run_machine *m, struct gam_err *err)
{
    struct gam_device_config config = { &m->topology, m->workers, o->smt, m->plugins.backend };

    if (!o->devices.n)
        return devices_all(m, &config, err);
    for (size_t i = 0; i < o->devices.n; i++) {
        int rc = device_add(m, o->devices.value[i], &config, err);

        if (rc == -GAM_ENOENT) /* a device that was named and is not here has an exit code of its own */
            err->code = rc = -GAM_EUNSUPPORTED;
        if (rc)
            return rc;
    }
    return 0;
}

/* What is wrong on the command line is a mistake of usage, what is wrong in a file is not. */
static int suite_open(const struct gam_run_options *o, const struct gam_machine_sizes *sizes, struct gam_suite *out,
                      struct gam_err *err)
{
    int rc = o->ops.n ? gam_suite_from_specs(o->ops.value, o->ops.n, sizes, out, err) : gam_suite_load(o->suite, sizes, out, err);

    if (o->ops.n && rc == -GAM_EPARSE)
        err->code = rc = -GAM_EINVAL;
    if (!o->ops.n && rc == -GAM_EINVAL)
        err->code = rc = -GAM_EPARSE;
    if (!o->ops.n && rc == -GAM_ENOENT) /* neither built in nor a file */
        err->code = rc = -GAM_EINVAL;
    return rc;
}

int gam_run_machine_open(const struct gam_run_options *o, struct gam_run_machine *m, struct gam_err *err)
{
    struct gam_machine_sizes sizes;
    int rc;

    *m = (struct gam_run_machine){ 0 };
    rc = gam_cli_plugins_load(o->plugin_dir, &m->plugins, err);
    if (!rc)
        rc = gam_topology_read(NULL, &m->topology, err);
    if (rc)
        return rc;
    m->workers = gam_topology_workers(&m->topology, (int)o->threads, o->smt, err);
    if (m->workers < 0)
        return m->workers;
    rc = devices_open(o, m, err);
    if (rc)
        return rc;
    sizes = gam_machine_sizes_of(&m->topology, m->workers);
    return suite_open(o, &sizes, &m->suite, err);
}

void gam_run_machine_close(struct gam_run_machine *m)
{
    for (size_t i = 0; i < m->n_devices; i++)
        gam_device_close(&m->device[i]);
    gam_suite_release(&m->suite);
    gam_topology_release(&m->topology);
    gam_plugins_release(&m->plugins); /* last: the devices were theirs */
    *m = (struct gam_run_machine){ 0 };
}
