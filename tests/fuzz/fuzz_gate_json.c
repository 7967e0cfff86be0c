/* SPDX-License-Identifier: MIT */
/* Any bytes are refused with a message or read as a gate's result; what was read goes through every renderer, and its JSON is
 * read and written again to the same bytes. */
#include "analyzer/gate/read.h"
#include "common/err.h"
#include "common/strbuf.h"
#include "reports/render.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAP = 64 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void demand(int condition, const char *what, const struct gam_err *err)
{
    if (condition)
        return;
    fprintf(stderr, "%s: %s\n", what, err->text);
    abort();
}

static int collect(void *ctx, const void *bytes, size_t n, struct gam_err *err)
{
    gam_strbuf_bytes(ctx, bytes, n);
    return gam_strbuf_status(ctx, err);
}

static void rendered(const struct gam_gate *gate, const struct gam_renderer *r, struct gam_strbuf *out)
{
    struct gam_doc doc = { .kind = GAM_DOC_GATE, .gate = gate };
    struct gam_byte_sink sink = { collect, out };
    struct gam_err err = { 0 };

    gam_strbuf_reset(out);
    demand(!r->render(&doc, &(struct gam_render_options){ 0 }, &sink, &err), r->name, &err);
}

static void check(const struct gam_gate *gate)
{
    struct gam_strbuf first = GAM_STRBUF_INIT(CAP), second = GAM_STRBUF_INIT(CAP);
    struct gam_gate again;
    struct gam_err err = { 0 };

    for (size_t i = 0; gam_renderers[i]; i++)
        if (gam_renderers[i]->kinds & 1u << GAM_DOC_GATE)
            rendered(gate, gam_renderers[i], &first);
    rendered(gate, gam_renderer_find("json"), &first);
    demand(!gam_gate_read("again", gam_strbuf_get(&first), first.length, &again, &err), "what was written cannot be read", &err);
    rendered(&again, gam_renderer_find("json"), &second);
    demand(first.length == second.length && !memcmp(first.text, second.text, first.length), "the second JSON differs", &err);
    gam_gate_release(&again);
    gam_strbuf_release(&first);
    gam_strbuf_release(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct gam_gate gate;
    struct gam_err err = { 0 };
    int rc = gam_gate_read("fuzz.json", (const char *)data, n, &gate, &err);

    if (rc)
        demand(err.code == rc && *err.text, "refused without a message", &err);
    else
        check(&gate);
    gam_gate_release(&gate);
    return 0;
}
