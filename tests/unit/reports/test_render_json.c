/* SPDX-License-Identifier: MIT */
/* The JSON documents parse, hold no NaN, and say null for what is missing. Their keys are checked by the schemas (tests/web). */
#include "../gam_test.h"

#include "common/json.h"
#include "fixture_report.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>

static const char *const cases[] = { "one", "twenty", "two-hundred", "hostile", "empty", "extreme" };

static cJSON *parsed(const struct gam_doc *doc)
{
    char *text = fixture_render(doc, "json", &(struct gam_render_options){ 0 });
    struct gam_json root;
    struct gam_err err = { 0 };
    cJSON *tree;

    assert_non_null(text);
    if (gam_json_parse("report", text, strlen(text), &root, &err)) /* strict: no duplicate keys, valid UTF-8 */
        fail_msg("%s", err.text);
    gam_json_free(&root);
    tree = cJSON_Parse(text);
    assert_non_null(tree);
    free(text);
    return tree;
}

static const cJSON *at(const cJSON *node, const char *key)
{
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(node, key);

    if (!found)
        fail_msg("no key '%s'", key);
    return found;
}

static void test_parses(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture *f = fixture_new(cases[i]);
        cJSON *tree = parsed(&f->doc);

        assert_string_equal(at(tree, "schema")->valuestring, "gambrel-report/1");
        assert_int_equal(cJSON_GetArraySize(at(tree, "operators")), (int)f->report.n_ops);
        cJSON_Delete(tree);
        fixture_free(f);
    }
}

static void test_missing_is_null(void **state)
{
    struct fixture *f = fixture_new("hostile");
    cJSON *tree = parsed(&f->doc);
    const cJSON *ops = at(tree, "operators"), *op = cJSON_GetArrayItem(ops, 16), *skipped = cJSON_GetArrayItem(ops, 19);

    (void)state;
    assert_true(cJSON_IsNull(at(op, "bytes_per_s")) && cJSON_IsNull(at(op, "roof")) && cJSON_IsNull(at(op, "gain_ns")));
    assert_true(cJSON_IsNull(at(at(op, "roof_share"), "value")));
    assert_string_equal(at(at(op, "roof_share"), "reason")->valuestring, "no roof");
    assert_true(cJSON_IsNull(at(at(op, "resource_times_ns"), "compute")));
    assert_int_equal(cJSON_GetArraySize(at(op, "bytes")), 0);
    assert_true(cJSON_IsNull(at(cJSON_GetArrayItem(ops, 17), "flop_per_s"))); /* an infinity is no number */
    assert_true(cJSON_IsNull(cJSON_GetArrayItem(at(at(cJSON_GetArrayItem(ops, 17), "time_ns"), "rounds"), 3)));
    assert_string_equal(at(skipped, "status")->valuestring, "skipped");
    assert_true(cJSON_IsNull(at(at(skipped, "time_ns"), "median")) && cJSON_IsNull(at(skipped, "name")));
    assert_true(cJSON_IsNull(at(at(tree, "host"), "memory_bytes")));
    assert_true(cJSON_IsNull(at(at(at(tree, "conditions"), "noise"), "fma_cv")));
    cJSON_Delete(tree);
    fixture_free(f);
}

static void test_figures(void **state)
{
    struct fixture *f = fixture_new("twenty");
    cJSON *tree = parsed(&f->doc);
    const cJSON *op = cJSON_GetArrayItem(at(tree, "operators"), 0), *elasticity = at(op, "elasticity");
    const cJSON *ceilings = at(cJSON_GetArrayItem(at(tree, "devices"), 0), "ceilings");
    double sum = at(elasticity, "compute")->valuedouble + at(elasticity, "overhead")->valuedouble +
                 at(elasticity, "memory")->child->valuedouble;

    (void)state;
    assert_true(at(at(op, "time_ns"), "median")->valuedouble == f->op[0].time_ns.value); /* to the last bit */
    assert_true(fabs(sum - 1) < 1e-12);
    assert_string_equal(at(at(tree, "run"), "seed")->valuestring, "9223372036854775807");
    assert_true(cJSON_IsTrue(at(cJSON_GetArrayItem(ceilings, 0), "valid")));
    assert_true(cJSON_IsFalse(at(cJSON_GetArrayItem(ceilings, 10), "valid"))); /* void */
    assert_true(cJSON_IsNull(at(cJSON_GetArrayItem(ceilings, 11), "valid")));  /* noisy */
    assert_true(fabs(at(op, "device_share")->valuedouble - f->op[0].roof_share.value) < 1e-12);
    cJSON_Delete(tree);
    fixture_free(f);
}

/* What stands in a name comes back the same. */
static void test_names_round_trip(void **state)
{
    struct fixture *f = fixture_new("hostile");
    cJSON *tree = parsed(&f->doc);

    (void)state;
    for (int i = 0; i < 11; i++)
        assert_string_equal(at(cJSON_GetArrayItem(at(tree, "operators"), i), "name")->valuestring, f->op[i].name);
    assert_string_equal(at(cJSON_GetArrayItem(at(tree, "operators"), 18), "name")->valuestring, f->long_name);
    cJSON_Delete(tree);
    fixture_free(f);
}

static void test_lists(void **state)
{
    static const char *const schemas[] = { [GAM_DOC_DOCTOR] = "gambrel-doctor/1",
                                           [GAM_DOC_DEVICES] = "gambrel-devices/1",
                                           [GAM_DOC_RUNS] = "gambrel-runs/1",
                                           [GAM_DOC_PLAN] = "gambrel-plan/1" };

    (void)state;
    for (int kind = GAM_DOC_DOCTOR; kind <= GAM_DOC_PLAN; kind++) {
        cJSON *tree = parsed(fixture_list((enum gam_doc_kind)kind));

        assert_string_equal(at(tree, "schema")->valuestring, schemas[kind]);
        cJSON_Delete(tree);
    }
}

static void test_unknown_kind_is_refused(void **state)
{
    struct gam_doc doc = { .kind = (enum gam_doc_kind)31 };

    (void)state;
    for (size_t i = 0; gam_renderers[i]; i++)
        assert_int_equal(gam_renderers[i]->render(&doc, &(struct gam_render_options){ 0 }, &(struct gam_byte_sink){ 0 }, NULL),
                         -GAM_EUNSUPPORTED);
    assert_null(gam_renderer_find("pdf"));
    assert_null(gam_renderer_find(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_parses),  cmocka_unit_test(test_missing_is_null),
                                        cmocka_unit_test(test_figures), cmocka_unit_test(test_names_round_trip),
                                        cmocka_unit_test(test_lists),   cmocka_unit_test(test_unknown_kind_is_refused) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
