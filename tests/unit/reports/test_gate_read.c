/* SPDX-License-Identifier: MIT */
/* A gate's JSON read back: what is written again is the same to the byte, and what is broken is refused with its place. */
#include "../gam_test.h"

#include "analyzer/gate/read.h"
#include "common/strbuf.h"
#include "fixture_gate_more.h"

#include <stdlib.h>

static char *json_of(const struct gam_doc *doc)
{
    char *text = fixture_render(doc, "json", &(struct gam_render_options){ 0 });

    assert_non_null(text);
    return text;
}

static void round_trip(const struct gam_doc *doc)
{
    char *first = json_of(doc), *second;
    struct gam_doc again = *doc;
    struct gam_gate gate;
    struct gam_err err = { 0 };

    if (gam_gate_read("gate.json", first, strlen(first), &gate, &err))
        fail_msg("%s", err.text);
    again.gate = &gate;
    second = json_of(&again);
    assert_string_equal(first, second);
    gam_gate_release(&gate);
    free(first);
    free(second);
}

static void test_round_trip(void **state)
{
    static const char *const names[] = { "gate-hostile", "gate-large", "gate-empty", "gate-advisory" };

    (void)state;
    round_trip(fixture_gate());
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct fixture_gate *f = fixture_gate_new(names[i]);

        assert_non_null(f);
        for (size_t k = 0; k < f->n && !strcmp(names[i], "gate-hostile");
             k++) { /* bytes that no JSON can hold come back as U+FFFD */
            if (f->cases[k].name && strstr(f->cases[k].name, "bad utf8"))
                f->cases[k].name = "other";
            if (strstr(f->cases[k].metric, "bad utf8"))
                f->cases[k].metric = "other";
            if (strstr(f->cases[k].unit, "bad utf8"))
                f->cases[k].unit = "other";
            if (f->cases[k].file && strstr(f->cases[k].file, "bad utf8"))
                f->cases[k].file = "other";
            if (strstr(f->cases[k].reason, "bad utf8"))
                f->cases[k].reason = "other";
        }
        round_trip(&f->doc);
        fixture_gate_free(f);
    }
}

/* The whole with one part of its text replaced. */
static void refused(const char *from, const char *to, int code, const char *says)
{
    char *whole = json_of(fixture_gate()), *at = strstr(whole, from);
    struct gam_strbuf text = GAM_STRBUF_INIT(1 << 20);
    struct gam_gate gate;
    struct gam_err err = { 0 };

    if (!at)
        fail_msg("no '%s' in the document", from);
    gam_strbuf_bytes(&text, whole, (size_t)(at - whole));
    gam_strbuf_text(&text, to);
    gam_strbuf_text(&text, at + strlen(from));
    assert_int_equal(gam_gate_read("gate.json", gam_strbuf_get(&text), text.length, &gate, &err), code);
    assert_error(&err, code, says);
    gam_gate_release(&gate);
    gam_strbuf_release(&text);
    free(whole);
}

static void test_broken(void **state)
{
    static const struct {
        const char *from, *to;
        int code;
        const char *says;
    } spoil[] = {
        { "gambrel-gate/1", "gambrel-gate/2", -GAM_EVERSION, "gate.json: 'gambrel-gate/2' is of a newer program" },
        { "gambrel-gate/1", "gambrel-run/1", -GAM_EPARSE, "'gambrel-run/1' and not gambrel-gate/1" },
        { "\"verdict\": \"regression\"", "\"verdict\": \"slow\"", -GAM_EPARSE, "'verdict': unknown word 'slow'" },
        { "\"why\": \"worse\"", "\"why\": null", -GAM_EPARSE, "cases[0]" },
        { "\"better\": \"lower\"", "\"better\": 3", -GAM_EPARSE, "cases[0].better" },
        { "\"pairs\": 10", "\"pairs\": -1", -GAM_EPARSE, "'pairs' is negative" },
        { "\"exit_code\": 4", "\"exit_code\": 4000", -GAM_EPARSE, "exit_code" },
        { "\"seed\": \"7\"", "\"seed\": \"7x\"", -GAM_EPARSE, "'seed' is no whole number" },
        { "\"ratio_ci\": [", "\"ratio_ci\": [1,", -GAM_EPARSE, "two ends" },
        { "\"cases\": [", "\"cases\": 7, \"x\": [", -GAM_EPARSE, "cases" },
        { "\"looks\": [", "\"looks\": [1,1,1,1,1,1,", -GAM_EPARSE, "more than 8 looks" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof spoil / sizeof *spoil; i++)
        refused(spoil[i].from, spoil[i].to, spoil[i].code, spoil[i].says);
}

/* Every beginning of a document is refused, none crashes. */
static void test_cut_off(void **state)
{
    char *whole = json_of(fixture_gate());
    size_t n = strlen(whole);
    struct gam_gate gate;

    (void)state;
    for (size_t i = 0; i + 2 < n; i += 37) {
        assert_int_not_equal(gam_gate_read("gate.json", whole, i, &gate, NULL), 0);
        gam_gate_release(&gate);
    }
    free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_round_trip), cmocka_unit_test(test_broken),
                                        cmocka_unit_test(test_cut_off) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
