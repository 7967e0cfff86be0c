/* SPDX-License-Identifier: MIT */
/* What happens to the machine while slots run, from outside of them: time that the hypervisor took away, throttled cores, tasks
 * that waited for a processor. A pair is left out by such signs only, never by its values, so that the choice cannot favour an
 * arm.
 */
#ifndef GAM_COLLECTOR_SLOTS_DISTURB_H
#define GAM_COLLECTOR_SLOTS_DISTURB_H

#include <stdint.h>

/* Counters since boot; 0 and has_... 0 where the system does not show them. */
struct gam_disturb {
    uint64_t stolen, busy, all; /* ticks over all cpus: taken away; running or wanting to (stolen included); everything */
    uint64_t throttles;         /* of cores and packages, by heat or power */
    uint64_t waited_us;         /* some task waited for a processor (/proc/pressure/cpu) */
    int has_ticks, has_throttles, has_pressure;
};

/* `root`: "" for this machine, or a folder that holds proc/ and sys/. */
void gam_disturb_read(const char *root, struct gam_disturb *out);

struct gam_disturb_span {
    double steal_share;    /* of all the cpus' time; NaN */
    double steal_busy;     /* of the time that they ran or wanted to; NaN below GAM_DISTURB_TICKS, where a tick is too coarse */
    double pressure_share; /* of `wall_ns`; NaN */
    int throttled;
};
enum { GAM_DISTURB_TICKS = 10 };
void gam_disturb_between(const struct gam_disturb *from, const struct gam_disturb *to, uint64_t wall_ns,
                         struct gam_disturb_span *out);

#endif
