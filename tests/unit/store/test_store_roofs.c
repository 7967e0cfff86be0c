/* SPDX-License-Identifier: MIT */
/* Which runs' roofs may be reused; which runs count as interrupted; which file systems count as networks. */
#include "fixture_store.h"

#include "common/clock.h"
#include "store/store_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct gam_roof_query query = {
    .host_instance = "machine-1", .cpuset = "0-1", .kernel_set = "k1", .governor = "performance", .threads = 2, .max_age_days = 7
};

static int64_t add_roofs(struct gam_store *s, const char *uuid, const char *started)
{
    struct gam_runset set;
    struct gam_host_fact fact = { .key = "governor", .value = "performance" };
    struct gam_err err = { 0 };
    int64_t id;
    int added;

    runset_small(&set, uuid, started);
    gam_runset_run(&set)->cpuset = "0-1";
    gam_runset_run(&set)->kernel_set = "k1";
    gam_runset_run(&set)->threads = 2;
    ok(gam_runset_add(&set, GAM_RECORD_HOST_FACT, &fact, &err), &err);
    ok(gam_store_add(s, &set, &id, &added, &err), &err);
    gam_runset_release(&set);
    return id;
}

static int found(struct gam_store *s, const struct gam_roof_query *q, int64_t *id)
{
    struct gam_err err = { 0 };
    int rc = gam_store_find_roofs(s, q, id, &err);

    if (rc)
        assert_int_equal(rc, -GAM_ENOENT);
    return !rc;
}

static void conditions_must_match(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    struct gam_roof_query q;
    char now[32];
    int64_t id, first, second;

    (void)state;
    gam_clock_wall_text(now, sizeof now);
    assert_false(found(s, &query, &id));
    first = add_roofs(s, "old", "2020-01-01T00:00:00.000Z");
    assert_false(found(s, &query, &id)); /* too old */
    q = query;
    q.max_age_days = 100000;
    assert_true(found(s, &q, &id) && id == first);
    second = add_roofs(s, "new", now);
    assert_true(found(s, &query, &id) && id == second);
    assert_true(found(s, &q, &id) && id == second);
    q = query, q.host_instance = "machine-2";
    assert_false(found(s, &q, &id));
    q = query, q.host_instance = NULL;
    assert_false(found(s, &q, &id));
    q = query, q.cpuset = "0";
    assert_false(found(s, &q, &id));
    q = query, q.kernel_set = "k2";
    assert_false(found(s, &q, &id));
    q = query, q.governor = NULL;
    assert_false(found(s, &q, &id));
    q = query, q.threads = 1;
    assert_false(found(s, &q, &id));
    q = query, q.all_isas = 1;
    assert_false(found(s, &q, &id));
    q.device = (const struct gam_roof_device[]){ { NULL, NULL }, { "gpu/A/B", "1.2" } };
    q.all_isas = 0;
    q.n_devices = 1;
    assert_true(found(s, &q, &id) && id == second);
    q.n_devices = 2;
    assert_false(found(s, &q, &id)); /* that device was not there */
    sql_run("UPDATE device SET class = 'gpu/A/B', driver = '1.2' WHERE run = 1");
    q.device++;
    q.n_devices = 1;
    assert_false(found(s, &q, &id)); /* it was, in a run that is too old */
    q.max_age_days = 100000;
    assert_true(found(s, &q, &id) && id == first);
    q = query, q.all_isas = 1;
    sql_run("INSERT INTO run_option (run, ordinal, key, value) VALUES (2, 0, 'roofs', 'all')");
    assert_true(found(s, &q, &id) && id == second);
    gam_store_close(s);
}

static void only_sound_roofs_count(void **state)
{
    static const char *const spoilers[] = {
        "UPDATE run SET status = 'stopped'",       "UPDATE run SET status = 'running'",       "UPDATE run SET roof_run = 'other'",
        "UPDATE measurement SET role = 'subject'", "UPDATE measurement SET status = 'wrong'",
    };
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    char now[32];
    int64_t id;

    (void)state;
    gam_clock_wall_text(now, sizeof now);
    add_roofs(s, "new", now);
    for (size_t i = 0; i < sizeof spoilers / sizeof *spoilers; i++) {
        assert_true(found(s, &query, &id));
        sql_run(spoilers[i]);
        if (found(s, &query, &id))
            fail_msg("found in spite of %s", spoilers[i]);
        sql_run("UPDATE run SET status = 'complete', roof_run = NULL; UPDATE measurement SET role = 'roof', status = 'ok'");
    }
    sql_run("UPDATE host_fact SET key = 'turbo'"); /* an unknown governor matches only an unknown one */
    assert_false(found(s, &query, &id));
    gam_store_close(s);
}

static void expect_status(struct gam_store *s, const char *status)
{
    struct gam_run_summary *runs;
    struct gam_err err = { 0 };
    size_t n;

    ok(gam_store_list(s, &runs, &n, &err), &err);
    assert_int_equal(n, 1);
    assert_string_equal(runs[0].status, status);
    assert_int_equal(runs[0].interrupted, !strcmp(status, "interrupted"));
    free(runs);
}

static void owner_set(const char *boot_id, int pid, int64_t ticks)
{
    char sql[300];

    snprintf(sql, sizeof sql, "UPDATE run SET status = 'running', owner_boot_id = '%s', owner_pid = %d, owner_start_ticks = %lld",
             boot_id, pid, (long long)ticks);
    sql_run(sql);
}

static void owners_that_are_gone(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);
    char boot_id[64];
    int64_t own = gam_owner_start_ticks(getpid());
    pid_t child;

    (void)state;
    gam_owner_boot_id(boot_id, sizeof boot_id);
    assert_int_equal(strlen(boot_id), 36);
    assert_true(own > 0);
    add_small(s, "u1", "2026-01-01T00:00:00Z", NULL, NULL);
    expect_status(s, "complete");
    owner_set(boot_id, (int)getpid(), own);
    expect_status(s, "running");
    owner_set(boot_id, (int)getpid(), own + 1); /* the pid was given to another process since */
    expect_status(s, "interrupted");
    owner_set("00000000-0000-0000-0000-000000000000", (int)getpid(), own);
    expect_status(s, "interrupted");
    s->on_network = 1; /* it may be another host that is at it */
    expect_status(s, "running");
    s->on_network = 0;
    child = fork();
    if (!child)
        _exit(0);
    own = gam_owner_start_ticks(child);
    waitpid(child, NULL, 0);
    owner_set(boot_id, (int)child, own);
    expect_status(s, "interrupted");
    sql_run("UPDATE run SET owner_boot_id = NULL, owner_pid = NULL, owner_start_ticks = NULL");
    expect_status(s, "interrupted");
    sql_run("UPDATE run SET status = 'failed'");
    expect_status(s, "failed");
    gam_store_close(s);
}

static void networks_are_known(void **state)
{
    static const char mountinfo[] = "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
                                    "40 22 0:35 / /home rw,relatime shared:20 - nfs4 server:/home rw,vers=4.2\n"
                                    "41 22 0:36 / /mnt/a\\040b rw - fuse.sshfs u@h: rw\n"
                                    "42 22 0:37 / /run rw - tmpfs tmpfs rw\n"
                                    "broken line\n"
                                    "43 22 0:38 / /c rw - 9p drvfs rw";
    char type[40];

    (void)state;
    assert_null(gam_mountinfo_network(mountinfo, 8, 1, type, sizeof type));
    assert_string_equal(gam_mountinfo_network(mountinfo, 0, 35, type, sizeof type), "nfs4");
    assert_string_equal(gam_mountinfo_network(mountinfo, 0, 36, type, sizeof type), "fuse.sshfs");
    assert_null(gam_mountinfo_network(mountinfo, 0, 37, type, sizeof type));
    assert_string_equal(gam_mountinfo_network(mountinfo, 0, 38, type, sizeof type), "9p");
    assert_null(gam_mountinfo_network(mountinfo, 0, 99, type, sizeof type));
    assert_null(gam_mountinfo_network("", 0, 0, type, sizeof type));
    assert_int_equal(gam_store_network("/proc/self/stat", type, sizeof type, NULL), 0);
    assert_string_equal(type, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        store_test(conditions_must_match),
        store_test(only_sound_roofs_count),
        store_test(owners_that_are_gone),
        cmocka_unit_test(networks_are_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
