/* SPDX-License-Identifier: MIT */
/* What a meter of energy read, as the report shows it: of the right scope, gross and net, or missing with a reason. */
#include "../gam_test.h"

#include "fixture_machine.h"

#include <math.h>

static const char spec[] = "gemm:m=64,n=64,k=64,dtype=f32";

/* Energy of one scope and kind, read once per round of the measurement's samples; NaN with a reason. */
static void energy_add(struct machine *m, int64_t measurement, enum gam_scope scope, int net, double joule)
{
    struct gam_quantity_def def;
    struct gam_reading r;

    gam_record_clear(GAM_RECORD_QUANTITY_DEF, &def);
    def.name = "energy_joule";
    def.unit = "joule";
    def.scope = scope;
    def.kind = GAM_QUANTITY_DELTA;
    def.meter = "rapl";
    def.energy_method = GAM_ENERGY_COUNTER;
    def.energy_domain = scope == GAM_SCOPE_PACKAGE ? "package-0" : "dram of package-0";
    def.energy_net = net;
    def.energy_period_ns = 1000000;
    def.ordinal = (int64_t)gam_runset_quantity_def_n(&m->set);
    machine_add(m, GAM_RECORD_QUANTITY_DEF, &def);
    for (size_t i = 0; i < gam_runset_sample_n(&m->set); i++) {
        const struct gam_sample *s = &gam_runset_sample(&m->set)[i];

        if (s->measurement != measurement)
            continue;
        gam_record_clear(GAM_RECORD_READING, &r);
        r.ordinal = (int64_t)gam_runset_reading_n(&m->set);
        r.quantity = def.ordinal;
        r.target = GAM_TARGET_SAMPLE;
        r.subject = s->ordinal;
        r.rank = 0;
        r.rvalue = joule * (double)s->iterations;
        r.source = isnan(joule) ? GAM_SOURCE_NONE : GAM_SOURCE_COUNTER;
        r.reason = isnan(joule) ? "package-0 stood still for 100 ms" : NULL;
        r.flags = 0;
        machine_add(m, GAM_RECORD_READING, &r);
    }
}

static int64_t one_op(struct machine *m)
{
    machine_init(m, 8, 0.01);
    m->samples = 1;
    machine_roofs(m, &machine_usual);
    return machine_op(m, spec, 5e7);
}

static void test_scope_and_net(void **state)
{
    const struct gam_report_operator *op;
    struct gam_report report;
    struct machine m;
    int64_t at = one_op(&m);

    (void)state;
    energy_add(&m, at, GAM_SCOPE_DRAM, 0, 0.5); /* first, and must not be taken */
    energy_add(&m, at, GAM_SCOPE_PACKAGE, 0, 3);
    energy_add(&m, at, GAM_SCOPE_PACKAGE, 1, 2);
    machine_analyze(&m, &report);
    op = report_op(&report, spec, NULL);
    assert_true(fabs(op->energy_joule.value - 3) < 1e-9);
    assert_true(fabs(op->energy_net_joule.value - 2) < 1e-9);
    assert_string_equal(op->energy_scope, "package");
    assert_string_equal(op->energy_kind, "counter");
    assert_string_equal(op->energy_domain, "package-0");
    assert_int_equal(op->energy_gross, 1);
    assert_true(op->energy_resolution > 0 && op->energy_resolution <= 2e6 / 4e7);
    gam_report_release(&report);
    machine_release(&m);
}

static void test_other_scope_is_no_value(void **state)
{
    const struct gam_report_operator *op;
    struct gam_report report;
    struct machine m;
    int64_t at = one_op(&m);

    (void)state;
    energy_add(&m, at, GAM_SCOPE_DRAM, 0, 0.5);
    machine_analyze(&m, &report);
    op = report_op(&report, spec, NULL);
    assert_true(isnan(op->energy_joule.value) && op->energy_joule.reason);
    gam_report_release(&report);
    machine_release(&m);
}

static void test_missing_has_its_reason(void **state)
{
    const struct gam_report_operator *op;
    struct gam_report report;
    struct gam_event event;
    struct machine m;
    int64_t at = one_op(&m);

    (void)state;
    energy_add(&m, at, GAM_SCOPE_PACKAGE, 0, NAN);
    machine_analyze(&m, &report);
    op = report_op(&report, spec, NULL);
    assert_true(isnan(op->energy_joule.value));
    assert_string_equal(op->energy_joule.reason, "package-0 stood still for 100 ms");
    gam_report_release(&report);
    machine_release(&m);
    one_op(&m);
    gam_record_clear(GAM_RECORD_EVENT, &event);
    event.severity = GAM_SEVERITY_INFO;
    event.code = "energy-unavailable";
    event.text = "rapl: cannot read '/sys/class/powercap': No such file or directory (errno 2)";
    machine_add(&m, GAM_RECORD_EVENT, &event);
    machine_analyze(&m, &report);
    op = report_op(&report, spec, NULL);
    assert_true(isnan(op->energy_joule.value));
    assert_string_equal(op->energy_joule.reason, event.text);
    gam_report_release(&report);
    machine_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scope_and_net),
        cmocka_unit_test(test_other_scope_is_no_value),
        cmocka_unit_test(test_missing_has_its_reason),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
