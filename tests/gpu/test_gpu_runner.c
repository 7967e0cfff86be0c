/* SPDX-License-Identifier: MIT */
/* Whole runs on the fake device: what one measurement does wrong is its own status, and the others go on. Only a lost device
 * takes the rest of its own measurements with it, each with the reason.
 */
#include "tests/unit/gam_test.h"

#include "collector/runner.h"
#include "common/record/runset.h"
#include "script.h"

#include <stdlib.h>

extern const struct gam_device_backend gam_device_cuda;

enum { ELEMENTS = 256, ROUNDS = 2, ITEMS = 8 };

struct bench {
    struct gam_open_device device;
    struct gam_plan plan;
    struct gam_runset set;
    struct gam_emitter emit;
    struct gam_impl impl[ITEMS];
    struct gam_runner_result result;
};

static struct gam_launch_step step = { .entry = "add",
                                       .groups = { 1, 1, 1 },
                                       .local = { 32, 1, 1 },
                                       .n_args = 3,
                                       .arg = { { .operand = 0 }, { .operand = 1 }, { .operand = 2 } } };

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

static void launch_of(struct gam_launch *out, const char *source)
{
    *out = (struct gam_launch){
        .lang = GAM_LANG_CUDA, .source = source, .step = &step, .n_steps = 1, .threads = 1, .flop_scale = 1
    };
}

static int plan_right(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    (void)op, (void)caps, (void)err;
    launch_of(out, "add");
    return 0;
}

static int plan_broken(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    (void)op, (void)caps, (void)err;
    launch_of(out, "#error add");
    return 0;
}

static int plan_greedy(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    (void)op, (void)caps, (void)err;
    launch_of(out, "add");
    out->scratch_bytes = 4ull << 30;
    return 0;
}

static struct gam_launch_step other = { .entry = "other",
                                        .groups = { 1, 1, 1 },
                                        .local = { 32, 1, 1 },
                                        .n_args = 3,
                                        .arg = { { .operand = 0 }, { .operand = 1 }, { .operand = 2 } } };

static int plan_other(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    (void)op, (void)caps, (void)err;
    launch_of(out, "other");
    out->step = &other;
    return 0;
}

static int begin(void **state)
{
    const struct gam_device_config config = { .threads = 1 };
    struct bench *b = calloc(1, sizeof *b);

    *state = b;
    fake_reset();
    fake_script()->kernel[0] = (struct fake_kernel){ .name = "add", .run = add_run, .ns = 100000 };
    if (!b)
        return -1;
    b->device =
        (struct gam_open_device){ .backend = &gam_device_cuda, .threads = 1, .state = calloc(1, gam_device_cuda.state_size) };
    b->plan = (struct gam_plan){ .keep = 1, .rounds = ROUNDS, .rounds_least = ROUNDS, .seed = 1 };
    gam_runset_init(&b->set);
    gam_emitter_init(&b->emit, gam_sink_runset(&b->set));
    return b->device.state && !gam_device_cuda.open(b->device.state, 0, &config, NULL) &&
                   !gam_device_cuda.info(0, &config, &b->device.info, NULL)
               ? 0
               : -1;
}

static int done(void **state)
{
    struct bench *b = *state;

    gam_plan_release(&b->plan);
    gam_runset_release(&b->set);
    gam_device_cuda.close(b->device.state);
    free(b->device.state);
    free(b);
    return fake_script()->live_contexts ? -1 : 0;
}

static void item(struct bench *b,
                 int (*plan)(const struct gam_op *, const struct gam_caps *, struct gam_launch *, struct gam_err *))
{
    struct gam_plan_item one = GAM_PLAN_ITEM_INIT;
    struct gam_impl *impl = &b->impl[b->plan.n];

    *impl = (struct gam_impl){ .name = "fake", .kinds = { "add" }, .lang = GAM_LANG_CUDA, .supports = supports, .plan = plan };
    assert_int_equal(gam_op_parse("add:n=256,dtype=f32", &one.op, NULL), 0);
    one.impl = impl;
    one.threads = 1;
    one.node = b->plan.n;
    assert_int_equal(gam_plan_push(&b->plan, &one, NULL), 0);
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

    fake_script()->kernel[1] = (struct fake_kernel){ .name = "other", .run = add_wrong, .ns = 100000 };
    item(b, plan_right);
    item(b, plan_broken);
    item(b, plan_greedy);
    item(b, plan_other);
    item(b, plan_right);
    run(b);
    status(b, 0, GAM_STATUS_OK, NULL);
    status(b, 1, GAM_STATUS_FAILED, "does not compile: kernel(7): error: as told by the source");
    status(b, 2, GAM_STATUS_FAILED, "no room for 4294967296 bytes");
    status(b, 3, GAM_STATUS_WRONG, "at element 7");
    status(b, 4, GAM_STATUS_OK, NULL);
    assert_int_equal(b->result.measured, 2);
}

static void a_lost_device_says_so_everywhere(void **state)
{
    struct bench *b = *state;

    fake_script()->kernel[1] = (struct fake_kernel){ .name = "other", .run = add_run, .ns = 100000, .fail_at = 1, .fail = 719 };
    item(b, plan_right);
    item(b, plan_other);
    item(b, plan_right);
    run(b);
    status(b, 1, GAM_STATUS_FAILED, "CUDA_ERROR_LAUNCH_FAILED");
    status(b, 2, GAM_STATUS_FAILED, "device 'cuda:0' was lost before");
    status(b, 0, GAM_STATUS_FAILED, "was lost before");
}

int main(void)
{
#define RUN(test) cmocka_unit_test_setup_teardown(test, begin, done)
    const struct CMUnitTest tests[] = { RUN(failures_stay_where_they_are), RUN(a_lost_device_says_so_everywhere) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
