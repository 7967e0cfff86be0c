/* SPDX-License-Identifier: MIT */
/* Every table is read; rows have dates, sources and values that can be true. */
#include "tests/unit/gam_test.h"

#include "hwdb/tables.h"

static const struct {
    const char *table, *key, *unit;
    double value;
} known[] = {
    { "electricity", "US", "USD/kWh", 0.075 },
    { "grid-carbon", "FR", "gCO2e/kWh", 56 },
    { "links", "nvlink-3", "bytes/s", 300e9 },
    { "links", "alpha-nvlink", "s", 3.4e-6 },
};

static void test_known_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct gam_hw_table t;
        struct gam_err err = { 0 };
        const struct gam_hw_table_row *r;

        if (gam_hw_table_load(known[i].table, &t, &err))
            fail_msg("%s", err.text);
        r = gam_hw_table_find(&t, known[i].key);
        assert_non_null(r);
        assert_string_equal(r->unit, known[i].unit);
        assert_true(r->value == known[i].value);
        assert_null(gam_hw_table_find(&t, "Atlantis"));
        gam_hw_table_release(&t);
    }
}

static void test_every_table(void **state)
{
    size_t tables = 0;

    (void)state;
    for (size_t i = 0; gam_hw_table_name(i); i++, tables++) {
        struct gam_hw_table t;
        struct gam_err err = { 0 };

        if (gam_hw_table_load(gam_hw_table_name(i), &t, &err))
            fail_msg("%s", err.text);
        assert_string_equal(t.id, gam_hw_table_name(i));
        for (size_t k = 0; k < t.n; k++) {
            size_t n = strlen(t.row[k].as_of);

            assert_true(t.row[k].value > 0);
            assert_true((n == 4 || n == 7 || n == 10) && !strncmp(t.row[k].as_of, "20", 2));
            assert_true(strlen(t.row[k].source) >= 10);
        }
        gam_hw_table_release(&t);
    }
    assert_int_equal(tables, 3);
}

static void test_unknown_table(void **state)
{
    struct gam_hw_table t;
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(gam_hw_table_load("prices", &t, &err), -GAM_ENOENT);
    gam_hw_table_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_known_rows), cmocka_unit_test(test_every_table),
                                        cmocka_unit_test(test_unknown_table) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
