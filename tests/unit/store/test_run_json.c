/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"
#include "fixture_runset.h"

#include "common/json.h"
#include "store/run_json.h"

#include <stdio.h>
#include <stdlib.h>

enum { CAP = 64 << 20 };

static const char uuid_1[] = "11111111-0000-4000-8000-000000000001", day_1[] = "2026-11-30T10:43:51.123Z";

static void export_import_export(uint64_t seed, int with_roofs)
{
    struct gam_strbuf first = GAM_STRBUF_INIT(CAP), second = GAM_STRBUF_INIT(CAP);
    struct gam_runset a, b, roofs, roofs_back;
    struct gam_err err = { 0 };
    char where[200];

    runset_generate(&a, seed, 10);
    runset_generate(&roofs, seed + 1000000, 5);
    gam_runset_init(&b);
    gam_runset_init(&roofs_back);
    if (gam_run_json_write(&a, with_roofs ? &roofs : NULL, &first, &err) ||
        gam_run_json_read("a.json", first.text, first.length, &b, &roofs_back, &err) ||
        gam_run_json_write(&b, with_roofs ? &roofs_back : NULL, &second, &err))
        fail_msg("seed %llu: %s", (unsigned long long)seed, err.text);
    if (runset_compare(&a, &b, where, sizeof where))
        fail_msg("seed %llu: %s differs", (unsigned long long)seed, where);
    assert_int_equal(roofs_back.of[GAM_RECORD_RUN].n, with_roofs);
    if (with_roofs && runset_compare(&roofs, &roofs_back, where, sizeof where))
        fail_msg("seed %llu: roofs: %s differs", (unsigned long long)seed, where);
    assert_int_equal(first.length, second.length);
    assert_memory_equal(first.text, second.text, first.length);
    gam_strbuf_release(&first);
    gam_strbuf_release(&second);
    gam_runset_release(&a);
    gam_runset_release(&b);
    gam_runset_release(&roofs);
    gam_runset_release(&roofs_back);
}

static void round_trips(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++)
        export_import_export(seed, seed % 3 == 0);
}

static void text_is_as_documented(void **state)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(CAP);
    struct gam_runset set;

    (void)state;
    runset_small(&set, uuid_1, day_1);
    assert_int_equal(gam_run_json_write(&set, NULL, &out, NULL), 0);
    assert_memory_equal(out.text, "{\n  \"schema\": \"gambrel-run/1\",\n  \"run\": {\"uuid\":\"11111111-", 58);
    assert_non_null(strstr(out.text, "\"started\":\"2026-11-30T10:43:51.123Z\",\"finished\":null,\"seed\":\"1\","));
    assert_non_null(strstr(
        out.text,
        "\"sample\": [\n    "
        "{\"measurement\":0,\"rank\":0,\"round\":0,\"pass\":0,\"iterations\":10,\"duration_ns\":12345,\"flags\":0}\n  ],"));
    assert_non_null(strstr(out.text, "\n  \"span\": [],"));
    assert_non_null(strstr(out.text, "\n  \"roofs\": null\n}\n"));
    assert_null(strstr(out.text, "ordinal"));
    gam_strbuf_release(&out);
    gam_runset_release(&set);
}

/* Replaces the first `from` of a good export by `to` and expects the error. */
static void expect_refused(const char *from, const char *to, int code, const char *part)
{
    struct gam_strbuf good = GAM_STRBUF_INIT(CAP), bad = GAM_STRBUF_INIT(CAP);
    struct gam_runset set, back, roofs;
    struct gam_err err = { 0 };
    const char *at;

    runset_small(&set, uuid_1, day_1);
    gam_runset_init(&back);
    gam_runset_init(&roofs);
    assert_int_equal(gam_run_json_write(&set, &set, &good, NULL), 0);
    at = strstr(good.text, from);
    if (!at)
        fail_msg("'%s' is not in the export", from);
    gam_strbuf_bytes(&bad, good.text, (size_t)(at - good.text));
    gam_strbuf_text(&bad, to);
    gam_strbuf_text(&bad, at + strlen(from));
    if (!gam_run_json_read("run.json", bad.text, bad.length, &back, &roofs, &err))
        fail_msg("accepted with '%s'", to);
    assert_error(&err, code, part);
    gam_strbuf_release(&good);
    gam_strbuf_release(&bad);
    gam_runset_release(&set);
    gam_runset_release(&back);
    gam_runset_release(&roofs);
}

static void faults_are_named(void **state)
{
    (void)state;
    expect_refused("gambrel-run/1", "gambrel-run/2", -GAM_EVERSION, "run.json: schema 'gambrel-run/2' is of another version");
    expect_refused("gambrel-run/1", "gambrel-report/1", -GAM_EPARSE, "schema is 'gambrel-report/1', not gambrel-run/1");
    expect_refused("\"schema\"", "\"shcema\"", -GAM_EPARSE, "key 'schema' is missing");
    expect_refused("\"duration_ns\":12345", "\"duration_ns\":\"12345\"", -GAM_EPARSE,
                   "run.json: sample[0].duration_ns: expected a whole number");
    expect_refused("\"duration_ns\":12345", "\"duration_ns\":9007199254740992", -GAM_EPARSE, "sample[0].duration_ns");
    expect_refused("\"duration_ns\":12345", "\"duration_ns\":1.5", -GAM_EPARSE, "sample[0].duration_ns");
    expect_refused("\"duration_ns\":12345", "\"duration_ns\":null", -GAM_EPARSE,
                   "sample[0]: key 'duration_ns' is missing or null");
    expect_refused("\"duration_ns\":12345", "\"duration\":12345", -GAM_EPARSE, "sample[0]: unknown key 'duration'");
    expect_refused("{\"measurement\":0", "{\"measurement\":1", -GAM_EPARSE,
                   "run.json: sample[0].measurement: there is no measurement 1");
    expect_refused("{\"measurement\":0", "{\"measurement\":-1", -GAM_EPARSE, "sample[0].measurement: is negative");
    expect_refused("\"seed\":\"1\"", "\"seed\":1", -GAM_EPARSE, "run.json: run.seed: expected text");
    expect_refused("\"seed\":\"1\"", "\"seed\":\"01\"", -GAM_EPARSE, "run.seed: expected a whole number as text");
    expect_refused("\"seed\":\"1\"", "\"seed\":\"99999999999999999999\"", -GAM_EPARSE, "run.seed");
    expect_refused("\"purpose\":\"run\"", "\"purpose\":\"walk\"", -GAM_EPARSE,
                   "run.purpose: unknown word 'walk'; known are run, gate, ");
    expect_refused("\"started\":\"2026-11-30", "\"started\":\"2026-02-30", -GAM_EPARSE, "run.started: is not a time");
    expect_refused("\"role\":\"roof\"", "\"role\":\"rooff\"", -GAM_EPARSE, "measurement[0].role: unknown word");
    expect_refused("\"run\": {", "\"runs\": {", -GAM_EPARSE, "run.json: unknown key 'runs'");
    expect_refused("\"sample\": [", "\"sample\": [3, ", -GAM_EPARSE, "run.json: sample[0]: expected an object");
    expect_refused("\"memory\": []", "\"memory\": {}", -GAM_EPARSE, "run.json: memory: expected an array");
    expect_refused("\"uuid\":\"11111111", "\"uuid\":\"1111111111111111", -GAM_EPARSE, "run.uuid: is empty or too long");
    expect_refused("\"roofs\": {", "\"roofs\": {\"schema\":1,", -GAM_EPARSE, "run.json: roofs: unknown key 'schema'");
    expect_refused("]", "", -GAM_EPARSE, "run.json:");
}

static void nullable_keys_may_be_absent(void **state)
{
    static const char text[] =
        "{\"schema\":\"gambrel-run/"
        "1\",\"run\":{\"uuid\":\"u\",\"purpose\":\"run\",\"status\":\"complete\",\"started\":\"2026-11-30T10:43:51Z\","
        "\"seed\":\"-5\",\"rounds_planned\":6}}";
    struct gam_runset set, roofs;
    struct gam_err err = { 0 };

    (void)state;
    gam_runset_init(&set);
    gam_runset_init(&roofs);
    if (gam_run_json_read("x", text, sizeof text - 1, &set, &roofs, &err))
        fail_msg("%s", err.text);
    assert_int_equal(gam_runset_run(&set)->seed, -5);
    assert_null(gam_runset_run(&set)->suite);
    assert_true(gam_runset_run(&set)->rounds_done == GAM_NULL_INT);
    gam_runset_release(&set);
    gam_runset_release(&roofs);
}

static void wrong_sets_are_not_written(void **state)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(CAP);
    struct gam_runset set;
    struct gam_err err = { 0 };

    (void)state;
    gam_runset_init(&set);
    gam_run_json_write(&set, NULL, &out, &err);
    assert_error(&err, -GAM_EINVAL, "run: 0 records where one is expected");
    runset_small(&set, uuid_1, day_1);
    gam_runset_sample(&set)->duration_ns = (int64_t)1 << 53;
    gam_run_json_write(&set, NULL, &out, &err);
    assert_error(&err, -GAM_EINVAL, "sample[0].duration_ns: is not below 2^53");
    gam_runset_sample(&set)->duration_ns = 1;
    gam_runset_measurement(&set)->role = 3;
    gam_run_json_write(&set, NULL, &out, &err);
    assert_error(&err, -GAM_EINVAL, "measurement[0].role: is not one of its words");
    assert_int_equal(out.length, 0);
    gam_runset_release(&set);
}

/* A text that is no UTF-8 becomes one at the first export and stays so. */
static void bad_utf8_settles(void **state)
{
    struct gam_strbuf first = GAM_STRBUF_INIT(CAP), second = GAM_STRBUF_INIT(CAP);
    struct gam_runset set, back, roofs;

    (void)state;
    runset_small(&set, uuid_1, day_1);
    gam_runset_run(&set)->suite = "a\xff";
    gam_runset_init(&back);
    gam_runset_init(&roofs);
    assert_int_equal(gam_run_json_write(&set, NULL, &first, NULL), 0);
    assert_int_equal(gam_run_json_read("x", first.text, first.length, &back, &roofs, NULL), 0);
    assert_string_equal(gam_runset_run(&back)->suite, "a\xef\xbf\xbd");
    assert_int_equal(gam_run_json_write(&back, NULL, &second, NULL), 0);
    assert_string_equal(first.text, second.text);
    gam_strbuf_release(&first);
    gam_strbuf_release(&second);
    gam_runset_release(&set);
    gam_runset_release(&back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),
        cmocka_unit_test(text_is_as_documented),
        cmocka_unit_test(faults_are_named),
        cmocka_unit_test(nullable_keys_may_be_absent),
        cmocka_unit_test(wrong_sets_are_not_written),
        cmocka_unit_test(bad_utf8_settles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
