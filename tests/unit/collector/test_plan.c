/* SPDX-License-Identifier: MIT */
/* From suite and devices to items: every implementation of every place, skipped ones with the reason. */
#include "../gam_test.h"

#include "fixture_fake.h"

#include "kernels/suite.h"

#include <math.h>

static const char suite_text[] = "{\"name\": \"test\", \"ops\": ["
                                 "{\"op\": \"add:n=64,dtype=f32\", \"count\": 3, \"name\": \"sum\"},"
                                 "{\"op\": \"softmax:rows=4,cols=16,dtype=f16\"},"
                                 "{\"op\": \"add:n=64,dtype=f64\", \"implementations\": [\"portable\", \"portabel\"]}]}";

struct made {
    struct gam_suite suite;
    struct gam_plan plan;
};

static void plan_make(struct fake *f, const char *text, struct made *made)
{
    struct gam_machine_sizes sizes = { NAN, NAN, NAN, NAN, NAN, 1 };
    struct gam_plan_request request = { .suite = &made->suite, .devices = &f->device, .n_devices = 1, .budget_ns = 5, .seed = 9 };
    struct gam_err err = { 0 };

    if (gam_suite_parse("test", text, strlen(text), &sizes, &made->suite, &err) || gam_plan_make(&request, &made->plan, &err))
        fail_msg("%s", err.text);
}

static void plan_drop(struct made *made)
{
    gam_plan_release(&made->plan);
    gam_suite_release(&made->suite);
}

/* The items of the suite; roofs come before them. */
static size_t subject_first(const struct gam_plan *plan)
{
    size_t i = 0;

    while (i < plan->n && plan->item[i].role != GAM_ROLE_SUBJECT)
        i++;
    return i;
}

static size_t impls_of(const char *kind)
{
    size_t n = 0;

    for (const struct gam_impl *i = gam_impl_next(NULL, kind); i; i = gam_impl_next(i, kind))
        n += i->lang == GAM_LANG_HOST;
    return n;
}

static void test_every_implementation(void **state)
{
    struct fake *f = *state;
    struct made made;
    size_t i;

    plan_make(f, suite_text, &made);
    i = subject_first(&made.plan);
    assert_int_equal(made.plan.n - i, impls_of("add") + impls_of("softmax") + 2);
    assert_string_equal(made.plan.item[i].name, "sum");
    assert_int_equal(made.plan.item[i].calls, 3);
    for (size_t k = i; k < i + impls_of("add"); k++) /* one place, one node */
        assert_int_equal(made.plan.item[k].node, made.plan.item[i].node);
    assert_int_equal(made.plan.item[i + impls_of("add")].node, made.plan.item[i].node + 1);
    assert_int_equal(made.plan.rounds, 10);
    assert_int_equal(made.plan.rounds_least, 6);
    assert_int_equal(made.plan.budget_ns, 5);
    assert_int_equal(made.plan.seed, 9);
    plan_drop(&made);
}

static void test_inputs(void **state)
{
    static const char text[] =
        "{\"name\": \"test\", \"ops\": [{\"op\": \"add:n=64,dtype=f32\"}, {\"op\": \"add:n=64,dtype=f64\"},"
        "{\"op\": \"attention:hq=1,sq=64,d=8,dtype=f32\"}]}";
    const char *word[GAM_PLAN_INPUTS_MAX];
    struct fake *f = *state;
    struct made made;

    plan_make(f, text, &made);
    assert_int_equal(gam_plan_inputs(&made.plan, word), 2); /* each once; not the cycle and the ones of roofs */
    assert_string_equal(word[0], "uniform");
    assert_string_equal(word[1], "normal");
    for (size_t i = 0; i < made.plan.n; i++)
        made.plan.item[i].status = GAM_STATUS_SKIPPED;
    assert_int_equal(gam_plan_inputs(&made.plan, word), 0);
    plan_drop(&made);
}

static void test_reasons(void **state)
{
    struct fake *f = *state;
    struct made made;
    size_t unknown = 0, unsupported = 0;

    plan_make(f, suite_text, &made);
    for (size_t i = subject_first(&made.plan); i < made.plan.n; i++) {
        const struct gam_plan_item *item = &made.plan.item[i];

        assert_true(item->status == GAM_STATUS_OK || (item->status == GAM_STATUS_SKIPPED && *item->reason));
        assert_true(item->impl || item->status == GAM_STATUS_SKIPPED);
        unknown += strstr(item->reason, "no implementation 'portabel' of add") != NULL;
        unsupported += item->status == GAM_STATUS_SKIPPED && !strcmp(item->op.kind->name, "softmax");
    }
    assert_int_equal(unknown, 1);
    assert_int_equal(unsupported, impls_of("softmax")); /* nothing computes f16 */
    plan_drop(&made);
}

static void test_a_device_without_code(void **state)
{
    struct fake *f = *state;
    struct made made;
    const struct gam_plan_item *item;

    f->backend.langs = 0;
    plan_make(f, "{\"name\": \"test\", \"ops\": [{\"op\": \"add:n=64,dtype=f32\"}]}", &made);
    item = &made.plan.item[subject_first(&made.plan)];
    assert_int_equal(item->status, GAM_STATUS_SKIPPED);
    assert_null(item->impl);
    assert_string_equal(item->reason, "no implementation of add runs on device fake");
    plan_drop(&made);
}

static void test_push_keeps_names(void **state)
{
    struct gam_plan plan = { .item = NULL };
    struct gam_plan_item item = GAM_PLAN_ITEM_INIT;
    char name[] = "first";

    (void)state;
    item.name = name;
    for (int i = 0; i < 200; i++) {
        item.node = plan.n_nodes;
        assert_int_equal(gam_plan_push(&plan, &item, NULL), 0);
        name[0] = 'x';
    }
    assert_string_equal(plan.item[0].name, "first");
    assert_string_equal(plan.item[199].name, "xirst");
    assert_int_equal(plan.n_nodes, 200);
    gam_plan_release(&plan);
    gam_plan_release(&plan); /* twice is allowed */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_implementation, fake_setup, fake_teardown),
        cmocka_unit_test_setup_teardown(test_inputs, fake_setup, fake_teardown),
        cmocka_unit_test_setup_teardown(test_reasons, fake_setup, fake_teardown),
        cmocka_unit_test_setup_teardown(test_a_device_without_code, fake_setup, fake_teardown),
        cmocka_unit_test(test_push_keeps_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
