/* SPDX-License-Identifier: MIT */
#include "cli/gate/arms.h"
#include "cli/gate/gate.h"
#include "cli/gate/session.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

struct ab_opts {
    struct gam_gate_flags flags;
    struct gam_gate_output output;
    struct gam_gate_arms_asked arms;
    const char *name, *also, *confirms, *db;
    int json, quiet, advisory;
};

static const struct {
    const char *word;
    unsigned bit;
} also_words[] = { { "wall", GAM_ALSO_WALL },     { "cpu", GAM_ALSO_CPU },       { "memory", GAM_ALSO_MEMORY },
                   { "output", GAM_ALSO_OUTPUT }, { "energy", GAM_ALSO_ENERGY }, { "share", GAM_ALSO_SHARE } };

static int also_parse(const char *text, unsigned *out, struct gam_err *err)
{
    *out = 0;
    while (text && *text) {
        size_t n = strcspn(text, ","), i;

        for (i = 0; i < sizeof also_words / sizeof *also_words; i++)
            if (strlen(also_words[i].word) == n && !strncmp(also_words[i].word, text, n))
                break;
        if (i == sizeof also_words / sizeof *also_words)
            return gam_err_set(err, -GAM_EINVAL, "--also: '%.*s' is not known; wall, cpu, memory, output, energy, share", (int)n,
                               text);
        *out |= also_words[i].bit;
        text += n + (text[n] == ',');
    }
    return 0;
}

static void settings_show(struct gam_gate *g, const struct gam_gate_settings *s)
{
    g->kind = "ab";
    g->order = "balanced-random";
    g->alpha = s->rule.alpha;
    g->power = s->rule.power;
    memcpy(g->look, s->rule.look, sizeof g->look);
    g->n_looks = s->rule.n_looks;
    g->seed = s->seed;
    g->time_budget_ns = (int64_t)s->time_budget_ns;
    g->confirm = s->confirm ? "same-host" : "none";
    g->undecided = s->undecided;
}

struct progress {
    int shown;
};

static void progress_show(void *ctx, const struct gam_gate_session *s, const struct gam_gate_job *job)
{
    const struct progress *p = ctx;
    size_t decided = 0;

    if (!p->shown)
        return;
    for (size_t i = 0; i < job->n; i++)
        decided += job->series[i].decided != 0;
    fprintf(stderr, "\r\033[Kgate: %zu of %zu cases decided, pair %zu of at most %zu, %.0f s of at most %.0f s", decided, job->n,
            job->pairs, job->rule->look[job->rule->n_looks - 1], (double)(gam_clock_now(s->clock) - s->start_ns) / 1e9,
            (double)s->settings->time_budget_ns / 1e9);
    fflush(stderr);
}

/* A runner without a place for a database has its verdict all the same. */
static void keep(const struct ab_opts *o, struct gam_gate *gate, const struct gam_gate_session *s)
{
    struct gam_err why = { 0 };
    char now[32];

    gam_clock_wall_text(now, sizeof now);
    gate->finished = gam_arena_text(&gate->arena, now);
    if (gam_gate_keep(gate, s, o->db, &why))
        gam_gate_warn(gate, "not stored: %s", why.text);
}

static int measure(const struct ab_opts *o, const struct gam_gate *earlier, struct gam_gate_settings *settings,
                   struct gam_gate *gate, struct gam_gate_slots *slots, struct gam_err *err)
{
    struct progress progress = { isatty(STDERR_FILENO) && !o->quiet };
    struct gam_gate_session s = { .settings = settings,
                                  .slots = slots,
                                  .clock = &gam_clock_monotonic,
                                  .gate = gate,
                                  .earlier = earlier,
                                  .progress = progress_show,
                                  .progress_ctx = &progress };
    int rc = gam_gate_session_run(&s, err);

    if (progress.shown)
        fprintf(stderr, "\r\033[K");
    if (!rc)
        keep(o, gate, &s);
    gam_gate_session_release(&s);
    return rc;
}

static int ab_run(const struct ab_opts *o, const struct gam_gate *earlier, struct gam_gate_settings *settings,
                  struct gam_gate *gate, struct gam_err *err)
{
    struct gam_gate_slots slots = { .name = o->name,
                                    .timeout_ns = settings->timeout_ns,
                                    .fixed_addresses = settings->fixed_addresses,
                                    .family = settings->family,
                                    .n_families = settings->n_families,
                                    .cancel = gam_gate_watch_signals() };
    struct gam_gate_arms arms = { 0 };
    int rc = also_parse(o->also, &slots.also, err);

    if (!rc)
        rc = gam_gate_slots_open(&slots, gam_gate_temporary_folder(), environ, err);
    if (!rc)
        gam_gate_arms_sweep(gam_gate_temporary_folder(), &slots);
    if (!rc)
        rc = gam_gate_arms_prepare(&arms, &o->arms, &slots, gate, err);
    if (!rc && gate->verdict != GAM_GATE_FAILED)
        rc = measure(o, earlier, settings, gate, &slots, err);
    gam_gate_arms_release(&arms, &slots);
    gam_gate_slots_close(&slots);
    return rc;
}

static int ab_main(struct ab_opts *o, int argc, char **argv)
{
    struct gam_gate_settings settings;
    struct gam_gate gate = { .advisory = o->advisory }, earlier = { 0 };
    struct gam_err err = { 0 };
    int rc = gam_gate_settings_read(&o->flags, &settings, &err), code;

    if (!rc && (!*o->name || strlen(o->name) > GAM_METRIC_NAME_MAX))
        rc = gam_err_set(&err, -GAM_EINVAL, "--name: a case has a name of 1 to %d bytes", GAM_METRIC_NAME_MAX);
    if (!rc)
        rc = gam_gate_output_check(&o->output, &err);
    if (!rc) {
        settings_show(&gate, &settings);
        rc = o->confirms ? gam_gate_earlier_read(o->confirms, &earlier, &err) : 0;
    }
    if (!rc) {
        gate.confirm = o->confirms ? "other-host" : gate.confirm;
        rc = gam_gate_identify(&gate, argc, argv, &err);
    }
    if (!rc)
        rc = ab_run(o, o->confirms ? &earlier : NULL, &settings, &gate, &err);
    code = rc ? gam_gate_fail(&err) : gam_gate_finish(&gate, &o->output, o->json, o->quiet);
    gam_gate_release(&gate);
    gam_gate_release(&earlier);
    return code;
}

int gam_gate_ab(int argc, char **argv)
{
    struct ab_opts o = { .flags.seed = GAM_NULL_INT, .name = "program" };
    const struct gam_opt opts[] = {
        GAM_GATE_ARMS_OPTIONS(&o.arms),
        { "name", 0, GAM_OPT_TEXT, &o.name, "NAME", "of the case, when the program reports none (default program)", 0, 0 },
        { "also", 0, GAM_OPT_TEXT, &o.also, "LIST",
          "measure beside what the program reports: wall, cpu, memory, output, energy (by a counter), and of suites share (of "
          "the roof)",
          0, 0 },
        GAM_GATE_FLAGS(&o.flags),
        { "confirms", 0, GAM_OPT_TEXT, &o.confirms, "FILE",
          "look again for the regressions of this result of another job (docs/gate-rule.md)", 0, 0 },
        { "advisory", 0, GAM_OPT_FLAG, &o.advisory, NULL, "say the verdict and exit 0", 0, 0 },
        GAM_GATE_OUTPUT_OPTIONS(&o.output),
        { "json", 0, GAM_OPT_FLAG, &o.json, NULL, "print the result as JSON", 0, 0 },
        { "db", 0, GAM_OPT_TEXT, &o.db, "FILE", "the database (default: $XDG_DATA_HOME/gambrel/gambrel.db)", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &o.quiet, NULL, "print only errors", 0, 0 },
    };
    const struct gam_opt_spec spec = {
        "gambrel gate ab",
        "measure two commands, or one command in two git revisions, in random pairs of fresh processes, until "
        "it is clear whether the candidate is worse; a program may report metrics of its own into the file that "
        "$GAMBREL_METRICS names (docs/gate.md)",
        NULL,
        "gambrel gate ab --base-rev main --build 'make -s' --run ./bench --junit gate.xml",
        opts,
        sizeof opts / sizeof opts[0],
        0
    };
    struct gam_opt_result result;
    int code = gam_cli_parse(&spec, argc, argv, &result);

    return code >= 0 ? code : ab_main(&o, argc, argv);
}
