/* SPDX-License-Identifier: MIT */
/* What outputs of a gate may never do, whatever the names in it, and the limits of the systems that read them. Their schemas:
 * tests/web/gate_outputs.test.mjs, tests/reports. */
#include "../gam_test.h"

#include "fixture_gate_more.h"

#include "reports/ci/escape_ci.h"
#include "reports/gate_view.h"

#include <stdio.h>
#include <stdlib.h>

static size_t count(const char *text, const char *part)
{
    size_t n = 0;

    for (const char *p = strstr(text, part); p; p = strstr(p + 1, part))
        n++;
    return n;
}

/* Lines that begin with `part`. */
static size_t lines(const char *text, const char *part)
{
    size_t n = !strncmp(text, part, strlen(part));

    for (const char *p = strchr(text, '\n'); p; p = strchr(p + 1, '\n'))
        n += !strncmp(p + 1, part, strlen(part));
    return n;
}

static char *rendered(const char *name, const char *format)
{
    struct fixture_gate *f = fixture_gate_new(name);
    char *text = f ? fixture_render(&f->doc, format, &(struct gam_render_options){ 0 }) : NULL;

    assert_non_null(text);
    fixture_gate_free(f);
    return text;
}

static void test_annotations(void **state)
{
    static const char *const gates[] = { "gate-hostile", "gate-large", "gate-advisory", "gate-empty" };

    (void)state;
    for (size_t i = 0; i < sizeof gates / sizeof *gates; i++) {
        char *text = rendered(gates[i], "github");
        size_t errors = lines(text, "::error "), warnings = lines(text, "::warning "), notices = lines(text, "::notice ");

        assert_true(errors <= 10 && warnings <= 10 && notices >= 1 && notices <= 10);
        assert_int_equal(errors + warnings + notices, count(text, "\n")); /* nothing but commands, each on its line */
        assert_null(strchr(text, '\r'));
        free(text);
    }
}

static void test_the_worst_come_first(void **state)
{
    char *text = rendered("gate-large", "github");

    (void)state;
    assert_int_equal(lines(text, "::error "), 10);
    assert_int_equal(strncmp(text, "::error title=Gambrel gate%3A failed", 36), 0);
    assert_non_null(strstr(text, "::and 4657 more;")); /* of 4666 that are errors, nine are shown */
    free(text);
    text = rendered("gate-advisory", "github"); /* one that blocks nothing does not shout */
    assert_int_equal(lines(text, "::error "), 0);
    assert_true(lines(text, "::warning ") > 0);
    free(text);
}

static void test_commands_are_escaped(void **state)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(1000);

    (void)state;
    gam_escape_command(&out, "50 %: a,b\r\nc\033");
    assert_string_equal(gam_strbuf_get(&out), "50 %25: a,b%0D%0Ac\xEF\xBF\xBD");
    gam_strbuf_reset(&out);
    gam_escape_property(&out, "50 %: a,b\n::error::");
    assert_string_equal(gam_strbuf_get(&out), "50 %25%3A a%2Cb%0A%3A%3Aerror%3A%3A");
    gam_strbuf_reset(&out);
    gam_escape_label(&out, "a\"b\\c\nd");
    assert_string_equal(gam_strbuf_get(&out), "a\\\"b\\\\c d");
    gam_strbuf_reset(&out);
    gam_escape_uri(&out, "a b/c:d%\xC3\xA4");
    assert_string_equal(gam_strbuf_get(&out), "a%20b/c%3Ad%25%C3%A4");
    gam_strbuf_reset(&out);
    gam_escape_code(&out, "a```b\nc");
    assert_string_equal(gam_strbuf_get(&out), "a'''b c");
    gam_strbuf_release(&out);
}

static void test_markdown(void **state)
{
    char *text = rendered("gate-large", "md");

    (void)state;
    assert_true(strlen(text) < 65536);
    assert_non_null(strstr(text, " more: the JSON holds them all"));
    free(text);
    text = rendered("gate-hostile", "md");
    assert_int_equal(lines(text, "```text"), 2);
    assert_int_equal(lines(text, "```"), 4);
    assert_int_equal(lines(text, "<details>"), 1);
    assert_int_equal(lines(text, "</details>"), 1);
    free(text);
}

/* Outside of fences no markup of the data survives. */
static void test_markdown_outside_fences(void **state)
{
    static const char *const never[] = { "<script", "<img", "<details open", "<b>", "@everyone", "[link]", "\033" };
    char *text = rendered("gate-hostile", "md"), *rest = text, *line;
    int fenced = 0;

    (void)state;
    while ((line = strsep(&rest, "\n"))) {
        fenced ^= !strncmp(line, "```", 3);
        for (size_t i = 0; !fenced && i < sizeof never / sizeof *never; i++)
            if (strstr(line, never[i]))
                fail_msg("'%s' in '%s'", never[i], line);
    }
    assert_false(fenced);
    free(text);
}

static void test_openmetrics(void **state)
{
    char *text = rendered("gate-hostile", "openmetrics");
    size_t n = strlen(text);

    (void)state;
    assert_true(n > 7 && !strcmp(text + n - 7, "\n# EOF\n"));
    assert_int_equal(lines(text, "# EOF"), 1);
    assert_int_equal(lines(text, "fake_metric"), 0);
    assert_int_equal(lines(text, "# ") + lines(text, "gambrel_gate_"), count(text, "\n"));
    free(text);
}

static void test_junit_counts(void **state)
{
    char *text = rendered("gate-advisory", "junit");

    (void)state;
    assert_non_null(strstr(text, "tests=\"12\" failures=\"0\" errors=\"0\" skipped=\"10\""));
    assert_int_equal(count(text, "<testcase "), 12);
    assert_int_equal(count(text, "<skipped "), 10);
    free(text);
    text = rendered("gate-hostile", "junit"); /* 24 cases, four of each verdict; undecided warns */
    assert_non_null(strstr(text, "tests=\"24\" failures=\"4\" errors=\"12\" skipped=\"4\""));
    assert_int_equal(count(text, "<failure "), 4);
    assert_int_equal(count(text, "<error "), 12);
    assert_null(strstr(text, "<failure/>"));
    free(text);
    text = rendered("gate-empty", "junit");
    assert_non_null(strstr(text, "tests=\"0\""));
    free(text);
}

static void test_sarif_limit(void **state)
{
    char *text = rendered("gate-large", "sarif");

    (void)state;
    assert_int_equal(count(text, "\"ruleId\""), 5000);
    free(text);
}

static void test_ids(void **state)
{
    struct fixture_gate *f = fixture_gate_new("gate-hostile");
    char id[24][GAM_GATE_ID];
    struct gam_gate_case first = f->cases[5];

    (void)state;
    for (size_t i = 0; i < 24; i++) {
        gam_gate_id(&f->gate, i, id[i]);
        assert_int_equal(strlen(id[i]), 32);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(id[i], id[k]);
    }
    f->cases[0] = first; /* the place among others does not matter, nor do the figures */
    f->cases[0].first.ratio = 2;
    f->cases[0].verdict = GAM_GATE_PASS;
    gam_gate_id(&f->gate, 0, id[0]);
    assert_string_equal(id[0], id[5]);
    fixture_gate_free(f);
}

static void test_policy(void **state)
{
    struct gam_gate g = { 0 };
    struct gam_gate_case c = { .verdict = GAM_GATE_UNDECIDED };

    (void)state;
    assert_int_equal(gam_gate_level(&g, &c), GAM_GATE_WARNING);
    g.undecided = "fail";
    assert_int_equal(gam_gate_level(&g, &c), GAM_GATE_ERROR);
    g.undecided = "pass";
    assert_int_equal(gam_gate_level(&g, &c), GAM_GATE_NOTE);
    c.verdict = GAM_GATE_REGRESSION;
    assert_int_equal(gam_gate_level(&g, &c), GAM_GATE_ERROR);
    g.advisory = 1;
    assert_int_equal(gam_gate_level(&g, &c), GAM_GATE_WARNING);
    c.verdict = GAM_GATE_PASS;
    assert_int_equal(gam_gate_level(&g, &c), GAM_GATE_SILENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_annotations),
        cmocka_unit_test(test_the_worst_come_first),
        cmocka_unit_test(test_commands_are_escaped),
        cmocka_unit_test(test_markdown),
        cmocka_unit_test(test_markdown_outside_fences),
        cmocka_unit_test(test_openmetrics),
        cmocka_unit_test(test_junit_counts),
        cmocka_unit_test(test_sarif_limit),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_policy),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
