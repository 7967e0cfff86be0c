/* SPDX-License-Identifier: MIT */
/* The JSON reader keeps no positions, and a message without a line is of little use in a long suite: this walks the text once
 * more, counting brackets.
 */
#include "kernels/suite_line.h"

#include <string.h>

struct walk {
    const char *at, *end;
    size_t line;
    int depth;
};

/* Moves behind the string that starts at the walk's place and tells whether it is `word`. Escapes are not decoded: keys have
 * none. */
static int string_is(struct walk *w, const char *word)
{
    const char *start = ++w->at;

    while (w->at < w->end && *w->at != '"')
        w->at += *w->at == '\\' ? 2 : 1;
    w->at++;
    return word && (size_t)(w->at - 1 - start) == strlen(word) && !memcmp(start, word, strlen(word));
}

static void step(struct walk *w)
{
    char c = *w->at++;

    w->line += c == '\n';
    w->depth += (c == '{' || c == '[') - (c == '}' || c == ']');
}

/* Moves to the value of the key `word` of the object at depth 1. */
static int find_member(struct walk *w, const char *word)
{
    while (w->at < w->end) {
        if (*w->at != '"')
            step(w);
        else if (string_is(w, word) && w->depth == 1 && w->at < w->end && w->at[strspn(w->at, " \t\r\n")] == ':')
            return 1;
    }
    return 0;
}

size_t gam_suite_line(const char *text, size_t length, size_t index, const char *key)
{
    struct walk w = { .at = text, .end = text + length, .line = 1 };
    size_t objects = 0, line = 0;

    if (!find_member(&w, "ops"))
        return 0;
    while (w.at < w.end && w.depth >= 1) {
        if (*w.at == '"') {
            if (string_is(&w, key) && line && w.depth == 3)
                return w.line;
            continue;
        }
        if (*w.at == '{' && w.depth == 2 && objects++ == index)
            line = w.line;
        if (*w.at == '}' && w.depth == 3 && line)
            return line;
        step(&w);
        if (w.depth == 1 && w.at[-1] == ']')
            break;
    }
    return line;
}
