/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "common/unit.h"

#include <math.h>

static void numbers(void **state)
{
    static const struct {
        double value;
        const char *unit, *text;
    } cases[] = {
        { 1.53e12, "flop/s", "1.53 TFLOP/s" },
        { 2.5e6, "ns", "2.50 ms" },
        { 17, "ns", "17.0 ns" },
        { 1500, "ns", "1.50 µs" },
        { 12e9, "ns", "12.0 s" },
        { 1.2e12, "ns", "1200 s" },
        { 25.6e9, "bytes/s", "25.6 GB/s" },
        { 999.6, "bytes", "1.00 kB" },
        { 999.4, "bytes", "999 B" },
        { 0.0416667, "flop/byte", "0.0417 FLOP/B" },
        { 2.4e9, "hz", "2.40 GHz" },
        { 0.0123, "joule", "12.3 mJ" },
        { -2.5e9, "bytes/s", "-2.50 GB/s" },
        { 0, "ns", "0 s" },
        { 0.5, "1", "0.5" },
        { 1234, "1", "1234" },
        { 3e7, "1", "3.00e+07" },
        { 2, "iterations", "2.00 iterations" },
        { 2, NULL, "2.00" },
        { NAN, "flop/s", "-" },
        { 1e30, "flop/s", "1.00e+12 EFLOP/s" },
        { INFINITY, "ns", "inf s" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[64];

        gam_unit_text(cases[i].value, cases[i].unit, out, sizeof out);
        assert_string_equal(out, cases[i].text);
    }
}

static void sizes(void **state)
{
    static const struct {
        double bytes;
        const char *text;
    } cases[] = { { 0, "0 B" },
                  { 1000, "1000 B" },
                  { 1024, "1 KiB" },
                  { 48 * 1024, "48 KiB" },
                  { 1310720, "1.25 MiB" },
                  { 33554432, "32 MiB" },
                  { 1047552, "1023 KiB" },
                  { 25.3 * 1073741824.0, "25.3 GiB" },
                  { NAN, "-" } };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[64];

        gam_unit_size_text(cases[i].bytes, out, sizeof out);
        assert_string_equal(out, cases[i].text);
    }
}

static void percents(void **state)
{
    static const struct {
        double share;
        const char *text;
    } cases[] = { { 0.8734, "87 %" }, { 0.0123, "1.2 %" }, { 0, "0 %" }, { 1.25, "125 %" },
                  { 0.0996, "10 %" }, { -0.5, "-50 %" },   { NAN, "-" } };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[64];

        gam_unit_percent_text(cases[i].share, out, sizeof out);
        assert_string_equal(out, cases[i].text);
    }
}

static void durations(void **state)
{
    static const struct {
        double seconds;
        const char *text;
    } cases[] = { { 0, "0 s" },         { 0.0025, "2.50 ms" },   { 41, "41.0 s" },      { 59.7, "1 min 0 s" },
                  { 80, "1 min 20 s" }, { 3599.9, "1 h 0 min" }, { 7500, "2 h 5 min" }, { 200000, "2 d 8 h" } };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[64];

        gam_unit_duration_text((uint64_t)(cases[i].seconds * 1e9), out, sizeof out);
        assert_string_equal(out, cases[i].text);
    }
}

static void columns(void **state)
{
    (void)state;
    assert_int_equal(gam_text_columns(""), 0);
    assert_int_equal(gam_text_columns("gemm"), 4);
    assert_int_equal(gam_text_columns("Größe"), 5);
    assert_int_equal(gam_text_columns("e\xcc\x81"), 1); /* combining accent */
    assert_int_equal(gam_text_columns("日本"), 4);
    assert_int_equal(gam_text_columns("\xff\xfe"), 2);  /* malformed: two replacements */
    assert_int_equal(gam_text_columns("a\x1b[31m"), 6); /* an escape is shown, not obeyed */
}

static void cuts(void **state)
{
    static const struct {
        const char *text;
        size_t columns;
        const char *out;
    } cases[] = {
        { "gemm", 4, "gemm" },         { "gemm", 10, "gemm" },
        { "attention", 4, "att…" },    { "attention", 1, "…" },
        { "attention", 0, "" },        { "日本語", 4, "日…" },
        { "日本語", 6, "日本語" },     { "a\x1b[0m", 9, "a\xef\xbf\xbd[0m" },
        { "\xc3", 3, "\xef\xbf\xbd" }, { "x\xe2\x80\xaey", 9, "x\xef\xbf\xbdy" },
    };
    char out[64], tiny[6];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gam_text_cut(cases[i].text, cases[i].columns, out, sizeof out);
        assert_string_equal(out, cases[i].out);
        assert_true(gam_text_columns(out) <= cases[i].columns);
    }
    gam_text_cut("abcdefgh", 100, tiny, sizeof tiny); /* the buffer is the limit */
    assert_string_equal(tiny, "ab…");
    gam_text_cut("abcdefgh", 100, tiny, 1);
    assert_string_equal(tiny, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),   cmocka_unit_test(sizes),   cmocka_unit_test(percents),
        cmocka_unit_test(durations), cmocka_unit_test(columns), cmocka_unit_test(cuts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
