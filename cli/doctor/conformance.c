/* SPDX-License-Identifier: MIT */
#include "cli/doctor/conformance.h"

#include "cli/cli_trial.h"
#include "collector/topology.h"
#include "common/err.h"
#include "common/strbuf.h"

#include <stdio.h>
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

struct attempt {
    const struct gam_device_backend *backend;
    const struct gam_device_config *config;
    struct gam_conformance result;
};

static void attempt_run(void *shared)
{
    struct attempt *a = shared;

    gam_conformance_run(a->backend, a->config, &a->result);
}

/* The check that was in work fails, and says how. */
static void crash_say(struct gam_conformance *c, const struct gam_err *why)
{
    if (c->n == GAM_CONFORMANCE_CHECKS)
        c->n--;
    if (!c->check[c->n].name)
        c->check[c->n].name = c->n ? "end" : "begin";
    c->check[c->n].state = "missing";
    snprintf(c->check[c->n].reason, sizeof c->check[c->n].reason, "%.300s; the checks after it were not tried", why->text);
    c->n++;
    c->failed++;
}

/* In a process of its own: a backend that does not withstand a check may crash. */
static int attempt_make(const struct gam_device_backend *backend, const struct gam_device_config *config,
                        struct gam_conformance *out, struct gam_err *err)
{
    struct attempt *a = gam_cli_trial_new(sizeof *a, err);
    struct gam_cli_trial trial = { .work = attempt_run, .shared = a };
    struct gam_err why = { 0 };
    int rc;

    if (!a)
        return err->code;
    a->backend = backend;
    a->config = config;
    trial.step = &a->result.n;
    rc = gam_cli_trial_run(&trial, &why);
    if (rc == -GAM_EDEVICE)
        crash_say(&a->result, &why);
    else if (rc)
        gam_err_set(err, rc, "%s", why.text);
    *out = a->result;
    gam_cli_trial_free(a, sizeof *a);
    return rc == -GAM_EDEVICE ? 0 : rc;
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
        rc = attempt_make(backend, &config, out, err);
    gam_topology_release(&topology);
    return rc;
}
