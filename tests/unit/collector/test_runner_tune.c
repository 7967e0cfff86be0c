/* SPDX-License-Identifier: MIT */
/* Variants of an implementation: all are tried, or the choice of an earlier run is taken again. */
#include "../gam_test.h"

#include "fixture_fake.h"

#include <stdio.h>
#include <string.h>

#define MS 1e6

/* What the choice's callback was asked, and what it answers. */
struct memory {
    int asked;
    int64_t run;
    const char *detail;
    char spec[100], implementation[20], version[20], cache[20];
};

static int64_t recall(void *ctx, const struct gam_choice_query *q, char *detail, size_t size)
{
    struct memory *m = ctx;

    m->asked++;
    snprintf(m->spec, sizeof m->spec, "%s", q->spec);
    snprintf(m->implementation, sizeof m->implementation, "%s", q->implementation);
    snprintf(m->version, sizeof m->version, "%s", q->version);
    snprintf(m->cache, sizeof m->cache, "%s", q->cache);
    snprintf(detail, size, "%s", m->detail);
    return m->run;
}

static void item_add(struct fake *f)
{
    struct fake_item *item = fake_add(f, "add:n=16,dtype=f32", 0);

    item->variants = 3;
    item->variant_ns[0] = 3 * MS;
    item->variant_ns[1] = 1 * MS;
    item->variant_ns[2] = 2 * MS;
}

static void memory_use(struct fake *f, struct memory *m)
{
    f->config.choice = recall;
    f->config.choice_ctx = m;
}

static void the_fastest_is_kept_and_named(void **state)
{
    struct fake *f = *state;

    item_add(f);
    fake_assert_ok(f);
    assert_string_equal(fake_measurement(f, 0)->detail, "fake 0 TILE=1 (best of 3)");
    assert_string_equal(fake_measurement(f, 0)->implementation_version, "fake 1");
}

static void a_wrong_one_is_no_choice(void **state)
{
    struct fake *f = *state;

    item_add(f);
    f->item[0].variant_ns[1] = -1 * MS;
    fake_assert_ok(f);
    assert_string_equal(fake_measurement(f, 0)->detail, "fake 0 TILE=2 (best of 3)");
}

/* It would not win today: that it is taken shows that none was tried. */
static void an_earlier_choice_is_taken_again(void **state)
{
    struct fake *f = *state;
    struct memory m = { .run = 12, .detail = "fake 0 TILE=2 (best of 3)" };

    item_add(f);
    memory_use(f, &m);
    fake_assert_ok(f);
    assert_string_equal(fake_measurement(f, 0)->detail, "fake 0 TILE=2 (best of 3 in run 12)");
    assert_int_equal(m.asked, 1);
    assert_string_equal(m.spec, "add:n=16,dtype=f32");
    assert_string_equal(m.implementation, "i0");
    assert_string_equal(m.version, "fake 1");
    assert_string_equal(m.cache, "warm");
}

/* The earlier choice fails, is of no variant that there is, or there is none: all are tried. */
static void no_choice_is_no_obstacle(void **state)
{
    static const struct {
        int64_t run;
        const char *detail;
        double last_ns;
        const char *then;
    } cases[] = {
        { 0, "fake 0 TILE=2 (best of 3)", 2 * MS, "fake 0 TILE=1 (best of 3)" },
        { 12, "fake 0 TILE=2 (best of 3)", -2 * MS, "fake 0 TILE=1 (best of 3)" },
        { 12, "fake 0 TILE=22 (best of 3)", 2 * MS, "fake 0 TILE=1 (best of 3)" },
        { 12, "fake 0 TILE=2", 2 * MS, "fake 0 TILE=1 (best of 3)" },
        { 12, "", 2 * MS, "fake 0 TILE=1 (best of 3)" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct memory m = { .run = cases[i].run, .detail = cases[i].detail };
        struct fake *f;

        assert_int_equal(fake_setup((void **)&f), 0);
        item_add(f);
        f->item[0].variant_ns[2] = cases[i].last_ns;
        memory_use(f, &m);
        fake_assert_ok(f);
        assert_string_equal(fake_measurement(f, 0)->detail, cases[i].then);
        assert_int_equal(fake_teardown((void **)&f), 0);
    }
}

/* Whoever has no choice is not asked about one. */
static void nothing_open_asks_nothing(void **state)
{
    struct fake *f = *state;
    struct memory m = { .run = 12, .detail = "fake 0 (best of 3)" };

    fake_add(f, "add:n=16,dtype=f32", 1 * MS);
    memory_use(f, &m);
    fake_assert_ok(f);
    assert_string_equal(fake_measurement(f, 0)->detail, "fake 0");
    assert_int_equal(m.asked, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_fastest_is_kept_and_named, fake_setup, fake_teardown),
        cmocka_unit_test_setup_teardown(a_wrong_one_is_no_choice, fake_setup, fake_teardown),
        cmocka_unit_test_setup_teardown(an_earlier_choice_is_taken_again, fake_setup, fake_teardown),
        cmocka_unit_test(no_choice_is_no_obstacle),
        cmocka_unit_test_setup_teardown(nothing_open_asks_nothing, fake_setup, fake_teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
