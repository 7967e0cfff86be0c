/* SPDX-License-Identifier: MIT */
/* Whether this gate can fail, and can pass, on this machine. Its checks are cases of a gate, so that every output shows them. */
#include "cli/gate/against.h"
#include "cli/gate/gate.h"
#include "cli/gate/session.h"
#include "common/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { SPIN_TARGET_NS = 3000000, SPINS = 9, CHECKS = 5, PAIRS = 20 };

/* The work of `gate spin N`, done several times, since the median of a process is its observation: a chain that nothing can
 * shorten. Its time is that of this process on a cpu: what is asked is whether the gate sees more work, not whether this
 * machine's neighbours are quiet. */
static volatile double kept;

static uint64_t cpu_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t spin(uint64_t units)
{
    uint64_t start = cpu_now(), end;
    double x = 2; /* not where the chain stands still, which a compiler sees */

    for (uint64_t i = 0; i < units; i++)
        x = x * 0.999999 + 1e-6;
    kept = x; /* before the clock is read, or the compiler may do the work after it */
    end = cpu_now();
    return end - start;
}

int gam_gate_spin(int argc, char **argv)
{
    const char *path = getenv("GAMBREL_METRICS");
    FILE *out = argc == 2 && path ? fopen(path, "ae") : NULL;

    if (!out) {
        fprintf(stderr, "gambrel: 'gate spin' is the work of 'gambrel gate selftest' and of no use by itself\n");
        return GAM_EXIT_USAGE;
    }
    for (int i = 0; i < SPINS; i++)
        fprintf(out, "{\"case\":\"spin\",\"metric\":\"time\",\"unit\":\"ns\",\"better\":\"lower\",\"value\":%llu}\n",
                (unsigned long long)spin(strtoull(argv[1], NULL, 10)));
    return fclose(out) ? GAM_EXIT_FAILED : GAM_EXIT_OK;
}

/* `self gate spin UNITS`, whatever characters the path of this program has. */
static int spin_line(struct gam_command_line *line, const char *self, uint64_t units, struct gam_err *err)
{
    size_t n = strlen(self) + 64;
    int at;

    *line = (struct gam_command_line){ .words = calloc(n, 1) };
    if (!line->words)
        return gam_err_nomem(err);
    at = snprintf(line->words, n, "%s%cgate%cspin%c%llu", self, 0, 0, 0, (unsigned long long)units);
    if (at < 0 || (size_t)at >= n)
        return gam_err_set(err, -GAM_EINTERNAL, "the command does not fit");
    line->argv[0] = line->words;
    for (int i = 1; i < 4; i++)
        line->argv[i] = line->argv[i - 1] + strlen(line->argv[i - 1]) + 1;
    return 0;
}

struct selftest {
    struct gam_gate_settings settings;
    struct gam_gate *gate;
    struct gam_gate_case *cases;
    struct gam_err *err;
};

/* undecided is no proof of either; any other difference is a gate that does not work. */
static void check_add(struct selftest *t, const char *name, enum gam_gate_verdict expected, enum gam_gate_verdict seen)
{
    struct gam_gate_case *c = &t->cases[t->gate->n_cases++];

    *c = (struct gam_gate_case){ .name = name,
                                 .metric = "verdict",
                                 .unit = "1",
                                 .source = "gambrel",
                                 .better = GAM_GATE_EQUAL,
                                 .base_text = gam_gate_verdict_word(expected),
                                 .cand_text = gam_gate_verdict_word(seen) };
    gam_gate_outcome_clear(&c->first);
    c->verdict = seen == expected ? GAM_GATE_PASS : seen == GAM_GATE_UNDECIDED ? GAM_GATE_UNDECIDED : GAM_GATE_REGRESSION;
    c->why = seen == expected ? GAM_GATE_WHY_SAME : seen == GAM_GATE_UNDECIDED ? GAM_GATE_WHY_NOISE : GAM_GATE_WHY_EXACT;
    c->reason = seen == expected             ? "as it must be"
                : seen == GAM_GATE_UNDECIDED ? "too noisy here to tell; try on a quieter machine"
                                             : "the gate said something else; do not trust it here";
}

/* A real gate of this program against itself with `slowdown` more work. */
static int real_check(struct selftest *t, const char *name, double slowdown, enum gam_gate_verdict expected)
{
    struct gam_gate_slots slots = { .name = "spin", .timeout_ns = t->settings.timeout_ns, .cancel = gam_gate_watch_signals() };
    struct gam_gate inner = { .seed = t->gate->seed, .undecided = t->settings.undecided };
    struct gam_gate_session s = { .settings = &t->settings, .slots = &slots, .clock = &gam_clock_monotonic, .gate = &inner };
    uint64_t units = 1000000, ns = spin(units);
    char self[4096] = { 0 };
    int rc = 0;

    if (readlink("/proc/self/exe", self, sizeof self - 1) <= 0)
        return gam_err_set(t->err, -GAM_EIO, "cannot find this program's own file");
    units = (uint64_t)((double)units * SPIN_TARGET_NS / (double)(ns ? ns : 1));
    rc = gam_gate_slots_open(&slots, gam_gate_temporary_folder(), environ, t->err);
    if (!rc)
        rc = spin_line(&slots.arm[GAM_ARM_BASE].line, self, units, t->err);
    if (!rc)
        rc = spin_line(&slots.arm[GAM_ARM_CAND].line, self, (uint64_t)((double)units * (1 + slowdown)), t->err);
    if (!rc)
        rc = gam_gate_session_run(&s, t->err);
    if (!rc)
        check_add(t, name, expected, inner.verdict);
    t->gate->diagnostics.pairs_run += inner.diagnostics.pairs_run;
    t->gate->duration_ns += inner.duration_ns;
    gam_gate_session_release(&s);
    gam_gate_release(&inner);
    gam_gate_slots_close(&slots);
    return rc;
}

static int class_check(struct selftest *t)
{
    struct gam_baseline here = {
        .op = "x", .implementation = "x", .metric = "time", .unit = "ns", .host_class = "a", .value = 1, .low = 1, .high = 1
    };
    struct gam_baseline there = here;
    struct gam_gate inner = { .undecided = "fail" };
    int rc;

    there.host_class = "b";
    rc = gam_gate_against(&t->settings, &there, 1, &here, 1, &inner, t->err);
    if (!rc)
        check_add(t, "a baseline of another kind of machine", GAM_GATE_NOT_COMPARABLE, inner.verdict);
    gam_gate_release(&inner);
    return rc;
}

/* Values without a machine: n pairs, the candidate `ratio` of the base. */
static int known_check(struct selftest *t, const char *name, size_t n, double ratio, enum gam_gate_verdict expected)
{
    const struct gam_gate_rule rule = { .alpha = 0.01, .power = 0.9, .look = { PAIRS }, .n_looks = 1 };
    struct gam_gate_pair pair[PAIRS];
    struct gam_gate_series s = { .better = GAM_GATE_LOWER, .threshold_ratio = 0.03, .pair = pair, .n = n };
    int rc;

    for (size_t i = 0; i < n; i++)
        pair[i] = (struct gam_gate_pair){ .base = 1 + 0.001 * (double)(i % 5), .cand = ratio * (1 + 0.001 * (double)(i % 3)) };
    rc = gam_gate_judge_look(&rule, &s, 1, 0, t->err);
    if (!rc)
        check_add(t, name, expected, s.verdict);
    return rc;
}

static int checks_run(struct selftest *t)
{
    int rc = real_check(t, "equal arms", 0, GAM_GATE_PASS);

    if (!rc)
        rc = real_check(t, "10 % more work", 0.10, GAM_GATE_REGRESSION);
    if (!rc)
        rc = class_check(t);
    if (!rc)
        rc = known_check(t, "three pairs, however clear", 3, 2, GAM_GATE_UNDECIDED);
    /* a comparator that has lost its direction would call this one a regression */
    return rc ? rc : known_check(t, "10 % less work", PAIRS, 0.9, GAM_GATE_PASS);
}

static int selftest_run(struct selftest *t, const struct gam_gate_flags *flags, int argc, char **argv)
{
    struct gam_gate *g = t->gate;
    int rc = gam_gate_settings_read(flags, &t->settings, t->err);

    if (rc)
        return rc;
    g->kind = "selftest";
    g->alpha = t->settings.rule.alpha;
    g->power = t->settings.rule.power;
    memcpy(g->look, t->settings.rule.look, sizeof g->look);
    g->n_looks = t->settings.rule.n_looks;
    g->seed = t->settings.seed;
    g->confirm = "same-host";
    g->undecided = t->settings.undecided;
    g->base.age_days = g->cand.age_days = NAN;
    g->base.kind = g->cand.kind = "command";
    g->base.name = g->cand.name = "gambrel gate spin";
    gam_gate_diagnostics_clear(&g->diagnostics);
    rc = gam_gate_identify(g, argc, argv, t->err);
    t->cases = rc ? NULL : gam_arena_get(&g->arena, CHECKS, sizeof *t->cases);
    if (!rc && !t->cases)
        rc = gam_err_nomem(t->err);
    if (!rc)
        rc = checks_run(t);
    g->cases = t->cases;
    if (!rc)
        gam_gate_conclude(g, t->cases);
    if (!rc && g->verdict == GAM_GATE_REGRESSION)
        g->advice = "run it again; when it fails twice, do not let this machine block anything";
    return rc;
}

int gam_gate_selftest(int argc, char **argv)
{
    struct gam_gate_flags flags = { .seed = GAM_NULL_INT };
    struct gam_gate_output output = { 0 };
    const char *db;
    int json = 0, quiet = 0;
    const struct gam_opt opts[] = {
        { "budget", 0, GAM_OPT_SECONDS, &flags.budget_ns, "SPAN", "time for each of the two real gates (default 5m)", 1e-9, 9e8 },
        { "seed", 0, GAM_OPT_INT, &flags.seed, "N", "of the order (default: random)", 0, 9e15 },
        GAM_GATE_OUTPUT_OPTIONS(&output),
        { "json", 0, GAM_OPT_FLAG, &json, NULL, "print the result as JSON", 0, 0 },
        { "db", 0, GAM_OPT_TEXT, &db, "FILE", "taken as everywhere; nothing is stored", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &quiet, NULL, "print only errors", 0, 0 },
    };
    const struct gam_opt_spec spec = {
        "gambrel gate selftest",
        "prove that the gate can fail and can pass on this machine: equal arms, 10 % more work, another kind of machine, too few "
        "pairs, the wrong direction",
        NULL,
        "gambrel gate selftest",
        opts,
        sizeof opts / sizeof opts[0],
        0
    };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    struct gam_gate gate = { 0 };
    struct selftest t = { .gate = &gate, .err = &err };
    int code = gam_cli_parse(&spec, argc, argv, &result);

    if (code >= 0)
        return code;
    if (gam_gate_output_check(&output, &err) || selftest_run(&t, &flags, argc, argv))
        code = gam_gate_fail(&err);
    else
        code = gam_gate_finish(&gate, &output, json, quiet);
    gam_gate_release(&gate);
    return code;
}
