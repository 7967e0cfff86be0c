/* SPDX-License-Identifier: MIT */
/* Full disks, size limits, missing rights. What needs a right that the test lacks is skipped. */
#include "fixture_store.h"

#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SKIPPED = 77, NOBODY = 65534, SAMPLES = 200 };

/* Runs `body` in a child, whose mounts, limits and rights are its own. cmocka's failures end it with 1. */
static void in_child(void (*body)(void))
{
    int status;
    pid_t child = fork();

    assert_true(child >= 0);
    if (!child) {
        body();
        exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED)
        skip();
    assert_int_equal(status, 0);
}

#define child_assert(condition)                                                                                                  \
    do {                                                                                                                         \
        if (!(condition)) {                                                                                                      \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                      \
            exit(1);                                                                                                             \
        }                                                                                                                        \
    } while (0)

static void child_error(const struct gam_err *err, int code, const char *part)
{
    if (err->code == code && strstr(err->text, part))
        return;
    fprintf(stderr, "code %d, text '%s'; expected %d and '%s'\n", err->code, err->text, code, part);
    exit(1);
}

/* Writes visits until one fails; returns how many are committed. */
static int64_t write_until_full(struct gam_store *s, struct gam_err *err)
{
    struct gam_sink sink = gam_store_sink(s);
    struct gam_runset set;
    struct gam_sample sample;

    runset_small(&set, "u-full", "2026-01-01T00:00:00Z");
    sample = gam_runset_sample(&set)[0];
    for (int i = 0; i < GAM_RECORD_SAMPLE; i++)
        for (size_t k = 0; k < set.of[i].n; k++)
            child_assert(!sink.put(sink.ctx, (enum gam_record)i,
                                   (char *)set.of[i].row + k * gam_record_desc((enum gam_record)i)->size, err));
    for (int64_t visits = 0; visits < 100000; visits++) {
        if (sink.commit(sink.ctx, err)) {
            gam_runset_release(&set);
            child_assert(sink.put(sink.ctx, GAM_RECORD_SAMPLE, &sample, err) == err->code);
            return visits - 1;
        }
        for (int k = 0; k < SAMPLES; k++, sample.ordinal++)
            child_assert(!sink.put(sink.ctx, GAM_RECORD_SAMPLE, &sample, err));
    }
    child_assert(!"the disk never filled");
    return 0;
}

static void full_disk_body(void)
{
    char filler[120];
    struct gam_store *s;
    struct gam_runset set;
    struct gam_err err = { 0 };
    int64_t visits, id;
    size_t faults;

    if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
        mount("none", store_folder, "tmpfs", 0, "size=768k"))
        exit(SKIPPED);
    snprintf(filler, sizeof filler, "%s/filler", store_folder);
    file_fill(filler, (char[128 * 1024]){ 0 }, 128 * 1024);
    child_assert(!gam_store_open(store_path, GAM_STORE_WRITE, &s, &err));
    visits = write_until_full(s, &err);
    child_error(&err, -GAM_EIO, "the disk is full; free some space");
    child_assert(visits > 3);
    gam_store_close(s);
    unlink(filler); /* what was committed is there as soon as there is room to read it */
    child_assert(!gam_store_open(store_path, GAM_STORE_READ, &s, &err));
    child_assert(!gam_store_check(s, NULL, NULL, &faults, &err) && !faults);
    child_assert(!gam_store_resolve(s, "last", &id, &err));
    gam_runset_init(&set);
    child_assert(!gam_store_load(s, id, &set, &err));
    child_assert((int64_t)gam_runset_sample_n(&set) == visits * SAMPLES);
    gam_runset_release(&set);
    gam_store_close(s);
}

static void full_disk(void **state)
{
    (void)state;
    in_child(full_disk_body);
}

static void no_room_at_all_body(void)
{
    struct gam_store *s;
    struct gam_err err = { 0 };
    char filler[120];
    int fd;

    if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
        mount("none", store_folder, "tmpfs", 0, "size=64k"))
        exit(SKIPPED);
    snprintf(filler, sizeof filler, "%s/filler", store_folder);
    fd = open(filler, O_WRONLY | O_CREAT, 0600);
    while (write(fd, (char[4096]){ 0 }, 4096) == 4096)
        ;
    child_assert(gam_store_open(store_path, GAM_STORE_WRITE, &s, &err) < 0);
    child_error(&err, -GAM_EIO, "the disk is full");
}

static void no_room_at_all(void **state)
{
    (void)state;
    in_child(no_room_at_all_body);
}

static void size_limit_body(void)
{
    struct rlimit limit = { 600 * 1024, 600 * 1024 };
    struct gam_store *s;
    struct gam_err err = { 0 };
    size_t faults;

    signal(SIGXFSZ, SIG_IGN);
    child_assert(!setrlimit(RLIMIT_FSIZE, &limit));
    child_assert(!gam_store_open(store_path, GAM_STORE_WRITE, &s, &err));
    child_assert(write_until_full(s, &err) > 3);
    child_error(&err, -GAM_EIO, "beyond the size limit of this process; raise 'ulimit -f'");
    gam_store_close(s);
    child_assert(!gam_store_open(store_path, GAM_STORE_READ, &s, &err));
    child_assert(!gam_store_check(s, NULL, NULL, &faults, &err) && !faults);
    gam_store_close(s);
}

static void size_limit(void **state)
{
    (void)state;
    in_child(size_limit_body);
}

/* root reads and writes everything, so the rest is done as nobody. */
static void become_nobody(void)
{
    if (geteuid() == 0 && (setgroups(0, NULL) || setresgid(NOBODY, NOBODY, NOBODY) || setresuid(NOBODY, NOBODY, NOBODY)))
        exit(SKIPPED);
}

static void store_fill(void)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);

    add_small(s, "u1", "2026-01-01T00:00:00Z", NULL, NULL);
    gam_store_close(s);
}

static void readonly_folder_body(void)
{
    struct gam_store *s;
    struct gam_run_summary *runs;
    struct gam_err err = { 0 };
    size_t n;

    become_nobody();
    child_assert(!gam_store_open(store_path, GAM_STORE_READ, &s, &err));
    child_assert(!gam_store_list(s, &runs, &n, &err) && n == 1);
    free(runs);
    gam_store_close(s);
    child_assert(gam_store_open(store_path, GAM_STORE_WRITE, &s, &err) < 0);
    child_error(&err, -GAM_EPERM, "name another file with --db FILE");
}

static void readonly_folder(void **state)
{
    (void)state;
    store_fill();
    assert_int_equal(chmod(store_path, 0444), 0);
    assert_int_equal(chmod(store_folder, 0555), 0);
    in_child(readonly_folder_body);
    assert_int_equal(chmod(store_folder, 0755), 0);
}

/* The file could be written, but the files that WAL needs beside it cannot be made. */
static void writable_file_in_readonly_folder(void **state)
{
    (void)state;
    store_fill();
    assert_int_equal(chmod(store_path, 0666), 0);
    assert_int_equal(chmod(store_folder, 0555), 0);
    in_child(readonly_folder_body);
    assert_int_equal(chmod(store_folder, 0755), 0);
}

static void nothing_allowed_body(void)
{
    struct gam_store *s;
    struct gam_err err = { 0 };

    become_nobody();
    child_assert(gam_store_open(store_path, GAM_STORE_READ, &s, &err) < 0);
    child_error(&err, -GAM_EPERM, "Permission denied");
    child_assert(gam_store_open(store_path, GAM_STORE_WRITE, &s, &err) < 0);
    child_error(&err, -GAM_EPERM, "Permission denied");
}

static void unreadable_file(void **state)
{
    (void)state;
    store_fill();
    assert_int_equal(chmod(store_path, 0), 0);
    assert_int_equal(chmod(store_folder, 0777), 0);
    in_child(nothing_allowed_body);
}

static void no_new_file_body(void)
{
    struct gam_store *s;
    struct gam_err err = { 0 };

    become_nobody();
    child_assert(gam_store_open(store_path, GAM_STORE_WRITE, &s, &err) < 0);
    child_error(&err, -GAM_EPERM, store_path);
    snprintf(store_path, sizeof store_path, "%s/below/gambrel.db", store_folder);
    child_assert(gam_store_open(store_path, GAM_STORE_WRITE, &s, &err) < 0);
    child_error(&err, -GAM_EPERM, "cannot create folder");
}

static void no_new_file(void **state)
{
    (void)state;
    assert_int_equal(chmod(store_folder, 0555), 0);
    in_child(no_new_file_body);
    assert_int_equal(chmod(store_folder, 0755), 0);
}

/* A committed run stands only in the WAL, and neither it nor the folder may be written: refused, not half read. */
static void readonly_with_wal_body(void)
{
    struct gam_store *s = NULL;
    struct gam_run_summary *runs;
    struct gam_err err = { 0 };
    size_t n;

    become_nobody();
    if (!gam_store_open(store_path, GAM_STORE_READ, &s, &err)) {
        child_assert(!gam_store_list(s, &runs, &n, &err) && n == 1);
        free(runs);
        gam_store_close(s);
        return;
    }
    child_error(&err, -GAM_EPERM, store_path);
}

static void readonly_with_wal(void **state)
{
    char wal[120];
    pid_t child = fork();
    int status;

    (void)state;
    if (!child) {
        struct gam_store *s = store_open(GAM_STORE_WRITE);

        add_small(s, "u1", "2026-01-01T00:00:00Z", NULL, NULL);
        _exit(0); /* without closing: the WAL stays */
    }
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    snprintf(wal, sizeof wal, "%s-wal", store_path);
    assert_int_equal(access(wal, F_OK), 0);
    snprintf(wal, sizeof wal, "%s-shm", store_path);
    unlink(wal);
    assert_int_equal(chmod(store_folder, 0555), 0);
    in_child(readonly_with_wal_body);
    assert_int_equal(chmod(store_folder, 0755), 0);
}

/* The folder's file system is called nfs4 in this child's list of mounts. */
static void network_body(void)
{
    char list[120], mode[20], line[200];
    struct stat info;
    struct gam_store *s;
    struct gam_err err = { 0 };

    snprintf(list, sizeof list, "%s/mountinfo", store_folder);
    child_assert(!stat(store_folder, &info));
    snprintf(line, sizeof line, "22 1 %u:%u / / rw - nfs4 server:/x rw\n", major(info.st_dev), minor(info.st_dev));
    file_fill(list, line, strlen(line));
    if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
        mount(list, "/proc/self/mountinfo", NULL, MS_BIND, NULL))
        exit(SKIPPED);
    child_assert(!gam_store_open(store_path, GAM_STORE_WRITE, &s, &err));
    child_assert(gam_store_warning(s) && strstr(gam_store_warning(s), "network file system (nfs4): written without WAL"));
    add_small(s, "u1", "2026-01-01T00:00:00Z", NULL, NULL);
    expect_sound(s);
    sql_text("PRAGMA journal_mode", mode, sizeof mode);
    child_assert(strcmp(mode, "wal"));
    gam_store_close(s);
    child_assert(!gam_store_open(store_path, GAM_STORE_READ, &s, &err));
    expect_sound(s);
    gam_store_close(s);
}

static void network_file_system(void **state)
{
    (void)state;
    in_child(network_body);
}

/* A database that was made on a local disk lies on a network now. */
static void moved_to_network(void **state)
{
    struct gam_store *s = store_open(GAM_STORE_WRITE);

    (void)state;
    add_small(s, "u0", "2026-01-01T00:00:00Z", NULL, NULL);
    gam_store_close(s);
    in_child(network_body);
    assert_int_equal(sql_int("SELECT count(*) FROM run"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        store_test(full_disk),
        store_test(no_room_at_all),
        store_test(size_limit),
        store_test(readonly_folder),
        store_test(writable_file_in_readonly_folder),
        store_test(unreadable_file),
        store_test(no_new_file),
        store_test(readonly_with_wal),
        store_test(network_file_system),
        store_test(moved_to_network),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
