/* SPDX-License-Identifier: MIT */
/* The subcommands of `gambrel hw`. To add one: cli/hw/<name>.c, its declaration here, a line in cmd_hw.c, a case in
 * tests/cli/hw/.
 */
#ifndef GAM_CLI_HW_H
#define GAM_CLI_HW_H

#include "cli/cli_support.h"
#include "hwdb/devices.h"
#include "reports/hw_doc.h"

/* Options that all of them take. */
struct gam_hw_options {
    const char *db, *folder;
    int json, quiet;
};

#define GAM_HW_OPTIONS(o)                                                                                                        \
    { .name = "hwdb",                                                                                                            \
      .type = GAM_OPT_TEXT,                                                                                                      \
      .value = &(o)->folder,                                                                                                     \
      .argument = "DIR",                                                                                                         \
      .help = "your own device files (default: hwdb beside the database)" },                                                     \
        { .name = "db",                                                                                                          \
          .type = GAM_OPT_TEXT,                                                                                                  \
          .value = &(o)->db,                                                                                                     \
          .argument = "FILE",                                                                                                    \
          .help = "the database (default: $XDG_DATA_HOME/gambrel/gambrel.db)" },                                                 \
        { .name = "json", .type = GAM_OPT_FLAG, .value = &(o)->json, .help = "print JSON" },                                     \
    {                                                                                                                            \
        .name = "quiet", .letter = 'q', .type = GAM_OPT_FLAG, .value = &(o)->quiet, .help = "print only errors"                  \
    }

/* The user's folder of device files: `folder` when not NULL, else "hwdb" beside the database. Appends to `out`; nothing when
 * there is no home either. */
int gam_cli_hw_folder(const char *folder, const char *db, struct gam_strbuf *out, struct gam_err *err);
/* The built-in devices and the user's. Caller releases, after a failure too. */
int gam_cli_hw_load(const char *folder, const char *db, struct gam_hw_db *out, struct gam_err *err);
int gam_cli_hw_print(const struct gam_hw_doc *hw, const struct gam_hw_options *o, struct gam_err *err);

/* argv[0] is the subcommand's name; each returns an exit code. */
int gam_hw_list(int argc, char **argv);
int gam_hw_show(int argc, char **argv);
int gam_hw_check_main(int argc, char **argv);
int gam_hw_tables(int argc, char **argv);
int gam_hw_add(int argc, char **argv);

#endif
