/* SPDX-License-Identifier: MIT */
/* Processes in slots, command lines, and what programs report about themselves. */
#include "../gam_test.h"

#include "collector/slots/metrics.h"
#include "collector/slots/slot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <unistd.h>

extern char **environ;

static struct gam_slot_result shell(const char *script, uint64_t timeout_ns, const volatile sig_atomic_t *cancel, int expected)
{
    char text[500];
    char *argv[] = { (char[]){ "sh" }, (char[]){ "-c" }, text, NULL };
    struct gam_slot slot = { .argv = argv, .environment = environ, .timeout_ns = timeout_ns, .cancel = cancel };
    struct gam_slot_result r;
    struct gam_err err = { 0 };

    snprintf(text, sizeof text, "%s", script);
    assert_int_equal(gam_slot_run(&slot, &r, &err), expected);
    return r;
}

static void fates(void **state)
{
    static const struct {
        const char *script, *fate;
        int code;
    } rows[] = {
        { "exit 0", "exit 0", 0 },
        { "exit 3", "exit 3", 3 },
        { "kill -SEGV $$", "killed by signal 11 (Segmentation fault)", 139 },
        { "exec /proc/nonexistent/program", "exit 127 (not found)", 127 },
    };
    char fate[100];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gam_slot_result r = shell(rows[i].script, 0, NULL, 0);

        gam_slot_fate(&r, fate, sizeof fate);
        assert_int_equal(r.exit_code, rows[i].code);
        assert_string_equal(fate, rows[i].fate);
        assert_true(r.wall_ns > 0);
    }
}

static void a_missing_program_and_one_that_is_none(void **state)
{
    char *missing[] = { (char[]){ "/proc/nonexistent/program" }, NULL }, *folder[] = { (char[]){ "/tmp" }, NULL };
    struct gam_slot slot = { .argv = missing };
    struct gam_slot_result r;
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(gam_slot_run(&slot, &r, &err), 0);
    assert_int_equal(r.exit_code, GAM_SLOT_NOT_FOUND);
    slot.argv = folder;
    assert_int_equal(gam_slot_run(&slot, &r, &err), 0);
    assert_int_equal(r.exit_code, GAM_SLOT_NOT_EXECUTABLE);
    slot.folder = "/proc/nonexistent";
    assert_int_equal(gam_slot_run(&slot, &r, &err), -GAM_EIO);
    assert_error(&err, -GAM_EIO, "cannot run in '/proc/nonexistent'");
}

/* Where the stack lies, twice: the same without a random layout. */
static void fixed_addresses(void **state)
{
    char script[] = "sed -n 's/ .*stack.$//p' /proc/self/maps";
    char out[2][64] = { "", "" }, path[] = "/tmp/gam_slot_XXXXXX";
    char *argv[] = { (char[]){ "sh" }, (char[]){ "-c" }, script, NULL };
    int fd = mkstemp(path), old = personality(0xffffffffUL), refused = personality((unsigned long)old | ADDR_NO_RANDOMIZE);

    (void)state;
    personality((unsigned long)old);
    assert_true(fd >= 0);
    for (int i = 0; i < 2; i++) {
        struct gam_slot slot = { .argv = argv, .environment = environ, .output = path, .fixed_addresses = 1 };
        struct gam_slot_result r;
        ssize_t n;

        assert_int_equal(gam_slot_run(&slot, &r, NULL), 0);
        assert_int_equal(r.exit_code, 0);
        n = pread(fd, out[i], sizeof out[i] - 1, 0);
        assert_true(n > 10);
    }
    close(fd);
    unlink(path);
    if (old == -1 || refused == -1)
        skip();
    assert_string_equal(out[0], out[1]);
    assert_int_equal(personality(0xffffffffUL), old); /* ours is as it was */
}

/* A child of the child would live on; nothing of the group may. */
static void the_whole_group_ends(void **state)
{
    char path[] = "/tmp/gam_slot_XXXXXX", script[200], text[32] = { 0 };
    int fd = mkstemp(path);
    struct gam_slot_result r;
    long pid;

    (void)state;
    assert_true(fd >= 0);
    snprintf(script, sizeof script, "sleep 600 & echo $! >%s; wait", path);
    r = shell(script, 300000000, NULL, 0);
    assert_true(r.timed_out);
    assert_true(read(fd, text, sizeof text - 1) > 0);
    pid = strtol(text, NULL, 10);
    assert_true(pid > 1);
    for (int i = 0; i < 500 && !kill((pid_t)pid, 0); i++) { /* until init has collected it, or it is a zombie */
        char name[64], line[200] = { 0 };
        FILE *f;

        snprintf(name, sizeof name, "/proc/%ld/stat", pid);
        f = fopen(name, "r");
        if (!f)
            break;
        if (!fgets(line, sizeof line, f) || strstr(line, ") Z")) {
            fclose(f);
            break;
        }
        fclose(f);
        usleep(10000);
        assert_true(i < 499);
    }
    close(fd);
    unlink(path);
}

static void cancelled_and_measured(void **state)
{
    volatile sig_atomic_t cancel = 1;
    struct gam_slot_result r;

    (void)state;
    shell("sleep 600", 0, &cancel, -GAM_ECANCELLED);
    cancel = 0;
    r = shell("i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done", 0, &cancel, 0);
    assert_true(r.cpu_ns > 0 && r.peak_bytes > 100000 && r.wall_ns > 1000000);
}

static void command_lines(void **state)
{
    struct gam_command_line c;
    struct gam_err err = { 0 };
    char many[1000];

    (void)state;
    assert_int_equal(gam_command_line_split("  ./bench  --size 5\tx ", &c, &err), 0);
    assert_string_equal(c.argv[0], "./bench");
    assert_string_equal(c.argv[3], "x");
    assert_null(c.argv[4]);
    gam_command_line_release(&c);
    assert_int_equal(gam_command_line_split("./bench 'a b' | tail -1", &c, &err), 0);
    assert_string_equal(c.argv[0], "/bin/sh");
    assert_string_equal(c.argv[2], "./bench 'a b' | tail -1");
    gam_command_line_release(&c);
    assert_int_equal(gam_command_line_split(" \t", &c, &err), -GAM_EINVAL);
    for (size_t i = 0; i < sizeof many - 1; i++)
        many[i] = i % 2 ? ' ' : 'a';
    many[sizeof many - 1] = '\0';
    assert_int_equal(gam_command_line_split(many, &c, &err), 0);
    assert_string_equal(c.argv[0], "/bin/sh");
    gam_command_line_release(&c);
}

static int parse(const char *text, struct gam_metrics *m, struct gam_err *err)
{
    int rc;

    *err = (struct gam_err){ 0 };
    rc = gam_metrics_parse("m", text, strlen(text), m, err);
    if (rc)
        gam_metrics_release(m);
    return rc;
}

static void metrics_are_read(void **state)
{
    static const char text[] =
        "{\"case\":\"a\",\"metric\":\"time\",\"unit\":\"ns\",\"better\":\"lower\",\"value\":3,\"file\":\"x.c\",\"line\":7}\n"
        "\n"
        "{\"case\":\"a\",\"metric\":\"hash\",\"text\":\"0f\"}\r\n"
        "{\"case\":\"a\",\"metric\":\"time\",\"unit\":\"ns\",\"better\":\"lower\",\"value\":1}\n"
        "{\"case\":\"a\",\"metric\":\"time\",\"unit\":\"ns\",\"better\":\"lower\",\"value\":2.5}";
    struct gam_metrics m;
    struct gam_err err;
    const struct gam_metric *time;

    (void)state;
    assert_int_equal(parse(text, &m, &err), 0);
    assert_int_equal(m.n, 2);
    time = gam_metrics_find(&m, "a", "time");
    assert_true(time && time->value == 2.5 && time->n == 3 && time->line == 7 && !strcmp(time->file, "x.c"));
    assert_string_equal(gam_metrics_find(&m, "a", "hash")->text, "0f");
    assert_null(gam_metrics_find(&m, "b", "time"));
    gam_metrics_release(&m);
}

static void bad_metrics_say_where(void **state)
{
    static const struct {
        const char *text, *part;
    } rows[] = {
        { "{\"case\":\"a\"", "m:1" },
        { "\n{\"case\":\"a\",\"metric\":\"t\",\"unit\":\"ns\",\"better\":\"lower\",\"value\":\"x\"}", "m:2: value" },
        { "{\"case\":\"a\",\"metric\":\"t\",\"unit\":\"ns\",\"value\":1}", "better: say" },
        { "{\"case\":\"a\",\"metric\":\"t\",\"unit\":\"ns\",\"better\":\"fast\",\"value\":1}", "better: say" },
        { "{\"case\":\"a\",\"metric\":\"t\",\"better\":\"lower\",\"value\":1}", "unit" },
        { "{\"case\":\"\",\"metric\":\"t\",\"unit\":\"ns\",\"better\":\"lower\",\"value\":1}", "1 to 200 bytes" },
        { "{\"case\":\"a\",\"metric\":\"t\",\"text\":\"x\",\"value\":1}", "not both" },
        { "{\"case\":\"a\",\"metric\":\"t\",\"text\":\"x\",\"better\":\"lower\"}", "can only be" },
        { "{\"case\":\"a\",\"metric\":\"e\",\"unit\":\"J\",\"better\":\"lower\",\"value\":1}",
          "energy must come from a counter" },
        { "{\"case\":\"a\",\"metric\":\"t\",\"unit\":\"ns\",\"better\":\"lower\",\"value\":1,\"colour\":2}", "colour" },
        { "{\"case\":\"a\",\"metric\":\"n\",\"unit\":\"1\",\"better\":\"equal\",\"value\":1}\n"
          "{\"case\":\"a\",\"metric\":\"n\",\"unit\":\"1\",\"better\":\"equal\",\"value\":2}",
          "said to be exact" },
        { "{\"case\":\"a\",\"metric\":\"n\",\"unit\":\"1\",\"better\":\"lower\",\"value\":1}\n"
          "{\"case\":\"a\",\"metric\":\"n\",\"unit\":\"s\",\"better\":\"lower\",\"value\":2}",
          "another unit" },
        { "[1]", "m:1" },
    };
    struct gam_metrics m;
    struct gam_err err;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(parse(rows[i].text, &m, &err) < 0);
        if (!strstr(err.text, rows[i].part))
            fail_msg("row %zu: '%s' lacks '%s'", i, err.text, rows[i].part);
    }
    assert_int_equal(gam_metrics_read("/proc/nonexistent/metrics", &m, &err), 0);
    assert_int_equal(m.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fates),
        cmocka_unit_test(a_missing_program_and_one_that_is_none),
        cmocka_unit_test(fixed_addresses),
        cmocka_unit_test(the_whole_group_ends),
        cmocka_unit_test(cancelled_and_measured),
        cmocka_unit_test(command_lines),
        cmocka_unit_test(metrics_are_read),
        cmocka_unit_test(bad_metrics_say_where),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
