/* SPDX-License-Identifier: MIT */
/* Whole analyses of described machines. */
#include "fixture_machine.h"

#include "../gam_test.h"

#include <math.h>

static const char gemm[] = "gemm:m=1024,n=1024,k=1024,dtype=f32";
static const char gemm_small[] = "gemm:m=16,n=16,k=16,dtype=f32";
static const char add_big[] = "add:n=33554432,dtype=f32"; /* 384 MiB */

static void labels_of_a_quiet_machine(void **state)
{
    struct machine m;
    struct gam_report r;
    (void)state;
    machine_init(&m, 10, 0.01);
    machine_roofs(&m, &machine_usual);
    machine_op(&m, gemm, 1.2e7);
    machine_op(&m, gemm_small, 2100);
    machine_op(&m, add_big, 2.2e7);
    machine_analyze(&m, &r);
    const struct gam_report_operator *op = report_op(&r, gemm, NULL);
    assert_int_equal(op->bound.label, GAM_LABEL_COMPUTE);
    assert_true(op->bound.confidence >= 0.99);
    op = report_op(&r, add_big, NULL);
    assert_int_equal(op->bound.label, GAM_LABEL_MEMORY);
    assert_string_equal(op->bound.level, "DRAM");
    op = report_op(&r, gemm_small, NULL);
    assert_int_equal(op->bound.label, GAM_LABEL_OVERHEAD);
    gam_report_release(&r);
    machine_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(labels_of_a_quiet_machine) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
