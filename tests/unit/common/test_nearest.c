/* SPDX-License-Identifier: MIT */
#include "common/nearest.h"
#include "tests/unit/gam_test.h"

static void test_distance(void **state)
{
    char longest[200];

    (void)state;
    assert_int_equal(gam_edit_distance("", ""), 0);
    assert_int_equal(gam_edit_distance("", "abc"), 3);
    assert_int_equal(gam_edit_distance("abc", ""), 3);
    assert_int_equal(gam_edit_distance("kitten", "sitting"), 3);
    assert_int_equal(gam_edit_distance("alpha", "aplha"), 1);
    assert_int_equal(gam_edit_distance("ab", "ba"), 1);
    assert_int_equal(gam_edit_distance("abcd", "badc"), 2);
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_int_equal(gam_edit_distance(longest, "a"), 62);
}

static const char *nearest_of(const char *word)
{
    static const char *const words[] = { "gemm", "conv2d", "softmax", "add", "mul", "m", "n" };
    const char *best = NULL;

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        gam_nearest(word, words[i], &best);
    return best;
}

static void test_suggestions(void **state)
{
    (void)state;
    assert_string_equal(nearest_of("gem"), "gemm");
    assert_string_equal(nearest_of("sfotmax"), "softmax");
    assert_string_equal(nearest_of("softmax_"), "softmax");
    assert_string_equal(nearest_of("mm"), "m");
    assert_string_equal(nearest_of("ad"), "add");
    assert_string_equal(nearest_of("add"), "add");
    assert_null(nearest_of("q"));
    assert_null(nearest_of("attention"));
    assert_null(nearest_of("xyz"));
    assert_null(nearest_of(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_distance), cmocka_unit_test(test_suggestions) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
