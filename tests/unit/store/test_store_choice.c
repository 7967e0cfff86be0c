/* SPDX-License-Identifier: MIT */
/* Which run's choice of sizes may be used again. */
#include "fixture_store.h"

#include "common/clock.h"
#include "common/record/choice.h"

#include <stdio.h>

static const struct gam_choice_query query = { .host_instance = "machine-1",
                                               .device_class = "gpu/A/B",
                                               .driver = "1.2",
                                               .implementation = "gpu",
                                               .version = "kernels 1",
                                               .spec = "gemm:m=16,n=16,k=16,dtype=f32",
                                               .threads = 1,
                                               .cache = "warm",
                                               .max_age_days = 30 };

static int64_t add_choice(struct gam_store *s, const char *uuid, const char *started, const char *detail)
{
    struct gam_runset set;
    struct gam_err err = { 0 };
    int64_t id;
    int added;

    runset_small(&set, uuid, started);
    gam_runset_device(&set)->class = "gpu/A/B";
    gam_runset_device(&set)->driver = "1.2";
    gam_runset_measurement(&set)->implementation = "gpu";
    gam_runset_measurement(&set)->implementation_version = "kernels 1";
    gam_runset_measurement(&set)->threads = 1;
    gam_runset_measurement(&set)->cache = GAM_CACHE_WARM;
    gam_runset_measurement(&set)->detail = detail;
    ok(gam_store_add(s, &set, &id, &added, &err), &err);
    gam_runset_release(&set);
    return id;
}

/* The detail found; NULL: none. */
static const char *found(struct gam_store *s, const struct gam_choice_query *q, int64_t *run)
{
    static char detail[100];
    struct gam_err err = { 0 };
    int rc = gam_store_find_choice(s, q, detail, sizeof detail, run, &err);

    if (rc)
        assert_int_equal(rc, -GAM_ENOENT);
    return rc ? NULL : detail;
}

static void the_newest_own_choice_counts(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    char now[32];
    int64_t first, second, run = 0;

    (void)state;
    gam_clock_wall_text(now, sizeof now);
    assert_null(found(s, &query, &run));
    add_choice(s, "old", "2020-01-01T00:00:00.000Z", "TILE=1 (best of 3)");
    assert_null(found(s, &query, &run)); /* too old */
    first = add_choice(s, "first", now, "TILE=2 (best of 3)");
    assert_string_equal(found(s, &query, &run), "TILE=2 (best of 3)");
    assert_int_equal(run, first);
    add_choice(s, "again", now, "TILE=2 (best of 3 in run 2)"); /* only repeats it */
    add_choice(s, "none", now, NULL);
    add_choice(s, "no choice", now, "TILE=4");
    found(s, &query, &run);
    assert_int_equal(run, first);
    second = add_choice(s, "second", now, "TILE=3 (best of 3), spills 8 bytes");
    assert_string_equal(found(s, &query, &run), "TILE=3 (best of 3), spills 8 bytes");
    assert_int_equal(run, second);
    gam_store_close(s);
}

static void conditions_must_match(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_choice_query q[11];
    char now[32];
    int64_t run;

    (void)state;
    gam_clock_wall_text(now, sizeof now);
    add_choice(s, "one", now, "TILE=2 (best of 3)");
    for (size_t i = 0; i < sizeof q / sizeof *q; i++)
        q[i] = query;
    q[1].host_instance = "machine-2";
    q[2].host_instance = NULL;
    q[3].device_class = "gpu/A/C";
    q[4].driver = "1.3";
    q[5].driver = NULL;
    q[6].implementation = "mma";
    q[7].version = "kernels 2";
    q[8].version = NULL;
    q[9].spec = "gemm:m=16,n=16,k=32,dtype=f32";
    q[10].cache = "cold";
    assert_non_null(found(s, &q[0], &run));
    for (size_t i = 1; i < sizeof q / sizeof *q; i++)
        if (found(s, &q[i], &run))
            fail_msg("found under condition %zu", i);
    q[0].threads = 2;
    assert_null(found(s, &q[0], &run));
    sql_run("UPDATE measurement SET status = 'failed'");
    assert_null(found(s, &query, &run));
    gam_store_close(s);
}

static void ends_are_read_as_they_are_written(void **state)
{
    char detail[40] = "TILE=8";

    (void)state;
    gam_choice_end(detail, sizeof detail, 6, 0);
    assert_string_equal(detail, "TILE=8 (best of 6)");
    assert_true(gam_choice_is_own(detail) && gam_choice_is_of(detail, "TILE=8"));
    assert_false(gam_choice_is_of(detail, "TILE="));
    assert_false(gam_choice_is_of(detail, "TILE=88"));
    snprintf(detail, sizeof detail, "TILE=8");
    assert_false(gam_choice_is_own(detail) || gam_choice_is_of(detail, "TILE=8"));
    gam_choice_end(detail, sizeof detail, 6, 12);
    assert_string_equal(detail, "TILE=8 (best of 6 in run 12)");
    assert_true(!gam_choice_is_own(detail) && gam_choice_is_of(detail, "TILE=8"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        store_test(the_newest_own_choice_counts),
        store_test(conditions_must_match),
        cmocka_unit_test(ends_are_read_as_they_are_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
