/* SPDX-License-Identifier: MIT */
/* A command that only holds others: 'gambrel db list'. */
#ifndef GAM_CLI_CLI_GROUP_H
#define GAM_CLI_CLI_GROUP_H

#include "cli/cli.h"

#include <stdio.h>

struct gam_command_group {
    const char *name, *about;           /* "db", "look after the database of runs" */
    const struct gam_command *commands; /* those without a summary are not listed */
    size_t n_commands;
    void (*more)(FILE *out); /* lines of the help below the list, an empty line first; may be NULL */
    const char *example;
};

/* Hands over to argv[1], or prints the help. Returns the exit code. */
int gam_cli_group(const struct gam_command_group *group, int argc, char **argv);

#endif
