/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "reports/text/ascii.h"

#include <stdio.h>
#include <string.h>

static void becomes(const char *from, const char *to)
{
    char text[200];
    size_t n;

    snprintf(text, sizeof text, "%s", from);
    n = gam_ascii_in_place(text, strlen(text));
    assert_string_equal(text, to);
    assert_int_equal(n, strlen(to));
}

static void test_likes(void **state)
{
    (void)state;
    becomes("", "");
    becomes("plain ~ text", "plain ~ text");
    becomes("12 µs ±0.3 % 3 × 4 → 12", "12 us +-0.3 % 3 x 4 -> 12");
    becomes("matrix produ…", "matrix produ~");
    becomes("−1 – 2 ≤ 3", "-1 - 2 <= 3");
}

static void test_others(void **state)
{
    (void)state;
    becomes("Größe 日本 \xf0\x9f\x98\x80", "Gr??e ?? ?");
    becomes("\xff\xfe cut \xe2\x86", "?? cut ??"); /* malformed: a mark for every byte */
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_likes), cmocka_unit_test(test_others) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
