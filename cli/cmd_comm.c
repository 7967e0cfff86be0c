/* SPDX-License-Identifier: MIT */
/* Starts gambrel-mpi for people who do not want to know mpirun. */
#include "cli/cli.h"
#include "cli/cli_support.h"
#include "cli/mpi_found.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ARGS_MAX = 128, HOSTS_CAP = 16384, MOST_RANKS = 65536 };

struct comm_options {
    int64_t ranks;
    const char *hosts;
    int steps, dry_run, json, quiet;
    const char *db;
};

struct command {
    char *arg[ARGS_MAX];
    size_t n;
};

/* execv wants its texts writable, and writes none. */
static void add(struct command *c, const char *text)
{
    union {
        const char *read;
        char *any;
    } of = { text };

    if (c->n + 1 < ARGS_MAX)
        c->arg[c->n++] = of.any;
    c->arg[c->n] = NULL;
}

/* "a,b" for 4 ranks is "a:2,b:2"; a host with its own number of slots stays as it is. */
static void hosts_text(const struct comm_options *o, struct gam_strbuf *out)
{
    int64_t n = 1;

    for (const char *p = o->hosts; *p; p++)
        n += *p == ',';
    for (const char *p = o->hosts; *p;) {
        size_t length = strcspn(p, ",");

        gam_strbuf_printf(out, "%s%.*s", p == o->hosts ? "" : ",", (int)length, p);
        if (!memchr(p, ':', length))
            gam_strbuf_printf(out, ":%lld", (long long)((o->ranks + n - 1) / n));
        p += length + (p[length] == ',');
    }
}

/* Names go to mpirun as they are: what is no name of a host is said here, by its place. */
static int hosts_check(const char *hosts, struct gam_err *err)
{
    static const char name[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    int place = 1;

    for (const char *p = hosts;; place++) {
        size_t length = strcspn(p, ","), of_name = strspn(p, name);
        size_t slots = of_name < length && p[of_name] == ':' ? strspn(p + of_name + 1, "0123456789") : 0;

        if (of_name == 0 || *p == '-' || (of_name < length && (slots == 0 || of_name + 1 + slots != length)))
            return gam_err_set(err, -GAM_EINVAL,
                               "--hosts: number %d, '%.*s', is no host; names and perhaps slots: a,b or a:2,b:4", place,
                               (int)(length < 80 ? length : 80), p);
        if (!p[length])
            return 0;
        p += length + 1;
    }
}

static void launcher_add(struct command *c, const struct comm_options *o, const char *ranks, const char *hosts)
{
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);

    if (geteuid() == 0)
        add(c, "--allow-run-as-root");
    add(c, "-n");
    add(c, ranks);
    if (o->hosts) {
        add(c, "--host");
        add(c, hosts);
        add(c, "--map-by");
        add(c, "node");
    } else if (o->ranks > cpus) { /* they take turns; the report says so */
        add(c, "--oversubscribe");
        add(c, "--mca");
        add(c, "mpi_yield_when_idle");
        add(c, "1");
    }
}

static void program_add(struct command *c, const struct comm_options *o, const char *program, const struct gam_opt_result *rest)
{
    add(c, program);
    add(c, o->steps ? "run" : "comm");
    if (o->db) {
        add(c, "--db");
        add(c, o->db);
    }
    if (o->json)
        add(c, "--json");
    if (o->quiet)
        add(c, "--quiet");
    for (size_t i = 0; i < rest->n_positional; i++)
        add(c, rest->positional[i]);
}

static int launch(const struct comm_options *o, const struct gam_opt_result *rest, struct gam_err *err)
{
    char launcher[PATH_MAX], program[PATH_MAX], ranks[24];
    struct gam_strbuf hosts = GAM_STRBUF_INIT(HOSTS_CAP);
    struct command c = { .n = 0 };
    int rc = o->hosts ? hosts_check(o->hosts, err) : 0;

    rc = rc ? rc : gam_mpi_program(program, sizeof program, err);
    rc = rc ? rc : gam_mpi_launcher(launcher, sizeof launcher, err);
    if (!rc && o->hosts)
        hosts_text(o, &hosts);
    rc = rc ? rc : gam_strbuf_status(&hosts, err);
    if (!rc) {
        snprintf(ranks, sizeof ranks, "%lld", (long long)o->ranks);
        add(&c, launcher);
        launcher_add(&c, o, ranks, gam_strbuf_get(&hosts));
        program_add(&c, o, program, rest);
        for (size_t i = 0; o->dry_run && i < c.n; i++)
            printf("%s%s", c.arg[i], i + 1 < c.n ? " " : "\n");
        if (!o->dry_run) {
            execv(launcher, c.arg);
            rc = gam_err_set(err, -GAM_EIO, "cannot start '%s': %s", launcher, strerror(errno));
        }
    }
    gam_strbuf_release(&hosts);
    return rc;
}

static int comm_main(int argc, char **argv)
{
    struct comm_options o = { 0 };
    const struct gam_opt opts[] = {
        { "ranks", 'n', GAM_OPT_INT, &o.ranks, "N", "ranks to start; at most as many as processors, or they take turns", 2,
          MOST_RANKS },
        { "hosts", 0, GAM_OPT_TEXT, &o.hosts, "A,B", "hosts to start them on, reached by ssh (default: this one)", 0, 0 },
        { "steps", 0, GAM_OPT_FLAG, &o.steps, NULL, "reference steps of distributed training too ('gambrel-mpi run')", 0, 0 },
        { "dry-run", 0, GAM_OPT_FLAG, &o.dry_run, NULL, "print the command, and start nothing", 0, 0 },
        { "db", 0, GAM_OPT_TEXT, &o.db, "FILE", "database (default $XDG_DATA_HOME/gambrel/gambrel.db)", 0, 0 },
        { "json", 0, GAM_OPT_FLAG, &o.json, NULL, "print the report as JSON instead of a table", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &o.quiet, NULL, "print only errors", 0, 0 },
    };
    const struct gam_opt_spec spec = {
        "gambrel comm",
        "measure the links between several processes and collectives over all of them, through mpirun; what stands "
        "after -- goes to gambrel-mpi",
        "[-- OPTION...]",
        "gambrel comm -n 2 -- --max-bytes 16777216 -o .",
        opts,
        sizeof opts / sizeof *opts,
        64
    };
    struct gam_opt_result rest;
    struct gam_err err = { 0 };
    int code = gam_cli_parse(&spec, argc, argv, &rest);

    if (code >= 0)
        return code;
    if (!o.ranks) {
        gam_err_set(&err, -GAM_EINVAL, "how many ranks? 'gambrel comm -n 2' starts two");
        return gam_cli_fail(&err);
    }
    return launch(&o, &rest, &err) ? gam_cli_fail(&err) : gam_cli_finish(GAM_EXIT_OK);
}

const struct gam_command gam_command_comm = {
    .name = "comm",
    .summary = "measure links and collectives between several processes or hosts",
    .order = 30,
    .main = comm_main,
};
