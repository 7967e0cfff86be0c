/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/cli_support.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static int command_before(const struct gam_command *a, const struct gam_command *b)
{
    return a->order != b->order ? a->order < b->order : strcmp(a->name, b->name) < 0;
}

static const struct gam_command *command_after(const struct gam_command *previous)
{
    const struct gam_command *next = NULL;

    for (size_t i = 0; gam_commands[i]; i++)
        if ((!previous || command_before(previous, gam_commands[i])) && (!next || command_before(gam_commands[i], next)))
            next = gam_commands[i];
    return next;
}

static void help_print(void)
{
    printf("gambrel: measures what this machine can do and says for every operator what limits it\n\n"
           "usage: gambrel COMMAND [OPTION]...\n\n");
    for (const struct gam_command *c = command_after(NULL); c; c = command_after(c))
        printf("  %-10s %s\n", c->name, c->summary);
    printf("\n'gambrel COMMAND --help' shows options and an example. To begin: gambrel run\n");
}

int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN); /* a file size limit becomes an error of write() with a message */
    if (argc < 2) {
        help_print();
        return gam_cli_finish(GAM_EXIT_USAGE);
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        help_print();
        return gam_cli_finish(GAM_EXIT_OK);
    }
    if (!strcmp(argv[1], "--version")) {
        printf("gambrel %s\n", gam_cli_version());
        return gam_cli_finish(GAM_EXIT_OK);
    }
    for (size_t i = 0; gam_commands[i]; i++)
        if (!strcmp(argv[1], gam_commands[i]->name))
            return gam_commands[i]->main(argc - 1, argv + 1);
    fprintf(stderr, "gambrel: unknown command '%s'; 'gambrel --help' lists them\n", argv[1]);
    return GAM_EXIT_USAGE;
}
