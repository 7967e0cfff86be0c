/* SPDX-License-Identifier: MIT */
/* The gate with memory that fails: its settings, what programs report, a whole course with real processes, its result read back.
 */
#include "../unit/gam_test.h"
#include "../unit/store/fixture_runset.h"
#include "alloc.h"

#include "analyzer/gate/change.h"
#include "analyzer/gate/read.h"
#include "cli/gate/session.h"
#include "common/file.h"

#include <stdio.h>

enum { CAP = 1 << 20, COURSE_STEP = 23, POINTS = 40 };

static char folder[64], config[100];
static struct gam_strbuf result = GAM_STRBUF_INIT(CAP);

static int settings_body(void *ctx, struct gam_err *err)
{
    struct gam_gate_flags flags = { .config = config, .seed = 1 };
    struct gam_gate_settings *s = ctx;

    return gam_gate_settings_read(&flags, s, err);
}

static int metrics_body(void *ctx, struct gam_err *err)
{
    struct gam_metrics m;
    int rc = gam_metrics_parse("m", ctx, strlen(ctx), &m, err);

    if (!rc)
        assert_int_equal(m.n, 3);
    gam_metrics_release(&m);
    return rc;
}

static int line_body(void *ctx, struct gam_err *err)
{
    struct gam_command_line line;
    int rc = gam_command_line_split(ctx, &line, err);

    if (!rc)
        gam_command_line_release(&line);
    return rc;
}

static int read_body(void *ctx, struct gam_err *err)
{
    struct gam_gate gate;
    int rc = gam_gate_read("gate.json", gam_strbuf_get(&result), result.length, &gate, err);

    (void)ctx;
    gam_gate_release(&gate);
    return rc;
}

static int changes_body(void *ctx, struct gam_err *err)
{
    const struct gam_change_rule rule = { .alpha = 0.001, .magnitude = 0.03 };
    struct gam_change change[GAM_CHANGES_MOST];
    double value[POINTS];
    size_t found;
    int rc;

    (void)ctx;
    for (size_t i = 0; i < POINTS; i++)
        value[i] = (i < POINTS / 2 ? 100 : 120) + (double)(i % 3);
    rc = gam_changes_find(value, POINTS, &rule, change, &found, err);
    if (!rc)
        assert_int_equal(found, 1);
    return rc;
}

/* Programs that report an exact value and a time, of which only the first is the same each time: one look, and the course takes
 * the same way whatever the clock says. */
static int course_run(struct gam_gate *gate, struct gam_err *err)
{
    char *const environment[] = { (char[]){ "PATH=/usr/bin:/bin" }, NULL };
    static struct gam_gate_settings settings;
    struct gam_gate_flags flags = { .seed = 1 };
    struct gam_gate_slots slots = { .name = "program", .also = GAM_ALSO_WALL | GAM_ALSO_OUTPUT };
    struct gam_gate_session s = { .settings = &settings, .slots = &slots, .clock = &gam_clock_monotonic, .gate = gate };
    int rc = gam_gate_settings_read(&flags, &settings, err);

    settings.rule.look[0] = 8;
    settings.rule.n_looks = 1;
    settings.confirm = 0;
    settings.min_sample_ns = 1;
    *gate = (struct gam_gate){ .kind = "ab",
                               .uuid = "00000000-0000-4000-8000-000000000001",
                               .undecided = "pass",
                               .seed = 1,
                               .started = "2026-01-01T00:00:00Z",
                               .finished = "2026-01-01T00:00:01Z",
                               .order = "balanced-random" };
    gate->base = gate->cand = (struct gam_gate_arm){ .kind = "command", .name = "true" };
    if (!rc)
        rc = gam_gate_slots_open(&slots, folder, environment, err);
    for (int i = 0; i < GAM_ARMS && !rc; i++)
        rc = gam_command_line_split("true", &slots.arm[i].line, err);
    if (!rc)
        rc = gam_gate_session_run(&s, err);
    if (!rc && gate->verdict == GAM_GATE_FAILED)
        rc = gam_err_set(err, -GAM_EINTERNAL, "%s", gate->reason ? gate->reason : "no reason");
    gam_gate_session_release(&s);
    gam_gate_slots_close(&slots);
    return rc;
}

static int course_body(void *ctx, struct gam_err *err)
{
    struct gam_gate gate;
    int rc = course_run(&gate, err);

    (void)ctx;
    gam_gate_release(&gate);
    return rc;
}

static void texts(void **state)
{
    static struct gam_gate_settings settings;
    char metrics[] =
        "{\"case\":\"a\",\"metric\":\"t\",\"unit\":\"ns\",\"better\":\"lower\",\"value\":1}\n"
        "{\"case\":\"a\",\"metric\":\"t\",\"unit\":\"ns\",\"better\":\"lower\",\"value\":2,\"file\":\"a.c\",\"line\":3}\n"
        "{\"case\":\"b\",\"metric\":\"t\",\"unit\":\"ns\",\"better\":\"lower\",\"value\":2,\"file\":\"a.c\",\"line\":3}\n"
        "{\"case\":\"b\",\"metric\":\"sha\",\"text\":\"x\"}\n",
         plain[] = "program --with words", shell[] = "a | b > c";

    (void)state;
    torture_run("gate settings", settings_body, &settings, 1);
    torture_run("metrics", metrics_body, metrics, 1);
    torture_run("command line", line_body, plain, 1);
    torture_run("shell's line", line_body, shell, 1);
    torture_run("gate read", read_body, NULL, 1);
    torture_run("changes", changes_body, NULL, 1);
}

static void course(void **state)
{
    (void)state;
    torture_run("gate course", course_body, NULL, COURSE_STEP);
}

int main(void)
{
    static const char settings[] =
        "{\"alpha\":0.02,\"looks\":[8,16],\"thresholds\":[{\"case\":\"a*\",\"metric\":\"t\",\"ratio\":0.1},"
        "{\"abs\":5}],\"exact\":[\"n*\"],\"confirm\":\"none\"}";
    const struct CMUnitTest tests[] = { cmocka_unit_test(texts), cmocka_unit_test(course) };
    struct gam_err err = { 0 };
    int failures;

    torture_setup();
    folder_make(folder, sizeof folder);
    snprintf(config, sizeof config, "%s/gate.json", folder);
    if (gam_file_write(config, settings, sizeof settings - 1, &err) ||
        gam_file_read(GAM_SOURCE_DIR "/tests/fuzz/corpus/gate_json/gate.json", &result, &err))
        fprintf(stderr, "%s\n", err.text);
    failures = err.code ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
    gam_strbuf_release(&result);
    folder_remove(folder);
    return failures;
}
