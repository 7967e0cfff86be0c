/* SPDX-License-Identifier: MIT */
/* The widths of texts on a terminal (declared in unit.h). */
#include "common/unit.h"
#include "common/utf8.h"

#include <string.h>

struct range {
    uint32_t first, last;
};

/* Combining marks, joiners and variation selectors (Unicode 15, general categories Mn, Me, Cf; the blocks in common use). */
static const struct range zero_wide[] = {
    { 0x0300, 0x036f }, { 0x0483, 0x0489 }, { 0x0591, 0x05bd }, { 0x0610, 0x061a }, { 0x064b, 0x065f }, { 0x0900, 0x0902 },
    { 0x0e34, 0x0e3a }, { 0x0e47, 0x0e4e }, { 0x1ab0, 0x1aff }, { 0x1dc0, 0x1dff }, { 0x200b, 0x200f }, { 0x202a, 0x202e },
    { 0x2060, 0x2064 }, { 0x20d0, 0x20ff }, { 0xfe00, 0xfe0f }, { 0xfe20, 0xfe2f }, { 0xfeff, 0xfeff }, { 0xe0100, 0xe01ef },
};

/* East Asian Wide and Fullwidth (Unicode 15, EastAsianWidth.txt; the blocks), emoji. */
static const struct range two_wide[] = {
    { 0x1100, 0x115f },   { 0x231a, 0x231b },   { 0x23e9, 0x23ec },   { 0x2e80, 0x303e },   { 0x3041, 0xa4cf },
    { 0xa960, 0xa97c },   { 0xac00, 0xd7a3 },   { 0xf900, 0xfaff },   { 0xfe30, 0xfe6f },   { 0xff00, 0xff60 },
    { 0xffe0, 0xffe6 },   { 0x16fe0, 0x18cff }, { 0x1b000, 0x1b2ff }, { 0x1f300, 0x1f64f }, { 0x1f680, 0x1f6ff },
    { 0x1f900, 0x1faff }, { 0x20000, 0x3fffd },
};

static int range_has(const struct range *ranges, size_t n, uint32_t code)
{
    for (size_t i = 0; i < n; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return 1;
    return 0;
}

/* What a terminal must not be sent: controls (escape sequences) and marks that reorder the line. */
static int is_hostile(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x202a && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069) || code == 0x2028 || code == 0x2029;
}

struct glyph {
    const char *bytes; /* what to print */
    size_t length;     /* of bytes */
    size_t taken;      /* of the text */
    size_t columns;
};

static struct glyph glyph_next(const char *text, size_t n)
{
    static const char replacement[] = "\xef\xbf\xbd"; /* U+FFFD */
    struct glyph g = { .bytes = replacement, .length = 3, .taken = 1, .columns = 1 };
    uint32_t code;
    size_t length = gam_utf8_next(text, n, &code);

    if (!length)
        return g;
    g.taken = length;
    if (is_hostile(code))
        return g;
    g.bytes = text;
    g.length = length;
    if (range_has(zero_wide, sizeof zero_wide / sizeof *zero_wide, code))
        g.columns = 0;
    else if (range_has(two_wide, sizeof two_wide / sizeof *two_wide, code))
        g.columns = 2;
    return g;
}

size_t gam_text_columns(const char *text)
{
    size_t left = strlen(text), columns = 0;

    while (left) {
        struct glyph g = glyph_next(text, left);

        columns += g.columns;
        text += g.taken;
        left -= g.taken;
    }
    return columns;
}

void gam_text_cut(const char *text, size_t columns, char *out, size_t size)
{
    static const char ellipsis[] = "\xe2\x80\xa6"; /* U+2026, one column */
    size_t left = strlen(text), used = 0, at = 0, whole = gam_text_columns(text);
    size_t room = whole <= columns ? columns : columns ? columns - 1 : 0;
    int cut = whole > columns;

    if (!size)
        return;
    while (left) {
        struct glyph g = glyph_next(text, left);

        /* the ellipsis and the NUL always find room behind what is copied */
        if (used + g.columns > room || at + g.length + sizeof ellipsis > size) {
            cut = 1;
            break;
        }
        memcpy(out + at, g.bytes, g.length);
        at += g.length;
        used += g.columns;
        text += g.taken;
        left -= g.taken;
    }
    if (cut && columns && at + sizeof ellipsis <= size) {
        memcpy(out + at, ellipsis, sizeof ellipsis - 1);
        at += sizeof ellipsis - 1;
    }
    out[at] = '\0';
}
