/* SPDX-License-Identifier: MIT */
#include "kernels/impl.h"
#include "kernels/suite.h"
#include "kernels/suite_expr.h"
#include "kernels/suite_line.h"
#include "tests/unit/gam_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const struct gam_machine_sizes sizes = { 32768, 1048576, NAN, 16777216, 1e10, 2 };

static double value_of(const char *text)
{
    struct gam_err err = { 0 };
    double value;

    if (gam_size_expr(text, &sizes, &value, &err))
        fail_msg("%s", err.text);
    return value;
}

static void test_expressions(void **state)
{
    (void)state;
    assert_true(value_of("7") == 7);
    assert_true(value_of("4*LLC") == 4 * 16777216.0);
    assert_true(value_of(" L1 + L2 / 2 ") == 32768 + 524288);
    assert_true(value_of("(L1+L2)/2*THREADS") == 32768 + 1048576);
    assert_true(value_of("10-2-3") == 5);
    assert_true(value_of("64/4/2") == 8);
    assert_true(value_of("2*-3+8") == 2);
    assert_true(value_of("0.5*MEM") == 5e9);
    assert_true(value_of("((((3))))") == 3);
}

static void refused_expression(const char *text, const char *part)
{
    struct gam_err err = { 0 };
    double value;

    assert_int_equal(gam_size_expr(text, &sizes, &value, &err), -GAM_EINVAL);
    assert_error(&err, -GAM_EINVAL, part);
}

static void test_expression_errors(void **state)
{
    char deep[200];

    (void)state;
    refused_expression("", "unexpected end");
    refused_expression("4*", "unexpected end");
    refused_expression("4*LCL", "unknown name 'LCL'; did you mean 'LLC'?");
    refused_expression("4*bananas", "unknown name at 'bananas'; names are L1 L2");
    refused_expression("L3", "this machine does not tell its L3");
    refused_expression("(4", "expected ')'");
    refused_expression("4)", "unexpected text at ')'");
    refused_expression("4 4", "unexpected text");
    refused_expression("1.2.3", "malformed number");
    refused_expression("4*$", "expected a number");
    refused_expression("1-2", "is -1 here: expected a positive size");
    refused_expression("1/0", "inf here");
    refused_expression("0/0", "expected a positive size");
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    refused_expression(deep, "nested too deeply");
    memset(deep, '1', sizeof deep - 1);
    refused_expression(deep, "number too long");
}

static const char example[] =
    "{\n"
    "  \"name\": \"mine\", \"unit\": \"a \\\"pass\\\"\",\n"
    "  \"roofs\": \"all\", \"budget_s\": 90,\n"
    "  \"ops\": [\n"
    "    {\"op\": \"gemm:m=2,n=3,k=4,dtype=f32\", \"count\": 7, \"name\": \"proj\"},\n"
    "    {\"op\": \"add:dtype=f64\", \"bytes\": \"4*LLC\", \"implementations\": [\"simd\", \"portable\"]},\n"
    "    {\"op\": \"mul:dtype=f32\",\n"
    "     \"bytes\": 1200},\n"
    "    {\"op\": \"gelu:bytes=L1/2,dtype=f32\", \"implementations\": [\"-portable\"]}\n"
    "  ]\n"
    "}\n";

static void test_example(void **state)
{
    struct gam_suite suite;
    struct gam_err err = { 0 };

    (void)state;
    if (gam_suite_parse("mine.json", example, sizeof example - 1, &sizes, &suite, &err))
        fail_msg("%s", err.text);
    assert_string_equal(suite.name, "mine");
    assert_string_equal(suite.unit, "a \"pass\"");
    assert_true(suite.all_roofs);
    assert_true(suite.budget_s == 90);
    assert_int_equal(suite.n_ops, 4);
    assert_int_equal(suite.ops[0].count, 7);
    assert_string_equal(suite.ops[0].name, "proj");
    assert_null(suite.ops[0].implementations);
    assert_int_equal(suite.ops[1].count, 1);
    assert_null(suite.ops[1].name);
    assert_int_equal(gam_op_int(&suite.ops[1].op, "n"), (4 * 16777216 + 23) / 24);
    assert_int_equal(gam_op_int(&suite.ops[2].op, "n"), 100);
    assert_int_equal(gam_op_int(&suite.ops[3].op, "n"), 2048);
    assert_true(gam_suite_wants(&suite.ops[0], "anything"));
    assert_true(gam_suite_wants(&suite.ops[1], "simd"));
    assert_false(gam_suite_wants(&suite.ops[1], "onednn"));
    assert_false(gam_suite_wants(&suite.ops[3], "portable"));
    assert_true(gam_suite_wants(&suite.ops[3], "simd"));
    gam_suite_release(&suite);
}

static void refused(const char *text, const char *part)
{
    struct gam_suite suite;
    struct gam_err err = { 0 };
    int rc = gam_suite_parse("x.json", text, strlen(text), &sizes, &suite, &err);

    if (!rc || !strstr(err.text, part))
        fail_msg("%s: '%s' lacks '%s'", text, err.text, part);
    assert_int_equal(rc, err.code);
    assert_null(suite.ops);
    assert_int_equal(gam_suite_parse("x.json", text, strlen(text), &sizes, &suite, NULL), rc);
}

static void test_errors_name_line_and_key(void **state)
{
    (void)state;
    refused("{", "x.json:1:");
    refused("[]", "x.json");
    refused("{\"name\": \"a\"}", "ops");
    refused("{\"ops\": [{\"op\": \"add:n=1,dtype=f32\"}]}", "name");
    refused("{\"name\": \"a\", \"ops\": []}", "x.json: ops: expected 1 to 4096 operators");
    refused("{\"name\": \"a\", \"opps\": []}", "opps");
    refused("{\"name\": \"a\", \"schema\": \"gambrel-suite/2\", \"ops\": []}", "expected 'gambrel-suite/1'");
    refused("{\"name\": \"a\", \"roofs\": \"some\", \"ops\": []}", "expected 'best' or 'all'");
    refused("{\"name\": \"a\", \"budget_s\": -1, \"ops\": []}", "budget_s: expected seconds");
    refused("{\"name\": \"a\",\n\"ops\": [\n{\"op\": \"add:n=1,dtype=f32\"},\n{\"op\": \"gemm:mm=1\"}]}",
            "x.json:4: ops[1].op: gemm: unknown key 'mm'; did you mean 'm'?");
    refused("{\"name\": \"a\",\n\"ops\": [\n{\"name\": \"[{\",\n \"op\": \"ad:n=1,dtype=f32\"}]}",
            "x.json:4: ops[0].op: unknown operator 'ad'; did you mean 'add'?");
    refused("{\"name\": \"a\",\n\"ops\": [\n{\"op\": \"add:n=1,dtype=f32\",\n\"count\": 0}]}",
            "x.json:3: ops[0]: count=0: expected 1 or more");
    refused("{\"name\": \"a\",\n\"ops\": [\n{\"op\": \"add:n=1,dtype=f32\", \"count\": \"7\"}]}", "x.json:3: ops[0].count");
    refused("{\"name\": \"a\",\n\"ops\": [\n{\"op\": 7}]}", "x.json:3: ops[0].op");
    refused("{\"name\": \"a\",\n\"ops\": [\n{\"op\": \"add:n=1,dtype=f32\", \"cuont\": 7}]}", "x.json:3: ops[0]");
    refused("{\"name\": \"a\",\n\"ops\": [7]}", "x.json");
    refused("{\"name\": \"a\",\n\"ops\": [\n{\"op\": \"add:n=1,dtype=f32\", \"bytes\": \"4*LLC\"}]}",
            "x.json:3: ops[0].op: add: n and bytes are both given");
    refused("{\"name\": \"a\",\n\"ops\": [\n{\"op\": \"add:dtype=f32\", \"bytes\": \"4*L3\"}]}",
            "x.json:3: ops[0].op: bytes: '4*L3': this machine does not tell its L3");
    refused("{\"name\": \"a\",\n\"ops\": [\n{\"op\": \"add:dtype=f32\", \"bytes\": []}]}",
            "x.json:3: ops[0].bytes: expected a number or text");
    refused("{\"name\": \"a\",\n\"ops\": [\n{\"op\": \"add:dtype=f32\", \"bytes\": -4}]}", "bytes");
    refused("{\"name\": \"a\",\n\"ops\": [\n{\"op\": \"add:bytes=L1,dtype=f32\", \"bytes\": 4}]}", "bytes is given twice");
    refused("{\"name\": \"a\",\n\"ops\": [\n{\"op\": \"add:bytes=,dtype=f32\"}]}", "bytes is empty");
    refused("{\"name\": \"a\",\n\"ops\": [\n{\"op\": \"add:n=1,dtype=f32\", \"implementations\": []}]}",
            "leave the key out for all");
    refused("{\"name\": \"a\",\n\"ops\": [\n{\"op\": \"add:n=1,dtype=f32\", \"implementations\": [7]}]}", "expected text");
    refused("{\"name\": \"a\",\n\"ops\": [\n{\"op\": \"add:n=1,dtype=f32\", \"implementations\": [\"simd\", \"-portable\"]}]}",
            "expected names, or names that all begin with '-'");
}

static void test_lines(void **state)
{
    const char *text = "{\"a\": [{\"op\": 1}],\n \"x\": \"ops\",\n \"ops\"\n: [{\"q\": {\"op\": 2},\n\"op\": \"]}\\\"{\"},\n\n "
                       "{\n\"z\": [[\n]]}]}";

    (void)state;
    assert_int_equal(gam_suite_line(text, strlen(text), 0, "op"), 5);
    assert_int_equal(gam_suite_line(text, strlen(text), 0, NULL), 4);
    assert_int_equal(gam_suite_line(text, strlen(text), 0, "none"), 4);
    assert_int_equal(gam_suite_line(text, strlen(text), 1, "z"), 8);
    assert_int_equal(gam_suite_line(text, strlen(text), 1, NULL), 7);
    assert_int_equal(gam_suite_line(text, strlen(text), 2, NULL), 0);
    assert_int_equal(gam_suite_line("{}", 2, 0, NULL), 0);
}

static void test_specs_of_the_command_line(void **state)
{
    const char *specs[] = { "gemm:m=1,n=2,k=3,dtype=f32", "add:bytes=4*LLC,dtype=f32", "add:dtype=f32,bytes=1200",
                            "add:bytes=1200", "roof_chase:level=L2,bytes=L2/2,steps=65536,dtype=i64" };
    struct gam_suite suite;
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(gam_suite_from_specs(specs, 3, &sizes, &suite, &err), 0);
    assert_int_equal(suite.n_ops, 3);
    assert_int_equal(gam_op_int(&suite.ops[1].op, "n"), (4 * 16777216 + 11) / 12);
    assert_int_equal(gam_op_int(&suite.ops[2].op, "n"), 100);
    assert_int_equal(suite.ops[0].count, 1);
    assert_null(suite.name);
    gam_suite_release(&suite);
    assert_int_equal(gam_suite_from_specs(specs, 4, &sizes, &suite, &err), -GAM_EINVAL);
    assert_error(&err, -GAM_EINVAL, "add: missing dtype");
    assert_int_equal(gam_suite_from_specs(specs + 4, 1, &sizes, &suite, &err), 0); /* a kind with a key "bytes" of its own */
    assert_int_equal(gam_op_int(&suite.ops[0].op, "bytes"), 524288);
    gam_suite_release(&suite);
    assert_int_equal(gam_suite_from_specs(specs + 1, 1, NULL, &suite, &err), -GAM_EINVAL);
    assert_error(&err, -GAM_EINVAL, "does not tell its LLC");
    assert_int_equal(gam_suite_from_specs(specs, 0, NULL, &suite, &err), -GAM_EINVAL);
}

/* The built-in suites parse for a machine whose sizes are known; what they leave out and ask for exists. */
static void test_built_in_suites(void **state)
{
    const char *const *names = gam_suite_builtin_names();
    struct gam_suite suite;
    struct gam_err err = { 0 };
    int quick = 0, full = 0;

    (void)state;
    for (; *names; names++) {
        if (gam_suite_load(*names, &sizes, &suite, &err))
            fail_msg("%s: %s", *names, err.text);
        assert_string_equal(suite.name, *names);
        assert_non_null(suite.unit);
        quick |= !strcmp(*names, "quick") && !suite.all_roofs;
        full |= !strcmp(*names, "full") && suite.all_roofs;
        for (size_t i = 0; i < suite.n_ops; i++) {
            assert_non_null(suite.ops[i].name);
            for (char **impl = suite.ops[i].implementations; impl && *impl; impl++)
                assert_non_null(gam_impl_find(*impl + (**impl == '-'), suite.ops[i].op.kind->name));
        }
        gam_suite_release(&suite);
    }
    assert_true(quick && full);
}

static void test_load(void **state)
{
    struct gam_suite suite;
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(gam_suite_load("quik", &sizes, &suite, &err), -GAM_ENOENT);
    assert_error(&err, -GAM_ENOENT, "no suite 'quik'; did you mean 'quick'?; built in are full quick");
    assert_true(gam_suite_load("./nowhere.json", &sizes, &suite, &err) < 0);
    assert_non_null(strstr(err.text, "nowhere.json"));
    if (gam_suite_load(GAM_SOURCE_DIR "/kernels/suites/quick.json", &sizes, &suite, &err))
        fail_msg("%s", err.text);
    assert_int_equal(suite.n_ops, 17);
    gam_suite_release(&suite);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expressions),     cmocka_unit_test(test_expression_errors),
        cmocka_unit_test(test_example),         cmocka_unit_test(test_errors_name_line_and_key),
        cmocka_unit_test(test_lines),           cmocka_unit_test(test_specs_of_the_command_line),
        cmocka_unit_test(test_built_in_suites), cmocka_unit_test(test_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
