/* SPDX-License-Identifier: MIT */
#include "common/json_scan.h"

#include "common/err.h"
#include "common/json.h"
#include "common/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX = 60 /* cJSON keeps 63 characters of a number */ };

struct scan {
    const char *label, *text, *at, *end;
    struct gam_err *err;
};

static int fail(const struct scan *s, const char *where, const char *what)
{
    unsigned long line = 1, column = 1;

    for (const char *p = s->text; p < where; p++) {
        column++;
        if (*p == '\n') {
            line++;
            column = 1;
        }
    }
    return gam_err_set(s->err, -GAM_EPARSE, "%s:%lu:%lu: %s", s->label, line, column, what);
}

static int peek(const struct scan *s)
{
    return s->at < s->end ? (unsigned char)*s->at : -1;
}

static void blanks_skip(struct scan *s)
{
    while (s->at < s->end && strchr(" \t\r\n", *s->at) && *s->at)
        s->at++;
}

static int digits_skip(struct scan *s)
{
    const char *first = s->at;

    while (peek(s) >= '0' && peek(s) <= '9')
        s->at++;
    return s->at > first;
}

static int number_scan(struct scan *s)
{
    const char *first = s->at;
    char copy[NUMBER_MAX + 1];
    size_t n;

    if (peek(s) == '-')
        s->at++;
    if (peek(s) == '0')
        s->at++;
    else if (!digits_skip(s))
        return fail(s, first, "expected a value");
    if (peek(s) == '.') {
        s->at++;
        if (!digits_skip(s))
            return fail(s, first, "malformed number: no digit after the point");
    }
    if (peek(s) == 'e' || peek(s) == 'E') {
        s->at++;
        if (peek(s) == '+' || peek(s) == '-')
            s->at++;
        if (!digits_skip(s))
            return fail(s, first, "malformed number: no digit in the exponent");
    }
    if (peek(s) >= '0' && peek(s) <= '9')
        return fail(s, first, "malformed number: leading zero");
    n = (size_t)(s->at - first);
    if (n > NUMBER_MAX)
        return fail(s, first, "number of more than 60 characters");
    memcpy(copy, first, n);
    copy[n] = '\0';
    return isinf(strtod(copy, NULL)) ? fail(s, first, "number beyond the range of a double") : 0;
}

/* Four hex digits; -1 when they are none. */
static int hex_scan(struct scan *s)
{
    int code = 0;

    for (int i = 0; i < 4; i++, s->at++) {
        const char *digits = "0123456789abcdefABCDEF", *digit = peek(s) > 0 ? strchr(digits, peek(s)) : NULL;

        if (!digit)
            return -1;
        code = code * 16 + (int)(digit - digits < 16 ? digit - digits : digit - digits - 6);
    }
    return code;
}

static int escape_scan(struct scan *s)
{
    const char *first = s->at++;
    int code;

    if (peek(s) != 'u') {
        if (peek(s) <= 0 || !strchr("\"\\/bfnrt", peek(s)))
            return fail(s, first, "unknown escape in a string");
        s->at++;
        return 0;
    }
    s->at++;
    code = hex_scan(s);
    if (code < 0)
        return fail(s, first, "malformed \\u escape: four hex digits expected");
    if (!code)
        return fail(s, first, "\\u0000 is not allowed");
    if (code >= 0xd800 && code <= 0xdbff) {
        int low = -1;

        if (s->end - s->at >= 6 && s->at[0] == '\\' && s->at[1] == 'u') {
            s->at += 2;
            low = hex_scan(s);
        }
        code = low >= 0xdc00 && low <= 0xdfff ? 0 : 0xdc00;
    }
    return code >= 0xdc00 && code <= 0xdfff ? fail(s, first, "half of a surrogate pair") : 0;
}

static int string_scan(struct scan *s)
{
    const char *first = s->at++;

    while (peek(s) != '"') {
        uint32_t code;
        size_t n;
        int rc;

        if (peek(s) < 0)
            return fail(s, first, "string without an end");
        if (peek(s) == '\\') {
            rc = escape_scan(s);
            if (rc)
                return rc;
            continue;
        }
        if (peek(s) < 0x20)
            return fail(s, s->at, "control character in a string");
        n = gam_utf8_next(s->at, (size_t)(s->end - s->at), &code);
        if (!n)
            return fail(s, s->at, "malformed UTF-8");
        s->at += n;
    }
    s->at++;
    return 0;
}

static int scalar_scan(struct scan *s)
{
    static const char *const words[] = { "true", "false", "null" };

    if (peek(s) == '"')
        return string_scan(s);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i]);

        if ((size_t)(s->end - s->at) >= n && !memcmp(s->at, words[i], n)) {
            s->at += n;
            return 0;
        }
    }
    return number_scan(s);
}

static int key_scan(struct scan *s)
{
    int rc;

    blanks_skip(s);
    if (peek(s) != '"')
        return fail(s, s->at, "expected a key in quotes");
    rc = string_scan(s);
    if (rc)
        return rc;
    blanks_skip(s);
    if (peek(s) != ':')
        return fail(s, s->at, "expected ':' after the key");
    s->at++;
    return 0;
}

/* Opens an object or array. An empty one is closed at once; else the key of its first member is taken. */
static int open_scan(struct scan *s, char *closers, int *depth)
{
    char closer = *s->at == '{' ? '}' : ']';

    if (*depth == GAM_JSON_DEPTH_MAX)
        return fail(s, s->at, "nested too deep: at most 64 levels");
    s->at++;
    closers[(*depth)++] = closer;
    blanks_skip(s);
    return 0;
}

/* After a value: closes what ends here, or takes the comma and the next key. *done: the root value is complete. */
static int after_scan(struct scan *s, const char *closers, int *depth, int *done)
{
    for (;;) {
        blanks_skip(s);
        *done = !*depth;
        if (*done)
            return 0;
        if (peek(s) == closers[*depth - 1]) {
            s->at++;
            (*depth)--;
            continue;
        }
        if (peek(s) != ',')
            return fail(s, s->at, closers[*depth - 1] == '}' ? "expected ',' or '}'" : "expected ',' or ']'");
        s->at++;
        return closers[*depth - 1] == '}' ? key_scan(s) : 0;
    }
}

static int value_scan(struct scan *s)
{
    char closers[GAM_JSON_DEPTH_MAX];
    int depth = 0, done = 0, rc = 0;

    while (!rc && !done) {
        blanks_skip(s);
        if (peek(s) == '{' || peek(s) == '[') {
            rc = open_scan(s, closers, &depth);
            if (rc)
                break;
            if (peek(s) != closers[depth - 1]) {
                rc = closers[depth - 1] == '}' ? key_scan(s) : 0;
                continue;
            }
        } else {
            rc = scalar_scan(s);
        }
        if (!rc)
            rc = after_scan(s, closers, &depth, &done);
    }
    return rc;
}

int gam_json_scan(const char *label, const char *text, size_t length, struct gam_err *err)
{
    struct scan s = { .label = label, .text = text, .at = text, .end = text + length, .err = err };
    int rc;

    blanks_skip(&s);
    if (s.at == s.end)
        return fail(&s, s.at, "empty: expected a JSON value");
    rc = value_scan(&s);
    if (rc)
        return rc;
    blanks_skip(&s);
    return s.at < s.end ? fail(&s, s.at, "text after the end of the value") : 0;
}
