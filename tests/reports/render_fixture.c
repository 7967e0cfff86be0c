/* SPDX-License-Identifier: MIT */
/* Writes a known report in one format to stdout: render_fixture CASE FORMAT [COLUMNS [colour|ascii|plain [SCRIPT-FILE]]].
 * CASE: one of fixture_new's, or doctor, devices, runs, plan, gate.
 */
#include "../unit/reports/fixture_compare.h"
#include "../unit/reports/fixture_cost.h"
#include "../unit/reports/fixture_gate_more.h"

#include "common/err.h"
#include "common/file.h"
#include "common/strbuf.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int stdout_write(void *ctx, const void *bytes, size_t n, struct gam_err *err)
{
    (void)ctx;
    return fwrite(bytes, 1, n, stdout) == n ? 0 : gam_err_set(err, -GAM_EIO, "cannot write to stdout");
}

/* Whatever the document borrows from. */
struct held {
    struct fixture *report;
    struct fixture_compare *pair;
    struct fixture_gate *gate;
};

static const struct gam_doc *doc_find(const char *name, struct held *held)
{
    static const struct {
        const char *name;
        enum gam_doc_kind kind;
    } lists[] = {
        { "doctor", GAM_DOC_DOCTOR }, { "devices", GAM_DOC_DEVICES }, { "runs", GAM_DOC_RUNS }, { "plan", GAM_DOC_PLAN }
    };

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!strcmp(lists[i].name, name))
            return fixture_list(lists[i].kind);
    if (!strcmp(name, "gate"))
        return fixture_gate();
    if (!strncmp(name, "cost", 4))
        return fixture_cost(name);
    held->pair = fixture_compare_new(name);
    if (held->pair)
        return &held->pair->doc;
    held->gate = fixture_gate_new(name);
    if (held->gate)
        return &held->gate->doc;
    held->report = fixture_new(name);
    return held->report ? &held->report->doc : NULL;
}

int main(int argc, char **argv)
{
    struct gam_render_options options = { 0 };
    struct gam_byte_sink sink = { stdout_write, NULL };
    struct gam_strbuf script = GAM_STRBUF_INIT(1 << 24);
    struct gam_err err = { 0 };
    struct held held = { 0 };
    const struct gam_doc *doc = argc > 2 ? doc_find(argv[1], &held) : NULL;
    const struct gam_renderer *renderer = argc > 2 ? gam_renderer_find(argv[2]) : NULL;
    int rc = -1;

    /* The formats may not follow the locale, so the tests run with one that writes a comma for the point. */
    if (!setlocale(LC_ALL, "")) {
        fprintf(stderr, "render_fixture: the locale of the environment is not here\n");
        return 77;
    }
    if (!doc || !renderer) {
        fprintf(stderr, "usage: render_fixture CASE FORMAT [COLUMNS [colour|ascii|plain [SCRIPT-FILE]]]\n");
        return 2;
    }
    options.columns = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 0;
    options.colour = argc > 4 && !strcmp(argv[4], "colour");
    options.ascii = argc > 4 && !strcmp(argv[4], "ascii");
    if (argc <= 5 || !gam_file_read(argv[5], &script, &err)) {
        options.script = argc > 5 ? gam_strbuf_get(&script) : NULL;
        rc = renderer->render(doc, &options, &sink, &err);
    }
    if (rc)
        fprintf(stderr, "render_fixture: %s\n", err.text);
    gam_strbuf_release(&script);
    fixture_cost_release();
    fixture_free(held.report);
    fixture_compare_free(held.pair);
    fixture_gate_free(held.gate);
    return rc ? 1 : 0;
}
