/* SPDX-License-Identifier: MIT */
#include "collector/meter/papi/probe.h"

#include "collector/meter/papi/events.h"
#include "collector/meter/papi/set.h"
#include "common/err.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* 0 when the kernel counts cycles of this thread in user mode, else errno. */
static int kernel_counts(void)
{
    struct perf_event_attr attr = { .type = PERF_TYPE_HARDWARE,
                                    .size = sizeof attr,
                                    .config = PERF_COUNT_HW_CPU_CYCLES,
                                    .disabled = 1,
                                    .exclude_kernel = 1,
                                    .exclude_hv = 1 };
    long fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);

    if (fd < 0)
        return errno;
    close((int)fd);
    return 0;
}

static int papi_counts(const struct gam_papi *papi, struct gam_err *err)
{
    struct gam_papi_set set;
    int rc = gam_papi_set_open(papi, (int)syscall(SYS_gettid), &set, err);

    for (size_t k = 0; !rc && k < PAPI_EVENT_NAMES && gam_papi_events[0].name[k]; k++)
        if (!gam_papi_set_add(papi, &set, gam_papi_events[0].name[k], err))
            break;
    if (!rc && !set.n)
        rc = -GAM_EUNSUPPORTED;
    if (!rc)
        rc = gam_papi_set_start(papi, &set, err);
    if (!rc)
        rc = gam_papi_set_stop(papi, &set, err);
    gam_papi_set_close(papi, &set);
    return rc;
}

static void reason_refused(struct gam_probe *out, const char *papi_says, const char *version)
{
    int error = kernel_counts();

    if (error == 0) {
        snprintf(out->reason, sizeof out->reason, "the kernel counts cycles, but PAPI %s cannot on this CPU (%.200s)", version,
                 papi_says);
        snprintf(out->remedy, sizeof out->remedy, "a newer PAPI whose libpfm4 knows this CPU");
    } else if (error == EACCES || error == EPERM) {
        snprintf(out->reason, sizeof out->reason, "the kernel does not permit counting to this user or container (%s)",
                 strerror(error));
        snprintf(out->remedy, sizeof out->remedy,
                 "as root: sysctl kernel.perf_event_paranoid=1 (in a container: --cap-add PERFMON)");
    } else {
        snprintf(out->reason, sizeof out->reason,
                 "no hardware counters: PAPI lists events, but none can be added (%.160s); the kernel says: %s", papi_says,
                 strerror(error));
        snprintf(out->remedy, sizeof out->remedy,
                 "a virtual machine needs a virtual PMU from its host; times and shapes work without");
    }
}

void gam_papi_probe(struct gam_probe *out)
{
    const struct gam_papi *papi = NULL;
    struct gam_err err = { 0 };

    memset(out, 0, sizeof *out);
    if (gam_papi_get(&papi, &err)) {
        snprintf(out->reason, sizeof out->reason, "%.390s", err.text);
        if (err.code == -GAM_ENOENT)
            snprintf(out->remedy, sizeof out->remedy, "apt-get install libpapi-dev");
        return;
    }
    if (papi_counts(papi, &err)) {
        reason_refused(out, err.text, papi->version);
        return;
    }
    out->ready = 1;
    snprintf(out->reason, sizeof out->reason, "PAPI %s counts cycles", papi->version);
}
