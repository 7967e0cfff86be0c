/* SPDX-License-Identifier: MIT */
/* The names that the loaders look for, in the real libraries where they are installed; each that is not here is skipped and
 * named. */
#include "tests/unit/gam_test.h"

#include "common/vendor/dl_cublaslt.h"
#include "common/vendor/dl_cuda.h"
#include "common/vendor/dl_cudnn.h"
#include "common/vendor/dl_hip.h"
#include "common/vendor/dl_hiprtc.h"
#include "common/vendor/dl_nvml.h"
#include "common/vendor/dl_nvrtc.h"
#include "common/vendor/dl_rocblas.h"
#include "kernels/cudnn/attention.h"

/* Missing, or there with all of its names: one that lacks a name fails. NVML may be there and not start. */
static void complete(int rc, const struct gam_err *err)
{
    if (rc == -GAM_ENOENT) {
        print_message("skipped: %s\n", err->text);
        skip();
    }
    if (rc && rc != -GAM_EDEVICE && rc != -GAM_EPERM)
        fail_msg("%s", err->text);
}

#define COMPLETE(test, type, call)                                                                                               \
    static void test(void **state)                                                                                               \
    {                                                                                                                            \
        struct gam_err err = { .code = 0 };                                                                                      \
        type library;                                                                                                            \
                                                                                                                                 \
        (void)state;                                                                                                             \
        (void)library;                                                                                                           \
        complete(call, &err);                                                                                                    \
    }

COMPLETE(cuda, const struct gam_gpu_driver *, gam_cuda_get(&library, &err))
COMPLETE(hip, const struct gam_gpu_driver *, gam_hip_get(&library, &err))
COMPLETE(nvrtc, struct gam_gpu_rtc, gam_nvrtc_open(0, &library, &err))
COMPLETE(hiprtc, struct gam_gpu_rtc, gam_hiprtc_open(&library, &err))
COMPLETE(nvml, const struct gam_nvml *, gam_nvml_get(&library, &err))
COMPLETE(cublaslt, const struct gam_cublaslt *, gam_cublaslt_get(&library, &err))
COMPLETE(cudnn, const struct gam_cudnn *, gam_cudnn_get(&library, &err))
COMPLETE(rocblas, const struct gam_rocblas *, gam_rocblas_get(&library, &err))

/* The real library takes our graph of an attention, which it checks without a device; engines it needs one for. */
static void cudnn_takes_the_graph(void **state)
{
    struct cudnn_plan plan = { .library = NULL };
    struct gam_err err = { .code = 0 };
    void *graph = NULL;
    struct gam_op op;

    (void)state;
    complete(gam_cudnn_get(&plan.library, &err), &err);
    if (plan.library->version() < 91900) {
        print_message("skipped: cuDNN %s has not the operation\n", plan.library->text);
        skip();
    }
    assert_int_equal(gam_op_parse("attention:b=2,hq=8,hkv=2,sq=256,d=64,dtype=bf16", &op, NULL), 0);
    assert_int_equal(cudnn_attention_graph(&plan, &op, &graph), 0);
    assert_non_null(graph);
    while (plan.n_desc)
        plan.library->backend_destroy(plan.desc[--plan.n_desc]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuda),   cmocka_unit_test(hip),     cmocka_unit_test(nvrtc),
        cmocka_unit_test(hiprtc), cmocka_unit_test(nvml),    cmocka_unit_test(cublaslt),
        cmocka_unit_test(cudnn),  cmocka_unit_test(rocblas), cmocka_unit_test(cudnn_takes_the_graph)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
