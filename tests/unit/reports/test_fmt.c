/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "common/sha256.h"
#include "reports/fmt.h"

static void test_fixed(void **state)
{
    static const struct {
        double value;
        int decimals;
        const char *text;
    } cases[] = {
        { 0, 0, "0" },       { 1.25, 1, "1.3" },    { -1.25, 2, "-1.25" },
        { 0.05, 2, "0.05" }, { -0.001, 2, "0.00" }, { 123456.789, 3, "123456.789" },
        { NAN, 1, "-" },     { INFINITY, 1, "-" },  { 1e300, 2, "-" },
    };
    char out[GAM_FMT_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gam_fmt_fixed(cases[i].value, cases[i].decimals, out, sizeof out);
        assert_string_equal(out, cases[i].text);
    }
}

static void test_quantity(void **state)
{
    struct gam_quantity q = { .value = 2e6, .low = 1.9e6, .high = 2.04e6, .unit = "ns" };
    char out[GAM_FMT_SIZE];

    (void)state;
    gam_fmt_quantity(&q, out, sizeof out);
    assert_string_equal(out, "2.00 ms");
    gam_fmt_spread(&q, out, sizeof out);
    assert_string_equal(out, "±5.0 %");
    q.flags = GAM_Q_LOWER_BOUND;
    gam_fmt_quantity(&q, out, sizeof out);
    assert_string_equal(out, ">= 2.00 ms");
    q.low = q.high = q.value; /* exact: no spread to speak of */
    gam_fmt_spread(&q, out, sizeof out);
    assert_string_equal(out, "");
    q.high = 40 * q.value; /* how far beyond says nothing */
    gam_fmt_spread(&q, out, sizeof out);
    assert_string_equal(out, "±>100 %");
    q.low = NAN;
    gam_fmt_spread(&q, out, sizeof out);
    assert_string_equal(out, "");
    q.value = INFINITY;
    gam_fmt_quantity(&q, out, sizeof out);
    assert_string_equal(out, "-");
    q = gam_quantity_missing("ns", "why");
    gam_fmt_quantity(&q, out, sizeof out);
    assert_string_equal(out, "-");
    gam_fmt_spread(&q, out, sizeof out);
    assert_string_equal(out, "");
}

static void test_share(void **state)
{
    static const struct {
        double share;
        const char *text;
    } cases[] = { { 0.974, "97 %" }, { 0.0042, "0.4 %" }, { 1.03, "103 %" }, { NAN, "-" }, { 0, "0.0 %" } };
    char out[GAM_FMT_SIZE];

    (void)state;
    gam_fmt_roof_share(2.53, out, sizeof out);
    assert_string_equal(out, "253 %?");
    gam_fmt_roof_share(1.04, out, sizeof out);
    assert_string_equal(out, "104 %");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gam_fmt_share(cases[i].share, out, sizeof out);
        assert_string_equal(out, cases[i].text);
    }
}

static void test_intensity(void **state)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = { { 1.0 / 24, "0.0417" }, { 170.67, "171" }, { 0, "0" }, { 1.5e-7, "1.5e-7" }, { NAN, "-" }, { 2.5, "2.50" } };
    char out[GAM_FMT_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gam_fmt_intensity(cases[i].value, out, sizeof out);
        assert_string_equal(out, cases[i].text);
    }
}

static void test_tick(void **state)
{
    static const struct {
        double value;
        int prefixed;
        const char *text;
    } cases[] = {
        { 1, 0, "1" }, { 0.1, 0, "0.1" }, { 0.02, 0, "0.02" }, { 1000, 0, "1000" }, { 1e6, 0, "1e6" },    { 1e-5, 0, "1e-5" },
        { 1, 1, "1" }, { 1e3, 1, "1 k" }, { 2e9, 1, "2 G" },   { 5e12, 1, "5 T" },  { 5e11, 1, "500 G" }, { 1e22, 1, "10000 E" },
    };
    char out[GAM_FMT_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gam_fmt_tick(cases[i].value, cases[i].prefixed, out, sizeof out);
        assert_string_equal(out, cases[i].text);
    }
}

/* FIPS 180-4 examples and the lengths around the padding's edge (values from sha256sum). */
static void test_sha256(void **state)
{
    static const struct {
        size_t n;
        const char *source;
    } as[] = {
        { 55, "sha256-n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg=" },
        { 56, "sha256-s1Q5pKxvCUi21vnjxq8PX1kM4g8b3nCQ73lwaG7Gc4o=" },
        { 64, "sha256-/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs=" },
    };
    char text[64], out[GAM_SHA256_TEXT];

    (void)state;
    gam_sha256_source("", 0, out);
    assert_string_equal(out, "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    gam_sha256_source("abc", 3, out);
    assert_string_equal(out, "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    memset(text, 'a', sizeof text);
    for (size_t i = 0; i < sizeof as / sizeof *as; i++) {
        gam_sha256_source(text, as[i].n, out);
        assert_string_equal(out, as[i].source);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_fixed), cmocka_unit_test(test_quantity),
                                        cmocka_unit_test(test_share), cmocka_unit_test(test_intensity),
                                        cmocka_unit_test(test_tick),  cmocka_unit_test(test_sha256) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
