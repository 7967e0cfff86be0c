/* SPDX-License-Identifier: MIT */
#include "cli/gate/gate.h"

#include "analyzer/arena.h"
#include "cli/cli_render.h"
#include "cli/run/identity.h"
#include "collector/emit.h"
#include "collector/topology.h"
#include "common/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMAND_CAP = 1 << 16, SECOND_WISH_NS = 500000000 };

static volatile sig_atomic_t cancelled;
static volatile int64_t cancelled_ns; /* when; only the handler uses it */

/* `timeout` sends its signal to the process and then to its group: that is one wish, and no second one. */
static void on_signal(int number)
{
    int64_t now = (int64_t)gam_clock_monotonic_now();

    if (!cancelled) {
        cancelled = 1;
        cancelled_ns = now;
    } else if (now - cancelled_ns > SECOND_WISH_NS) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

int gam_gate_fail(const struct gam_err *err)
{
    int code = gam_cli_fail(err);

    if (err->code == -GAM_EPARSE || err->code == -GAM_ENOENT)
        return GAM_EXIT_USAGE;
    return code == GAM_EXIT_FAILED ? gam_gate_verdict_exit(GAM_GATE_FAILED) : code;
}

const volatile sig_atomic_t *gam_gate_watch_signals(void)
{
    struct sigaction action = { .sa_handler = on_signal }, old;

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (!sigaction(SIGHUP, NULL, &old) && old.sa_handler != SIG_IGN) /* nohup means it */
        sigaction(SIGHUP, &action, NULL);
    return &cancelled;
}

int gam_gate_is_file(const char *what)
{
    size_t n = strlen(what);

    return strchr(what, '/') || (n > 5 && !strcmp(what + n - 5, ".json"));
}

const char *gam_gate_temporary_folder(void)
{
    const char *folder = getenv("TMPDIR");

    return folder && *folder == '/' ? folder : "/tmp";
}

/* As a shell reads it. */
static void quoted_add(struct gam_strbuf *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%^";

    if (*word && !word[strspn(word, plain)]) {
        gam_strbuf_text(out, word);
        return;
    }
    gam_strbuf_char(out, '\'');
    for (; *word; word++)
        if (*word == '\'')
            gam_strbuf_text(out, "'\\''");
        else
            gam_strbuf_char(out, *word);
    gam_strbuf_char(out, '\'');
}

static const char *command_text(struct gam_gate *gate, int argc, char **argv)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(COMMAND_CAP);
    const char *copy;
    int seeded = 0;

    gam_strbuf_text(&text, "gambrel gate");
    for (int i = 0; i < argc; i++) {
        gam_strbuf_char(&text, ' ');
        quoted_add(&text, argv[i]);
        seeded |= !strncmp(argv[i], "--seed", 6);
    }
    if (!seeded && gate->n_looks) /* against a baseline there is no order */
        gam_strbuf_printf(&text, " --seed %" PRId64, gate->seed);
    copy = gam_arena_text(&gate->arena, gam_strbuf_get(&text));
    gam_strbuf_release(&text);
    return copy;
}

static int host_fill(struct gam_gate *gate, struct gam_err *err)
{
    struct gam_topology topology;
    struct gam_emitter emit;
    struct gam_runset set;
    int64_t host;
    int rc = gam_topology_read(NULL, &topology, err);

    if (rc)
        return rc;
    gam_runset_init(&set);
    gam_emitter_init(&emit, gam_sink_runset(&set));
    rc = gam_host_describe(&topology, NULL, 0, &emit, &host, err);
    if (!rc) {
        const struct gam_host *h = gam_runset_host(&set);

        gate->host_class = gam_arena_text(&gate->arena, h->class);
        gate->host_name = gam_arena_text(&gate->arena, h->cpu);
    }
    gam_runset_release(&set);
    gam_topology_release(&topology);
    return rc;
}

int gam_gate_identify(struct gam_gate *gate, int argc, char **argv, struct gam_err *err)
{
    struct gam_run_identity identity;
    char now[32];
    int rc = gam_run_identity_make(&identity, err);

    if (rc)
        return rc;
    if (gate->seed == GAM_NULL_INT)
        gate->seed = (int64_t)(identity.random % 1000000000);
    gam_clock_wall_text(now, sizeof now);
    gate->uuid = gam_arena_text(&gate->arena, identity.uuid);
    gate->started = gam_arena_text(&gate->arena, now);
    gate->command = command_text(gate, argc, argv);
    if (!gate->uuid || !gate->started || !gate->command)
        return gam_err_nomem(err);
    return host_fill(gate, err);
}

int gam_gate_finish(struct gam_gate *gate, const struct gam_gate_output *output, int json, int quiet)
{
    struct gam_doc doc = {
        .kind = GAM_DOC_GATE, .gate = gate, .tool_version = gam_cli_version(), .tool_commit = gam_cli_commit()
    };
    struct gam_err err = { 0 };
    char now[32];
    int rc;

    if (!gate->finished) {
        gam_clock_wall_text(now, sizeof now);
        gate->finished = gam_arena_text(&gate->arena, now);
    }
    rc = gam_gate_output_write(&doc, output, json, &err);
    if (json || !quiet) { /* whatever became of the files: the verdict is what all the time went into */
        struct gam_err why = { 0 };

        if (gam_cli_render_stdout(&doc, json ? "json" : "text", &why) && !rc)
            rc = gam_err_set(&err, why.code, "%s", why.text);
    }
    if (rc)
        return gam_gate_fail(&err);
    return gam_cli_finish(GAM_EXIT_OK) ? gam_gate_verdict_exit(GAM_GATE_FAILED) : gate->exit_code;
}
