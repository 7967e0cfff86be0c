/* SPDX-License-Identifier: MIT */
#include "cli/cli_group.h"

#include "cli/cli_support.h"

#include <string.h>

enum { NAME_LEAST = 8 };

static void help_print(const struct gam_command_group *g, FILE *out)
{
    size_t width = NAME_LEAST;

    for (size_t i = 0; i < g->n_commands; i++)
        if (g->commands[i].summary && strlen(g->commands[i].name) + 1 > width)
            width = strlen(g->commands[i].name) + 1;
    fprintf(out, "gambrel %s: %s\n\nusage: gambrel %s COMMAND [OPTION]...\n\n", g->name, g->about, g->name);
    for (size_t i = 0; i < g->n_commands; i++)
        if (g->commands[i].summary)
            fprintf(out, "  %-*s %s\n", (int)width, g->commands[i].name, g->commands[i].summary);
    if (g->more)
        g->more(out);
    fprintf(out, "\n'gambrel %s COMMAND --help' shows options and an example.\n\nexample:\n  %s\n", g->name, g->example);
}

int gam_cli_group(const struct gam_command_group *g, int argc, char **argv)
{
    if (argc < 2) {
        help_print(g, stderr);
        return GAM_EXIT_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        help_print(g, stdout);
        return gam_cli_finish(GAM_EXIT_OK);
    }
    for (size_t i = 0; i < g->n_commands; i++)
        if (!strcmp(argv[1], g->commands[i].name))
            return g->commands[i].main(argc - 1, argv + 1);
    fprintf(stderr, "gambrel: unknown command '%s %s'; 'gambrel %s --help' lists them\n", g->name, argv[1], g->name);
    return GAM_EXIT_USAGE;
}
