/* SPDX-License-Identifier: MIT */
#include "cli/cli_choice.h"

#include "common/err.h"
#include "common/nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { WORD_MAX = 64 };

struct gam_cli_choice gam_cli_choice(const char *option, const char *value)
{
    return (struct gam_cli_choice){ .option = option, .value = value };
}

static void lower_copy(char out[WORD_MAX], const char *text)
{
    size_t i = 0;

    for (; text[i] && i < WORD_MAX - 1; i++)
        out[i] = (char)tolower((unsigned char)text[i]);
    out[i] = '\0';
}

static int listed(const struct gam_cli_choice *c, const char *known)
{
    size_t n = strlen(known);

    for (const char *at = c->known; (at = strstr(at, known)) != NULL; at += n)
        if ((at == c->known || at[-1] == ' ') && (!at[n] || at[n] == ','))
            return 1;
    return 0;
}

/* Nearest by letters, capital or not. */
static void near_offer(struct gam_cli_choice *c, const char *known)
{
    char value[WORD_MAX], word[WORD_MAX];
    const char *near = NULL;
    size_t distance;

    lower_copy(value, c->value);
    lower_copy(word, known);
    gam_nearest(value, word, &near);
    distance = gam_edit_distance(value, word);
    if (near && (!c->near || distance < c->distance)) {
        c->near = known;
        c->distance = distance;
    }
}

void gam_cli_choice_offer(struct gam_cli_choice *c, const char *known)
{
    size_t room = sizeof c->known - c->used;
    int n;

    if (!strcasecmp(c->value, known))
        c->match = known;
    near_offer(c, known);
    if (c->cut || listed(c, known))
        return;
    n = snprintf(c->known + c->used, room, "%s%s", c->used ? ", " : "", known);
    if (n > 0 && (size_t)n < room) {
        c->used += (size_t)n;
    } else {
        c->known[c->used] = '\0';
        c->cut = 1;
    }
}

int gam_cli_choice_end(const struct gam_cli_choice *c, struct gam_err *err)
{
    if (c->match)
        return 0;
    return gam_err_set(err, -GAM_EINVAL, "%s '%.60s' is none of: %s%s%s%s%s", c->option, c->value,
                       c->used ? c->known : "(nothing)", c->cut ? " ..." : "", c->near ? "; did you mean '" : "",
                       c->near ? c->near : "", c->near ? "'?" : "");
}

int gam_cli_choice_check(const char *option, const char **value, const char *const *known, struct gam_err *err)
{
    struct gam_cli_choice c = gam_cli_choice(option, *value);

    for (size_t i = 0; known[i]; i++)
        gam_cli_choice_offer(&c, known[i]);
    *value = c.match ? c.match : *value;
    return gam_cli_choice_end(&c, err);
}
