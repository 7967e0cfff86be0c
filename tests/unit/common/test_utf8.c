/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "common/utf8.h"

static size_t encode(uint32_t c, char *out)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xc0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xe0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3f));
        out[2] = (char)(0x80 | (c & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3f));
    out[2] = (char)(0x80 | (c >> 6 & 0x3f));
    out[3] = (char)(0x80 | (c & 0x3f));
    return 4;
}

static void every_code_point(void **state)
{
    (void)state;
    for (uint32_t c = 0; c < 0x110100; c++) {
        char text[4];
        uint32_t back = 0;
        size_t n = encode(c, text), got = gam_utf8_next(text, n, &back);
        int valid = c <= 0x10ffff && !(c >= 0xd800 && c <= 0xdfff);

        if (got != (valid ? n : 0) || (valid && back != c))
            fail_msg("U+%04X: %zu bytes, U+%04X", c, got, back);
        if (valid && n > 1 && gam_utf8_next(text, n - 1, &back))
            fail_msg("U+%04X accepted without its last byte", c);
    }
}

static void malformed(void **state)
{
    static const char *const cases[] = { "\x80",         "\xc0\x80",         "\xc1\xbf",         "\xe0\x80\x80",
                                         "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf", "\xf8\x88\x80\x80", "\xff",
                                         "\xc3(",        "\xe2\x82(" };
    uint32_t code;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(gam_utf8_next(cases[i], strlen(cases[i]), &code), 0);
    assert_int_equal(gam_utf8_next("a", 0, &code), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_code_point), cmocka_unit_test(malformed) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
