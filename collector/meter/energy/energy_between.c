/* SPDX-License-Identifier: MIT */
#include "collector/meter/energy/energy.h"

#include "common/err.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A counter that wraps is asked more often than this: 262 kJ, the usual range of RAPL, last that long at 2 kW. */
static const uint64_t wrap_interval_most_ns = 120000000000u;

void gam_energy_refusal(const char *where, int error, char *reason, size_t size)
{
    char word[80] = "";

    snprintf(reason, size, "cannot read '%s': %s (errno %d)", where, strerror_r(error, word, sizeof word), error);
}

const char *gam_energy_remedy(int error, const char *otherwise)
{
    if (error == EACCES || error == EPERM)
        return "energy counters are for root since Linux 5.10: run as root, or let a udev or tmpfiles rule give your group read "
               "access";
    return otherwise;
}

int gam_energy_code(int error)
{
    return error == EACCES || error == EPERM ? -GAM_EPERM : -GAM_ENOENT;
}

void gam_energy_probe(struct gam_probe *out, size_t alive, size_t n, const char *reason)
{
    out->ready = alive > 0;
    if (alive)
        snprintf(out->reason, sizeof out->reason, "%zu of %zu counters of energy%s%s", alive, n, alive < n ? "; " : "",
                 alive < n ? reason : "");
    else
        snprintf(out->reason, sizeof out->reason, "%s", reason);
}

static __attribute__((format(printf, 2, 3))) double refused(char reason[GAM_ENERGY_REASON], const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(reason, GAM_ENERGY_REASON, format, args);
    va_end(args);
    return NAN;
}

/* Counts passed. A step down by more than half the range is a wrap; a smaller one is a counter that went backwards. */
static double counts_between(const struct gam_energy_counter *c, const struct gam_energy_mark *from,
                             const struct gam_energy_mark *to, char reason[GAM_ENERGY_REASON])
{
    if (to->count >= from->count)
        return (double)(to->count - from->count);
    if (c->range > from->count && from->count - to->count > c->range / 2)
        return (double)(c->range - from->count + to->count);
    return refused(reason, "%s went backwards by %.6g J", c->name, (double)(from->count - to->count) * c->joule_per_count);
}

double gam_energy_between(const struct gam_energy_counter *c, const struct gam_energy_mark *from,
                          const struct gam_energy_mark *to, char reason[GAM_ENERGY_REASON])
{
    const struct gam_energy_mark *failed = from->error ? from : to;
    uint64_t elapsed_ns = to->at_ns - from->at_ns;
    double joule;

    reason[0] = '\0';
    if (failed->error) {
        gam_energy_refusal(c->where, failed->error, reason, GAM_ENERGY_REASON);
        return NAN;
    }
    if (to->at_ns < from->at_ns || elapsed_ns < GAM_ENERGY_PERIODS_LEAST * c->period_ns)
        return refused(reason, "%s is updated every %.3g ms, too seldom for an interval of %.3g ms", c->name,
                       (double)c->period_ns / 1e6, to->at_ns < from->at_ns ? 0 : (double)elapsed_ns / 1e6);
    if (c->range && elapsed_ns > wrap_interval_most_ns)
        return refused(reason, "%s may have wrapped more than once in %.0f s", c->name, (double)elapsed_ns / 1e9);
    if (to->count == from->count)
        return refused(reason, "%s stood still for %.3g ms", c->name, (double)elapsed_ns / 1e6);
    joule = counts_between(c, from, to, reason) * c->joule_per_count;
    if (joule / ((double)elapsed_ns / 1e9) > c->watt_most)
        return refused(reason, "%s says %.4g W, more than twice its limit allows (%.4g W)", c->name,
                       joule / ((double)elapsed_ns / 1e9), c->watt_most);
    return joule;
}
