/* SPDX-License-Identifier: MIT */
/* Comparisons rendered: nothing in a name becomes markup, what is refused says why, and every format names the same rows. */
#include "../gam_test.h"

#include "fixture_compare.h"
#include "reports/compare_view.h"
#include "reports/fmt.h"

#include <math.h>
#include <stdlib.h>

static size_t count(const char *text, const char *part)
{
    size_t n = 0;

    for (const char *p = strstr(text, part); p; p = strstr(p + 1, part))
        n++;
    return n;
}

static char *rendered(const char *name, const char *format)
{
    struct fixture_compare *f = fixture_compare_new(name);
    char *text = f ? fixture_render(&f->doc, format, &(struct gam_render_options){ .script = "console.log(1)" }) : NULL;

    assert_non_null(text);
    fixture_compare_free(f);
    return text;
}

static void test_no_markup_from_data(void **state)
{
    char *page = rendered("compare-hostile", "html"), *md = rendered("compare-hostile", "md"),
         *svg = rendered("compare-hostile", "svg");

    (void)state;
    assert_int_equal(count(page, "<script"), 1); /* the data; the page script is not for it */
    assert_int_equal(count(page, "</script>"), 1);
    assert_int_equal(count(page, "<img"), 0);
    assert_int_equal(count(page, "</style>"), 1);
    assert_int_equal(count(page, " style="), 0);
    assert_int_equal(count(page, "href=\"javascript:"), 0);
    assert_null(strstr(page, "script-src"));
    assert_int_equal(count(md, "<script") + count(md, "<img") + count(md, "@everyone"), 0);
    assert_int_equal(count(md, "<details>"), 1);
    assert_int_equal(count(svg, "<script") + count(svg, "<img"), 0);
    free(page);
    free(md);
    free(svg);
}

static void test_refusal_is_said_everywhere(void **state)
{
    static const char *const formats[] = { "text", "json", "html", "md" };

    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char *text = rendered("compare-machines", formats[i]);

        if (!strstr(text, "fingerprint-differs"))
            fail_msg("%s does not say why times are refused", formats[i]);
        free(text);
    }
}

static void test_rows_agree(void **state)
{
    struct fixture_compare *f = fixture_compare_new("compare");
    char *page = rendered("compare", "html"), counts[200], headline[300];

    (void)state;
    assert_int_equal(count(page, "<tr id=\"row-"), f->compare.n_rows - f->compare.count[GAM_CHANGE_UNTIMED]);
    gam_compare_counts(&f->compare, counts, sizeof counts);
    assert_string_equal(counts, "8 slower, 1 faster, 5 unclear, 1 gone, 2 new, 4 same");
    gam_compare_headline(&f->compare, headline, sizeof headline);
    assert_non_null(strstr(page, headline));
    assert_non_null(strstr(page, "line before")); /* both rooflines */
    assert_non_null(strstr(page, "class=\"move\""));
    free(page);
    fixture_compare_free(f);
}

static void test_ratios_as_text(void **state)
{
    struct gam_quantity q = { .value = 1.125, .low = 1.1, .high = 1.15 };
    char text[GAM_FMT_SIZE];

    (void)state;
    gam_fmt_ratio(&q, text, sizeof text);
    assert_string_equal(text, "+12.5 %");
    gam_fmt_ratio_range(&q, text, sizeof text);
    assert_string_equal(text, "+10.0 .. +15.0 %");
    q.value = 0.5;
    gam_fmt_ratio(&q, text, sizeof text);
    assert_string_equal(text, "-50.0 %");
    q.low = NAN;
    gam_fmt_ratio_range(&q, text, sizeof text);
    assert_string_equal(text, "");
    q.value = NAN;
    gam_fmt_ratio(&q, text, sizeof text);
    assert_string_equal(text, "-");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_no_markup_from_data),
                                        cmocka_unit_test(test_refusal_is_said_everywhere), cmocka_unit_test(test_rows_agree),
                                        cmocka_unit_test(test_ratios_as_text) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
