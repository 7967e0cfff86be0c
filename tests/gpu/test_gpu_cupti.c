/* SPDX-License-Identifier: MIT */
/* The meter of GPU counters against a fake CUPTI: counts, no permission, chips without a metric or with too few counters, a
 * slice. */
#include "tests/unit/gam_test.h"

#include "collector/meter.h"
#include "script.h"

#include <math.h>
#include <stdlib.h>

extern const struct gam_device_backend gam_device_cuda;
extern const struct gam_meter gam_meter_cupti;

struct bench {
    struct gam_open_device device;
    void *state;
    struct gam_meter_reading reading[64];
    const struct gam_meter_quantity *quantity;
    size_t n;
};

static int begin(void **state)
{
    const struct gam_device_config config = { .threads = 1 };
    struct bench *b = calloc(1, sizeof *b);

    fake_reset();
    *state = b;
    if (!b)
        return -1;
    b->device.backend = &gam_device_cuda;
    b->device.state = calloc(1, gam_device_cuda.state_size);
    b->state = calloc(1, gam_meter_cupti.state_size);
    return b->device.state && b->state ? gam_device_cuda.open(b->device.state, 0, &config, NULL) : -1;
}

static int done(void **state)
{
    struct bench *b = *state;

    gam_meter_cupti.close(b->state);
    gam_meter_cupti.close(b->state);
    gam_device_cuda.close(b->device.state);
    free(b->device.state);
    free(b->state);
    free(b);
    return fake_script()->live_hosts || fake_script()->profiler_enabled ? -1 : 0;
}

static int opened(struct bench *b, struct gam_err *err)
{
    struct gam_meter_target target = { .devices = &b->device, .n_devices = 1 };
    int rc = gam_meter_cupti.open(b->state, &target, err);

    b->n = gam_meter_cupti.quantities(b->state, &b->quantity);
    return rc;
}

static int visit(struct bench *b, int pass, struct gam_err *err)
{
    int rc = gam_meter_cupti.start(b->state, pass, 1, err);

    if (!rc && pass && !fake_script()->profiler_lacks)
        assert_int_equal(fake_script()->profiler_enabled, 1);
    if (!rc)
        rc = gam_meter_cupti.stop(b->state, err);
    if (!rc)
        rc = gam_meter_cupti.read(b->state, b->reading, 64, err);
    assert_int_equal(fake_script()->profiler_enabled, 0); /* off whenever nothing is counted */
    return rc;
}

static size_t find(const struct bench *b, const char *name)
{
    for (size_t i = 0; i < b->n; i++)
        if (!strcmp(b->quantity[i].name, name))
            return i;
    fail_msg("no quantity '%s'", name);
    return 0;
}

static void counts(void **state)
{
    struct bench *b = *state;
    struct gam_err err = { .code = 0 };
    size_t flops;

    if (opened(b, &err))
        fail_msg("%s", err.text);
    flops = find(b, "gpu_fp_ops_f32");
    assert_true(gam_meter_cupti.passes(b->state) >= b->quantity[flops].pass);
    assert_true(gam_meter_cupti.takes(b->state, 0));
    if (visit(b, b->quantity[flops].pass, &err))
        fail_msg("%s", err.text);
    assert_true(b->reading[flops].rvalue == 4000); /* 2 fma + add + mul of 1000 each */
    assert_int_equal(visit(b, 0, &err), 0);        /* the pass that is timed counts nothing */
    assert_true(isnan(b->reading[flops].rvalue));
    assert_int_equal(visit(b, b->quantity[find(b, "gpu_dram_read_bytes")].pass, &err), 0);
    assert_true(b->reading[find(b, "gpu_dram_read_bytes")].rvalue == 1000);
    assert_true(b->reading[find(b, "gpu_dram_written_bytes")].rvalue == 1000);
}

static void refused(struct bench *b, int number, int code, const char *part)
{
    struct gam_err err = { .code = 0 };

    fake_script()->profiler_error = number;
    assert_int_equal(opened(b, &err), code);
    assert_error(&err, code, part);
    assert_false(gam_meter_cupti.takes(b->state, 0));
    gam_meter_cupti.close(b->state);
}

static void says_who_forbids_it(void **state)
{
    refused(*state, 35, -GAM_EPERM, "NVreg_RestrictProfilingToAdminUsers, set on the host");
    refused(*state, 40, -GAM_EPERM, "the hypervisor does not give");
    refused(*state, 43, -GAM_EUNSUPPORTED, "no counters of a MIG slice");
    refused(*state, 33, -GAM_EUNSUPPORTED, "a virtual GPU has no counters");
    refused(*state, 999, -GAM_EDEVICE, "CUPTI_ERROR_FAKE (999)");
}

static void lacks_a_metric(void **state)
{
    struct bench *b = *state;
    struct gam_err err = { .code = 0 };
    size_t tensor;

    fake_script()->profiler_lacks = "sm__pipe_tensor_cycles_active.sum";
    assert_int_equal(opened(b, &err), 0);
    assert_true(gam_meter_cupti.takes(b->state, 0));
    tensor = find(b, "gpu_tensor_cycles");
    assert_int_equal(visit(b, b->quantity[tensor].pass, &err), 0);
    assert_true(isnan(b->reading[tensor].rvalue));
    assert_string_equal(b->reading[tensor].reason, "chip FAKE100 has no metric sm__pipe_tensor_cycles_active.sum");
    fake_script()->profiler_lacks = NULL;
    assert_int_equal(visit(b, b->quantity[find(b, "gpu_fp_ops_f64")].pass, &err), 0);
    assert_true(b->reading[find(b, "gpu_fp_ops_f64")].rvalue == 4000); /* the others go on */
}

static void does_not_split_a_group(void **state)
{
    struct bench *b = *state;
    struct gam_err err = { .code = 0 };

    fake_script()->profiler_passes = 2;
    assert_int_equal(opened(b, &err), 0);
    assert_true(gam_meter_cupti.takes(b->state, 0));
    assert_int_equal(gam_meter_cupti.start(b->state, 1, 1, &err), 0);
    assert_int_equal(gam_meter_cupti.stop(b->state, &err), 0);
    assert_int_equal(gam_meter_cupti.read(b->state, b->reading, 64, &err), 0);
    assert_non_null(strstr(b->reading[0].reason, "in 2 passes, not in one"));
    gam_meter_cupti.close(b->state);
    fake_script()->profiler_passes = 1;
    fake_script()->profiler_incomplete = 1;
    assert_int_equal(opened(b, &err), 0);
    assert_true(gam_meter_cupti.takes(b->state, 0));
    assert_int_equal(visit(b, 1, &err), -GAM_EDEVICE);
}

static void has_nothing_to_do_on_a_cpu(void **state)
{
    struct bench *b = *state;
    struct gam_meter_target target = { .n_devices = 0 };

    assert_int_equal(gam_meter_cupti.open(b->state, &target, NULL), 1);
}

int main(void)
{
#define CUPTI(test) cmocka_unit_test_setup_teardown(test, begin, done)
    const struct CMUnitTest tests[] = { CUPTI(counts), CUPTI(says_who_forbids_it), CUPTI(lacks_a_metric),
                                        CUPTI(does_not_split_a_group), CUPTI(has_nothing_to_do_on_a_cpu) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
