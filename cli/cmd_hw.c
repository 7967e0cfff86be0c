/* SPDX-License-Identifier: MIT */
#include "cli/hw.h"

#include <stdio.h>
#include <string.h>

static const struct gam_command subcommands[] = {
    { .name = "list", .summary = "show the devices that are known, and filter them", .main = gam_hw_list },
    { .name = "show", .summary = "one device with its sources, or several beside each other", .main = gam_hw_show },
    { .name = "check", .summary = "look for numbers that cannot be true together", .main = gam_hw_check_main },
    { .name = "tables", .summary = "electricity, carbon of the grid, links: dated figures", .main = gam_hw_tables },
    { .name = "add", .summary = "add a measured device from a run", .main = gam_hw_add },
};

static void help_print(FILE *out)
{
    fprintf(out, "gambrel hw: what is known about devices, with its sources\n\nusage: gambrel hw COMMAND [OPTION]...\n\n");
    for (size_t i = 0; i < sizeof subcommands / sizeof *subcommands; i++)
        fprintf(out, "  %-8s %s\n", subcommands[i].name, subcommands[i].summary);
    fprintf(out, "\n'gambrel hw COMMAND --help' shows options and an example.\n\nexample:\n  gambrel hw show h100-sxm mi300x\n");
}

static int hw_main(int argc, char **argv)
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
    fprintf(stderr, "gambrel: unknown command 'hw %s'; 'gambrel hw --help' lists them\n", argv[1]);
    return GAM_EXIT_USAGE;
}

const struct gam_command gam_command_hw = {
    .name = "hw",
    .summary = "devices that are not here: figures, sources, comparisons",
    .order = 45,
    .main = hw_main,
};
