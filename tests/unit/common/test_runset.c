/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "common/record/quantity.h"
#include "common/record/runset.h"
#include "common/record/text_block.h"

#include <stdio.h>

static void fact_make(struct gam_host_fact *fact, int64_t ordinal, const char *key, const char *value)
{
    *fact = (struct gam_host_fact){ .ordinal = ordinal, .host = 0, .key = key, .value = value };
}

static void descriptions_fit_structs(void **state)
{
    (void)state;
    for (int i = 0; i < GAM_RECORD_KINDS; i++) {
        const struct gam_record_desc *desc = gam_record_desc((enum gam_record)i);
        size_t end = sizeof(int64_t); /* the ordinal comes first */

        for (size_t k = 0; k < desc->n_fields; k++) {
            const struct gam_field *field = &desc->fields[k];

            assert_int_equal(field->offset, end);
            end += 8;
            assert_int_equal(field->type == GAM_FIELD_ENUM, field->words != NULL);
            if (field->type == GAM_FIELD_REF)
                assert_true((int)field->target <= i); /* records refer only upwards or to themselves */
        }
        assert_int_equal(desc->size, end);
    }
    assert_string_equal(gam_record_desc(GAM_RECORD_SAMPLE)->fields[5].name, "duration_ns");
    assert_string_equal(gam_record_desc(GAM_RECORD_RUN)->name, "run");
}

static void words_match_enums(void **state)
{
    (void)state;
    assert_int_equal(gam_words_run_status.n, GAM_RUN_FAILED + 1);
    assert_string_equal(gam_words_run_status.word[GAM_RUN_STOPPED], "stopped");
    assert_string_equal(gam_words_run_purpose.word[GAM_PURPOSE_COMM], "comm");
    assert_int_equal(gam_words_run_purpose.n, GAM_PURPOSE_COMM + 1);
    assert_string_equal(gam_words_role.word[GAM_ROLE_CONTROL], "control");
    assert_string_equal(gam_words_status.word[GAM_STATUS_PARTIAL], "partial");
    assert_int_equal(gam_words_status.n, GAM_STATUS_PARTIAL + 1);
    assert_string_equal(gam_words_cache_state.word[GAM_CACHE_COLD], "cold");
    assert_string_equal(gam_words_severity.word[GAM_SEVERITY_ERROR], "error");
    assert_string_equal(gam_words_target.word[GAM_TARGET_RUN], "run");
    assert_string_equal(gam_words_scope.word[GAM_SCOPE_LINK], "link");
    assert_string_equal(gam_words_quantity_kind.word[GAM_QUANTITY_LEVEL], "level");
    assert_string_equal(gam_words_source.word[GAM_SOURCE_ASSUMED], "assumed");
    assert_int_equal(gam_words_source.n, GAM_SOURCE_ASSUMED + 1);
    assert_string_equal(gam_words_memory_kind.word[GAM_MEMORY_MAIN], "main");
    assert_int_equal(gam_word_index(&gam_words_role, "roof"), GAM_ROLE_ROOF);
    assert_int_equal(gam_word_index(&gam_words_role, "ROOF"), -1);
    assert_int_equal(gam_word_index(&gam_words_role, NULL), -1);
    assert_string_equal(gam_source_word(GAM_SOURCE_TIMED), "timed");
    assert_null(gam_source_word(GAM_SOURCE_NONE));
    assert_null(gam_source_word((enum gam_source)99));
}

static void clearing_gives_nulls(void **state)
{
    struct gam_measurement m;

    (void)state;
    memset(&m, 0x55, sizeof m);
    gam_record_clear(GAM_RECORD_MEASUREMENT, &m);
    assert_int_equal(m.ordinal, 0);
    assert_true(m.role == GAM_NULL_INT && m.threads == GAM_NULL_INT && m.node == GAM_NULL_INT);
    assert_null(m.implementation);
    assert_true(isnan(m.error));
}

static void rows_are_deep_copies(void **state)
{
    struct gam_runset set;
    struct gam_host_fact fact;
    char value[8] = "one";

    (void)state;
    gam_runset_init(&set);
    for (int64_t i = 0; i < 1000; i++) {
        snprintf(value, sizeof value, "%d", (int)i);
        fact_make(&fact, i, "key", value);
        assert_int_equal(gam_runset_add(&set, GAM_RECORD_HOST_FACT, &fact, NULL), 0);
    }
    assert_int_equal(gam_runset_host_fact_n(&set), 1000);
    assert_string_equal(gam_runset_host_fact(&set)[0].value, "0");
    assert_string_equal(gam_runset_host_fact(&set)[999].value, "999");
    gam_runset_release(&set);
    assert_int_equal(gam_runset_host_fact_n(&set), 0);
}

static void ordinals_are_dense(void **state)
{
    struct gam_runset set;
    struct gam_host_fact fact;
    struct gam_err err = { 0 };

    (void)state;
    gam_runset_init(&set);
    fact_make(&fact, 1, "key", NULL);
    assert_int_equal(gam_runset_add(&set, GAM_RECORD_HOST_FACT, &fact, &err), -GAM_EINVAL);
    assert_error(&err, -GAM_EINVAL, "host_fact: ordinal 1 where 0 is next");
    assert_int_equal(gam_runset_put(&set, GAM_RECORD_HOST_FACT, &fact, &err), -GAM_EINVAL);
    fact.ordinal = 0;
    assert_int_equal(gam_runset_put(&set, GAM_RECORD_HOST_FACT, &fact, &err), 0);
    assert_int_equal(gam_runset_add(&set, GAM_RECORD_HOST_FACT, &fact, &err), -GAM_EINVAL);
    fact.ordinal = -1;
    assert_int_equal(gam_runset_put(&set, GAM_RECORD_HOST_FACT, &fact, &err), -GAM_EINVAL);
    gam_runset_release(&set);
}

static void put_replaces(void **state)
{
    struct gam_runset set;
    struct gam_sink sink = gam_sink_runset(&set);
    struct gam_host_fact fact;
    const char *key;

    (void)state;
    gam_runset_init(&set);
    fact_make(&fact, 0, "key", "old");
    assert_int_equal(sink.put(sink.ctx, GAM_RECORD_HOST_FACT, &fact, NULL), 0);
    key = gam_runset_host_fact(&set)[0].key;
    fact_make(&fact, 0, "key", "new");
    assert_int_equal(sink.put(sink.ctx, GAM_RECORD_HOST_FACT, &fact, NULL), 0);
    assert_int_equal(sink.commit(sink.ctx, NULL), 0);
    assert_int_equal(gam_runset_host_fact_n(&set), 1);
    assert_string_equal(gam_runset_host_fact(&set)[0].value, "new");
    assert_ptr_equal(gam_runset_host_fact(&set)[0].key, key); /* equal texts are not copied again */
    fact_make(&fact, 0, NULL, NULL);
    assert_int_equal(sink.put(sink.ctx, GAM_RECORD_HOST_FACT, &fact, NULL), 0);
    assert_null(gam_runset_host_fact(&set)[0].value);
    gam_runset_release(&set);
}

/* A row of the set may itself be the argument, even when the array moves. */
static void own_rows_may_be_put(void **state)
{
    struct gam_runset set;
    struct gam_host_fact fact;

    (void)state;
    gam_runset_init(&set);
    for (int64_t i = 0; i < 64; i++) {
        fact_make(&fact, i, "key", "value");
        assert_int_equal(gam_runset_put(&set, GAM_RECORD_HOST_FACT, &fact, NULL), 0);
        gam_runset_host_fact(&set)[i / 2].host = i;
        assert_int_equal(gam_runset_put(&set, GAM_RECORD_HOST_FACT, &gam_runset_host_fact(&set)[i / 2], NULL), 0);
        assert_int_equal(gam_runset_host_fact(&set)[i / 2].host, i);
        assert_string_equal(gam_runset_host_fact(&set)[i / 2].value, "value");
    }
    gam_runset_release(&set);
}

static void texts_of_any_length(void **state)
{
    struct gam_text_block *blocks = NULL;
    static char huge[200001];
    const char *first, *second;

    (void)state;
    memset(huge, 'x', sizeof huge - 1);
    first = gam_text_block_add(&blocks, huge);
    second = gam_text_block_add(&blocks, "small");
    assert_int_equal(strlen(first), 200000);
    assert_string_equal(second, "small");
    assert_string_equal(gam_text_block_add(&blocks, ""), "");
    assert_null(gam_text_block_add(&blocks, NULL));
    gam_text_block_free(blocks);
    gam_text_block_free(NULL);
}

static void times(void **state)
{
    static const struct {
        const char *text;
        int valid;
    } cases[] = {
        { "2026-11-30T10:43:51.123Z", 1 },
        { "2024-02-29T00:00:00Z", 1 },
        { "2000-02-29T23:59:60.5Z", 1 },
        { "2026-02-29T00:00:00Z", 0 },
        { "1900-02-29T00:00:00Z", 0 },
        { "2026-13-01T00:00:00Z", 0 },
        { "2026-00-01T00:00:00Z", 0 },
        { "2026-01-32T00:00:00Z", 0 },
        { "2026-01-01T24:00:00Z", 0 },
        { "2026-01-01T00:60:00Z", 0 },
        { "2026-01-01T00:00:00", 0 },
        { "2026-01-01T00:00:00+01:00", 0 },
        { "2026-01-01 00:00:00Z", 0 },
        { "2026-01-01T00:00:00.Z", 0 },
        { "2026-01-01T00:00:00Zx", 0 },
        { "", 0 },
        { "2026-01-01T00:00:00.1234567890Z", 0 },
        { "yesterday", 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!!gam_time_valid(cases[i].text) != cases[i].valid)
            fail_msg("%s", cases[i].text);
}

static void records_are_checked(void **state)
{
    struct gam_sample sample = { .measurement = 2, .iterations = 1, .duration_ns = 5 };
    size_t n_rows[GAM_RECORD_KINDS] = { 0 };
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(gam_record_check(GAM_RECORD_SAMPLE, &sample, NULL, &err), 0);
    n_rows[GAM_RECORD_MEASUREMENT] = 3;
    assert_int_equal(gam_record_check(GAM_RECORD_SAMPLE, &sample, n_rows, &err), 0);
    n_rows[GAM_RECORD_MEASUREMENT] = 2;
    gam_record_check(GAM_RECORD_SAMPLE, &sample, n_rows, &err);
    assert_error(&err, -GAM_EINVAL, "sample[0].measurement: there is no measurement 2");
    sample.duration_ns = GAM_NULL_INT;
    gam_record_check(GAM_RECORD_SAMPLE, &sample, NULL, &err);
    assert_error(&err, -GAM_EINVAL, "sample[0].duration_ns: is missing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descriptions_fit_structs), cmocka_unit_test(words_match_enums),   cmocka_unit_test(clearing_gives_nulls),
        cmocka_unit_test(rows_are_deep_copies),     cmocka_unit_test(ordinals_are_dense),  cmocka_unit_test(put_replaces),
        cmocka_unit_test(own_rows_may_be_put),      cmocka_unit_test(texts_of_any_length), cmocka_unit_test(times),
        cmocka_unit_test(records_are_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
