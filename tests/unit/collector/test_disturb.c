/* SPDX-License-Identifier: MIT */
/* What the machine does to slots, from files as the kernel writes them. */
#include "../gam_test.h"
#include "fixture_tree.h"

#include "collector/slots/disturb.h"

#include <math.h>

static struct gam_disturb seen(const char *stat, const char *pressure, const char *throttles)
{
    struct gam_disturb out;
    const char *root = tree_make();

    if (stat)
        tree_put(root, "/proc/stat", stat);
    if (pressure)
        tree_put(root, "/proc/pressure/cpu", pressure);
    if (throttles) {
        tree_put(root, "/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", throttles);
        tree_put(root, "/sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count", "5");
        tree_put(root, "/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "1");
    }
    gam_disturb_read(root, &out);
    tree_remove(root);
    return out;
}

static void shares_between_two_readings(void **state)
{
    const struct gam_disturb a = seen("cpu  100 0 50 800 10 0 0 40 0 0\n", "some avg10=1.00 total=1000\n", "3"),
                             b = seen("cpu  150 0 60 830 10 0 0 70 9 9\n", "some avg10=1.00 total=501000\n", "3"),
                             c = seen("cpu  150 0 60 830 10 0 0 70 9 9\n", "some avg10=1.00 total=501000\n", "4");
    struct gam_disturb_span span;

    (void)state;
    assert_true(a.has_ticks && a.has_pressure && a.has_throttles);
    assert_int_equal(a.throttles, 9);
    gam_disturb_between(&a, &b, 1000000000, &span);
    assert_true(fabs(span.steal_share - 30.0 / 120) < 1e-12); /* 50 user, 10 system, 30 idle, 30 stolen */
    assert_true(fabs(span.steal_busy - 30.0 / 90) < 1e-12);
    assert_true(fabs(span.pressure_share - 0.5) < 1e-12);
    assert_false(span.throttled);
    gam_disturb_between(&b, &c, 1000000000, &span);
    assert_true(span.throttled && isnan(span.steal_busy)); /* no tick went by */
}

static void what_is_not_shown_is_unknown(void **state)
{
    static const char *const stats[] = { NULL, "", "intr 5\n", "cpu  1 2 x\n" };
    struct gam_disturb_span span;

    (void)state;
    for (size_t i = 0; i < sizeof stats / sizeof *stats; i++) {
        const struct gam_disturb none = seen(stats[i], "full avg10=0 total=1\n", NULL);

        assert_false(none.has_ticks || none.has_pressure || none.has_throttles);
        gam_disturb_between(&none, &none, 1, &span);
        assert_true(isnan(span.steal_share) && isnan(span.steal_busy) && isnan(span.pressure_share) && !span.throttled);
    }
}

static void counters_that_go_back_say_nothing(void **state)
{
    const struct gam_disturb a = seen("cpu  100 0 50 800 10 0 0 40 0 0\n", "some avg10=1.00 total=1000\n", "3"),
                             b = seen("cpu  90 0 50 800 10 0 0 30 0 0\n", "some avg10=1.00 total=900\n", "1");
    struct gam_disturb_span span;

    (void)state;
    gam_disturb_between(&a, &b, 1000000000, &span);
    assert_true(isnan(span.steal_share) && isnan(span.steal_busy) && isnan(span.pressure_share) && !span.throttled);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_between_two_readings),
        cmocka_unit_test(what_is_not_shown_is_unknown),
        cmocka_unit_test(counters_that_go_back_say_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
