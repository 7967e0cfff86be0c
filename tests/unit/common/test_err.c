/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

static void an_error_is_one_line_whatever_is_in_it(void **state)
{
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(gam_err_set(&err, -GAM_EINVAL, "case '%s' of %d", "a\nb\033[31m\177\xc3\xa9", 3), -GAM_EINVAL);
    assert_string_equal(err.text, "case 'a?b?[31m?\xc3\xa9' of 3");
    assert_int_equal(gam_err_prefix(&err, "%s", "file\r.json"), -GAM_EINVAL);
    assert_string_equal(err.text, "file?.json: case 'a?b?[31m?\xc3\xa9' of 3");
    assert_int_equal(gam_err_set(NULL, -GAM_EIO, "nobody listens"), -GAM_EIO);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(an_error_is_one_line_whatever_is_in_it) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
