/* SPDX-License-Identifier: MIT */
/* Records of ranks made one run. */
#include "../gam_test.h"

#include "store/merge_ranks.h"
#include "store/run_json.h"

#include <stdio.h>

/* What rank `rank` on host `host` sends after a round. */
static void part_read(struct gam_runset *out, int rank, const char *host, int round, const char *spec)
{
    char text[2000];
    struct gam_runset roofs;
    struct gam_err err = { 0 };
    int n = snprintf(
        text, sizeof text,
        "{\"schema\":\"gambrel-run/1\",\"run\":{\"uuid\":\"u1\",\"purpose\":\"comm\",\"status\":\"running\",\"started\":"
        "\"2026-01-01T00:00:00Z\",\"seed\":\"1\",\"rounds_planned\":6},\"host\":[{\"cores\":%d}],"
        "\"host_fact\":[{\"host\":0,\"key\":\"mpi.host\",\"value\":\"%s\"}],"
        "\"rank\":[{\"rank\":%d,\"host\":0}],\"device\":[{\"host\":0,\"id\":\"cpu\",\"backend\":\"cpu\",\"kind\":\"cpu\"}],"
        "\"operator\":[{\"spec\":\"%s\",\"kind\":\"collective\"}],\"node\":[{\"operator\":0,\"calls\":1}],"
        "\"measurement\":[{\"role\":\"subject\",\"node\":0,\"device\":0,\"implementation\":\"mpi\",\"threads\":1,\"cache\":"
        "\"warm\","
        "\"status\":\"ok\"}],\"sample\":[{\"measurement\":0,\"rank\":%d,\"round\":%d,\"pass\":0,\"iterations\":1,\"duration_ns\":"
        "5,"
        "\"flags\":0}],\"quantity_def\":[{\"name\":\"comm_ns\",\"unit\":\"ns\",\"scope\":\"process\",\"kind\":\"delta\"}],"
        "\"reading\":[{\"quantity\":0,\"target\":\"sample\",\"subject\":0,\"rank\":%d,\"ivalue\":\"%d\",\"source\":\"timed\","
        "\"flags\":0}]}",
        rank + 1, host, rank, spec, rank, round, rank, 10 * rank + round);

    assert_true(n > 0 && (size_t)n < sizeof text);
    gam_runset_init(out);
    gam_runset_init(&roofs);
    if (gam_run_json_read("part", text, (size_t)n, out, &roofs, &err))
        fail_msg("%s", err.text);
    gam_runset_release(&roofs);
}

static void merge(struct gam_runset *all, int rank, const char *host, int round)
{
    struct gam_runset part;
    struct gam_err err = { 0 };

    part_read(&part, rank, host, round, "collective:ranks=3,bytes=12,dtype=f32");
    if (gam_ranks_merge(all, &part, &err))
        fail_msg("%s", err.text);
    gam_runset_release(&part);
}

static void three_ranks_on_two_hosts(void **state)
{
    static const char *const hosts[] = { "a", "b", "a" };
    struct gam_runset all;
    struct gam_err err = { 0 };

    (void)state;
    gam_runset_init(&all);
    for (int round = 0; round < 2; round++)
        for (int rank = 0; rank < 3; rank++)
            merge(&all, rank, hosts[rank], round);
    assert_int_equal(gam_runset_check(&all, &err), 0);
    assert_int_equal(gam_runset_host_n(&all), 2);
    assert_int_equal(gam_runset_rank_n(&all), 3);
    assert_int_equal(gam_runset_rank(&all)[1].host, 1);
    assert_int_equal(gam_runset_rank(&all)[2].host, 0);
    assert_int_equal(gam_runset_host(&all)[1].cores, 2);
    assert_int_equal(gam_runset_measurement_n(&all), 1);
    assert_int_equal(gam_runset_quantity_def_n(&all), 1);
    assert_int_equal(gam_runset_sample_n(&all), 6);
    for (size_t i = 0; i < gam_runset_reading_n(&all); i++) { /* each still stands with its own sample */
        const struct gam_reading *r = &gam_runset_reading(&all)[i];
        const struct gam_sample *s = &gam_runset_sample(&all)[r->subject];

        assert_int_equal(r->rank, s->rank);
        assert_int_equal(r->ivalue, 10 * s->rank + s->round);
    }
    gam_ranks_clock(&all, 1, -7, 3);
    assert_int_equal(gam_runset_rank(&all)[1].clock_offset_ns, -7);
    gam_runset_release(&all);
}

static void other_work_is_refused(void **state)
{
    struct gam_runset all, part;
    struct gam_err err = { 0 };

    (void)state;
    gam_runset_init(&all);
    merge(&all, 0, "a", 0);
    part_read(&part, 1, "b", 0, "collective:ranks=3,bytes=24,dtype=f32");
    assert_int_equal(gam_ranks_merge(&all, &part, &err), -GAM_EPARSE);
    assert_error(&err, -GAM_EPARSE, "not of the same run");
    assert_int_equal(gam_runset_sample_n(&all), 1);
    gam_runset_release(&part);
    gam_runset_release(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(three_ranks_on_two_hosts), cmocka_unit_test(other_work_is_refused) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
