/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "common/unit.h"
#include "fixture_report.h"

#include <stdlib.h>

static const char *const cases[] = { "one", "twenty", "two-hundred", "hostile", "empty", "extreme" };
enum { CASES = sizeof cases / sizeof *cases };

/* No line of `text` is wider than `columns`. */
static void lines_check(char *text, int columns, const char *what)
{
    char *line = text;

    while (line && *line) {
        char *end = strchr(line, '\n');

        assert_non_null(end);
        *end = 0;
        if (gam_text_columns(line) > (size_t)columns)
            fail_msg("%s at %d columns: %zu in '%s'", what, columns, gam_text_columns(line), line);
        line = end + 1;
    }
}

static void test_fits(void **state)
{
    (void)state;
    for (size_t i = 0; i < CASES; i++) {
        struct fixture *f = fixture_new(cases[i]);

        assert_non_null(f);
        for (int columns = 40; columns <= 200; columns += i == 2 ? 32 : 5) {
            char *text = fixture_render(&f->doc, "text", &(struct gam_render_options){ .columns = columns });

            assert_non_null(text);
            lines_check(text, columns, cases[i]);
            free(text);
        }
        fixture_free(f);
    }
}

static void test_lists_fit(void **state)
{
    (void)state;
    for (int kind = GAM_DOC_DOCTOR; kind <= GAM_DOC_PLAN; kind++)
        for (int columns = 40; columns <= 200; columns += 10) {
            char *text =
                fixture_render(fixture_list((enum gam_doc_kind)kind), "text", &(struct gam_render_options){ .columns = columns });

            assert_non_null(text);
            assert_true(strlen(text) > 20);
            lines_check(text, columns, "list");
            free(text);
        }
}

/* Columns outside what fits are taken as the nearest that do; none as the default. */
static void test_width_limits(void **state)
{
    static const int same[][2] = { { 0, 100 }, { 1, 40 }, { -5, 100 }, { 5000, 200 } };
    struct fixture *f = fixture_new("twenty");

    (void)state;
    assert_non_null(f);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char *a = fixture_render(&f->doc, "text", &(struct gam_render_options){ .columns = same[i][0] });
        char *b = fixture_render(&f->doc, "text", &(struct gam_render_options){ .columns = same[i][1] });

        assert_string_equal(a, b);
        free(a);
        free(b);
    }
    fixture_free(f);
}

static void test_no_control_characters(void **state)
{
    struct fixture *f = fixture_new("hostile");
    char *text = f ? fixture_render(&f->doc, "text", &(struct gam_render_options){ .columns = 120 }) : NULL;

    (void)state;
    assert_non_null(text);
    for (const char *p = text; *p; p++)
        if (((unsigned char)*p < 0x20 && *p != '\n') || *p == 0x7F)
            fail_msg("control character %d in the text report", *p);
    assert_null(strstr(text, "\xE2\x80\xAE"));
    free(text);
    fixture_free(f);
}

static void test_ascii_plot(void **state)
{
    struct fixture *f = fixture_new("twenty");
    char *text = f ? fixture_render(&f->doc, "text", &(struct gam_render_options){ .columns = 100, .ascii = 1 }) : NULL;
    char *end = text ? strstr(text, "Operators, by") : NULL;

    (void)state;
    assert_non_null(end);
    for (const char *p = strstr(text, "FLOP/s over"); p < end; p++)
        assert_true((unsigned char)*p < 0x80);
    free(text);
    fixture_free(f);
}

static void test_colour(void **state)
{
    struct fixture *f = fixture_new("twenty");
    char *plain = fixture_render(&f->doc, "text", &(struct gam_render_options){ .columns = 100 });
    char *colour = fixture_render(&f->doc, "text", &(struct gam_render_options){ .columns = 100, .colour = 1 }), *to = colour;

    (void)state;
    assert_non_null(strstr(colour, "\033[38;5;33m"));
    for (const char *p = colour; *p;) { /* without the escape sequences it is the plain text */
        if (*p == '\033')
            p += strcspn(p, "m") + 1;
        else
            *to++ = *p++;
    }
    *to = 0;
    assert_string_equal(colour, plain);
    free(plain);
    free(colour);
    fixture_free(f);
}

static void test_says_what_matters(void **state)
{
    static const char *const parts[] = {
        "Roofline of cpu",      "mlp up", "26.2 ms", "Needs less work, not better code", "counters: software-only",
        "time per unit: 3.14 s"
    };
    struct fixture *f = fixture_new("twenty");
    char *text = fixture_render(&f->doc, "text", &(struct gam_render_options){ .columns = 100 });

    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(text, parts[i]))
            fail_msg("'%s' is not in the report", parts[i]);
    free(text);
    fixture_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fits),
        cmocka_unit_test(test_lists_fit),
        cmocka_unit_test(test_width_limits),
        cmocka_unit_test(test_no_control_characters),
        cmocka_unit_test(test_ascii_plot),
        cmocka_unit_test(test_colour),
        cmocka_unit_test(test_says_what_matters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
