/* SPDX-License-Identifier: MIT */
/* What a page may never hold, whatever the names in it. How it looks and behaves is tested in a browser (tests/web). */
#include "../gam_test.h"

#include "common/sha256.h"
#include "fixture_report.h"

#include <stdio.h>
#include <stdlib.h>

static size_t count(const char *text, const char *part)
{
    size_t n = 0;

    for (const char *p = strstr(text, part); p; p = strstr(p + 1, part))
        n++;
    return n;
}

static char *page(struct fixture *f, const char *script)
{
    char *html = f ? fixture_render(&f->doc, "html", &(struct gam_render_options){ .script = script }) : NULL;

    assert_non_null(html);
    return html;
}

static void test_no_markup_from_data(void **state)
{
    struct fixture *f = fixture_new("hostile");
    char *html = page(f, "console.log(1)");

    (void)state;
    assert_int_equal(count(html, "<script"), 2); /* the data and the program's own */
    assert_int_equal(count(html, "</script>"), 2);
    assert_int_equal(count(html, "<img"), 0);
    assert_int_equal(count(html, "</style>"), 1);
    assert_int_equal(count(html, "<title>Gambrel report"), 1);
    assert_int_equal(count(html, " style="), 0);
    assert_int_equal(count(html, " onerror=\""), 0);
    assert_int_equal(count(html, "href=\"javascript:"), 0);
    free(html);
    fixture_free(f);
}

static void test_policy(void **state)
{
    static const char script[] = "console.log(1 < 2 && 3)";
    struct fixture *f = fixture_new("one");
    char *html = page(f, script), *style = strstr(html, "<style>") + 7, *end = strstr(style, "</style>"), hash[GAM_SHA256_TEXT],
         expected[200];

    (void)state;
    gam_sha256_source(style, (size_t)(end - style), hash);
    snprintf(expected, sizeof expected, "default-src 'none'; style-src '%s'; ", hash);
    assert_non_null(strstr(html, expected));
    gam_sha256_source(script, sizeof script - 1, hash);
    snprintf(expected, sizeof expected, "script-src '%s'; base-uri 'none'; form-action 'none'", hash);
    assert_non_null(strstr(html, expected));
    free(html);
    html = page(f, NULL);
    assert_null(strstr(html, "script-src")); /* default-src 'none' holds */
    assert_int_equal(count(html, "<script"), 1);
    free(html);
    fixture_free(f);
}

static void test_loads_nothing(void **state)
{
    static const char *const parts[] = { "src=\"", "url(", "@import", "<link", "<iframe", "<object", "<form" };
    struct fixture *f = fixture_new("twenty");
    char *html = page(f, NULL);

    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(html, parts[i]))
            fail_msg("the page holds '%s'", parts[i]);
    free(html);
    fixture_free(f);
}

/* Every id once, and every reference to one of them. */
static void test_ids(void **state)
{
    struct fixture *f = fixture_new("hostile");
    char *html = page(f, NULL);
    size_t ids = 0;

    (void)state;
    for (const char *p = strstr(html, " id=\""); p; p = strstr(p + 1, " id=\"")) {
        char attribute[100];

        snprintf(attribute, sizeof attribute, "%.*s\"", (int)strcspn(p + 5, "\"") + 5, p);
        if (count(html, attribute) != 1)
            fail_msg("%s stands %zu times", attribute, count(html, attribute));
        ids++;
    }
    assert_true(ids > 30);
    for (const char *p = strstr(html, "href=\"#"); p; p = strstr(p + 1, "href=\"#")) {
        char attribute[100];

        snprintf(attribute, sizeof attribute, " id=\"%.*s\"", (int)strcspn(p + 7, "\""), p + 7);
        if (!strstr(html, attribute))
            fail_msg("a link to nowhere: %s", attribute);
    }
    free(html);
    fixture_free(f);
}

static void test_accessible(void **state)
{
    struct fixture *f = fixture_new("twenty");
    char *html = page(f, NULL);

    (void)state;
    assert_int_equal(count(html, "<table"), count(html, "<caption"));
    assert_int_equal(count(html, "<thead"), count(html, "<table"));
    assert_int_equal(count(html, "class=\"plot"), count(html, "role=\"img\"") + count(html, "role=\"group\""));
    assert_non_null(strstr(html, "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">"));
    assert_non_null(strstr(html, "scope=\"col\""));
    assert_non_null(strstr(html, "scope=\"row\""));
    free(html);
    fixture_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_no_markup_from_data), cmocka_unit_test(test_policy),
                                        cmocka_unit_test(test_loads_nothing), cmocka_unit_test(test_ids),
                                        cmocka_unit_test(test_accessible) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
