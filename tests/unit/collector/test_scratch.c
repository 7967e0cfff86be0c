/* SPDX-License-Identifier: MIT */
/* Folders of gates: gone at the end, kept while their maker lives, swept when it was killed. */
#include "../gam_test.h"
#include "fixture_tree.h"

#include "collector/slots/scratch.h"

#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char seen[256];
static size_t n_seen;

static void leaving(void *ctx, const char *folder)
{
    assert_ptr_equal(ctx, seen);
    snprintf(seen, sizeof seen, "%s", folder);
    n_seen++;
}

static int is_there(const char *path)
{
    struct stat s;

    return !lstat(path, &s);
}

static void a_folder_goes_with_what_is_in_it(void **state)
{
    const char *parent = tree_make();
    struct gam_scratch s;
    struct gam_err err = { 0 };
    char folder[256];

    (void)state;
    assert_int_equal(gam_scratch_open(&s, parent, &err), 0);
    snprintf(folder, sizeof folder, "%s", s.folder);
    tree_put(folder, "/base/deep/file", "x");
    assert_int_equal(gam_scratch_sweep(parent, leaving, seen), 0); /* its maker lives */
    assert_true(is_there(folder));
    gam_scratch_close(&s);
    assert_false(is_there(folder));
    gam_scratch_close(&s);
    tree_remove(parent);
}

static void what_the_dead_left_is_swept(void **state)
{
    const char *parent = tree_make();
    char other[256], outside[256], link[256];
    pid_t child;
    int status;

    (void)state;
    tree_put(parent, "/outside/precious", "x");
    tree_put(parent, "/gambrel-gate-foreign/file", "no lock: not ours");
    snprintf(outside, sizeof outside, "%s/outside/precious", parent);
    snprintf(other, sizeof other, "%s/gambrel-gate-foreign/file", parent);
    child = fork();
    if (!child) {
        struct gam_scratch s;

        if (gam_scratch_open(&s, parent, NULL))
            _exit(1);
        snprintf(link, sizeof link, "%s/link", s.folder);
        tree_put(s.folder, "/cand/file", "x");
        _exit(symlink("../outside", link) != 0);
    }
    assert_true(waitpid(child, &status, 0) == child && status == 0);
    n_seen = 0;
    assert_int_equal(gam_scratch_sweep(parent, leaving, seen), 1);
    assert_int_equal(n_seen, 1);
    assert_non_null(strstr(seen, "/gambrel-gate-"));
    assert_false(is_there(seen));
    assert_true(is_there(outside) && is_there(other));
    assert_int_equal(gam_scratch_sweep(parent, leaving, seen), 0);
    assert_int_equal(gam_scratch_sweep("/proc/nonexistent", leaving, seen), 0);
    tree_remove(parent);
}

static void a_place_that_cannot_be_written_is_said(void **state)
{
    struct gam_scratch s;
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(gam_scratch_open(&s, "/proc/nonexistent", &err), -GAM_EIO);
    assert_error(&err, -GAM_EIO, "set TMPDIR");
    gam_scratch_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_goes_with_what_is_in_it),
        cmocka_unit_test(what_the_dead_left_is_swept),
        cmocka_unit_test(a_place_that_cannot_be_written_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
