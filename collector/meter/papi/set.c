/* SPDX-License-Identifier: MIT */
#include "collector/meter/papi/set.h"

#include "common/err.h"

#include <sys/syscall.h>
#include <unistd.h>

static int failed(const struct gam_papi *papi, struct gam_err *err, const char *what, int code)
{
    return gam_err_set(err, -GAM_EDEVICE, "PAPI %s: %s", what, papi->strerror(code));
}

int gam_papi_set_open(const struct gam_papi *papi, int tid, struct gam_papi_set *set, struct gam_err *err)
{
    int component = papi->get_component_index("perf_event");
    int rc;

    *set = (struct gam_papi_set){ .handle = GAM_PAPI_NULL, .tid = tid };
    if (component < 0)
        return failed(papi, err, "has no perf_event component", component);
    if ((rc = papi->create_eventset(&set->handle)) != GAM_PAPI_OK)
        return failed(papi, err, "cannot create an event set", rc);
    if ((rc = papi->assign_eventset_component(set->handle, component)) != GAM_PAPI_OK)
        return failed(papi, err, "cannot use its perf_event component", rc);
    /* Attaching needs an instruction counter, which not every machine has; the calling thread is counted without. */
    if (tid != (int)syscall(SYS_gettid) && (rc = papi->attach(set->handle, (unsigned long)tid)) != GAM_PAPI_OK)
        return failed(papi, err, "cannot attach to a thread", rc);
    return 0;
}

int gam_papi_set_add(const struct gam_papi *papi, struct gam_papi_set *set, const char *name, struct gam_err *err)
{
    int rc;

    if (set->n == PAPI_SET_EVENTS)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "more than %d events in a set", PAPI_SET_EVENTS);
    rc = papi->add_named_event(set->handle, name);
    if (rc != GAM_PAPI_OK)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "PAPI cannot add %s: %s", name, papi->strerror(rc));
    set->n++;
    return 0;
}

int gam_papi_set_start(const struct gam_papi *papi, struct gam_papi_set *set, struct gam_err *err)
{
    int rc = papi->start(set->handle);

    if (rc != GAM_PAPI_OK)
        return failed(papi, err, "cannot start counting", rc);
    set->running = 1;
    return 0;
}

int gam_papi_set_stop(const struct gam_papi *papi, struct gam_papi_set *set, struct gam_err *err)
{
    int rc;

    if (!set->running)
        return 0;
    set->running = 0;
    rc = papi->stop(set->handle, set->value);
    return rc == GAM_PAPI_OK ? 0 : failed(papi, err, "cannot stop counting", rc);
}

void gam_papi_set_close(const struct gam_papi *papi, struct gam_papi_set *set)
{
    if (!papi || set->handle == GAM_PAPI_NULL)
        return;
    gam_papi_set_stop(papi, set, NULL);
    papi->cleanup_eventset(set->handle);
    papi->destroy_eventset(&set->handle);
    set->handle = GAM_PAPI_NULL;
}
