/* SPDX-License-Identifier: MIT */
/* cuBLASLt, cuDNN and rocBLAS as fakes that do multiply: what our calls ask them for is verified by the oracle, over all storage
 * orders.
 */
#include "tests/unit/gam_test.h"

#include "collector/device.h"
#include "kernels/oracle/oracle.h"
#include "script.h"

#include <stdlib.h>

extern const struct gam_device_backend gam_device_cuda, gam_device_hip;
static const struct gam_device_config config = { .threads = 1 };

struct bench {
    const struct gam_device_backend *backend;
    const struct gam_impl *impl;
    void *state;
    struct gam_caps caps;
};

static int begin(void **state, const struct gam_device_backend *backend, const char *impl, const char *kind)
{
    struct bench *b = calloc(1, sizeof *b);

    fake_reset();
    fake_script()->version = backend == &gam_device_hip ? 60200000 : 13000;
    *state = b;
    if (!b)
        return -1;
    b->backend = backend;
    b->impl = gam_impl_find(impl, kind);
    b->state = calloc(1, backend->state_size);
    if (!b->impl || !b->state || backend->open(b->state, 0, &config, NULL))
        return -1;
    backend->caps(b->state, 1, &b->caps);
    return 0;
}

static int cuda(void **state)
{
    return begin(state, &gam_device_cuda, "cublaslt", "gemm");
}

static int hip(void **state)
{
    return begin(state, &gam_device_hip, "rocblas", "gemm");
}

static int cudnn_conv(void **state)
{
    return begin(state, &gam_device_cuda, "cudnn", "conv2d");
}

static int cudnn_softmax(void **state)
{
    return begin(state, &gam_device_cuda, "cudnn", "softmax");
}

static int cudnn_attention(void **state)
{
    return begin(state, &gam_device_cuda, "cudnn", "attention");
}

static int done(void **state)
{
    struct bench *b = *state;

    b->backend->close(b->state);
    free(b->state);
    free(b);
    if (fake_script()->live_buffers || fake_script()->live_handles)
        return -1;
    return 0;
}

static void computed(struct bench *b, const char *spec)
{
    struct gam_operand operand[GAM_OP_MAX_OPERANDS];
    struct gam_buffer buffer[GAM_OP_MAX_OPERANDS];
    void *host[GAM_OP_MAX_OPERANDS] = { NULL }, *device[GAM_OP_MAX_OPERANDS] = { NULL };
    void *const *set[1] = { device };
    struct gam_launch launch = { .lang = GAM_LANG_HOST };
    struct gam_verdict verdict;
    struct gam_err err = { .code = 0 };
    struct gam_op op;
    uint64_t ns = 0;
    size_t n;

    if (gam_op_parse(spec, &op, &err) || b->impl->plan(&op, &b->caps, &launch, &err))
        fail_msg("%s: %s", spec, err.text);
    n = gam_op_operands(&op, operand);
    for (size_t i = 0; i < n; i++) {
        host[i] = malloc(operand[i].bytes);
        assert_non_null(host[i]);
        if (operand[i].role == GAM_OPERAND_OUT)
            gam_inputs_poison(&op, i, host[i]);
        else
            gam_inputs_fill(&op, i, host[i], 7, 1);
        assert_int_equal(b->backend->alloc(b->state, 1, operand[i].bytes, &buffer[i], &err), 0);
        assert_int_equal(b->backend->upload(b->state, &buffer[i], host[i], operand[i].bytes, &err), 0);
        device[i] = buffer[i].handle;
    }
    if (b->backend->run(b->state, &launch, set, 1, 0, 1, &ns, &err))
        fail_msg("%s: %s", spec, err.text);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(b->backend->download(b->state, host[i], &buffer[i], operand[i].bytes, &err), 0);
        b->backend->release(b->state, &buffer[i]);
    }
    assert_int_equal(gam_verify(&op, host, 0, 0, 7, &verdict, &err), 0);
    if (!verdict.right)
        fail_msg("%s: error %g, tolerance %g", spec, verdict.error, verdict.tolerance);
    for (size_t i = 0; i < n; i++)
        free(host[i]);
    gam_launch_release(&launch);
}

static const char *const shapes[] = {
    "gemm:m=5,n=7,k=3,dtype=f32",
    "gemm:m=5,n=7,k=3,ta=1,dtype=f32",
    "gemm:m=5,n=7,k=3,tb=1,dtype=f32",
    "gemm:m=5,n=7,k=3,ta=1,tb=1,dtype=f32",
    "gemm:batch=3,m=4,n=2,k=9,tb=1,dtype=f32",
    "gemm:m=6,n=6,k=6,alpha=0.5,beta=2,dtype=f32",
    "gemm:m=1,n=64,k=64,dtype=f32",
    "roof_gemm:m=8,n=16,k=24,tb=1,dtype=f32",
};

static void multiplies(void **state)
{
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        computed(*state, shapes[i]);
    assert_int_equal(fake_script()->library_calls, sizeof shapes / sizeof shapes[0]);
}

/* Each algorithm that the library proposes is a variant, with the memory it wants. */
static void tries_each_proposal(void **state)
{
    struct bench *b = *state;
    struct gam_launch launch = { .lang = GAM_LANG_HOST };
    struct gam_err err = { .code = 0 };
    struct gam_op op;

    assert_int_equal(gam_op_parse(shapes[0], &op, NULL), 0);
    assert_int_equal(b->impl->variants(&op, &b->caps), 3);
    b->caps.variant = 1;
    computed(b, shapes[0]);
    b->caps.variant = 3;
    assert_int_equal(b->impl->plan(&op, &b->caps, &launch, &err), -GAM_EUNSUPPORTED);
    b->caps.variant = 0;
    fake_script()->library_no_algorithm = 1;
    assert_int_equal(b->impl->plan(&op, &b->caps, &launch, &err), -GAM_EUNSUPPORTED);
    assert_error(&err, -GAM_EUNSUPPORTED, "knows no algorithm");
}

static void refused(const struct bench *b, const char *spec, const char *part)
{
    struct gam_err err = { .code = 0 };
    struct gam_op op;

    if (gam_op_parse(spec, &op, &err))
        fail_msg("%s", err.text);
    assert_int_equal(b->impl->supports(&op, &b->caps, &err), -GAM_EUNSUPPORTED);
    assert_error(&err, -GAM_EUNSUPPORTED, part);
}

static void refuses_what_it_cannot(void **state)
{
    struct bench *b = *state;
    struct gam_launch launch = { .lang = GAM_LANG_HOST };
    struct gam_err err = { .code = 0 };
    struct gam_caps host = { .device_kind = "cpu", .langs = 1u << GAM_LANG_HOST, .threads = 1 };
    struct gam_op op;

    refused(b, "gemm:m=4,n=4,k=4,bias=1,dtype=f32", "without bias or activation");
    refused(b, "gemm:m=4,n=4,k=4,act=relu,dtype=f32", "without bias or activation");
    refused(b, "gemm:m=4,n=4,k=4,out=f64,dtype=f32", "the usual types");
    if (b->backend == &gam_device_cuda)
        refused(b, "gemm:m=16,n=16,k=16,dtype=f8e4m3", "tb=1 and ta=0 only");
    assert_int_equal(gam_op_parse(shapes[0], &op, NULL), 0);
    assert_int_equal(b->impl->supports(&op, &host, &err), -GAM_EUNSUPPORTED);
    fake_script()->library_error = 1;
    assert_int_equal(b->impl->plan(&op, &b->caps, &launch, &err), -GAM_EDEVICE);
    fake_script()->library_error = 0;
}

static void convolves(void **state)
{
    struct bench *b = *state;
    struct gam_launch launch = { .lang = GAM_LANG_HOST };
    struct gam_err err = { .code = 0 };
    struct gam_op op;

    computed(b, "conv2d:n=2,c=3,h=9,w=7,k=4,r=3,pad=1,dtype=f32");
    computed(b, "conv2d:c=4,h=8,k=8,r=3,stride=2,pad=1,dilation=2,groups=2,dtype=f32");
    computed(b, "conv2d:c=6,h=5,k=6,r=3,groups=6,dtype=f32");
    assert_int_equal(gam_op_parse("conv2d:c=4,h=8,k=8,r=3,dtype=f32", &op, NULL), 0);
    assert_int_equal(b->impl->variants(&op, &b->caps), 2); /* of three, one cannot run */
    b->caps.variant = 1;
    computed(b, "conv2d:c=4,h=8,k=8,r=3,dtype=f32");
    b->caps.variant = 2;
    assert_int_equal(b->impl->plan(&op, &b->caps, &launch, &err), -GAM_EUNSUPPORTED);
    refused(b, "conv2d:c=4,h=8,k=8,r=3,bias=1,dtype=f32", "without bias");
    refused(b, "conv2d:c=4,h=8,k=8,r=3,out=f64,dtype=f32", "one type");
}

static void normalises(void **state)
{
    struct bench *b = *state;
    struct gam_launch launch = { .lang = GAM_LANG_HOST };
    struct gam_err err = { .code = 0 };
    struct gam_op op;

    computed(b, "softmax:rows=5,cols=33,dtype=f32");
    computed(b, "softmax:rows=1,cols=1,dtype=f32");
    assert_int_equal(gam_op_parse("softmax:rows=5,cols=33,dtype=f32", &op, NULL), 0);
    fake_script()->library_error = 1;
    assert_int_equal(b->impl->plan(&op, &b->caps, &launch, &err), -GAM_EDEVICE);
    assert_error(&err, -GAM_EDEVICE, "CUDNN_STATUS_NOT_INITIALIZED");
}

/* Groups of query heads share keys and values; one engine of three is refused when it is planned, another wants memory. */
static void attends(void **state)
{
    static const char spec[] = "attention:hq=2,sq=9,skv=11,d=16,dtype=bf16";
    struct bench *b = *state;
    struct gam_launch launch = { .lang = GAM_LANG_HOST };
    struct gam_err err = { .code = 0 };
    struct gam_op op;

    computed(b, spec);
    computed(b, "attention:b=2,hq=4,hkv=2,sq=5,skv=12,d=8,dv=16,scale=0.3,dtype=bf16");
    assert_int_equal(gam_op_parse(spec, &op, NULL), 0);
    assert_int_equal(b->impl->variants(&op, &b->caps), 3);
    b->caps.variant = 1;
    computed(b, spec);
    b->caps.variant = 2;
    assert_int_equal(b->impl->plan(&op, &b->caps, &launch, &err), -GAM_EDEVICE);
    b->caps.variant = 3;
    assert_int_equal(b->impl->plan(&op, &b->caps, &launch, &err), -GAM_EUNSUPPORTED);
    b->caps.variant = 0;
    refused(b, "attention:hq=2,sq=9,d=16,mask=causal,dtype=bf16", "no causal mask");
    refused(b, "attention:hq=2,sq=9,d=12,dtype=bf16", "multiples of 8");
    refused(b, "attention:hq=2,sq=9,d=16,dtype=f32", "f16 and bf16");
    fake_script()->library_no_algorithm = 1;
    assert_int_equal(b->impl->plan(&op, &b->caps, &launch, &err), -GAM_EUNSUPPORTED);
    assert_error(&err, -GAM_EUNSUPPORTED, "no engine");
}

/* Other operands than last time are what is computed on. */
static void attends_to_what_it_is_given(void **state)
{
    struct bench *b = *state;
    struct gam_launch launch = { .lang = GAM_LANG_HOST };
    uint16_t q[8] = { 0 }, k[8] = { 0 }, v[2][8] = { { 0x3f80 }, { 0x4000 } }, o[2][8] = { { 0 } };
    struct gam_err err = { .code = 0 };
    struct gam_op op;

    assert_int_equal(gam_op_parse("attention:hq=1,sq=1,d=8,dtype=bf16", &op, NULL), 0);
    assert_int_equal(b->impl->plan(&op, &b->caps, &launch, &err), 0);
    for (int turn = 0; turn < 4; turn++) {
        void *const operand[] = { q, k, v[turn / 2], o[turn / 2] };

        assert_int_equal(launch.run(&launch, operand), 0);
        assert_int_equal(o[turn / 2][0], v[turn / 2][0]);
    }
    gam_launch_release(&launch);
}

/* An older part has no bf16 in its tensor cores: said, not tried. */
static void knows_the_part(void **state)
{
    struct bench *b = *state;

    b->backend->close(b->state);
    fake_script()->device[0].major = 7;
    assert_int_equal(b->backend->open(b->state, 0, &config, NULL), 0);
    b->backend->caps(b->state, 1, &b->caps);
    refused(b, "gemm:m=16,n=16,k=16,dtype=bf16", "has no product of bf16 on sm_70");
    assert_false(b->caps.dtypes & 1u << GAM_DTYPE_BF16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(multiplies, cuda, done),
        cmocka_unit_test_setup_teardown(tries_each_proposal, cuda, done),
        cmocka_unit_test_setup_teardown(refuses_what_it_cannot, cuda, done),
        cmocka_unit_test_setup_teardown(knows_the_part, cuda, done),
        cmocka_unit_test_setup_teardown(convolves, cudnn_conv, done),
        cmocka_unit_test_setup_teardown(normalises, cudnn_softmax, done),
        cmocka_unit_test_setup_teardown(attends, cudnn_attention, done),
        cmocka_unit_test_setup_teardown(attends_to_what_it_is_given, cudnn_attention, done),
        cmocka_unit_test_setup_teardown(multiplies, hip, done),
        cmocka_unit_test_setup_teardown(refuses_what_it_cannot, hip, done),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
