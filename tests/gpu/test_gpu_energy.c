/* SPDX-License-Identifier: MIT */
/* Energy of GPUs through the whole runner: a run on the fake device with its slow counter, which moves in steps of the fake's
 * time. Visits are long enough only when asked for; a counter that stands still or goes backwards gives no joules.
 */
#include "tests/unit/gam_test.h"

#include "collector/runner.h"
#include "common/record/runset.h"
#include "script.h"

#include <math.h>
#include <stdlib.h>

extern const struct gam_device_backend gam_device_cuda;
extern const struct gam_meter gam_meter_nvml;

enum { ELEMENTS = 1024, ROUNDS = 2 };

struct bench {
    struct gam_open_device device;
    struct gam_plan plan;
    struct gam_runset set;
    struct gam_emitter emit;
    struct gam_launch_step step;
};

static struct bench *current;

static void add_run(void *const *operand, const unsigned grid[3], const unsigned group[3])
{
    (void)grid, (void)group;
    for (int i = 0; i < ELEMENTS; i++)
        ((float *)operand[2])[i] = ((const float *)operand[0])[i] + ((const float *)operand[1])[i];
}

static int add_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    (void)op, (void)caps, (void)why;
    return 0;
}

static int add_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    (void)op, (void)caps, (void)err;
    current->step = (struct gam_launch_step){ .entry = "add", .groups = { 1, 1, 1 }, .local = { 32, 1, 1 }, .n_args = 3 };
    for (int i = 0; i < 3; i++)
        current->step.arg[i] = (struct gam_launch_arg){ .kind = GAM_ARG_OPERAND, .operand = i };
    *out = (struct gam_launch){
        .lang = GAM_LANG_CUDA, .source = "kernel add", .step = &current->step, .n_steps = 1, .threads = 1, .flop_scale = 1
    };
    return 0;
}

static const struct gam_impl add_impl = {
    .name = "fake", .kinds = { "add" }, .lang = GAM_LANG_CUDA, .supports = add_supports, .plan = add_plan
};

static int begin(void **state)
{
    const struct gam_device_config config = { .threads = 1 };
    struct gam_plan_item item = GAM_PLAN_ITEM_INIT;
    struct bench *b = calloc(1, sizeof *b);

    *state = current = b;
    fake_reset();
    fake_script()->kernel[0] = (struct fake_kernel){ .name = "add", .run = add_run, .ns = 500000 };
    if (!b)
        return -1;
    b->device =
        (struct gam_open_device){ .backend = &gam_device_cuda, .threads = 1, .state = calloc(1, gam_device_cuda.state_size) };
    if (!b->device.state || gam_device_cuda.open(b->device.state, 0, &config, NULL) ||
        gam_device_cuda.info(0, &config, &b->device.info, NULL) || gam_op_parse("add:n=1024,dtype=f32", &item.op, NULL))
        return -1;
    item.role = GAM_ROLE_SUBJECT;
    item.impl = &add_impl;
    item.threads = 1;
    b->plan = (struct gam_plan){ .keep = 1, .rounds = ROUNDS, .rounds_least = ROUNDS, .seed = 1 };
    gam_runset_init(&b->set);
    gam_emitter_init(&b->emit, gam_sink_runset(&b->set));
    return gam_plan_push(&b->plan, &item, NULL);
}

static int done(void **state)
{
    struct bench *b = *state;

    gam_plan_release(&b->plan);
    gam_runset_release(&b->set);
    gam_device_cuda.close(b->device.state);
    free(b->device.state);
    free(b);
    return 0;
}

static void run(struct bench *b, int long_visits)
{
    const struct gam_meter *const meters[] = { &gam_meter_nvml };
    struct gam_runner_config config = { .clock = &gam_clock_monotonic,
                                        .visit_ns = 2000000,
                                        .meters = meters,
                                        .n_meters = 1,
                                        .long_visits = long_visits,
                                        .emit = &b->emit };
    struct gam_runner_request request = { &b->plan, &b->device, 1, &config };
    struct gam_runner_result result;
    struct gam_err err = { .code = 0 };

    if (gam_runner_run(&request, &result, &err))
        fail_msg("%s", err.text);
    assert_int_equal(result.measured, 1);
}

/* Joules of one iteration in each round that has a value, by sample; returns how many. */
static size_t joules(const struct bench *b, double out[ROUNDS], const char **reason)
{
    const struct gam_quantity_def *def = gam_runset_quantity_def(&b->set);
    size_t n = 0;

    *reason = NULL;
    for (size_t i = 0; i < gam_runset_reading_n(&b->set); i++) {
        const struct gam_reading *r = &gam_runset_reading(&b->set)[i];

        if (strcmp(def[r->quantity].name, "energy_joule") != 0 || def[r->quantity].energy_net == 1)
            continue;
        if (isnan(r->rvalue))
            *reason = r->reason;
        else if (n < ROUNDS)
            out[n++] = r->rvalue / (double)gam_runset_sample(&b->set)[r->subject].iterations;
    }
    return n;
}

static void long_visits_have_energy(void **state)
{
    const char *reason;
    double joule[ROUNDS];
    size_t n;

    run(*state, 1);
    n = joules(*state, joule, &reason);
    assert_int_equal(n, ROUNDS);
    for (size_t i = 0; i < n; i++) /* 300 W for 0.5 ms: the counter's steps and the host's pauses leave some of it */
        if (!(joule[i] > 0.10 && joule[i] < 0.45))
            fail_msg("round %zu: %g J", i, joule[i]);
}

static void short_visits_have_none(void **state)
{
    const char *reason;
    double joule[ROUNDS];

    run(*state, 0);
    assert_int_equal(joules(*state, joule, &reason), 0);
    assert_non_null(strstr(reason, "shorter than ten periods"));
}

static void a_still_counter_is_no_energy(void **state)
{
    const char *reason;
    double joule[ROUNDS];

    fake_script()->energy_step_ns = 0;
    run(*state, 1);
    assert_int_equal(joules(*state, joule, &reason), 0);
}

static void a_backward_counter_is_no_energy(void **state)
{
    const char *reason;
    double joule[ROUNDS];

    fake_script()->energy_backward_at = 8;
    run(*state, 1);
    assert_true(joules(*state, joule, &reason) < ROUNDS);
}

int main(void)
{
#define ENERGY(test) cmocka_unit_test_setup_teardown(test, begin, done)
    const struct CMUnitTest tests[] = { ENERGY(long_visits_have_energy), ENERGY(short_visits_have_none),
                                        ENERGY(a_still_counter_is_no_energy), ENERGY(a_backward_counter_is_no_energy) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
