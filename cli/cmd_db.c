/* SPDX-License-Identifier: MIT */
#include "cli/db.h"

#include <stdio.h>
#include <string.h>

static const struct gam_command subcommands[] = {
    { .name = "list", .summary = "show the stored runs, the newest first", .main = gam_db_list },
    { .name = "export", .summary = "write a run as gambrel-run/1 JSON", .main = gam_db_export },
    { .name = "import", .summary = "read runs from gambrel-run/1 files", .main = gam_db_import },
    { .name = "merge", .summary = "copy the runs of other databases", .main = gam_db_merge },
    { .name = "check", .summary = "look for damage and broken references", .main = gam_db_check },
    { .name = "prune", .summary = "remove old runs", .main = gam_db_prune },
};

static void help_print(FILE *out)
{
    fprintf(out, "gambrel db: look after the database of runs\n\nusage: gambrel db COMMAND [OPTION]...\n\n");
    for (size_t i = 0; i < sizeof subcommands / sizeof *subcommands; i++)
        fprintf(out, "  %-8s %s\n", subcommands[i].name, subcommands[i].summary);
    fprintf(out, "\n'gambrel db COMMAND --help' shows options and an example.\n\nexample:\n  gambrel db list\n");
}

static int db_main(int argc, char **argv)
{
    if (argc < 2) {
        help_print(stderr);
        return GAM_EXIT_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        help_print(stdout);
        return gam_cli_finish(GAM_EXIT_OK);
    }
    for (size_t i = 0; i < sizeof subcommands / sizeof *subcommands; i++)
        if (!strcmp(argv[1], subcommands[i].name))
            return subcommands[i].main(argc - 1, argv + 1);
    fprintf(stderr, "gambrel: unknown command 'db %s'; 'gambrel db --help' lists them\n", argv[1]);
    return GAM_EXIT_USAGE;
}

const struct gam_command gam_command_db = {
    .name = "db",
    .summary = "list, export, import, merge, check and prune stored runs",
    .order = 50,
    .main = db_main,
};
