/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "common/json.h"

#include <stdio.h>
#include <stdlib.h>

static int parse(const char *text, struct gam_json *root, struct gam_err *err)
{
    return gam_json_parse("x.json", text, strlen(text), root, err);
}

static void accepts(void **state)
{
    static const char *const cases[] = {
        "{}",
        "[]",
        "null",
        "true",
        " [1, 2.5, -0, 1e3, 1E-3, 0.1e+2] ",
        "\"\"",
        "{\"a\":{\"b\":[{}]}}",
        "\"\\u00e9\\ud83d\\ude00\\n\"",
        "\xef\xbb\xbf[1]",
        "[\"\xf0\x9f\x98\x80\"]",
        "[[],[],{}]",
        "{\"a\":1,\"A\":2}",
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gam_json root;
        struct gam_err err = { 0 };

        if (parse(cases[i], &root, &err))
            fail_msg("%s: %s", cases[i], err.text);
        gam_json_free(&root);
    }
}

static void refuses(void **state)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        { "", "x.json:1:1: empty" },
        { "  \n ", "x.json:2:2: empty" },
        { "{", "x.json:1:2: expected a key" },
        { "[1,]", "x.json:1:4: expected a value" },
        { "{\"a\":1,}", "x.json:1:8: expected a key" },
        { "[1 2]", "x.json:1:4: expected ',' or ']'" },
        { "{\"a\" 1}", "x.json:1:6: expected ':'" },
        { "{\"a\":1]", "x.json:1:7: expected ',' or '}'" },
        { "[1]\n x", "x.json:2:2: text after the end" },
        { "[01]", "x.json:1:2: malformed number: leading zero" },
        { "[1.]", "no digit after the point" },
        { "[1e]", "no digit in the exponent" },
        { "[.5]", "expected a value" },
        { "[+1]", "expected a value" },
        { "[NaN]", "expected a value" },
        { "[-]", "expected a value" },
        { "[1e999]", "beyond the range of a double" },
        { "[1000000000000000000000000000000000000000000000000000000000000]", "more than 60 characters" },
        { "[\"a\n\"]", "x.json:1:4: control character" },
        { "[\"a", "x.json:1:2: string without an end" },
        { "[\"\\x\"]", "unknown escape" },
        { "[\"\\u12g4\"]", "four hex digits" },
        { "[\"\\u0000\"]", "\\u0000 is not allowed" },
        { "[\"\\ud800\"]", "half of a surrogate pair" },
        { "[\"\\ud800\\u0041\"]", "half of a surrogate pair" },
        { "[\"\\udc00\"]", "half of a surrogate pair" },
        { "[\"\xff\"]", "x.json:1:3: malformed UTF-8" },
        { "[\"\xc3\"]", "malformed UTF-8" },
        { "tru", "expected a value" },
        { "{\"a\":1,\"b\":2,\"a\":3}", "x.json: key 'a' stands twice" },
        { "[0,{\"o\":{\"k\":1,\"k\":1}}]", "x.json: [1].o: key 'k' stands twice" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gam_json root;
        struct gam_err err = { 0 };

        if (!parse(cases[i].text, &root, &err))
            fail_msg("%s was accepted", cases[i].text);
        assert_error(&err, -GAM_EPARSE, cases[i].error);
        assert_null(root.node);
    }
}

static void nul_byte_is_refused(void **state)
{
    struct gam_json root;
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(gam_json_parse("x.json", "[\"a\0b\"]", 7, &root, &err), -GAM_EPARSE);
    assert_int_equal(gam_json_parse("x.json", "[1]\0", 4, &root, &err), -GAM_EPARSE);
}

static void depth_is_limited(void **state)
{
    (void)state;
    for (int depth = GAM_JSON_DEPTH_MAX - 1; depth <= GAM_JSON_DEPTH_MAX + 1; depth++) {
        char text[300];
        struct gam_json root;
        struct gam_err err = { 0 };
        int rc;

        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        text[2 * depth] = '\0';
        rc = parse(text, &root, &err);
        assert_int_equal(rc, depth > GAM_JSON_DEPTH_MAX ? -GAM_EPARSE : 0);
        if (rc)
            assert_error(&err, -GAM_EPARSE, "x.json:1:65: nested too deep");
        gam_json_free(&root);
    }
}

static void million_brackets_do_not_crash(void **state)
{
    size_t n = 1000000;
    char *text = malloc(n);
    struct gam_json root;

    (void)state;
    assert_non_null(text);
    memset(text, '[', n);
    assert_int_equal(gam_json_parse("x", text, n, &root, NULL), -GAM_EPARSE);
    free(text);
}

static void getters(void **state)
{
    struct gam_json root, ops, op;
    struct gam_err err = { 0 };
    const char *text;
    int64_t i;
    double d;
    bool b;
    size_t n;

    (void)state;
    assert_int_equal(
        parse("{\"t\":\"x\",\"i\":-9007199254740991,\"r\":0.1,\"b\":true,\"z\":null,\"ops\":[{\"op\":1},2]}", &root, &err), 0);
    assert_int_equal(gam_json_text(&root, "t", &text, &err), 0);
    assert_string_equal(text, "x");
    assert_int_equal(gam_json_int(&root, "i", &i, &err), 0);
    assert_true(i == -9007199254740991);
    assert_int_equal(gam_json_real(&root, "r", &d, &err), 0);
    assert_true(d == 0.1);
    assert_int_equal(gam_json_bool_or(&root, "b", false, &b, &err), 0);
    assert_true(b);
    assert_int_equal(gam_json_bool_or(&root, "absent", true, &b, &err), 0);
    assert_true(b);
    assert_true(gam_json_has(&root, "t") && !gam_json_has(&root, "z") && !gam_json_has(&root, "absent"));
    assert_int_equal(gam_json_int_or(&root, "z", 5, &i, &err), 0);
    assert_int_equal(i, 5);
    assert_int_equal(gam_json_real_or(&root, "absent", 2.5, &d, &err), 0);
    assert_true(d == 2.5);
    assert_int_equal(gam_json_text_or(&root, "absent", "f", &text, &err), 0);
    assert_string_equal(text, "f");

    gam_json_text(&root, "absent", &text, &err);
    assert_error(&err, -GAM_EPARSE, "x.json: key 'absent' is missing");
    gam_json_text(&root, "i", &text, &err);
    assert_error(&err, -GAM_EPARSE, "x.json: i: expected text");
    gam_json_int(&root, "r", &i, &err);
    assert_error(&err, -GAM_EPARSE, "x.json: r: expected a whole number");
    gam_json_bool_or(&root, "t", false, &b, &err);
    assert_error(&err, -GAM_EPARSE, "x.json: t: expected true or false");
    gam_json_array(&root, "t", &ops, &n, &err);
    assert_error(&err, -GAM_EPARSE, "x.json: t: expected an array");

    assert_int_equal(gam_json_array(&root, "ops", &ops, &n, &err), 0);
    assert_int_equal(n, 2);
    assert_int_equal(gam_json_item(&ops, 0, &op, &err), 0);
    gam_json_text(&op, "op", &text, &err);
    assert_error(&err, -GAM_EPARSE, "x.json: ops[0].op: expected text");
    assert_int_equal(gam_json_item(&ops, 1, &op, &err), 0);
    gam_json_text(&op, "op", &text, &err);
    assert_error(&err, -GAM_EPARSE, "x.json: ops[1]: expected an object");
    assert_int_equal(gam_json_item(&ops, 2, &op, &err), -GAM_EPARSE);
    gam_json_free(&root);
}

static void ints_have_limits(void **state)
{
    static const char *const refused[] = {
        "{\"i\":9007199254740992}", "{\"i\":-9007199254740992}", "{\"i\":1.5}", "{\"i\":\"1\"}", "{\"i\":1e300}", "{\"i\":null}"
    };

    (void)state;
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        struct gam_json root;
        int64_t i;

        assert_int_equal(parse(refused[k], &root, NULL), 0);
        assert_int_equal(gam_json_int(&root, "i", &i, NULL), -GAM_EPARSE);
        gam_json_free(&root);
    }
}

static void next_walks_arrays(void **state)
{
    struct gam_json root, item = { .node = NULL };
    int seen = 0;

    (void)state;
    assert_int_equal(parse("[[10],[11],[12]]", &root, NULL), 0);
    while (gam_json_next(&root, &item)) {
        char path[16];

        snprintf(path, sizeof path, "[%d]", seen++);
        assert_string_equal(item.path, path);
    }
    assert_int_equal(seen, 3);
    gam_json_free(&root);
    assert_int_equal(parse("[]", &root, NULL), 0);
    item.node = NULL;
    assert_false(gam_json_next(&root, &item));
    gam_json_free(&root);
}

static void only_names_the_stranger(void **state)
{
    static const char *const keys[] = { "op", "count", NULL };
    struct gam_json root;
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(parse("{\"op\":1,\"cuont\":2}", &root, NULL), 0);
    assert_int_equal(gam_json_only(&root, keys, &err), -GAM_EPARSE);
    assert_error(&err, -GAM_EPARSE, "x.json: unknown key 'cuont'; known are op, count");
    gam_json_free(&root);
}

static void long_paths_are_cut(void **state)
{
    char text[2000], key[400];
    struct gam_json at, root;
    struct gam_err err = { 0 };

    (void)state;
    memset(key, 'k', sizeof key - 1);
    key[sizeof key - 1] = '\0';
    snprintf(text, sizeof text, "{\"%s\":{\"%s\":[1]}}", key, key);
    assert_int_equal(parse(text, &root, &err), 0);
    assert_int_equal(gam_json_member(&root, key, &at, &err), 0);
    assert_int_equal(gam_json_member(&at, key, &at, &err), 0);
    assert_int_equal(strlen(at.path), sizeof at.path - 1);
    gam_json_fail(&at, &err, "wrong");
    assert_error(&err, -GAM_EPARSE, "wrong");
    gam_json_free(&root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts),
        cmocka_unit_test(refuses),
        cmocka_unit_test(nul_byte_is_refused),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(million_brackets_do_not_crash),
        cmocka_unit_test(getters),
        cmocka_unit_test(ints_have_limits),
        cmocka_unit_test(next_walks_arrays),
        cmocka_unit_test(only_names_the_stranger),
        cmocka_unit_test(long_paths_are_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
