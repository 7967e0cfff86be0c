/* SPDX-License-Identifier: MIT */
/* Energy of slots with meters made here: which counter is taken, and that nothing else ever gives a number. */
#include "../gam_test.h"

#include "collector/slots/slot_energy.h"

#include <math.h>

static double next_joule;
static int opened;

static int one_open(void *state, const struct gam_meter_target *target, struct gam_err *err)
{
    (void)state;
    (void)target;
    (void)err;
    opened++;
    return 0;
}

static int closed_open(void *state, const struct gam_meter_target *target, struct gam_err *err)
{
    (void)state;
    (void)target;
    opened++; /* closed again also after a failed open */
    return gam_err_set(err, -GAM_EPERM, "cannot read 'energy_uj': Permission denied");
}

static void one_close(void *state)
{
    (void)state;
    opened--;
}

static size_t board_quantities(void *state, const struct gam_meter_quantity **out)
{
    static const struct gam_meter_quantity q[] = {
        { .name = "energy_joule", .unit = "joule", .scope = GAM_SCOPE_CORE, .energy = { .domain = "core-0" } },
        { .name = "energy_joule", .unit = "joule", .scope = GAM_SCOPE_DEVICE, .energy = { .domain = "board" } },
        { .name = "energy_joule", .unit = "joule", .scope = GAM_SCOPE_PACKAGE, .energy = { .domain = "net", .net = 1 } },
        { .name = "energy_joule", .unit = "joule", .scope = GAM_SCOPE_PACKAGE, .energy = { .domain = "package-0" } },
    };

    (void)state;
    *out = q;
    return sizeof q / sizeof *q;
}

static size_t model_quantities(void *state, const struct gam_meter_quantity **out)
{
    static const struct gam_meter_quantity q[] = {
        { .unit = "joule", .scope = GAM_SCOPE_PACKAGE, .energy = { .domain = "m", .method = GAM_ENERGY_MODELLED } },
        { .unit = "joule", .scope = GAM_SCOPE_PACKAGE, .energy = { .domain = "s", .method = GAM_ENERGY_SAMPLED } },
    };

    (void)state;
    *out = q;
    return sizeof q / sizeof *q;
}

static int one_start(void *state, int pass, size_t workers, struct gam_err *err)
{
    (void)state;
    (void)pass;
    (void)workers;
    (void)err;
    return 0;
}

static int one_stop(void *state, struct gam_err *err)
{
    (void)state;
    (void)err;
    return 0;
}

static int one_read(void *state, struct gam_meter_reading *out, size_t n, struct gam_err *err)
{
    (void)state;
    (void)err;
    for (size_t i = 0; i < n; i++)
        out[i] = (struct gam_meter_reading){ .rvalue = i == n - 1 ? next_joule : NAN, .reason = "it stood still" };
    return 0;
}

#define METER(label, opens, lists)                                                                                               \
    {                                                                                                                            \
        .name = label, .energy = 1, .state_size = 8, .open = opens, .close = one_close, .quantities = lists, .start = one_start, \
        .stop = one_stop, .read = one_read                                                                                       \
    }
static const struct gam_meter board = METER("board", one_open, board_quantities),
                              model = METER("model", one_open, model_quantities),
                              closed = METER("closed", closed_open, board_quantities);
static const struct gam_meter other = { .name = "other" };

static void the_first_counter_of_a_package_is_taken(void **state)
{
    const struct gam_meter *const meters[] = { &other, &closed, &model, &board, NULL };
    struct gam_slot_energy e;
    struct gam_err err = { 0 };
    double joule;

    (void)state;
    assert_int_equal(gam_slot_energy_open(&e, meters, &err), 0);
    assert_string_equal(e.domain, "package-0");
    next_joule = 2.5;
    assert_int_equal(gam_slot_energy_start(&e, &err), 0);
    assert_int_equal(gam_slot_energy_stop(&e, &joule, &err), 0);
    assert_true(joule == 2.5);
    next_joule = NAN;
    assert_int_equal(gam_slot_energy_stop(&e, &joule, &err), -GAM_EDEVICE);
    assert_error(&err, -GAM_EDEVICE, "energy of package-0: it stood still");
    assert_int_equal(opened, 1); /* the model was closed again */
    gam_slot_energy_close(&e);
    assert_int_equal(opened, 0);
}

static void what_is_no_counter_gives_nothing(void **state)
{
    const struct gam_meter *const meters[] = { &other, &closed, &model, NULL }, *const none[] = { NULL };
    struct gam_slot_energy e;
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(gam_slot_energy_open(&e, meters, &err), -GAM_EUNSUPPORTED);
    assert_error(&err, -GAM_EUNSUPPORTED, "closed: cannot read 'energy_uj': Permission denied; model: it has no counter");
    assert_null(e.meter);
    gam_slot_energy_close(&e);
    assert_int_equal(gam_slot_energy_open(&e, none, &err), -GAM_EUNSUPPORTED);
    assert_error(&err, -GAM_EUNSUPPORTED, "(no meter)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_counter_of_a_package_is_taken),
        cmocka_unit_test(what_is_no_counter_gives_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
