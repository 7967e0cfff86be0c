/* SPDX-License-Identifier: MIT */
#include "cli/cli_group.h"
#include "cli/db/db.h"

static const struct gam_command subcommands[] = {
    { .name = "list", .summary = "show the stored runs, the newest first", .main = gam_db_list },
    { .name = "export", .summary = "write a run as gambrel-run/1 JSON", .main = gam_db_export },
    { .name = "import", .summary = "read runs from gambrel-run/1 files", .main = gam_db_import },
    { .name = "merge", .summary = "copy the runs of other databases", .main = gam_db_merge },
    { .name = "check", .summary = "look for damage and broken references", .main = gam_db_check },
    { .name = "prune", .summary = "remove old runs", .main = gam_db_prune },
};

static int db_main(int argc, char **argv)
{
    static const struct gam_command_group group = { .name = "db",
                                                    .about = "look after the database of runs",
                                                    .commands = subcommands,
                                                    .n_commands = sizeof subcommands / sizeof *subcommands,
                                                    .example = "gambrel db list" };

    return gam_cli_group(&group, argc, argv);
}

const struct gam_command gam_command_db = {
    .name = "db",
    .summary = "list, export, import, merge, check and prune stored runs",
    .order = 50,
    .main = db_main,
};
