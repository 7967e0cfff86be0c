/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "common/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/gam_test_file.XXXXXX";

static const char *in_folder(char *out, const char *name)
{
    snprintf(out, PATH_MAX, "%s/%s", folder, name);
    return out;
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int count_files(void)
{
    DIR *dir = opendir(folder);
    int n = 0;

    for (struct dirent *e; dir && (e = readdir(dir));)
        n += e->d_name[0] != '.';
    closedir(dir);
    return n;
}

static int remove_folder(void **state)
{
    DIR *dir = opendir(folder);

    (void)state;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char path[PATH_MAX];

        if (e->d_name[0] != '.')
            remove(in_folder(path, e->d_name));
    }
    closedir(dir);
    return rmdir(folder);
}

static void expect_content(const char *path, const char *content)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(100000);
    struct gam_err err = { 0 };

    if (gam_file_read(path, &text, &err))
        fail_msg("%s", err.text);
    assert_string_equal(gam_strbuf_get(&text), content);
    gam_strbuf_release(&text);
}

static void writes_and_reads(void **state)
{
    char path[PATH_MAX];
    struct stat info;
    struct gam_err err = { 0 };

    (void)state;
    in_folder(path, "a.txt");
    assert_int_equal(gam_file_write(path, "one", 3, &err), 0);
    expect_content(path, "one");
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(gam_file_write(path, "two", 3, &err), 0);
    expect_content(path, "two");
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640); /* the old file's mode stays */
    assert_int_equal(gam_file_write(path, "", 0, &err), 0);
    expect_content(path, "");
    assert_int_equal(count_files(), 1);
    unlink(path);
}

static void links_stay_links(void **state)
{
    char path[PATH_MAX], link[PATH_MAX];
    struct stat info;

    (void)state;
    in_folder(path, "target");
    in_folder(link, "link");
    assert_int_equal(gam_file_write(path, "old", 3, NULL), 0);
    assert_int_equal(symlink("target", link), 0);
    assert_int_equal(gam_file_write(link, "new", 3, NULL), 0);
    expect_content(path, "new");
    assert_int_equal(lstat(link, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    unlink(link);
    unlink(path);
}

static void devices_are_written_to(void **state)
{
    struct stat info;
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(gam_file_write("/dev/null", "x", 1, &err), 0);
    assert_int_equal(stat("/dev/null", &info), 0);
    assert_true(S_ISCHR(info.st_mode));
    assert_int_equal(gam_file_write("/dev/full", "x", 1, &err), -GAM_EIO);
    assert_error(&err, -GAM_EIO, "cannot write '/dev/full': No space left");
}

static void errors_name_the_file(void **state)
{
    char path[PATH_MAX], inside[PATH_MAX];
    struct gam_strbuf text = GAM_STRBUF_INIT(2);
    struct gam_err err = { 0 };

    (void)state;
    in_folder(path, "absent");
    in_folder(inside, "absent/x");
    assert_int_equal(gam_file_read(path, &text, &err), -GAM_ENOENT);
    assert_error(&err, -GAM_ENOENT, path);
    assert_int_equal(gam_file_write(inside, "x", 1, &err), -GAM_ENOENT);
    assert_int_equal(gam_file_write(folder, "x", 1, &err), -GAM_EINVAL);
    assert_int_equal(gam_file_check_write(inside, &err), -GAM_ENOENT);
    assert_error(&err, -GAM_ENOENT, inside);
    assert_int_equal(gam_file_check_write(folder, &err), -GAM_EINVAL);
    assert_int_equal(gam_file_check_write("/dev/full", &err), 0);
    assert_int_equal(gam_file_check_write(path, &err), 0);
    assert_int_equal(access(path, F_OK), -1); /* asked, not made */
    assert_int_equal(gam_file_read(folder, &text, &err), -GAM_EINVAL);
    assert_int_equal(gam_file_write(path, "abc", 3, &err), 0);
    assert_int_equal(gam_file_read(path, &text, &err), -GAM_EINVAL);
    assert_error(&err, -GAM_EINVAL, "larger than the limit of 2 bytes");
    gam_strbuf_release(&text);
    unlink(path);
}

/* A write that fails half way leaves the old file and no temporary. The limit is a child's, whose exit tells. */
static void failed_write_keeps_the_old(void **state)
{
    char path[PATH_MAX];
    int status;
    pid_t child;

    (void)state;
    in_folder(path, "keep");
    assert_int_equal(gam_file_write(path, "old", 3, NULL), 0);
    child = fork();
    if (!child) {
        struct rlimit limit = { 1000, 1000 };
        static char much[5000];

        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        _exit(gam_file_write(path, much, sizeof much, NULL) == -GAM_EIO ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    expect_content(path, "old");
    assert_int_equal(count_files(), 1);
    unlink(path);
}

static void makes_folders(void **state)
{
    char path[PATH_MAX], part[PATH_MAX];
    struct stat info;
    struct gam_err err = { 0 };

    (void)state;
    in_folder(path, "x/y/file");
    assert_int_equal(gam_file_make_folders(path, &err), 0);
    assert_int_equal(gam_file_make_folders(path, &err), 0);
    assert_int_equal(stat(in_folder(part, "x/y"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    rmdir(part);
    rmdir(in_folder(part, "x"));
    in_folder(path, "plain");
    gam_file_write(path, "x", 1, NULL);
    in_folder(part, "plain/below/file");
    assert_true(gam_file_make_folders(part, &err) < 0);
    assert_error(&err, err.code, "Not a directory");
    assert_int_equal(gam_file_make_folders("file", &err), 0);
    unlink(path);
}

static void first_lines(void **state)
{
    char path[PATH_MAX], line[8];

    (void)state;
    in_folder(path, "line");
    gam_file_write(path, "first\nsecond\n", 13, NULL);
    assert_int_equal(gam_file_line(folder, "/line", line, sizeof line), 0);
    assert_string_equal(line, "first");
    gam_file_write(path, "longer than it", 14, NULL);
    assert_int_equal(gam_file_line("", path, line, sizeof line), 0);
    assert_string_equal(line, "longer ");
    assert_int_equal(gam_file_line(folder, "/absent", line, sizeof line), -GAM_ENOENT);
    assert_string_equal(line, "");
    unlink(path);
    assert_int_equal(gam_file_line("", "/proc/self/comm", line, sizeof line), 0);
    assert_string_equal(line, "test_fi");
}

static void reads_standard_input(void **state)
{
    char path[PATH_MAX];
    int status;
    pid_t child;

    (void)state;
    in_folder(path, "in");
    gam_file_write(path, "piped", 5, NULL);
    child = fork();
    if (!child) {
        struct gam_strbuf text = GAM_STRBUF_INIT(100);
        int fd = open(path, O_RDONLY);

        dup2(fd, STDIN_FILENO);
        _exit(gam_file_read("-", &text, NULL) || strcmp(gam_strbuf_get(&text), "piped"));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_and_reads),
        cmocka_unit_test(links_stay_links),
        cmocka_unit_test(devices_are_written_to),
        cmocka_unit_test(errors_name_the_file),
        cmocka_unit_test(failed_write_keeps_the_old),
        cmocka_unit_test(makes_folders),
        cmocka_unit_test(first_lines),
        cmocka_unit_test(reads_standard_input),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
