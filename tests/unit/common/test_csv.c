/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "common/csv.h"

#include <math.h>
#include <stdio.h>

static char text[4096];

static void begin(struct gam_csv *csv, const char *content)
{
    struct gam_err err = { 0 };

    snprintf(text, sizeof text, "%s", content);
    assert_int_equal(gam_csv_begin(csv, "x.csv", text, strlen(text), &err), 0);
}

static void test_rows(void **state)
{
    struct gam_csv csv;

    (void)state;
    begin(&csv, "\xef\xbb\xbf# as_of: 2026-04-01\r\na,b,c\r\n\r\n1,\"two, \"\"2\"\"\n2\",\n,x,y");
    assert_int_equal(gam_csv_next(&csv, NULL), 1);
    assert_int_equal(csv.n, 3);
    assert_string_equal(csv.field[2], "c");
    assert_int_equal(csv.line, 2);
    assert_int_equal(gam_csv_next(&csv, NULL), 1);
    assert_int_equal(csv.n, 3);
    assert_string_equal(csv.field[0], "1");
    assert_string_equal(csv.field[1], "two, \"2\"\n2");
    assert_string_equal(csv.field[2], "");
    assert_int_equal(csv.line, 4);
    assert_int_equal(gam_csv_next(&csv, NULL), 1);
    assert_string_equal(csv.field[0], "");
    assert_string_equal(csv.field[2], "y");
    assert_int_equal(csv.line, 6);
    assert_int_equal(gam_csv_next(&csv, NULL), 0);
    assert_int_equal(gam_csv_next(&csv, NULL), 0);
    begin(&csv, "");
    assert_int_equal(gam_csv_next(&csv, NULL), 0);
    begin(&csv, "# only a comment");
    assert_int_equal(gam_csv_next(&csv, NULL), 0);
}

static void test_faults(void **state)
{
    struct gam_err err = { 0 };
    struct gam_csv csv;

    (void)state;
    begin(&csv, "a\n\"b");
    assert_int_equal(gam_csv_next(&csv, &err), 1);
    assert_true(gam_csv_next(&csv, &err) < 0);
    assert_error(&err, -GAM_EPARSE, "x.csv:2: a quoted field does not end");
    begin(&csv, "\"a\"b,c");
    assert_true(gam_csv_next(&csv, &err) < 0);
    assert_error(&err, -GAM_EPARSE, "x.csv:1: text after a quoted field");
    memset(text, ',', 200);
    text[200] = '\0';
    assert_int_equal(gam_csv_begin(&csv, "x.csv", text, 200, &err), 0);
    assert_true(gam_csv_next(&csv, &err) < 0);
    assert_error(&err, -GAM_EPARSE, "more than 64 fields");
    assert_true(gam_csv_begin(&csv, "x.csv", text, 300, &err) < 0);
    assert_error(&err, -GAM_EPARSE, "NUL byte");
}

static void test_comments_and_numbers(void **state)
{
    char value[16];
    double number;

    (void)state;
    assert_int_equal(gam_csv_comment("# source: x\n#as_of:  2026-04-01 \na,b\n# late: y\n", "as_of", value, sizeof value), 1);
    assert_string_equal(value, "2026-04-01");
    assert_int_equal(gam_csv_comment("# source: x\na,b\n# late: y\n", "late", value, sizeof value), 0);
    assert_int_equal(gam_csv_number("2.5", &number), 1);
    assert_true(number == 2.5);
    assert_int_equal(gam_csv_number("2.5x", &number), 0);
    assert_int_equal(gam_csv_number("", &number), 0);
    assert_int_equal(gam_csv_number("nan", &number), 0);
    assert_int_equal(gam_csv_number("1e999", &number), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_comments_and_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
