/* SPDX-License-Identifier: MIT */
#include "common/err.h"
#include "common/opt.h"

#include <stdio.h>
#include <string.h>

enum { COLUMNS_DEFAULT = 80, COLUMNS_LEAST = 50, LEFT_MOST = 30 };

/* "  -q, --quiet" or "      --rounds R" */
static void left_text(const struct gam_opt *opt, char *out, size_t size)
{
    char letter[8] = "    ";

    if (opt->letter)
        snprintf(letter, sizeof letter, "-%c, ", opt->letter);
    snprintf(out, size, "  %s--%s%s%s", letter, opt->name, opt->argument ? " " : "", opt->argument ? opt->argument : "");
}

/* Words of `text`, the first line from column `at`, the rest indented by `indent`. */
static void wrap(struct gam_strbuf *out, const char *text, size_t at, size_t indent, size_t columns)
{
    const char *space = "";

    while (*text) {
        size_t n = strcspn(text, " ");

        if (at > indent && at + strlen(space) + n > columns) {
            gam_strbuf_printf(out, "\n%*s", (int)indent, "");
            at = indent;
            space = "";
        }
        gam_strbuf_text(out, space);
        gam_strbuf_bytes(out, text, n);
        at += strlen(space) + n;
        text += n;
        text += strspn(text, " ");
        space = " ";
    }
    gam_strbuf_char(out, '\n');
}

static void option_help(struct gam_strbuf *out, const struct gam_opt *opt, size_t left, size_t columns)
{
    char text[100];
    size_t n;

    left_text(opt, text, sizeof text);
    n = strlen(text);
    gam_strbuf_text(out, text);
    if (n + 2 > left) {
        gam_strbuf_char(out, '\n');
        n = 0;
    }
    gam_strbuf_printf(out, "%*s", (int)(left - n), "");
    wrap(out, opt->help ? opt->help : "", left, left, columns);
}

int gam_opt_help(const struct gam_opt_spec *spec, int columns, struct gam_strbuf *out)
{
    static const struct gam_opt help = { .name = "help", .letter = 'h', .help = "show this text" };
    size_t width = columns ? (size_t)(columns < COLUMNS_LEAST ? COLUMNS_LEAST : columns) : COLUMNS_DEFAULT, left = 0;

    for (size_t i = 0; i < spec->n_opts; i++) {
        char text[100];
        size_t n;

        left_text(&spec->opts[i], text, sizeof text);
        n = strlen(text) + 2;
        if (n > left && n <= LEFT_MOST)
            left = n;
    }
    if (left < strlen("  -h, --help  "))
        left = strlen("  -h, --help  ");
    gam_strbuf_printf(out, "%s: ", spec->command);
    wrap(out, spec->summary, strlen(spec->command) + 2, 0, width);
    gam_strbuf_printf(out, "\nusage: %s [OPTION]...%s%s\n\n", spec->command, spec->positionals && *spec->positionals ? " " : "",
                      spec->positionals ? spec->positionals : "");
    for (size_t i = 0; i < spec->n_opts; i++)
        option_help(out, &spec->opts[i], left, width);
    option_help(out, &help, left, width);
    if (spec->example)
        gam_strbuf_printf(out, "\nexample:\n  %s\n", spec->example);
    return gam_strbuf_status(out, NULL);
}
