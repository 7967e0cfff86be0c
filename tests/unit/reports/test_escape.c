/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "reports/escape.h"

#include <stdlib.h>

static void check(void (*escape)(struct gam_strbuf *, const char *), const char *text, const char *expected)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(10000);

    escape(&out, text);
    assert_string_equal(gam_strbuf_get(&out), expected);
    gam_strbuf_release(&out);
}

static void test_xml(void **state)
{
    (void)state;
    check(gam_escape_xml, "<a href='x'>\"&\"</a>", "&lt;a href=&#39;x&#39;&gt;&quot;&amp;&quot;&lt;/a&gt;");
    check(gam_escape_xml, "a\tb\nc\rd", "a b c d");
    check(gam_escape_xml, "\x01\x1b[0m\x7f", "\uFFFD\uFFFD[0m\uFFFD");
    check(gam_escape_xml, "\xC3\x28 \xFF \xED\xA0\x80 \xF0\x9F", "\uFFFD( \uFFFD \uFFFD\uFFFD\uFFFD \uFFFD\uFFFD");
    check(gam_escape_xml, "a\u202Eb\u2066c\u200Fd", "a\uFFFDb\uFFFDc\uFFFDd");
    check(gam_escape_xml, "\uFFFE\uFFFF", "\uFFFD\uFFFD");
    check(gam_escape_xml, "שלום 行列 🚀", "שלום 行列 🚀");
    check(gam_escape_xml, NULL, "");
    check(gam_escape_xml, "", "");
}

static void test_markdown(void **state)
{
    (void)state;
    check(gam_escape_markdown, "a|b*c_`d`<e>[f](g)", "a\\|b\\*c\\_\\`d\\`&lt;e&gt;\\[f\\](g)");
    check(gam_escape_markdown, "@all line\nbreak", "&#64;all line break");
}

static void test_csv(void **state)
{
    (void)state;
    check(gam_escape_csv, "plain", "\"plain\"");
    check(gam_escape_csv, "say \"x\", y", "\"say \"\"x\"\", y\"");
    check(gam_escape_csv, "=1+1", "\"'=1+1\"");
    check(gam_escape_csv, "@x", "\"'@x\"");
    check(gam_escape_csv, "a\r\nb", "\"a  b\"");
    check(gam_escape_csv, NULL, "");
}

static void test_script(void **state)
{
    static const char json[] = "{\"a\":\"</script><!-- & \xE2\x80\xA8\xE2\x80\xA9\"}";
    struct gam_strbuf out = GAM_STRBUF_INIT(1000);

    (void)state;
    gam_escape_script(&out, json, sizeof json - 1);
    assert_string_equal(gam_strbuf_get(&out), "{\"a\":\"\\u003c/script\\u003e\\u003c!-- \\u0026 \\u2028\\u2029\"}");
    gam_strbuf_release(&out);
}

static void test_cut(void **state)
{
    char out[64];

    (void)state;
    gam_escape_cut("short", 24, out, sizeof out);
    assert_string_equal(out, "short");
    gam_escape_cut("abcdefghijklmnopqrstuvwxyz", 24, out, sizeof out);
    assert_string_equal(out, "abcdefghijklmnopqrstuvw…");
    gam_escape_cut("行列積行列積行列積行列積行列積", 24, out, sizeof out);
    assert_string_equal(out, "行列積行列積行列積行列…");
    gam_escape_cut(NULL, 24, out, sizeof out);
    assert_string_equal(out, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_xml), cmocka_unit_test(test_markdown), cmocka_unit_test(test_csv),
                                        cmocka_unit_test(test_script), cmocka_unit_test(test_cut) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
