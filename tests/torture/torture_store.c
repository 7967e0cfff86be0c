/* SPDX-License-Identifier: MIT */
#include "../unit/gam_test.h"
#include "../unit/store/fixture_runset.h"
#include "alloc.h"

#include "store/gates.h"
#include "store/run_json.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { CAP = 1 << 20, OPEN_STEP = 17 };

static char folder[64], path[100];
static struct gam_runset set, roofs;
static struct gam_strbuf text = GAM_STRBUF_INIT(CAP);

static int json_write_body(void *ctx, struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(CAP);
    int rc = gam_run_json_write(&set, &roofs, &out, err);

    (void)ctx;
    if (!rc)
        assert_string_equal(gam_strbuf_get(&out), gam_strbuf_get(&text));
    gam_strbuf_release(&out);
    return rc;
}

static int json_read_body(void *ctx, struct gam_err *err)
{
    struct gam_runset back, back_roofs;
    char where[200];
    int rc;

    (void)ctx;
    gam_runset_init(&back);
    gam_runset_init(&back_roofs);
    rc = gam_run_json_read("run.json", text.text, text.length, &back, &back_roofs, err);
    if (!rc)
        assert_false(runset_compare(&set, &back, where, sizeof where) ||
                     runset_compare(&roofs, &back_roofs, where, sizeof where));
    gam_runset_release(&back);
    gam_runset_release(&back_roofs);
    return rc;
}

static void database_remove(void)
{
    static const char *const endings[] = { "", "-wal", "-shm", "-journal" };

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char name[120];

        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

static int create_body(void *ctx, struct gam_err *err)
{
    struct gam_store *s = NULL;
    int64_t id;
    int added, rc;

    (void)ctx;
    database_remove();
    rc = gam_store_open(path, GAM_STORE_WRITE, &s, err);
    if (!rc)
        rc = gam_store_add(s, &set, &id, &added, err);
    gam_store_close(s);
    return rc;
}

static void fault_print(void *ctx, const char *fault)
{
    (void)ctx;
    print_message("fault: %s\n", fault);
}

static int read_all(struct gam_store *s, struct gam_err *err)
{
    struct gam_run_summary *runs = NULL;
    struct gam_runset back;
    char where[200];
    size_t n, faults = 0;
    int64_t id;
    int differ = 0, rc = gam_store_resolve(s, gam_runset_run(&set)->uuid, &id, err);

    gam_runset_init(&back);
    if (!rc)
        rc = gam_store_load(s, id, &back, err);
    if (!rc)
        differ = runset_compare(&set, &back, where, sizeof where);
    gam_runset_release(&back);
    if (differ)
        fail_msg("%s differs", where);
    if (!rc)
        rc = gam_store_list(s, &runs, &n, err);
    if (!rc)
        assert_int_equal(n, 1);
    free(runs);
    if (!rc)
        rc = gam_store_check(s, fault_print, NULL, &faults, err);
    if (!rc)
        assert_int_equal(faults, 0);
    return rc;
}

static int read_body(void *ctx, struct gam_err *err)
{
    struct gam_store *s = NULL;
    int rc = gam_store_open(path, GAM_STORE_READ, &s, err);

    (void)ctx;
    if (!rc)
        rc = read_all(s, err);
    gam_store_close(s);
    return rc;
}

/* On a handle that is open: what one visit of a run costs. */
static int sink_body(void *ctx, struct gam_err *err)
{
    struct gam_store *s = NULL;
    struct gam_sink sink;
    int rc;

    (void)ctx;
    database_remove();
    rc = gam_store_open(path, GAM_STORE_WRITE, &s, err);
    if (rc)
        return rc;
    sink = gam_store_sink(s);
    for (int i = 0; i < GAM_RECORD_KINDS && !rc; i++) {
        for (size_t k = 0; k < set.of[i].n && !rc; k++)
            rc = sink.put(sink.ctx, (enum gam_record)i,
                          (const char *)set.of[i].row + k * gam_record_desc((enum gam_record)i)->size, err);
        if (!rc)
            rc = sink.commit(sink.ctx, err);
    }
    if (!rc)
        rc = sink.put(sink.ctx, GAM_RECORD_RUN, gam_runset_run(&set), err);
    if (!rc)
        rc = sink.commit(sink.ctx, err);
    gam_store_close(s);
    return rc;
}

static int prune_body(void *ctx, struct gam_err *err)
{
    const struct gam_prune what = { .keep_last = 0, .older_than_days = GAM_NULL_INT };
    struct gam_store *s = NULL;
    size_t removed;
    int rc = gam_store_open(path, GAM_STORE_WRITE, &s, err);

    (void)ctx;
    if (!rc)
        rc = gam_store_prune(s, &what, &removed, err);
    gam_store_close(s);
    return rc;
}

/* A gate and a baseline in, their lists out. */
static int gates_body(void *ctx, struct gam_err *err)
{
    const struct gam_stored_case one = { .name = "a", .metric = "time", .unit = "ns", .verdict = "pass", .base = 1, .cand = 1 };
    const struct gam_stored_slot slot = { .arm = "base", .duration_ns = 5 };
    const struct gam_stored_gate gate = { .uuid = "00000000-0000-4000-8000-000000000001",
                                          .kind = "ab",
                                          .started = "2026-01-01T00:00:00Z",
                                          .finished = "2026-01-01T00:00:01Z",
                                          .verdict = "pass",
                                          .base_kind = "command",
                                          .cand_kind = "command",
                                          .order = "balanced-random",
                                          .cases = &one,
                                          .n_cases = 1,
                                          .slot = &slot,
                                          .n_slots = 1 };
    const struct gam_baseline base = { .name = "b",
                                       .host_class = "h",
                                       .op = "o",
                                       .implementation = "i",
                                       .cache = "warm",
                                       .metric = "time",
                                       .unit = "ns",
                                       .accepted = "2026-01-01T00:00:00Z",
                                       .why = "w",
                                       .value = 1 };
    struct gam_series_list series = { 0 };
    struct gam_baseline_list list = { 0 };
    struct gam_store *s = NULL;
    size_t superseded;
    int rc;

    (void)ctx;
    database_remove();
    rc = gam_store_open(path, GAM_STORE_WRITE, &s, err);
    if (!rc)
        rc = gam_store_gate_add(s, &gate, err);
    if (!rc)
        rc = gam_store_baseline_accept(s, &base, 1, &superseded, err);
    if (!rc)
        rc = gam_store_gate_series(s, &series, err);
    if (!rc)
        rc = gam_store_baseline_list(s, NULL, 1, &list, err);
    if (!rc)
        assert_true(series.n == 1 && list.n == 1);
    gam_series_list_release(&series);
    gam_baseline_list_release(&list);
    gam_store_close(s);
    return rc;
}

static void json(void **state)
{
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(gam_run_json_write(&set, &roofs, &text, &err), 0);
    torture_run("run_json_write", json_write_body, NULL, 1);
    torture_run("run_json_read", json_read_body, NULL, 1);
    gam_strbuf_release(&text);
}

static void store(void **state)
{
    struct gam_err err = { 0 };

    (void)state;
    torture_run("store create and add", create_body, NULL, OPEN_STEP);
    torture_run("store sink", sink_body, NULL, OPEN_STEP);
    torture_run("store gates", gates_body, NULL, OPEN_STEP);
    if (create_body(NULL, &err))
        fail_msg("%s", err.text);
    torture_run("store read", read_body, NULL, OPEN_STEP);
    torture_run("store prune", prune_body, NULL, OPEN_STEP);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(json), cmocka_unit_test(store) };
    int failures;

    torture_setup();
    folder_make(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/gambrel.db", folder);
    runset_generate(&set, 3, 3);
    runset_small(&roofs, "roofs", "2026-01-01T00:00:00Z");
    failures = cmocka_run_group_tests(tests, NULL, NULL);
    gam_runset_release(&set);
    gam_runset_release(&roofs);
    folder_remove(folder);
    return failures;
}
