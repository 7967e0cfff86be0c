/* SPDX-License-Identifier: MIT */
#include "common/utf8.h"

struct lead {
    unsigned char mask, value; /* of the first byte */
    unsigned char length;
    uint32_t least; /* code points below it have a shorter form */
};

static const struct lead leads[] = {
    { 0x80, 0x00, 1, 0 },
    { 0xe0, 0xc0, 2, 0x80 },
    { 0xf0, 0xe0, 3, 0x800 },
    { 0xf8, 0xf0, 4, 0x10000 },
};

size_t gam_utf8_next(const char *text, size_t n, uint32_t *code)
{
    const unsigned char *byte = (const unsigned char *)text;

    for (size_t i = 0; n && i < sizeof leads / sizeof *leads; i++) {
        const struct lead *lead = &leads[i];
        uint32_t c = byte[0] & (unsigned char)~lead->mask;

        if ((byte[0] & lead->mask) != lead->value)
            continue;
        if (lead->length > n)
            return 0;
        for (size_t k = 1; k < lead->length; k++) {
            if ((byte[k] & 0xc0) != 0x80)
                return 0;
            c = c << 6 | (byte[k] & 0x3fu);
        }
        if (c < lead->least || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
            return 0;
        *code = c;
        return lead->length;
    }
    return 0;
}
