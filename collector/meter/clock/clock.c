/* SPDX-License-Identifier: MIT */
/* The clock of a core, without counters: a chain of adds that depend on each other runs one per cycle, so adds / time is the
 * frequency right after the visit. Registers are added, not constants: some cores fold small constants before execution. The
 * fastest of a few short chains counts, because an interrupt only makes one longer.
 */
#include "common/clock.h"
#include "collector/meter.h"
#include "common/err.h"

#include <math.h>
#include <stdio.h>

enum { CLOCK_CHAINS = 3, CLOCK_BLOCKS = 512, CLOCK_BLOCK_ADDS = 64 };

#if defined(__x86_64__)
#define CLOCK_ADD "add %1, %0\n\t"
#elif defined(__aarch64__)
#define CLOCK_ADD "add %0, %0, %1\n\t"
#elif defined(__riscv)
#define CLOCK_ADD "add %0, %0, %1\n\t"
#endif

struct clock_state {
    double hz; /* NaN: not measured */
};

static const struct gam_meter_quantity clock_quantities[] = {
    { .name = "clock_hz", .unit = "hz", .scope = GAM_SCOPE_CORE, .kind = GAM_QUANTITY_LEVEL, .pass = 0, .trust = NAN },
};

#ifdef CLOCK_ADD
#define CLOCK_4(x) x x x x

static uint64_t chain_time_ns(void)
{
    uint64_t sum = 0, one = 1, begin = gam_clock_monotonic_now();

    for (int i = 0; i < CLOCK_BLOCKS; i++)
        __asm__ volatile(CLOCK_4(CLOCK_4(CLOCK_4(CLOCK_ADD))) : "+r"(sum) : "r"(one));
    return gam_clock_monotonic_now() - begin;
}

static double clock_measure(void)
{
    uint64_t best = UINT64_MAX;

    for (int i = 0; i < CLOCK_CHAINS; i++) {
        uint64_t t = chain_time_ns();

        if (t && t < best)
            best = t;
    }
    return best == UINT64_MAX ? NAN : (double)CLOCK_BLOCKS * CLOCK_BLOCK_ADDS * 1e9 / (double)best;
}
#else
static double clock_measure(void)
{
    return NAN;
}
#endif

static void clock_probe(struct gam_probe *out)
{
    double hz = clock_measure();

    *out = (struct gam_probe){ .ready = !isnan(hz) };
    if (out->ready)
        snprintf(out->reason, sizeof out->reason, "a chain of dependent adds runs at %.2f GHz", hz / 1e9);
    else
        snprintf(out->reason, sizeof out->reason, "no add chain is written for this processor");
}

static int clock_open(void *state, const struct gam_meter_target *target, struct gam_err *err)
{
    struct clock_state *s = state;

    (void)target;
    (void)err;
    s->hz = NAN;
    return 0;
}

static void clock_close(void *state)
{
    (void)state;
}

static size_t clock_list(void *state, const struct gam_meter_quantity **out)
{
    (void)state;
    *out = clock_quantities;
    return sizeof clock_quantities / sizeof clock_quantities[0];
}

static int clock_passes(void *state)
{
    (void)state;
    return 0;
}

static int clock_start(void *state, int pass, size_t workers, struct gam_err *err)
{
    (void)state;
    (void)pass;
    (void)workers;
    (void)err;
    return 0;
}

static int clock_stop(void *state, struct gam_err *err)
{
    struct clock_state *s = state;

    (void)err;
    s->hz = clock_measure();
    return 0;
}

static int clock_read(void *state, struct gam_meter_reading *out, size_t n, struct gam_err *err)
{
    const struct clock_state *s = state;

    (void)err;
    if (n < 1)
        return 0;
    *out = (struct gam_meter_reading){ .ivalue = GAM_NULL_INT, .rvalue = s->hz };
    if (isnan(s->hz))
        out->reason = "no add chain is written for this processor";
    return 0;
}

const struct gam_meter gam_meter_clock = {
    .name = "clock",
    .summary = "frequency of the calling core, by a chain of dependent adds",
    .state_size = sizeof(struct clock_state),
    .probe = clock_probe,
    .open = clock_open,
    .close = clock_close,
    .quantities = clock_list,
    .passes = clock_passes,
    .start = clock_start,
    .stop = clock_stop,
    .read = clock_read,
};
