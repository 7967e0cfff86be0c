/* SPDX-License-Identifier: MIT */
#include "common/opt.h"

#include "common/err.h"
#include "common/nearest.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 40 };

static int unknown(const struct gam_opt_spec *spec, const char *argument, const char *name, struct gam_err *err)
{
    const char *nearest = NULL;

    for (size_t i = 0; name && i < spec->n_opts; i++)
        gam_nearest(name, spec->opts[i].name, &nearest);
    if (nearest)
        return gam_err_set(err, -GAM_EINVAL, "unknown option '%s'; did you mean '--%s'?", argument, nearest);
    return gam_err_set(err, -GAM_EINVAL, "unknown option '%s'; '%s --help' lists them", argument, spec->command);
}

static const struct gam_opt *by_name(const struct gam_opt_spec *spec, const char *name, size_t length)
{
    for (size_t i = 0; i < spec->n_opts; i++)
        if (strlen(spec->opts[i].name) == length && !memcmp(spec->opts[i].name, name, length))
            return &spec->opts[i];
    return NULL;
}

static const struct gam_opt *by_letter(const struct gam_opt_spec *spec, char letter)
{
    for (size_t i = 0; i < spec->n_opts; i++)
        if (spec->opts[i].letter && spec->opts[i].letter == letter)
            return &spec->opts[i];
    return NULL;
}

static int bad(const struct gam_opt *opt, const char *text, const char *expected, struct gam_err *err)
{
    return gam_err_set(err, -GAM_EINVAL, "--%s: '%s' is not %s", opt->name, text, expected);
}

static int limits_check(const struct gam_opt *opt, const char *text, double value, struct gam_err *err)
{
    if (opt->least == 0 && opt->most == 0)
        return 0;
    if (value >= opt->least && value <= opt->most)
        return 0;
    if (opt->type == GAM_OPT_INT) /* whole, however long */
        return gam_err_set(err, -GAM_EINVAL, "--%s: %s is outside %.0f..%.0f", opt->name, text, opt->least, opt->most);
    return gam_err_set(err, -GAM_EINVAL, "--%s: %s is outside %g..%g", opt->name, text, opt->least, opt->most);
}

static int set_int(const struct gam_opt *opt, const char *text, struct gam_err *err)
{
    char *end;
    long long value;

    errno = 0;
    value = strtoll(text, &end, 10);
    if (end == text || *end || errno)
        return bad(opt, text, "a whole number", err);
    *(int64_t *)opt->value = value;
    return limits_check(opt, text, (double)value, err);
}

static int set_real(const struct gam_opt *opt, const char *text, struct gam_err *err)
{
    char *end;
    double value = strtod(text, &end);

    if (end == text || *end || !isfinite(value))
        return bad(opt, text, "a number", err);
    *(double *)opt->value = value;
    return limits_check(opt, text, value, err);
}

static int set_seconds(const struct gam_opt *opt, const char *text, struct gam_err *err)
{
    static const struct {
        const char *suffix;
        double ns;
    } suffixes[] = { { "", 1e9 }, { "s", 1e9 }, { "ms", 1e6 }, { "us", 1e3 }, { "m", 60e9 }, { "min", 60e9 }, { "h", 3600e9 } };
    char *end;
    double value = strtod(text, &end);

    for (size_t i = 0; end != text && i < sizeof suffixes / sizeof *suffixes; i++) {
        double ns = value * suffixes[i].ns;

        if (strcmp(end, suffixes[i].suffix))
            continue;
        if (!(ns >= 0 && ns < 9e18))
            break;
        *(uint64_t *)opt->value = (uint64_t)llround(ns);
        return limits_check(opt, text, ns / 1e9, err);
    }
    return bad(opt, text, "a duration such as 90, 90s, 2m or 500ms", err);
}

static int set_texts(const struct gam_opt *opt, const char *text, struct gam_err *err)
{
    struct gam_opt_texts *texts = opt->value;
    size_t most = sizeof texts->value / sizeof *texts->value;

    if (texts->n == most)
        return gam_err_set(err, -GAM_EINVAL, "--%s: given more than %zu times", opt->name, most);
    texts->value[texts->n++] = text;
    return 0;
}

static int value_set(const struct gam_opt *opt, const char *text, struct gam_err *err)
{
    switch (opt->type) {
    case GAM_OPT_FLAG:
        *(int *)opt->value = 1;
        return 0;
    case GAM_OPT_TEXT:
        *(const char **)opt->value = text;
        return 0;
    case GAM_OPT_TEXTS:
        return set_texts(opt, text, err);
    case GAM_OPT_INT:
        return set_int(opt, text, err);
    case GAM_OPT_REAL:
        return set_real(opt, text, err);
    case GAM_OPT_SECONDS:
        return set_seconds(opt, text, err);
    }
    return gam_err_set(err, -GAM_EINTERNAL, "--%s: option of no type", opt->name);
}

/* The words that are left; each parser takes from the front. */
struct words {
    int n;
    char **word;
};

static int value_take(const struct gam_opt_spec *spec, const struct gam_opt *opt, const char *inline_value, struct words *words,
                      struct gam_err *err)
{
    if (opt->type == GAM_OPT_FLAG) {
        if (inline_value)
            return gam_err_set(err, -GAM_EINVAL, "--%s takes no value", opt->name);
        return value_set(opt, NULL, err);
    }
    if (!inline_value) {
        if (!words->n)
            return gam_err_set(err, -GAM_EINVAL, "--%s needs a value; see '%s --help'", opt->name, spec->command);
        inline_value = *words->word++;
        words->n--;
    }
    return value_set(opt, inline_value, err);
}

static int long_parse(const struct gam_opt_spec *spec, const char *word, struct words *words, struct gam_err *err)
{
    const char *name = word + 2, *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const struct gam_opt *opt = by_name(spec, name, length);
    char copy[NAME_MAX_LENGTH + 1] = "";

    if (opt)
        return value_take(spec, opt, equals ? equals + 1 : NULL, words, err);
    if (length <= NAME_MAX_LENGTH)
        memcpy(copy, name, length);
    return unknown(spec, word, copy, err);
}

/* -q, -qv, -o FILE, -oFILE. *help: -h was among them. */
static int letters_parse(const struct gam_opt_spec *spec, const char *word, struct words *words, int *help, struct gam_err *err)
{
    for (const char *letter = word + 1; *letter; letter++) {
        const struct gam_opt *opt = by_letter(spec, *letter);
        int rc;

        if (!opt && *letter == 'h') {
            *help = 1;
            return 0;
        }
        if (!opt)
            return unknown(spec, word, NULL, err);
        if (opt->type != GAM_OPT_FLAG)
            return value_take(spec, opt, letter[1] ? letter + 1 : NULL, words, err);
        rc = value_set(opt, NULL, err);
        if (rc)
            return rc;
    }
    return 0;
}

static int positional_add(const struct gam_opt_spec *spec, const char *word, struct gam_opt_result *out, struct gam_err *err)
{
    size_t most = sizeof out->positional / sizeof *out->positional;

    if (spec->most_positionals < most)
        most = spec->most_positionals;
    if (out->n_positional == most)
        return gam_err_set(err, -GAM_EINVAL, "unexpected argument '%s'; see '%s --help'", word, spec->command);
    out->positional[out->n_positional++] = word;
    return 0;
}

int gam_opt_parse(const struct gam_opt_spec *spec, int argc, char **argv, struct gam_opt_result *out, struct gam_err *err)
{
    struct words words = { argc > 0 ? argc - 1 : 0, argv + 1 };
    bool only_positionals = false;

    *out = (struct gam_opt_result){ .n_positional = 0 };
    while (words.n && !out->help) {
        const char *word = *words.word++;
        int rc = 0;

        words.n--;
        if (only_positionals || word[0] != '-' || !word[1])
            rc = positional_add(spec, word, out, err);
        else if (!strcmp(word, "--"))
            only_positionals = true;
        else if (!strcmp(word, "--help"))
            out->help = 1;
        else if (word[1] == '-')
            rc = long_parse(spec, word, &words, err);
        else
            rc = letters_parse(spec, word, &words, &out->help, err);
        if (rc)
            return rc;
    }
    return 0;
}
