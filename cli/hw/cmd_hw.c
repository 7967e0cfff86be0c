/* SPDX-License-Identifier: MIT */
#include "cli/cli_group.h"
#include "cli/hw/hw.h"

static const struct gam_command subcommands[] = {
    { .name = "list", .summary = "show the devices that are known, and filter them", .main = gam_hw_list },
    { .name = "show", .summary = "one device with its sources, or several beside each other", .main = gam_hw_show },
    { .name = "check", .summary = "look for numbers that cannot be true together", .main = gam_hw_check_main },
    { .name = "tables", .summary = "electricity, carbon of the grid, links: dated figures", .main = gam_hw_tables },
    { .name = "add", .summary = "add a measured device from a run", .main = gam_hw_add },
};

static int hw_main(int argc, char **argv)
{
    static const struct gam_command_group group = { .name = "hw",
                                                    .about = "what is known about devices, with its sources",
                                                    .commands = subcommands,
                                                    .n_commands = sizeof subcommands / sizeof *subcommands,
                                                    .example = "gambrel hw show h100-sxm mi300x" };

    return gam_cli_group(&group, argc, argv);
}

const struct gam_command gam_command_hw = {
    .name = "hw",
    .summary = "devices that are not here: figures, sources, comparisons",
    .order = 45,
    .main = hw_main,
};
