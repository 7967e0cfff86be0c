/* SPDX-License-Identifier: MIT */
/* Modelled energy: constants with a source, applied where nothing was metered, and never beside what was. */
#include "../gam_test.h"

#include "analyzer/cost/energy_apply.h"
#include "fixture_machine.h"

#include <math.h>

static const char good[] =
    "{\"schema\": \"gambrel-energy/1\", \"device\": \"a made-up processor\", \"constants\": [{\"dtype\": \"f32\", "
    "\"joule_per_flop\": 1e-11, \"joule_per_byte\": 1e-10, \"constant_watt\": 20, \"source\": \"this test\"}]}";

static void test_applied(void **state)
{
    static const char f32[] = "add:n=67108864,dtype=f32", f64[] = "gemm:m=64,n=64,k=64,dtype=f64";
    const struct gam_report_operator *op;
    struct gam_energy_table table;
    struct gam_report report;
    struct gam_err err = { 0 };
    struct machine m;
    double bytes;

    (void)state;
    machine_init(&m, 8, 0.01);
    machine_roofs(&m, &machine_usual);
    machine_op(&m, f32, 5e7);
    machine_op(&m, f64, 5e6);
    machine_analyze(&m, &report);
    assert_int_equal(gam_energy_table_parse("e.json", good, strlen(good), &table, &err), 0);
    assert_int_equal(gam_energy_apply(&report, &table, &err), 0);
    op = report_op(&report, f32, NULL);
    bytes = op->bytes[op->n_bytes - 1].read.value + op->bytes[op->n_bytes - 1].written.value;
    assert_true(bytes >= 12.0 * 67108864); /* larger than the caches: all of it comes from main memory */
    assert_true(fabs(op->energy_joule.value - (67108864 * 1e-11 + bytes * 1e-10 + 20 * op->time_ns.value / 1e9)) < 1e-9);
    assert_string_equal(op->energy_kind, "modelled");
    assert_string_equal(op->energy_joule.reason, "this test");
    op = report_op(&report, f64, NULL);
    assert_true(isnan(op->energy_joule.value));
    assert_string_equal(op->energy_joule.reason, "no energy constants of its element type are given");
    /* once there is a value, no other is put beside it */
    report.op[0].energy_joule = gam_quantity_exact(1, "joule", GAM_SOURCE_COUNTER);
    assert_int_equal(gam_energy_apply(&report, &table, &err), -GAM_EINVAL);
    assert_error(&err, -GAM_EINVAL, "never in one report");
    gam_report_release(&report);
    machine_release(&m);
}

static void test_refused(void **state)
{
    static const struct {
        const char *text, *says;
    } bad[] = {
        { "{}", "schema" },
        { "{\"schema\": \"gambrel-energy/2\", \"device\": \"x\", \"constants\": []}", "is not gambrel-energy/1" },
        { "{\"schema\": \"gambrel-energy/1\", \"device\": \"x\", \"constants\": [{\"dtype\": \"f32\", \"joule_per_flop\": 0, "
          "\"joule_per_byte\": 1, \"constant_watt\": 0, \"source\": \"s\"}]}",
          "constants[0]: constants must be above 0" },
        { "{\"schema\": \"gambrel-energy/1\", \"device\": \"x\", \"constants\": [{\"dtype\": \"f32\", \"joule_per_flop\": 1, "
          "\"joule_per_byte\": 1, \"constant_watt\": 0, \"source\": \"\"}]}",
          "a constant without a source is a guess" },
        { "{\"schema\": \"gambrel-energy/1\", \"device\": \"x\", \"constants\": [], \"more\": 1}", "more" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct gam_energy_table table;
        struct gam_err err = { 0 };

        assert_true(gam_energy_table_parse("e.json", bad[i].text, strlen(bad[i].text), &table, &err) < 0);
        if (!strstr(err.text, bad[i].says))
            fail_msg("'%s' lacks '%s'", err.text, bad[i].says);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_applied),
        cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
