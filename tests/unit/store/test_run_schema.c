/* SPDX-License-Identifier: MIT */
/* docs/schema/gambrel-run-1.schema.json is made from the record descriptions, so the two cannot drift apart. After a change of a
 * .def: `test_run_schema --write`.
 */
#include "../gam_test.h"

#include "common/file.h"
#include "common/json.h"
#include "common/record/record.h"

#include <stdio.h>

#define SCHEMA_PATH GAM_SOURCE_DIR "/docs/schema/gambrel-run-1.schema.json"

enum { CAP = 1 << 20 };

static void words_write(struct gam_jsonw *w, const char *key, const char *const *word, size_t n, int nullable)
{
    gam_jsonw_array(w, key);
    for (size_t i = 0; i < n; i++)
        gam_jsonw_text(w, NULL, word[i]);
    if (nullable)
        gam_jsonw_null(w, NULL);
    gam_jsonw_end(w);
}

static void type_write(struct gam_jsonw *w, const char *type, int nullable)
{
    if (nullable)
        words_write(w, "type", (const char *const[]){ type, "null" }, 2, 0);
    else
        gam_jsonw_text(w, "type", type);
}

static void field_write(struct gam_jsonw *w, const struct gam_field *field)
{
    gam_jsonw_object(w, field->name);
    w->pretty = false;
    switch (field->type) {
    case GAM_FIELD_TEXT:
        type_write(w, "string", field->nullable);
        break;
    case GAM_FIELD_TIME:
        type_write(w, "string", field->nullable);
        gam_jsonw_text(w, "pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$");
        break;
    case GAM_FIELD_REAL:
        type_write(w, "number", field->nullable);
        break;
    case GAM_FIELD_INT:
        type_write(w, "integer", field->nullable);
        gam_jsonw_int(w, "minimum", field->natural ? 0 : -9007199254740991);
        gam_jsonw_int(w, "maximum", 9007199254740991);
        break;
    case GAM_FIELD_BIG:
        type_write(w, "string", field->nullable);
        gam_jsonw_text(w, "pattern", "^(0|-?[1-9][0-9]{0,18})$");
        break;
    case GAM_FIELD_ENUM:
        words_write(w, "enum", field->words->word, field->words->n, field->nullable);
        break;
    case GAM_FIELD_REF:
        type_write(w, "integer", field->nullable);
        gam_jsonw_int(w, "minimum", 0);
        gam_jsonw_text(w, "description", gam_record_desc(field->target)->name);
        break;
    }
    gam_jsonw_end(w);
    w->pretty = true;
}

static void record_write(struct gam_jsonw *w, const struct gam_record_desc *desc)
{
    gam_jsonw_object(w, desc->name);
    gam_jsonw_text(w, "type", "object");
    gam_jsonw_array(w, "required");
    w->pretty = false;
    for (size_t i = 0; i < desc->n_fields; i++)
        if (!desc->fields[i].nullable)
            gam_jsonw_text(w, NULL, desc->fields[i].name);
    gam_jsonw_end(w);
    w->pretty = true;
    gam_jsonw_bool(w, "additionalProperties", false);
    gam_jsonw_object(w, "properties");
    for (size_t i = 0; i < desc->n_fields; i++)
        field_write(w, &desc->fields[i]);
    gam_jsonw_end(w);
    gam_jsonw_end(w);
}

static void reference_write(struct gam_jsonw *w, const char *key, const char *name)
{
    char target[60];

    snprintf(target, sizeof target, "#/$defs/%s", name);
    gam_jsonw_object(w, key);
    w->pretty = false;
    gam_jsonw_text(w, "$ref", target);
    gam_jsonw_end(w);
    w->pretty = true;
}

/* The records of a run as properties. */
static void set_write(struct gam_jsonw *w)
{
    reference_write(w, gam_record_desc(GAM_RECORD_RUN)->name, gam_record_desc(GAM_RECORD_RUN)->name);
    for (int i = GAM_RECORD_RUN + 1; i < GAM_RECORD_KINDS; i++) {
        const char *name = gam_record_desc((enum gam_record)i)->name;

        gam_jsonw_object(w, name);
        gam_jsonw_text(w, "type", "array");
        reference_write(w, "items", name);
        gam_jsonw_end(w);
    }
}

static void definitions_write(struct gam_jsonw *w)
{
    gam_jsonw_object(w, "$defs");
    for (int i = 0; i < GAM_RECORD_KINDS; i++)
        record_write(w, gam_record_desc((enum gam_record)i));
    gam_jsonw_object(w, "set");
    gam_jsonw_text(w, "type", "object");
    words_write(w, "required", (const char *const[]){ "run" }, 1, 0);
    gam_jsonw_bool(w, "additionalProperties", false);
    gam_jsonw_object(w, "properties");
    set_write(w);
    gam_jsonw_end(w);
    gam_jsonw_end(w);
    gam_jsonw_end(w);
}

static void schema_write(struct gam_strbuf *out)
{
    struct gam_jsonw w;

    gam_jsonw_init(&w, out, true);
    gam_jsonw_object(&w, NULL);
    gam_jsonw_text(&w, "$schema", "https://json-schema.org/draft/2020-12/schema");
    gam_jsonw_text(&w, "$id", "gambrel-run-1.schema.json");
    gam_jsonw_text(&w, "title", "gambrel-run/1");
    gam_jsonw_text(&w, "description",
                   "One stored run, as 'gambrel db export' writes and 'gambrel db import' reads it. Rows refer to each other by "
                   "their position: a reference "
                   "is the index in the array that its description names; a subject is the index in the array that its target "
                   "names (run: 0). Durations are "
                   "nanoseconds; counters that may pass 2^53 are decimal strings; null is unknown.");
    gam_jsonw_text(&w, "type", "object");
    words_write(&w, "required", (const char *const[]){ "schema", "run" }, 2, 0);
    gam_jsonw_bool(&w, "additionalProperties", false);
    gam_jsonw_object(&w, "properties");
    gam_jsonw_object(&w, "schema");
    gam_jsonw_text(&w, "const", "gambrel-run/1");
    gam_jsonw_end(&w);
    set_write(&w);
    gam_jsonw_object(&w, "roofs");
    gam_jsonw_text(&w, "description",
                   "The run whose roofs this one uses; null: it measured its own, or that run is not at hand.");
    gam_jsonw_array(&w, "oneOf");
    gam_jsonw_object(&w, NULL);
    gam_jsonw_text(&w, "type", "null");
    gam_jsonw_end(&w);
    reference_write(&w, NULL, "set");
    gam_jsonw_end(&w);
    gam_jsonw_end(&w);
    gam_jsonw_end(&w);
    definitions_write(&w);
    gam_jsonw_end(&w);
    gam_strbuf_char(out, '\n');
}

static void file_is_current(void **state)
{
    struct gam_strbuf made = GAM_STRBUF_INIT(CAP), there = GAM_STRBUF_INIT(CAP);
    struct gam_err err = { 0 };

    (void)state;
    schema_write(&made);
    assert_int_equal(gam_strbuf_status(&made, &err), 0);
    if (gam_file_read(SCHEMA_PATH, &there, &err))
        fail_msg("%s", err.text);
    if (strcmp(gam_strbuf_get(&made), gam_strbuf_get(&there)))
        fail_msg(SCHEMA_PATH " is not what the records say; run test_run_schema --write");
    gam_strbuf_release(&made);
    gam_strbuf_release(&there);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(file_is_current) };

    if (argc > 1 && !strcmp(argv[1], "--write")) {
        struct gam_strbuf made = GAM_STRBUF_INIT(CAP);
        int rc;

        schema_write(&made);
        rc = gam_file_write(SCHEMA_PATH, gam_strbuf_get(&made), made.length, NULL);
        gam_strbuf_release(&made);
        return rc ? 1 : 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
