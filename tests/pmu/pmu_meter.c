/* SPDX-License-Identifier: MIT */
/* Drives the PAPI meter through its contract inside the emulated machine and prints what it finds, a line each.
 * usage: pmu_meter probe | loop | fill   [--uid N first: gives root up]
 */
#include "collector/meter.h"
#include "collector/meter/papi/set.h"
#include "common/err.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

extern const struct gam_meter gam_meter_papi;

enum { TURNS = 10000000, QUANTITIES = 64 };

/* Two instructions a turn. */
static void known_loop(int64_t n)
{
#if defined(__aarch64__)
    __asm__ volatile("1:\n\tsubs %0, %0, #1\n\tb.ne 1b" : "+r"(n) : : "cc");
#else
    __asm__ volatile("1:\n\tdec %0\n\tjnz 1b" : "+r"(n) : : "cc");
#endif
}

static int probe_print(void)
{
    struct gam_probe p;

    gam_meter_papi.probe(&p);
    printf("ready=%d\nreason=%s\nremedy=%s\n", p.ready, p.reason, p.remedy);
    return p.ready ? 0 : 3;
}

static void readings_print(const struct gam_meter_quantity *q, const struct gam_meter_reading *r, size_t n, int pass)
{
    for (size_t i = 0; i < n; i++) {
        if (q[i].pass != pass)
            continue;
        if (r[i].ivalue == GAM_NULL_INT)
            printf("%s=missing (%s)\n", q[i].name, r[i].reason ? r[i].reason : "NO REASON");
        else
            printf("%s=%" PRId64 " trust=%.6f flags=%u%s%s\n", q[i].name, r[i].ivalue, q[i].trust, r[i].flags,
                   r[i].reason ? " " : "", r[i].reason ? r[i].reason : "");
    }
}

static int pass_count(void *state, int pass, struct gam_err *err)
{
    const struct gam_meter_quantity *q;
    struct gam_meter_reading reading[QUANTITIES];
    size_t n = gam_meter_papi.quantities(state, &q);

    if (gam_meter_papi.start(state, pass, 1, err))
        return 1;
    known_loop(TURNS);
    if (gam_meter_papi.stop(state, err) || gam_meter_papi.read(state, reading, QUANTITIES, err))
        return 1;
    readings_print(q, reading, n, pass);
    return 0;
}

static int loop_count(void)
{
    int tid = (int)syscall(SYS_gettid), rc = 0;
    struct gam_meter_target target = { .tids = &tid, .n_tids = 1, .worker_tids = &tid, .n_workers = 1 };
    struct gam_err err = { 0 };
    void *state = calloc(1, gam_meter_papi.state_size);

    if (!state)
        return 1;
    if (gam_meter_papi.open(state, &target, &err)) {
        printf("open=%s\n", err.text);
        gam_meter_papi.close(state);
        free(state);
        return 3;
    }
    printf("truth=%d\npasses=%d\n", 2 * TURNS, gam_meter_papi.passes(state));
    for (int pass = 1; !rc && pass <= gam_meter_papi.passes(state); pass++)
        rc = pass_count(state, pass, &err);
    if (rc)
        printf("error=%s\n", err.text);
    gam_meter_papi.close(state);
    gam_meter_papi.close(state);
    free(state);
    return rc;
}

/* Adds events until the counters are used up: the refusal must be clean, and what was added must still count. */
static int set_fill(void)
{
    static const char *const names[] = { "PAPI_TOT_CYC", "PAPI_TOT_INS", "PAPI_L1_DCM", "PAPI_L1_ICM", "PAPI_BR_MSP",
                                         "PAPI_L2_DCM",  "PAPI_TLB_DM",  "PAPI_TLB_IM", "PAPI_LD_INS", "PAPI_SR_INS" };
    const struct gam_papi *papi;
    struct gam_err err = { 0 };
    struct gam_papi_set *set = calloc(1, sizeof *set);
    int rc = !set || gam_papi_get(&papi, &err) || gam_papi_set_open(papi, (int)syscall(SYS_gettid), set, &err);

    for (size_t i = 0; !rc && i < sizeof names / sizeof names[0]; i++)
        if (gam_papi_set_add(papi, set, names[i], &err))
            printf("refused=%s\n", err.text);
    rc = rc || gam_papi_set_start(papi, set, &err);
    if (!rc) {
        known_loop(TURNS);
        rc = gam_papi_set_stop(papi, set, &err);
    }
    if (set)
        gam_papi_set_close(papi, set);
    printf("status=%s\n", rc ? err.text : "ok");
    free(set);
    return rc != 0;
}

int main(int argc, char **argv)
{
    if (argc > 2 && !strcmp(argv[1], "--uid")) {
        if (setuid((uid_t)strtoul(argv[2], NULL, 10)))
            return 2;
        argv += 2;
        argc -= 2;
    }
    if (argc == 2 && !strcmp(argv[1], "probe"))
        return probe_print();
    if (argc == 2 && !strcmp(argv[1], "loop"))
        return loop_count();
    if (argc == 2 && !strcmp(argv[1], "fill"))
        return set_fill();
    fprintf(stderr, "usage: pmu_meter [--uid N] probe | loop | fill\n");
    return 2;
}
