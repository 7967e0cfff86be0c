/* SPDX-License-Identifier: MIT */
/* oneDNN through its implementations: what it refuses, what it says it chose, and that the caller's number of threads is left as
 * it was. (That its results are right is in test_impls.c, with all other implementations.)
 */
#include "../gam_test.h"

#include "common/vendor/dl_onednn.h"
#include "kernels/impl.h"

#include <omp.h>
#include <stdlib.h>

static const struct gam_caps caps = { .device_kind = "cpu", .langs = 1u << GAM_LANG_HOST, .isa = GAM_ISA_BASE, .threads = 2 };

static int supports(const char *spec, const struct gam_caps *on, struct gam_err *err)
{
    struct gam_op op;
    const struct gam_impl *impl;

    if (gam_op_parse(spec, &op, err))
        fail_msg("%s: %s", spec, err->text);
    impl = gam_impl_find("onednn", op.kind->name);
    assert_non_null(impl);
    return impl->supports(&op, on, err);
}

static int present(void)
{
    const struct gam_onednn_api *api;

    return gam_onednn_get(&api, NULL) == 0;
}

static void test_refusals(void **state)
{
    struct gam_caps gpu = caps;
    struct gam_err err = { 0 };

    (void)state;
    gpu.langs = 1u << GAM_LANG_OPENCL;
    assert_int_equal(supports("gemm:m=4,n=4,k=4,dtype=f64", &caps, &err), -GAM_EUNSUPPORTED);
    assert_error(&err, -GAM_EUNSUPPORTED, "f32");
    assert_int_equal(supports("gemm:m=4,n=4,k=4,alpha=2,bias=1,dtype=f32", &caps, &err), -GAM_EUNSUPPORTED);
    assert_error(&err, -GAM_EUNSUPPORTED, "alpha");
    assert_int_equal(supports("add:n=4,dtype=f32", &gpu, &err), -GAM_EUNSUPPORTED);
    assert_error(&err, -GAM_EUNSUPPORTED, "cpu");
    assert_null(gam_impl_find("onednn", "rmsnorm"));
}

static void test_absent_or_named(void **state)
{
    const struct gam_impl *impl = gam_impl_find("onednn", "gemm");
    const struct gam_onednn_api *api;
    struct gam_err err = { 0 };
    int rc = gam_onednn_get(&api, &err);

    (void)state;
    if (rc) {
        assert_null(impl->version());
        assert_int_equal(supports("add:n=4,dtype=f32", &caps, &err), -GAM_EUNSUPPORTED);
        assert_error(&err, -GAM_EUNSUPPORTED, "oneDNN");
        return;
    }
    assert_true(api->major == 2 || api->major == 3);
    assert_string_equal(impl->version(), api->text);
    assert_int_equal(supports("add:n=4,dtype=f32", &caps, &err), 0);
}

/* Runs once on zeros. */
static void plan_and_run(const char *spec, struct gam_launch *launch)
{
    struct gam_operand info[GAM_OP_MAX_OPERANDS];
    void *operand[GAM_OP_MAX_OPERANDS] = { NULL };
    struct gam_err err = { 0 };
    struct gam_op op;
    size_t n;

    assert_int_equal(gam_op_parse(spec, &op, &err), 0);
    if (gam_impl_find("onednn", op.kind->name)->plan(&op, &caps, launch, &err))
        fail_msg("%s: %s", spec, err.text);
    n = gam_op_operands(&op, info);
    for (size_t i = 0; i < n; i++) {
        operand[i] = calloc(1, info[i].bytes);
        assert_non_null(operand[i]);
    }
    assert_int_equal(launch->run(launch, operand), 0);
    for (size_t i = 0; i < n; i++)
        free(operand[i]);
}

static void test_threads_and_detail(void **state)
{
    static const char *const specs[] = {
        "gemm:m=20,n=30,k=40,dtype=f32",
        "gemm:m=20,n=30,k=40,beta=1,dtype=f32",
        "conv2d:c=16,h=14,k=16,r=3,pad=1,dtype=f32",
        "softmax:rows=4,cols=50,dtype=f32",
    };

    (void)state;
    if (!present())
        skip();
    omp_set_num_threads(5);
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct gam_launch launch;

        plan_and_run(specs[i], &launch);
        assert_int_equal(omp_get_max_threads(), 5);
        assert_int_equal(launch.threads, caps.threads);
        assert_true(launch.detail[0] != '\0');
        if (strstr(specs[i], "conv2d"))
            assert_non_null(strstr(launch.detail, "operands"));
        gam_launch_release(&launch);
        assert_null(launch.state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_absent_or_named),
        cmocka_unit_test(test_threads_and_detail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
