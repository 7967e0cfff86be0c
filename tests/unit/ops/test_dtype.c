/* SPDX-License-Identifier: MIT */
#include "ops/dtype.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_names_round_trip(void **state)
{
    (void)state;
    for (int d = 0; d < GAM_DTYPE_COUNT; d++)
        assert_int_equal(gam_dtype_parse(gam_dtype_info((enum gam_dtype)d)->name), d);
    assert_int_equal(gam_dtype_parse("half"), GAM_DTYPE_F16);
    assert_int_equal(gam_dtype_parse("FP8"), GAM_DTYPE_F8E4M3);
    assert_int_equal(gam_dtype_parse("int4"), GAM_DTYPE_I4);
    assert_int_equal(gam_dtype_parse("f3"), -1);
    assert_int_equal(gam_dtype_parse(""), -1);
}

static void test_sizes(void **state)
{
    (void)state;
    assert_true(gam_dtype_bytes(GAM_DTYPE_I4) == 0.5);
    assert_true(gam_dtype_bytes(GAM_DTYPE_TF32) == 4);
    assert_int_equal(gam_dtype_storage_bytes(GAM_DTYPE_F64, 3), 24);
    assert_int_equal(gam_dtype_storage_bytes(GAM_DTYPE_I4, 3), 2);
    assert_int_equal(gam_dtype_storage_bytes(GAM_DTYPE_I1, 9), 2);
    assert_int_equal(gam_dtype_storage_bytes(GAM_DTYPE_F6E3M2, 4), 3);
    assert_int_equal(gam_dtype_storage_bytes(GAM_DTYPE_F6E3M2, 9), 7);
    assert_true(gam_dtype_storage_bytes(GAM_DTYPE_F64, UINT64_MAX / 4) == UINT64_MAX);
    assert_true(gam_dtype_storage_bytes(GAM_DTYPE_I1, UINT64_MAX) == (UINT64_C(1) << 61));
}

static void test_defaults(void **state)
{
    (void)state;
    assert_int_equal(gam_dtype_default(GAM_DTYPE_F64, GAM_DTYPE_RULE_ACC), GAM_DTYPE_F64);
    assert_int_equal(gam_dtype_default(GAM_DTYPE_BF16, GAM_DTYPE_RULE_ACC), GAM_DTYPE_F32);
    assert_int_equal(gam_dtype_default(GAM_DTYPE_BF16, GAM_DTYPE_RULE_OUT), GAM_DTYPE_BF16);
    assert_int_equal(gam_dtype_default(GAM_DTYPE_F8E5M2, GAM_DTYPE_RULE_OUT), GAM_DTYPE_BF16);
    assert_int_equal(gam_dtype_default(GAM_DTYPE_TF32, GAM_DTYPE_RULE_OUT), GAM_DTYPE_F32);
    assert_int_equal(gam_dtype_default(GAM_DTYPE_U8, GAM_DTYPE_RULE_OUT), GAM_DTYPE_I32);
    assert_int_equal(gam_dtype_default(GAM_DTYPE_U8, GAM_DTYPE_RULE_SAME), GAM_DTYPE_U8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_round_trip),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
