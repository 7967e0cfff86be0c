/* SPDX-License-Identifier: MIT */
/* Whole runs on a fake OpenCL device: what one measurement does wrong is its own status with the reason, and the others go on.
 * Only a lost device takes the rest of its measurements with it. */
#include "tests/unit/gam_test.h"

#include "collector/runner.h"
#include "common/record/runset.h"
#include "script.h"

#include <stdlib.h>
#include <string.h>

extern const struct gam_device_backend gam_device_opencl;

enum { ELEMENTS = 256, ROUNDS = 2, ITEMS = 8 };

struct bench {
    struct gam_open_device device;
    struct gam_plan plan;
    struct gam_runset set;
    struct gam_emitter emit;
    struct gam_impl impl[ITEMS];
    struct gam_runner_result result;
};

static struct gam_launch_step add = { .entry = "add",
                                      .groups = { 1, 1, 1 },
                                      .local = { 32, 1, 1 },
                                      .n_args = 3,
                                      .arg = { { .operand = 0 }, { .operand = 1 }, { .operand = 2 } } };
static struct gam_launch_step other = { .entry = "other",
                                        .groups = { 1, 1, 1 },
                                        .local = { 32, 1, 1 },
                                        .n_args = 3,
                                        .arg = { { .operand = 0 }, { .operand = 1 }, { .operand = 2 } } };
static struct gam_launch_step absent = { .entry = "absent", .groups = { 1, 1, 1 }, .local = { 1, 1, 1 } };

static void add_run(void *const *operand, const unsigned grid[3], const unsigned group[3])
{
    (void)grid, (void)group;
    for (int i = 0; i < ELEMENTS; i++)
        ((float *)operand[2])[i] = ((const float *)operand[0])[i] + ((const float *)operand[1])[i];
}

static void add_wrong(void *const *operand, const unsigned grid[3], const unsigned group[3])
{
    add_run(operand, grid, group);
    ((float *)operand[2])[7] += 1;
}

static int supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    (void)op, (void)caps, (void)why;
    return 0;
}

static int launch_of(struct gam_launch *out, const char *source, struct gam_launch_step *step, uint64_t scratch)
{
    *out = (struct gam_launch){
        .lang = GAM_LANG_OPENCL, .source = source, .step = step, .n_steps = 1, .threads = 1, .flop_scale = 1
    };
    out->scratch_bytes = scratch;
    return 0;
}

#define PLAN(name, source, step, scratch)                                                                                        \
    static int name(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)           \
    {                                                                                                                            \
        (void)op, (void)caps, (void)err;                                                                                         \
        return launch_of(out, source, step, scratch);                                                                            \
    }
PLAN(plan_right, "add", &add, 0)
PLAN(plan_broken, "#error add", &add, 0)
PLAN(plan_greedy, "add", &add, 4ull << 30)
PLAN(plan_other, "other", &other, 0)
PLAN(plan_absent, "add", &absent, 0)

static int begin(void **state)
{
    const struct gam_device_config config = { .threads = 1 };
    struct bench *b = calloc(1, sizeof *b);

    *state = b;
    fake_reset();
    fake_script()->kernel[0] = (struct fake_kernel){ .name = "add", .run = add_run, .ns = 100000 };
    fake_script()->kernel[1] = (struct fake_kernel){ .name = "other", .run = add_run, .ns = 100000 };
    if (!b)
        return -1;
    b->device =
        (struct gam_open_device){ .backend = &gam_device_opencl, .threads = 1, .state = calloc(1, gam_device_opencl.state_size) };
    b->plan = (struct gam_plan){ .keep = 1, .rounds = ROUNDS, .rounds_least = ROUNDS, .seed = 1 };
    gam_runset_init(&b->set);
    gam_emitter_init(&b->emit, gam_sink_runset(&b->set));
    return b->device.state && !gam_device_opencl.open(b->device.state, 0, &config, NULL) &&
                   !gam_device_opencl.info(0, &config, &b->device.info, NULL)
               ? 0
               : -1;
}

static int done(void **state)
{
    const struct fake_script *s = fake_script();
    struct bench *b = *state;

    gam_plan_release(&b->plan);
    gam_runset_release(&b->set);
    gam_device_opencl.close(b->device.state);
    gam_device_opencl.close(b->device.state);
    free(b->device.state);
    free(b);
    return s->live_contexts || s->live_streams || s->live_modules || s->live_buffers || s->live_pinned ? -1 : 0;
}

static void item_of(struct bench *b, const char *spec, enum gam_host_memory host,
                    int (*plan)(const struct gam_op *, const struct gam_caps *, struct gam_launch *, struct gam_err *))
{
    struct gam_plan_item one = GAM_PLAN_ITEM_INIT;
    struct gam_impl *impl = &b->impl[b->plan.n];

    *impl = (struct gam_impl){ .name = "fake", .kinds = { "add" }, .lang = GAM_LANG_OPENCL, .supports = supports, .plan = plan };
    assert_int_equal(gam_op_parse(spec, &one.op, NULL), 0);
    one.impl = plan ? impl : gam_impl_find("copy", "roof_transfer");
    one.threads = 1;
    one.host = host;
    one.node = b->plan.n;
    assert_int_equal(gam_plan_push(&b->plan, &one, NULL), 0);
}

static void item(struct bench *b,
                 int (*plan)(const struct gam_op *, const struct gam_caps *, struct gam_launch *, struct gam_err *))
{
    item_of(b, "add:n=256,dtype=f32", GAM_HOST_NONE, plan);
}

static void run(struct bench *b)
{
    struct gam_runner_config config = { .clock = &gam_clock_monotonic, .visit_ns = 2000000, .emit = &b->emit };
    struct gam_runner_request request = { &b->plan, &b->device, 1, &config };
    struct gam_err err = { .code = 0 };

    if (gam_runner_run(&request, &b->result, &err))
        fail_msg("%s", err.text);
}

static void status(const struct bench *b, size_t i, enum gam_status wanted, const char *part)
{
    const struct gam_measurement *m = &gam_runset_measurement(&b->set)[i];

    if (m->status != wanted || (part && (!m->reason || !strstr(m->reason, part))))
        fail_msg("measurement %zu: status %d, '%s'; expected %d, '%s'", i, (int)m->status, m->reason ? m->reason : "",
                 (int)wanted, part ? part : "");
}

static void failures_stay_where_they_are(void **state)
{
    struct bench *b = *state;

    fake_script()->kernel[1].run = add_wrong;
    item(b, plan_right);
    item(b, plan_broken);
    item(b, plan_greedy);
    item(b, plan_other);
    item(b, plan_absent);
    item(b, plan_right);
    run(b);
    status(b, 0, GAM_STATUS_OK, NULL);
    status(b, 1, GAM_STATUS_FAILED, "the device's compiler refused the kernel: <source>:7:3: error: as told by the source");
    status(b, 2, GAM_STATUS_FAILED, "no scratch memory: CL_MEM_OBJECT_ALLOCATION_FAILURE (-4)");
    status(b, 3, GAM_STATUS_WRONG, "at element 7");
    status(b, 4, GAM_STATUS_FAILED, "absent: CL_INVALID_KERNEL_NAME (-46)");
    status(b, 5, GAM_STATUS_OK, NULL);
    assert_int_equal(b->result.measured, 2);
}

static void too_large_for_the_device(void **state)
{
    struct bench *b = *state;

    item_of(b, "add:n=200000000,dtype=f32", GAM_HOST_NONE, plan_right); /* 800 MB each, 1 GiB in all, a quarter in one piece */
    item(b, plan_right);
    run(b);
    status(b, 0, GAM_STATUS_FAILED, "762 MiB wanted in one piece, the device gives 256");
    status(b, 1, GAM_STATUS_OK, NULL);
}

static void a_lost_device_says_so_everywhere(void **state)
{
    struct bench *b = *state;

    fake_script()->kernel[1].fail_at = 1;
    fake_script()->kernel[1].fail = -14;
    item(b, plan_right);
    item(b, plan_other);
    item(b, plan_right);
    run(b);
    status(b, 1, GAM_STATUS_FAILED, "waiting for the device: CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST (-14)");
    status(b, 2, GAM_STATUS_FAILED, "");
    status(b, 0, GAM_STATUS_FAILED, "");
    fake_script()->sticky = 0; /* even if the driver then answers again */
    assert_int_equal(b->result.measured, 0);
}

static void a_clock_that_cannot_be_true(void **state)
{
    struct bench *b = *state;

    fake_script()->no_waiting = 1; /* kernels of 100 s that the host does not wait for */
    fake_script()->kernel[1].ns = 100000000000u;
    item(b, plan_other);
    run(b);
    status(b, 0, GAM_STATUS_FAILED, "the device's clock says 100000000000 ns where the host waited");
}

static void the_link(void **state)
{
    struct bench *b = *state;

    item_of(b, "roof_transfer:way=both,host=pinned,bytes=4096,dtype=f32", GAM_HOST_NONE, NULL);
    item_of(b, "roof_transfer:bytes=4096,dtype=f32", GAM_HOST_NONE, NULL);
    item_of(b, "add:n=256,dtype=f32", GAM_HOST_PINNED, plan_right);
    run(b);
    for (size_t i = 0; i < 3; i++)
        status(b, i, GAM_STATUS_OK, NULL);
    assert_string_equal(gam_runset_measurement(&b->set)[2].implementation, "fake+pinned");
    assert_true(fake_script()->async_copies > 0);
}

static void no_page_locked_memory(void **state)
{
    struct bench *b = *state;

    fake_script()->pinned_error = -4;
    item_of(b, "add:n=256,dtype=f32", GAM_HOST_PINNED, plan_right);
    item_of(b, "add:n=256,dtype=f32", GAM_HOST_PAGEABLE, plan_right);
    run(b);
    status(b, 0, GAM_STATUS_FAILED, "no page-locked memory: CL_MEM_OBJECT_ALLOCATION_FAILURE (-4)");
    status(b, 1, GAM_STATUS_OK, NULL);
}

static void nothing_there(void **state)
{
    struct gam_probe probe;

    (void)state;
    fake_reset();
    fake_script()->n_devices = 0;
    gam_device_opencl.probe(&probe);
    assert_false(probe.ready);
    assert_non_null(strstr(probe.reason, "no driver offers it a device"));
    assert_int_equal(gam_device_opencl.count(NULL, NULL), 0);
}

int main(void)
{
#define RUN(test) cmocka_unit_test_setup_teardown(test, begin, done)
    const struct CMUnitTest tests[] = {
        RUN(failures_stay_where_they_are),
        RUN(too_large_for_the_device),
        RUN(a_lost_device_says_so_everywhere),
        RUN(a_clock_that_cannot_be_true),
        RUN(the_link),
        RUN(no_page_locked_memory),
        cmocka_unit_test(nothing_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
