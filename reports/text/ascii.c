/* SPDX-License-Identifier: MIT */
#include "reports/text/ascii.h"

#include "common/utf8.h"

#include <string.h>

/* What the reports themselves write; names from elsewhere may hold anything. */
static const struct {
    uint32_t code;
    char like[3];
} likes[] = {
    { 0xb5, "u" }, /* micro */
    { 0x3bc, "u" },   { 0xb1, "+-" },  { 0xb7, "." },    { 0xd7, "x" },    { 0xf7, "/" },   { 0x2013, "-" }, { 0x2014, "-" },
    { 0x2018, "'" },  { 0x2019, "'" }, { 0x201c, "\"" }, { 0x201d, "\"" }, { 0x2026, "~" }, /* cut here, one column wide */
    { 0x2192, "->" }, { 0x2212, "-" }, { 0x2264, "<=" }, { 0x2265, ">=" }, { 0x2500, "-" }, { 0x2502, "|" }, { 0x250a, ":" },
    { 0x2514, "+" },  { 0x251c, "+" }, { 0x2524, "+" },  { 0x252c, "+" },  { 0x2588, "#" }, { 0x2591, "." }, { 0x2592, ":" },
    { 0x2593, "%" },  { 0x259a, "%" }, { 0x25a0, "#" },  { 0x25b2, "^" },  { 0x25b3, "^" }, { 0x25bc, "v" }, { 0x25bd, "v" },
    { 0x25c6, "*" },  { 0x25cb, "o" }, { 0x25cf, "*" },
};

static const char *like_of(uint32_t code)
{
    for (size_t i = 0; i < sizeof likes / sizeof *likes; i++)
        if (likes[i].code == code)
            return likes[i].like;
    return "?";
}

size_t gam_ascii_in_place(char *text, size_t n)
{
    size_t from = 0, to = 0;

    while (from < n) {
        uint32_t code = 0;
        size_t step = (unsigned char)text[from] < 0x80 ? 1 : gam_utf8_next(text + from, n - from, &code);

        if ((unsigned char)text[from] < 0x80) {
            text[to++] = text[from];
        } else {
            const char *like = step ? like_of(code) : "?";

            step = step ? step : 1;
            for (size_t k = 0; like[k] && k < step; k++)
                text[to++] = like[k];
        }
        from += step;
    }
    if (to < n)
        text[to] = '\0';
    return to;
}
