/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "common/json.h"
#include "common/rand.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void sample_write(struct gam_jsonw *w)
{
    gam_jsonw_object(w, NULL);
    gam_jsonw_text(w, "t", "a\"\\\n\x01");
    gam_jsonw_text(w, "none", NULL);
    gam_jsonw_array(w, "a");
    gam_jsonw_int(w, NULL, -3);
    gam_jsonw_uint(w, NULL, UINT64_MAX);
    gam_jsonw_real(w, NULL, 0.1);
    gam_jsonw_real(w, NULL, NAN);
    gam_jsonw_real(w, NULL, -INFINITY);
    gam_jsonw_bool(w, NULL, true);
    gam_jsonw_null(w, NULL);
    gam_jsonw_big(w, NULL, INT64_MIN);
    gam_jsonw_end(w);
    gam_jsonw_object(w, "o");
    gam_jsonw_end(w);
    gam_jsonw_array(w, "e");
    gam_jsonw_end(w);
    gam_jsonw_end(w);
}

static void writes_one_line(void **state)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(1000);
    struct gam_jsonw w;

    (void)state;
    gam_jsonw_init(&w, &out, false);
    sample_write(&w);
    assert_string_equal(gam_strbuf_get(&out),
                        "{\"t\":\"a\\\"\\\\\\n\\u0001\",\"none\":null,\"a\":[-3,18446744073709551615,0.1,null,null,true,null,"
                        "\"-9223372036854775808\"],\"o\":{},\"e\":[]}");
    gam_strbuf_release(&out);
}

static void writes_pretty(void **state)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(1000);
    struct gam_jsonw w;

    (void)state;
    gam_jsonw_init(&w, &out, true);
    gam_jsonw_object(&w, NULL);
    gam_jsonw_int(&w, "a", 1);
    gam_jsonw_array(&w, "b");
    w.pretty = false;
    gam_jsonw_int(&w, NULL, 2);
    gam_jsonw_int(&w, NULL, 3);
    gam_jsonw_end(&w);
    w.pretty = true;
    gam_jsonw_object(&w, "c");
    gam_jsonw_end(&w);
    gam_jsonw_end(&w);
    assert_string_equal(gam_strbuf_get(&out), "{\n  \"a\": 1,\n  \"b\": [2,3],\n  \"c\": {}\n}");
    gam_strbuf_release(&out);
}

static void bad_utf8_is_replaced(void **state)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(1000);
    struct gam_jsonw w;

    (void)state;
    gam_jsonw_init(&w, &out, false);
    gam_jsonw_text(&w, NULL,
                   "a\xff"
                   "b\xe2\x82");
    assert_string_equal(gam_strbuf_get(&out), "\"a\xef\xbf\xbd"
                                              "b\xef\xbf\xbd\xef\xbf\xbd\"");
    gam_strbuf_release(&out);
}

static void faults_of_the_caller_are_kept(void **state)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(1000);
    struct gam_jsonw w;

    (void)state;
    gam_jsonw_init(&w, &out, false);
    gam_jsonw_end(&w);
    assert_int_equal(out.failed, -GAM_EINTERNAL);
    gam_strbuf_reset(&out);
    gam_jsonw_init(&w, &out, false);
    for (int i = 0; i <= GAM_JSON_DEPTH_MAX; i++)
        gam_jsonw_array(&w, NULL);
    assert_int_equal(out.failed, -GAM_EINTERNAL);
    gam_strbuf_release(&out);
}

static void check_double(double value)
{
    char text[32], fewer[40];
    int digits = 0;

    gam_json_double_text(value, text, sizeof text);
    if (memcmp(&(double){ strtod(text, NULL) }, &value, sizeof value))
        fail_msg("%.17g was written as %s", value, text);
    for (const char *p = text; *p && *p != 'e'; p++)
        digits += *p >= '0' && *p <= '9' && (digits || *p != '0');
    for (int precision = 1; precision < digits; precision++) {
        snprintf(fewer, sizeof fewer, "%.*e", precision - 1, value);
        if (strtod(fewer, NULL) == value && strchr(text, '.'))
            fail_msg("%s is shorter than %s", fewer, text);
    }
}

static void doubles_are_shortest(void **state)
{
    static const double known[] = { 0.0,     -0.0,    1,      0.1,         1.0 / 3,           1e21, 123456789012345680.0,
                                    DBL_MAX, DBL_MIN, 5e-324, DBL_EPSILON, 9007199254740993.0 };
    struct gam_rand r;
    char text[32];

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        check_double(known[i]);
    gam_rand_seed(&r, 5);
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = gam_rand_u64(&r);
        double value;

        memcpy(&value, &bits, sizeof value);
        if (isfinite(value))
            check_double(value);
    }
    gam_json_double_text(5e-324, text, sizeof text);
    assert_string_equal(text, "5e-324");
    gam_json_double_text(-1.5, text, sizeof text);
    assert_string_equal(text, "-1.5");
    gam_json_double_text(100000, text, sizeof text);
    assert_string_equal(text, "100000");
}

/* What is written is read back equal. */
static void round_trip(void **state)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(1000);
    struct gam_jsonw w;
    struct gam_json root;
    struct gam_err err = { 0 };
    const char *text;

    (void)state;
    gam_jsonw_init(&w, &out, true);
    sample_write(&w);
    if (gam_json_parse("x", out.text, out.length, &root, &err))
        fail_msg("%s", err.text);
    assert_int_equal(gam_json_text(&root, "t", &text, NULL), 0);
    assert_string_equal(text, "a\"\\\n\x01");
    gam_json_free(&root);
    gam_strbuf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_one_line),      cmocka_unit_test(writes_pretty),
        cmocka_unit_test(bad_utf8_is_replaced), cmocka_unit_test(faults_of_the_caller_are_kept),
        cmocka_unit_test(doubles_are_shortest), cmocka_unit_test(round_trip),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
