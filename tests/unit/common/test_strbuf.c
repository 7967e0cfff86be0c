/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "common/strbuf.h"

#include <stdlib.h>

static void appends_grow(void **state)
{
    struct gam_strbuf s = GAM_STRBUF_INIT(1000);

    (void)state;
    assert_string_equal(gam_strbuf_get(&s), "");
    for (int i = 0; i < 100; i++)
        assert_int_equal(gam_strbuf_printf(&s, "%d,", i), 0);
    assert_int_equal(s.length, 10 * 2 + 90 * 3);
    assert_memory_equal(gam_strbuf_get(&s), "0,1,2,3,", 8);
    assert_int_equal(strlen(s.text), s.length);
    gam_strbuf_reset(&s);
    assert_string_equal(gam_strbuf_get(&s), "");
    assert_int_equal(gam_strbuf_text(&s, "x"), 0);
    assert_int_equal(gam_strbuf_char(&s, 'y'), 0);
    assert_string_equal(gam_strbuf_get(&s), "xy");
    gam_strbuf_release(&s);
}

static void cap_is_exact(void **state)
{
    struct gam_strbuf s = GAM_STRBUF_INIT(4);
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(gam_strbuf_text(&s, "abcd"), 0);
    assert_int_equal(gam_strbuf_status(&s, &err), 0);
    assert_int_equal(gam_strbuf_char(&s, 'e'), -GAM_EINVAL);
    assert_int_equal(gam_strbuf_text(&s, ""), -GAM_EINVAL); /* sticky */
    assert_string_equal(gam_strbuf_get(&s), "abcd");
    assert_int_equal(gam_strbuf_status(&s, &err), -GAM_EINVAL);
    assert_error(&err, -GAM_EINVAL, "limit of 4 bytes");
    assert_null(gam_strbuf_take(&s));
    assert_null(s.text);
}

static void printf_over_cap_fails(void **state)
{
    struct gam_strbuf s = GAM_STRBUF_INIT(5);

    (void)state;
    assert_int_equal(gam_strbuf_printf(&s, "%s", "123456"), -GAM_EINVAL);
    assert_int_equal(s.length, 0);
    gam_strbuf_release(&s);
    assert_int_equal(gam_strbuf_printf(&s, "%s", "12345"), 0);
    assert_string_equal(gam_strbuf_get(&s), "12345");
    gam_strbuf_release(&s);
}

static void zero_cap_takes_nothing(void **state)
{
    struct gam_strbuf s = GAM_STRBUF_INIT(0);
    char *text;

    (void)state;
    assert_int_equal(gam_strbuf_bytes(&s, NULL, 0), 0);
    text = gam_strbuf_take(&s);
    assert_string_equal(text, "");
    free(text);
    assert_int_equal(gam_strbuf_char(&s, 'x'), -GAM_EINVAL);
    gam_strbuf_release(&s);
}

static void take_gives_ownership(void **state)
{
    struct gam_strbuf s = GAM_STRBUF_INIT(100);
    char *text;

    (void)state;
    gam_strbuf_text(&s, "mine");
    text = gam_strbuf_take(&s);
    assert_string_equal(text, "mine");
    assert_null(s.text);
    gam_strbuf_text(&s, "next");
    assert_string_equal(text, "mine");
    gam_strbuf_release(&s);
    free(text);
}

static void bytes_may_hold_nul(void **state)
{
    struct gam_strbuf s = GAM_STRBUF_INIT(100);

    (void)state;
    gam_strbuf_bytes(&s, "a\0b", 3);
    assert_int_equal(s.length, 3);
    assert_memory_equal(s.text, "a\0b\0", 4);
    gam_strbuf_release(&s);
}

static void messages_nest(void **state)
{
    struct gam_err err = { 0 };
    char huge[2000];

    (void)state;
    assert_int_equal(gam_err_set(&err, -GAM_EIO, "cannot read '%s'", "x"), -GAM_EIO);
    assert_int_equal(gam_err_prefix(&err, "suite %d", 3), -GAM_EIO);
    assert_string_equal(err.text, "suite 3: cannot read 'x'");
    memset(huge, 'x', sizeof huge - 1);
    huge[sizeof huge - 1] = '\0';
    assert_int_equal(gam_err_prefix(&err, "%s", huge), -GAM_EIO);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    assert_int_equal(gam_err_set(NULL, -GAM_EIO, "x"), -GAM_EIO);
    assert_int_equal(gam_err_prefix(NULL, "x"), -GAM_EINTERNAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(appends_grow),           cmocka_unit_test(cap_is_exact),         cmocka_unit_test(printf_over_cap_fails),
        cmocka_unit_test(zero_cap_takes_nothing), cmocka_unit_test(take_gives_ownership), cmocka_unit_test(bytes_may_hold_nul),
        cmocka_unit_test(messages_nest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
