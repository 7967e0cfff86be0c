/* SPDX-License-Identifier: MIT */
/* The subcommands of `gambrel gate`. To add one: cli/gate/<name>.c, its declaration here, a line in cmd_gate.c, a case in
 * tests/cli/gate/. */
#ifndef GAM_CLI_GATE_H
#define GAM_CLI_GATE_H

#include "analyzer/gate/gate.h"
#include "cli/gate/output.h"

#include <signal.h>

/* argv[0] is the subcommand's name; each returns an exit code. */
int gam_gate_ab(int argc, char **argv);
int gam_gate_baseline(int argc, char **argv);
int gam_gate_accept(int argc, char **argv);
int gam_gate_trend(int argc, char **argv);
int gam_gate_review(int argc, char **argv);
int gam_gate_measure(int argc, char **argv);
int gam_gate_selftest(int argc, char **argv);
int gam_gate_spin(int argc, char **argv); /* the work of the self-test; not in --help */

/* gate_common.c: what those that have a result share. */

/* Fills uuid, times, tool, host class and name; `command` from argv with the seed added. */
int gam_gate_identify(struct gam_gate *gate, int argc, char **argv, struct gam_err *err);
/* Ends the times, writes the outputs and prints; returns the gate's exit code, or that of a failure to write. */
int gam_gate_finish(struct gam_gate *gate, const struct gam_gate_output *output, int json, int quiet);

/* Prints the error and returns its exit code. 1 means a regression here and nothing else: what cannot be done is 70. */
int gam_gate_fail(const struct gam_err *err);

/* Ctrl-C: the first stops cleanly, the second at once. */
const volatile sig_atomic_t *gam_gate_watch_signals(void);

/* Whether --against means a file by this, and not a name of `gate accept`. */
int gam_gate_is_file(const char *what);

const char *gam_gate_temporary_folder(void); /* $TMPDIR or /tmp */

#endif
