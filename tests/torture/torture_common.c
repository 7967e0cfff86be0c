/* SPDX-License-Identifier: MIT */
#include "../unit/gam_test.h"
#include "alloc.h"

#include "common/file.h"
#include "common/json.h"
#include "common/record/runset.h"

#include <stdio.h>
#include <stdlib.h>

static int json_body(void *ctx, struct gam_err *err)
{
    static const char text[] =
        "{\"name\":\"x\",\"ops\":[{\"op\":\"gemm:m=1\",\"count\":2},{\"op\":\"\\u00e9\"}],\"deep\":[[[1.5]]],\"b\":true}";
    struct gam_json root, ops, item = { .node = NULL };
    const char *op;
    size_t n;
    int rc = gam_json_parse("x.json", text, sizeof text - 1, &root, err);

    (void)ctx;
    if (rc)
        return rc;
    rc = gam_json_array(&root, "ops", &ops, &n, err);
    while (!rc && gam_json_next(&ops, &item))
        rc = gam_json_text(&item, "op", &op, err);
    gam_json_free(&root);
    return rc;
}

static int writer_body(void *ctx, struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(100000);
    struct gam_jsonw w;
    int rc;

    (void)ctx;
    gam_jsonw_init(&w, &out, true);
    gam_jsonw_array(&w, NULL);
    for (int i = 0; i < 300; i++)
        gam_jsonw_text(&w, NULL, "text");
    gam_jsonw_end(&w);
    rc = gam_strbuf_status(&out, err);
    if (!rc) {
        char *taken = gam_strbuf_take(&out);

        free(taken);
    }
    gam_strbuf_release(&out);
    return rc;
}

static int runset_body(void *ctx, struct gam_err *err)
{
    struct gam_runset set;
    struct gam_host_fact fact = { .ordinal = 0, .host = 0, .key = "key", .value = "value" };
    char long_text[3000];
    int rc = 0;

    (void)ctx;
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    gam_runset_init(&set);
    for (int64_t i = 0; i < 40 && !rc; i++) {
        fact.ordinal = i;
        fact.value = i % 7 ? "value" : long_text;
        rc = gam_runset_add(&set, GAM_RECORD_HOST_FACT, &fact, err);
        if (rc)
            assert_int_equal(gam_runset_host_fact_n(&set), i); /* as before */
    }
    for (int64_t i = 0; i < 10 && !rc; i++) {
        fact.ordinal = i;
        fact.value = long_text + i;
        rc = gam_runset_put(&set, GAM_RECORD_HOST_FACT, &fact, err);
        if (rc)
            assert_true(!strcmp(gam_runset_host_fact(&set)[i].value, i % 7 ? "value" : long_text));
    }
    gam_runset_release(&set);
    return rc;
}

static int file_body(void *ctx, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(1 << 20);
    int rc = gam_file_read(ctx, &text, err);

    gam_strbuf_release(&text);
    return rc;
}

static void json(void **state)
{
    (void)state;
    torture_run("json", json_body, NULL, 1);
    torture_run("writer", writer_body, NULL, 1);
}

static void runset(void **state)
{
    (void)state;
    torture_run("runset", runset_body, NULL, 1);
}

static void file(void **state)
{
    char path[] = GAM_SOURCE_DIR "/README.md";

    (void)state;
    torture_run("file", file_body, path, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(json), cmocka_unit_test(runset), cmocka_unit_test(file) };

    torture_setup();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
