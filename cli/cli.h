/* SPDX-License-Identifier: MIT */
/* Subcommands.
 *
 * To add one: cli/cmd_<name>.c with `const struct gam_command gam_command_<name>` (registered by the build) and cases
 * tests/cli/<name>/<what>.case (see tests/cli/case.sh). What commands share is in cli_support.h: gam_cli_parse brings --help,
 * gam_cli_fail and gam_cli_finish give the exit code. Every command takes --json, --quiet and --db.
 *
 * Only cli/ prints, exits, reads argv or the environment.
 */
#ifndef GAM_CLI_CLI_H
#define GAM_CLI_CLI_H

struct gam_err;

/* Exit codes, the same for every command. */
enum gam_exit { GAM_EXIT_OK = 0, GAM_EXIT_FAILED = 1, GAM_EXIT_USAGE = 2, GAM_EXIT_UNAVAILABLE = 77, GAM_EXIT_CANCELLED = 130 };

struct gam_command {
    const char *name, *summary;
    int order;                          /* in --help; equal ones by name */
    int (*main)(int argc, char **argv); /* argv[0] is the command's name; returns an exit code */
};

extern const struct gam_command *const gam_commands[]; /* generated; NULL-terminated */

const char *gam_cli_version(void); /* "0.1.0" */
const char *gam_cli_commit(void);  /* of the source tree; empty outside git */

#endif
