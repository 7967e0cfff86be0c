/* SPDX-License-Identifier: MIT */
/* What all commands share: options and help, the database's path, error lines, exit codes, output to the terminal. */
#ifndef GAM_CLI_CLI_SUPPORT_H
#define GAM_CLI_CLI_SUPPORT_H

#include "cli/cli.h"
#include "common/err.h"
#include "common/opt.h"
#include "common/strbuf.h"
#include "reports/render.h"
#include "store/store.h"

/* Parses; prints help or the error. Returns -1 to go on, else the exit code to return at once. */
int gam_cli_parse(const struct gam_opt_spec *spec, int argc, char **argv, struct gam_opt_result *out);

/* The database: `option` (the value of --db) when not NULL, else $XDG_DATA_HOME/gambrel/gambrel.db, else
 * $HOME/.local/share/gambrel/gambrel.db. Without either: -GAM_EINVAL that names --db. Appends to `out`. */
int gam_cli_db_path(const char *option, struct gam_strbuf *out, struct gam_err *err);

/* Opens it and prints its warning, if any, to stderr. */
int gam_cli_db_open(const char *option, enum gam_store_mode mode, struct gam_store **out, struct gam_err *err);

/* Prints "gambrel: <text>" to stderr and returns the exit code of err->code. */
int gam_cli_fail(const struct gam_err *err);
void gam_cli_warn(const char *text); /* "gambrel: warning: <text>" */

/* Bytes to stdout. gam_cli_finish flushes it: returns `code`, or prints why and returns GAM_EXIT_FAILED when stdout took not all.
 */
struct gam_byte_sink gam_cli_sink_stdout(void);
int gam_cli_finish(int code);

int gam_cli_columns(void); /* of the terminal on stdout; 0: stdout is none */

#endif
