/* SPDX-License-Identifier: MIT */
#include "reports/ci/escape_ci.h"

#include "reports/escape.h"

#include <string.h>

static void command(struct gam_strbuf *out, const char *text, const char *also)
{
    while (text && *text) {
        char first = *text;
        uint32_t c = gam_escape_next(&text);

        if (first == '\r' || first == '\n' || c == '%' || (c < 0x80 && c && strchr(also, (int)c)))
            gam_strbuf_printf(out, "%%%02X", (unsigned)(unsigned char)first);
        else
            gam_escape_utf8(out, c);
    }
}

void gam_escape_command(struct gam_strbuf *out, const char *text)
{
    command(out, text, "");
}

void gam_escape_property(struct gam_strbuf *out, const char *text)
{
    command(out, text, ":,");
}

void gam_escape_label(struct gam_strbuf *out, const char *text)
{
    uint32_t c;

    while (text && (c = gam_escape_next(&text))) {
        if (c == '\\' || c == '"')
            gam_strbuf_char(out, '\\');
        gam_escape_utf8(out, c);
    }
}

int gam_escape_same(const char *a, const char *b)
{
    uint32_t x, y;

    do {
        x = a ? gam_escape_next(&a) : 0;
        y = b ? gam_escape_next(&b) : 0;
    } while (x && x == y);
    return x == y;
}

void gam_escape_uri(struct gam_strbuf *out, const char *path)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";

    for (; path && *path; path++)
        if (strchr(plain, *path))
            gam_strbuf_char(out, *path);
        else
            gam_strbuf_printf(out, "%%%02X", (unsigned)(unsigned char)*path);
}

void gam_escape_code(struct gam_strbuf *out, const char *text)
{
    uint32_t c;

    while (text && (c = gam_escape_next(&text)))
        gam_escape_utf8(out, c == '`' ? '\'' : c);
}
