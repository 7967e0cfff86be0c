/* SPDX-License-Identifier: MIT */
/* Renders with the allocator failing at call N, for N = 1, 2, ... until a rendering needs no N calls. Each time the renderer must
 * say that it failed, or have written the same bytes as without the failure. Linked with --wrap of the allocator. A
 * sanitizer finds what leaks on the way.
 */
#include "../unit/reports/fixture_compare.h"
#include "../unit/reports/fixture_cost.h"
#include "../unit/reports/fixture_gate_more.h"

#include "common/err.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
char *__wrap_strdup(const char *text);

static long calls_left = -1; /* until one fails; -1: none fails */

static int refuse(void)
{
    return calls_left > 0 && --calls_left == 0;
}

void *__wrap_malloc(size_t n)
{
    return refuse() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return refuse() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t n)
{
    return refuse() ? NULL : __real_realloc(p, n);
}

char *__wrap_strdup(const char *text)
{
    return refuse() ? NULL : __real_strdup(text);
}

struct sum {
    uint64_t hash;
    size_t n;
};

static int sum_write(void *ctx, const void *bytes, size_t n, struct gam_err *err)
{
    struct sum *s = ctx;

    (void)err;
    for (size_t i = 0; i < n; i++) /* FNV-1a */
        s->hash = (s->hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    s->n += n;
    return 0;
}

/* Number of faults found with one renderer and document. */
static int renderer_check(const struct gam_renderer *r, const struct gam_doc *doc)
{
    struct gam_render_options options = { .columns = 100, .colour = 1, .script = "1" };
    struct sum right = { 0 }, now;
    struct gam_byte_sink sink = { sum_write, &right };
    int faults = 0;
    long n = 1;

    if (r->render(doc, &options, &sink, NULL))
        return 1;
    sink.ctx = &now;
    for (;; n += n < 400 ? 1 : n / 40) {
        struct gam_err err = { 0 };
        int rc;

        now = (struct sum){ 0 };
        calls_left = n;
        rc = r->render(doc, &options, &sink, &err);
        if (calls_left > 0) /* it needed fewer calls */
            break;
        if (rc ? now.n != 0 || rc != -GAM_ENOMEM : now.hash != right.hash) {
            printf("%s: call %ld failing: returned %d after %zu bytes: %s\n", r->name, n, rc, now.n, err.text);
            faults++;
        }
    }
    calls_left = -1;
    printf("%s: failed at up to %ld calls, %d faults\n", r->name, n, faults);
    return faults + (n < 5);
}

/* All renderers that take the document. */
static int doc_check(const struct gam_doc *doc)
{
    int faults = 0;

    for (size_t i = 0; gam_renderers[i]; i++)
        if (gam_renderers[i]->kinds & 1u << doc->kind)
            faults += renderer_check(gam_renderers[i], doc);
    return faults;
}

int main(void)
{
    struct fixture *f = fixture_new("hostile");
    struct fixture_compare *pair = fixture_compare_new("compare-hostile");
    struct fixture_gate *gate = fixture_gate_new("gate-hostile");
    int faults = !f || !pair || !gate;

    if (!faults)
        faults = doc_check(&f->doc) + doc_check(&pair->doc) + doc_check(&gate->doc) + doc_check(fixture_gate());
    for (int kind = GAM_DOC_DOCTOR; kind <= GAM_DOC_PLAN; kind++)
        faults += doc_check(fixture_list((enum gam_doc_kind)kind));
    faults += doc_check(fixture_cost("cost-hostile")) + doc_check(fixture_cost("cost"));
    fixture_cost_release();
    fixture_gate_free(gate);
    fixture_compare_free(pair);
    fixture_free(f);
    return faults ? 1 : 0;
}
