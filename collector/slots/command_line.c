/* SPDX-License-Identifier: MIT */
#include "collector/slots/slot.h"

#include "common/err.h"

#include <stdlib.h>
#include <string.h>

/* A shell costs a millisecond and one more process, so it is used only for what needs it. */
static const char shell_characters[] = "|&;<>()$`\\\"'*?[]#~=%{}!\n";

static int shell_line(const char *text, struct gam_command_line *out, struct gam_err *err)
{
    static char shell[] = "/bin/sh", option[] = "-c";

    out->words = strdup(text);
    if (!out->words)
        return gam_err_nomem(err);
    out->argv[0] = shell;
    out->argv[1] = option;
    out->argv[2] = out->words;
    out->argv[3] = NULL;
    return 0;
}

int gam_command_line_split(const char *text, struct gam_command_line *out, struct gam_err *err)
{
    size_t n = 0, most = sizeof out->argv / sizeof *out->argv - 1;
    char *word, *rest;

    *out = (struct gam_command_line){ 0 };
    if (!text[strspn(text, " \t\n")])
        return gam_err_set(err, -GAM_EINVAL, "the command is empty");
    if (strpbrk(text, shell_characters))
        return shell_line(text, out, err);
    out->words = strdup(text);
    if (!out->words)
        return gam_err_nomem(err);
    for (word = strtok_r(out->words, " \t", &rest); word && n < most; word = strtok_r(NULL, " \t", &rest))
        out->argv[n++] = word;
    if (word) { /* more words than there is room for: the shell takes any number */
        gam_command_line_release(out);
        return shell_line(text, out, err);
    }
    out->argv[n] = NULL;
    return 0;
}

void gam_command_line_release(struct gam_command_line *c)
{
    free(c->words);
    *c = (struct gam_command_line){ 0 };
}
