/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "common/clock.h"

#include <stdio.h>
#include <time.h>

static void monotonic_never_goes_back(void **state)
{
    uint64_t last = gam_clock_now(&gam_clock_monotonic);

    (void)state;
    for (int i = 0; i < 1000; i++) {
        uint64_t now = gam_clock_monotonic_now();

        assert_true(now >= last);
        last = now;
    }
    assert_true(last > 0);
}

static uint64_t scripted_now(void *ctx)
{
    return (*(uint64_t *)ctx)++;
}

static void scripted_clock(void **state)
{
    uint64_t t = 7;
    struct gam_clock c = { scripted_now, &t };

    (void)state;
    assert_int_equal(gam_clock_now(&c), 7);
    assert_int_equal(gam_clock_now(&c), 8);
}

/* The text is read back field by field and is not older than the second before and not newer than the one after. */
static void wall_text_is_now_in_rfc3339(void **state)
{
    char text[32];
    struct tm utc = { 0 };
    int ms, end = 0;
    time_t before = time(NULL), then;

    (void)state;
    gam_clock_wall_text(text, sizeof text);
    assert_int_equal(strlen(text), 24);
    assert_int_equal(sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2d.%3dZ%n", &utc.tm_year, &utc.tm_mon, &utc.tm_mday, &utc.tm_hour,
                            &utc.tm_min, &utc.tm_sec, &ms, &end),
                     7);
    assert_int_equal(end, 24);
    utc.tm_year -= 1900;
    utc.tm_mon -= 1;
    then = timegm(&utc);
    assert_true(then >= before - 1 && then <= time(NULL) + 1);
    gam_clock_wall_text(text, 5);
    assert_int_equal(strlen(text), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(monotonic_never_goes_back),
        cmocka_unit_test(scripted_clock),
        cmocka_unit_test(wall_text_is_now_in_rfc3339),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
