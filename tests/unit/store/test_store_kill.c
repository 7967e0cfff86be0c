/* SPDX-License-Identifier: MIT */
/* Writers that are killed at random moments: the database stays sound, and every visit that was announced after its commit is
 * there.
 */
#include "fixture_store.h"

#include "common/rand.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KILLS = 40, SAMPLES = 15, MOST_US = 40000 };

/* Commits visits of SAMPLES samples until killed; a byte to `fd` announces each, the first the run itself. */
static void write_for_ever(int number, int fd)
{
    struct gam_store *s;
    struct gam_sink sink;
    struct gam_runset set;
    struct gam_sample sample;
    char uuid[40];

    snprintf(uuid, sizeof uuid, "%08d-0000-4000-8000-000000000000", number);
    runset_small(&set, uuid, "2026-01-01T00:00:00Z");
    if (gam_store_open(store_path, GAM_STORE_WRITE, &s, NULL))
        _exit(1);
    sink = gam_store_sink(s);
    gam_runset_run(&set)->status = GAM_RUN_RUNNING;
    sample = gam_runset_sample(&set)[0];
    for (int i = 0; i < GAM_RECORD_SAMPLE; i++)
        for (size_t k = 0; k < set.of[i].n; k++)
            if (sink.put(sink.ctx, (enum gam_record)i, (char *)set.of[i].row + k * gam_record_desc((enum gam_record)i)->size,
                         NULL))
                _exit(1);
    for (int64_t visit = 0;; visit++) {
        if (sink.commit(sink.ctx, NULL) || write(fd, "x", 1) != 1)
            _exit(1);
        sample.round = visit;
        for (int k = 0; k < SAMPLES; k++, sample.ordinal++)
            if (sink.put(sink.ctx, GAM_RECORD_SAMPLE, &sample, NULL))
                _exit(1);
    }
}

/* Returns how many commits the killed writer announced. */
static size_t writer_kill(int number, useconds_t after)
{
    char bytes[4096];
    size_t announced = 0;
    ssize_t n;
    int ends[2], status;
    pid_t child;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (!child) {
        close(ends[0]);
        write_for_ever(number, ends[1]);
    }
    close(ends[1]);
    usleep(after);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status)); /* it had not failed by itself */
    while ((n = read(ends[0], bytes, sizeof bytes)) > 0)
        announced += (size_t)n;
    close(ends[0]);
    return announced;
}

static void expect_announced(int number, size_t announced)
{
    struct gam_store *s;
    struct gam_err err = { 0 };
    struct gam_run_summary *runs;
    char sql[200];
    size_t n;
    int64_t samples;

    if (gam_store_open(store_path, GAM_STORE_READ, &s, &err)) {
        assert_int_equal(announced, 0);
        assert_int_equal(err.code, -GAM_ENOENT); /* killed before the database was made */
        return;
    }
    expect_sound(s);
    ok(gam_store_list(s, &runs, &n, &err), &err);
    for (size_t i = 0; i < n; i++)
        assert_string_equal(runs[i].status, "interrupted");
    free(runs);
    gam_store_close(s);
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM sample JOIN run ON run.id = sample.run WHERE uuid = '%08d-0000-4000-8000-000000000000'",
             number);
    samples = sql_int(sql);
    assert_int_equal(samples % SAMPLES, 0); /* visits are whole */
    if (announced && samples < (int64_t)(announced - 1) * SAMPLES)
        fail_msg("%zu visits announced, %lld samples there", announced - 1, (long long)samples);
}

static void kills_lose_nothing(void **state)
{
    struct gam_rand r;
    size_t total = 0;

    (void)state;
    gam_rand_seed(&r, 1);
    for (int i = 0; i < KILLS; i++) {
        size_t announced = writer_kill(i, (useconds_t)gam_rand_below(&r, MOST_US));

        expect_announced(i, announced);
        total += announced;
    }
    print_message("%zu commits announced\n", total);
    assert_true(total > KILLS);
}

static void kills_during_creation(void **state)
{
    struct gam_rand r;

    (void)state;
    gam_rand_seed(&r, 2);
    for (int i = 0; i < KILLS; i++) {
        char name[120];

        expect_announced(i, writer_kill(i, (useconds_t)gam_rand_below(&r, 6000)));
        unlink(store_path);
        snprintf(name, sizeof name, "%s-wal", store_path);
        unlink(name);
        snprintf(name, sizeof name, "%s-shm", store_path);
        unlink(name);
    }
}

/* Several processes make the same new database and write to it at once. */
static void writers_share(void **state)
{
    enum { WRITERS = 6, COMMITS = 20 };
    pid_t child[WRITERS];

    (void)state;
    for (int w = 0; w < WRITERS; w++) {
        child[w] = fork();
        if (child[w])
            continue;
        for (int i = 0; i < COMMITS; i++) {
            struct gam_store *s = NULL;
            struct gam_runset set;
            struct gam_err err = { 0 };
            char uuid[40];
            int64_t id;
            int added;

            snprintf(uuid, sizeof uuid, "w%d-%d", w, i);
            runset_small(&set, uuid, "2026-01-01T00:00:00Z");
            if (gam_store_open(store_path, GAM_STORE_WRITE, &s, &err) || gam_store_add(s, &set, &id, &added, &err)) {
                print_message("%s\n", err.text);
                _exit(1);
            }
            gam_store_close(s);
            gam_runset_release(&set);
        }
        _exit(0);
    }
    for (int w = 0; w < WRITERS; w++) {
        int status;

        assert_int_equal(waitpid(child[w], &status, 0), child[w]);
        assert_int_equal(status, 0);
    }
    assert_int_equal(sql_int("SELECT count(*) FROM run"), WRITERS * COMMITS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        store_test(kills_lose_nothing),
        store_test(kills_during_creation),
        store_test(writers_share),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
