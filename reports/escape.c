/* SPDX-License-Identifier: MIT */
#include "reports/escape.h"

#include "common/unit.h"
#include "common/utf8.h"

#include <string.h>

enum { REPLACEMENT = 0xFFFD };

/* Characters that no output may pass on: controls, direction marks and what is never a character. */
static const struct {
    uint32_t first, last;
} unsafe[] = {
    { 0x00, 0x1F },     { 0x7F, 0x9F },     { 0x061C, 0x061C }, { 0x200E, 0x200F }, { 0x2028, 0x202E },
    { 0x2066, 0x2069 }, { 0xFEFF, 0xFEFF }, { 0xFFF9, 0xFFFB }, { 0xFFFE, 0xFFFF },
};

static uint32_t safe(uint32_t c)
{
    if (c == '\t' || c == '\n' || c == '\r')
        return ' ';
    for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe; i++)
        if (c >= unsafe[i].first && c <= unsafe[i].last)
            return REPLACEMENT;
    return c;
}

uint32_t gam_escape_next(const char **text)
{
    uint32_t c;
    size_t n;

    if (!**text)
        return 0;
    n = gam_utf8_next(*text, strnlen(*text, 4), &c);
    *text += n ? n : 1;
    return n ? safe(c) : (uint32_t)REPLACEMENT;
}

void gam_escape_utf8(struct gam_strbuf *out, uint32_t c)
{
    if (c < 0x80) {
        gam_strbuf_char(out, (char)c);
    } else if (c < 0x800) {
        gam_strbuf_char(out, (char)(0xC0 | c >> 6));
        gam_strbuf_char(out, (char)(0x80 | (c & 0x3F)));
    } else if (c < 0x10000) {
        gam_strbuf_char(out, (char)(0xE0 | c >> 12));
        gam_strbuf_char(out, (char)(0x80 | (c >> 6 & 0x3F)));
        gam_strbuf_char(out, (char)(0x80 | (c & 0x3F)));
    } else {
        gam_strbuf_char(out, (char)(0xF0 | c >> 18));
        gam_strbuf_char(out, (char)(0x80 | (c >> 12 & 0x3F)));
        gam_strbuf_char(out, (char)(0x80 | (c >> 6 & 0x3F)));
        gam_strbuf_char(out, (char)(0x80 | (c & 0x3F)));
    }
}

struct entity {
    char c;
    const char *text;
};

/* Writes `text` with some ASCII characters replaced by the table's texts. */
static void replace(struct gam_strbuf *out, const char *text, const struct entity *table, size_t n)
{
    uint32_t c;

    while (text && (c = gam_escape_next(&text))) {
        size_t i = 0;

        while (i < n && (uint32_t)(unsigned char)table[i].c != c)
            i++;
        if (i < n)
            gam_strbuf_text(out, table[i].text);
        else
            gam_escape_utf8(out, c);
    }
}

void gam_escape_plain(struct gam_strbuf *out, const char *text)
{
    replace(out, text, NULL, 0);
}

void gam_escape_xml(struct gam_strbuf *out, const char *text)
{
    static const struct entity table[] = {
        { '&', "&amp;" }, { '<', "&lt;" }, { '>', "&gt;" }, { '"', "&quot;" }, { '\'', "&#39;" }
    };

    replace(out, text, table, sizeof table / sizeof *table);
}

void gam_escape_markdown(struct gam_strbuf *out, const char *text)
{
    static const struct entity table[] = {
        { '&', "&amp;" }, { '<', "&lt;" }, { '>', "&gt;" }, { '|', "\\|" },   { '\\', "\\\\" },
        { '`', "\\`" },   { '*', "\\*" },  { '_', "\\_" },  { '[', "\\[" },   { ']', "\\]" },
        { '#', "\\#" },   { '!', "\\!" },  { '~', "\\~" },  { '@', "&#64;" }, { '$', "\\$" },
    };

    replace(out, text, table, sizeof table / sizeof *table);
}

void gam_escape_csv(struct gam_strbuf *out, const char *text)
{
    static const struct entity table[] = { { '"', "\"\"" } };

    if (!text || !*text)
        return;
    gam_strbuf_char(out, '"');
    if (strchr("=+-@", *text))
        gam_strbuf_char(out, '\'');
    replace(out, text, table, 1);
    gam_strbuf_char(out, '"');
}

void gam_escape_script(struct gam_strbuf *out, const char *json, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)json[i];

        if (c == '<' || c == '>' || c == '&') {
            gam_strbuf_printf(out, "\\u%04x", c);
        } else if (c == 0xE2 && i + 2 < length && (unsigned char)json[i + 1] == 0x80 &&
                   ((unsigned char)json[i + 2] | 1) == 0xA9) {
            gam_strbuf_printf(out, "\\u20%02x", (unsigned char)json[i + 2] - 0x80);
            i += 2;
        } else {
            gam_strbuf_char(out, (char)c);
        }
    }
}

void gam_escape_cut(const char *text, size_t columns, char *out, size_t size)
{
    gam_text_cut(text ? text : "", columns, out, size);
}
