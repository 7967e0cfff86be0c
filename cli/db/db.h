/* SPDX-License-Identifier: MIT */
/* The subcommands of `gambrel db`. To add one: cli/db/<name>.c, its declaration here, a line in cmd_db.c, a case in tests/cli/.
 */
#ifndef GAM_CLI_DB_H
#define GAM_CLI_DB_H

#include "cli/cli_support.h"

/* Options that all of them take. */
struct gam_db_options {
    const char *db;
    int json, quiet;
};

#define GAM_DB_OPTIONS(o)                                                                                                        \
    { .name = "db",                                                                                                              \
      .type = GAM_OPT_TEXT,                                                                                                      \
      .value = &(o)->db,                                                                                                         \
      .argument = "FILE",                                                                                                        \
      .help = "the database (default: $XDG_DATA_HOME/gambrel/gambrel.db)" },                                                     \
        { .name = "json", .type = GAM_OPT_FLAG, .value = &(o)->json, .help = "print JSON" },                                     \
    {                                                                                                                            \
        .name = "quiet", .letter = 'q', .type = GAM_OPT_FLAG, .value = &(o)->quiet, .help = "print only errors"                  \
    }

/* argv[0] is the subcommand's name; each returns an exit code. */
int gam_db_list(int argc, char **argv);
int gam_db_export(int argc, char **argv);
int gam_db_import(int argc, char **argv);
int gam_db_merge(int argc, char **argv);
int gam_db_check(int argc, char **argv);
int gam_db_prune(int argc, char **argv);

#endif
