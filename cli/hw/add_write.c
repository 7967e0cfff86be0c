/* SPDX-License-Identifier: MIT */
#include "analyzer/ceilings.h"
#include "analyzer/machine.h"
#include "cli/cli.h"
#include "cli/hw/add.h"
#include "common/err.h"
#include "common/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct writer {
    const struct gam_report *report;
    const struct gam_report_device *device;
    struct gam_levels levels;
    struct gam_jsonw w;
    int threads;
    size_t n;
};

static void provenance(struct writer *s, const char *confidence, const char *note)
{
    gam_jsonw_text(&s->w, "kind", "measured");
    gam_jsonw_text(&s->w, "confidence", confidence);
    gam_jsonw_array(&s->w, "sources");
    gam_jsonw_text(&s->w, NULL, "run");
    gam_jsonw_end(&s->w);
    if (note)
        gam_jsonw_text(&s->w, "note", note);
}

/* A fact from a ceiling; times in ns become seconds. The qualifiers were written by the caller. */
static void value_end(struct writer *s, const struct gam_ceiling *c, const char *unit)
{
    double factor = !strcmp(unit, "s") ? 1e-9 : 1;

    gam_jsonw_real(&s->w, "value", c->value.value * factor);
    gam_jsonw_text(&s->w, "unit", unit);
    if (!isnan(c->value.low) && !isnan(c->value.high) && c->value.low > 0) {
        gam_jsonw_real(&s->w, "low", c->value.low * factor);
        gam_jsonw_real(&s->w, "high", c->value.high * factor);
    }
    provenance(s, c->validity == GAM_VALID ? "high" : "medium", c->validity == GAM_VALID ? c->method : c->reason);
    gam_jsonw_end(&s->w);
    s->w.pretty = true;
    s->n++;
}

static void fact_begin(struct writer *s, const char *what)
{
    gam_jsonw_object(&s->w, NULL);
    s->w.pretty = false; /* a fact on a line */
    gam_jsonw_text(&s->w, "what", what);
}

static int is_cpu(const struct gam_report_device *d)
{
    return d->record->kind && !strcmp(d->record->kind, "cpu");
}

static void compute(struct writer *s)
{
    static const struct {
        const char *class_, *pipe;
    } row[] = { { "fma", NULL }, { "special", "special" } };

    for (size_t i = 0; i < 2; i++)
        for (int d = 0; d < GAM_DTYPE_COUNT; d++) {
            const char *word = gam_machine_dtype_word((enum gam_dtype)d);
            const struct gam_ceiling *c = word ? gam_ceiling_compute(s->device, row[i].class_, d, s->threads) : NULL;

            if (!c || !(c->value.value > 0))
                continue;
            fact_begin(s, "peak");
            gam_jsonw_text(&s->w, "dtype", word);
            if (row[i].pipe || is_cpu(s->device))
                gam_jsonw_text(&s->w, "pipe", row[i].pipe ? row[i].pipe : "vector");
            gam_jsonw_text(&s->w, "sparsity", "dense");
            value_end(s, c, word[0] == 'i' ? "op/s" : "flop/s");
        }
}

static const char *level_word(const struct writer *s, const char *level)
{
    int i = gam_levels_find(&s->levels, level);

    return i >= 0 && s->levels.level[i].is_main ? "main" : level;
}

static int is_pattern(const char *pattern)
{
    static const char *const words[] = { "read", "write", "copy", "triad", "read-nt", "write-nt", "copy-nt", "triad-nt" };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], pattern))
            return 1;
    return 0;
}

static void memory(struct writer *s)
{
    for (size_t i = 0; i < s->levels.n; i++) {
        const struct gam_level *l = &s->levels.level[i];

        if (isnan(l->size_bytes))
            continue;
        fact_begin(s, "memory_bytes");
        gam_jsonw_text(&s->w, "level", level_word(s, l->name));
        gam_jsonw_real(&s->w, "value", l->is_main ? l->size_bytes : gam_level_reach_bytes(l, s->threads));
        gam_jsonw_text(&s->w, "unit", "bytes");
        provenance(s, "high", "as the topology names it, of the threads together");
        gam_jsonw_end(&s->w);
        s->w.pretty = true;
    }
    for (size_t i = 0; i < s->device->n_ceilings; i++) {
        const struct gam_ceiling *c = &s->device->ceiling[i];
        int latency = c->kind == GAM_CEILING_LATENCY, bandwidth = c->kind == GAM_CEILING_MEMORY;

        if ((!latency && !bandwidth) || c->validity == GAM_VOID || !(c->value.value > 0) ||
            (bandwidth && c->threads != s->threads) || c->observed || (bandwidth && !is_pattern(c->pattern)) || !c->level[0])
            continue;
        fact_begin(s, latency ? "latency" : "bandwidth");
        gam_jsonw_text(&s->w, "level", level_word(s, c->level));
        if (bandwidth)
            gam_jsonw_text(&s->w, "pattern", c->pattern);
        value_end(s, c, latency ? "s" : "bytes/s");
    }
}

static void launch(struct writer *s)
{
    const struct gam_ceiling *c = gam_ceiling_launch(s->device, s->threads);

    if (!c || !(c->value.value > 0))
        return;
    fact_begin(s, "launch");
    value_end(s, c, "s");
}

static int most_threads(const struct gam_report_device *d)
{
    int most = 0;

    for (size_t i = 0; i < d->n_ceilings; i++)
        if (d->ceiling[i].kind == GAM_CEILING_COMPUTE && d->ceiling[i].threads > most)
            most = d->ceiling[i].threads;
    return most;
}

static void head(struct writer *s, const struct gam_hw_new *n)
{
    const struct gam_device *d = s->device->record;
    const char *kind = d->kind ? d->kind : "";
    char note[80];

    snprintf(note, sizeof note, "Roofs of %d thread%s.", s->threads, s->threads == 1 ? "" : "s");
    gam_jsonw_text(&s->w, "schema", "gambrel-device/1");
    gam_jsonw_text(&s->w, "id", n->id);
    gam_jsonw_text(&s->w, "name", n->name ? n->name : d->name ? d->name : d->id);
    gam_jsonw_text(&s->w, "vendor", "measured");
    gam_jsonw_text(&s->w, "family", !strcmp(kind, "cpu") || !strcmp(kind, "gpu") ? kind : "asic");
    gam_jsonw_text(&s->w, "status", "released");
    gam_jsonw_text(&s->w, "part", "host");
    if (n->beside)
        gam_jsonw_text(&s->w, "beside", n->beside);
    gam_jsonw_array(&s->w, "notes");
    gam_jsonw_text(&s->w, NULL, note);
    gam_jsonw_end(&s->w);
    gam_jsonw_object(&s->w, "operators");
    s->w.pretty = false;
    gam_jsonw_text(&s->w, "coverage", "any");
    gam_jsonw_array(&s->w, "kinds");
    gam_jsonw_end(&s->w);
    provenance(s, "high", "programmable in a general language");
    gam_jsonw_end(&s->w);
    s->w.pretty = true;
}

static void source(struct writer *s)
{
    const struct gam_runset *set = s->report->roofs;
    const struct gam_run *run = gam_runset_run_n(set) ? gam_runset_run(set) : NULL;
    char title[200];

    snprintf(title, sizeof title, "gambrel %s, run %s of %s", gam_cli_version(), run && run->uuid ? run->uuid : "without a name",
             run && run->started ? run->started : "an unknown day");
    gam_jsonw_array(&s->w, "sources");
    gam_jsonw_object(&s->w, NULL);
    s->w.pretty = false;
    gam_jsonw_text(&s->w, "id", "run");
    gam_jsonw_text(&s->w, "title", title);
    gam_jsonw_end(&s->w);
    s->w.pretty = true;
    gam_jsonw_end(&s->w);
}

int gam_hw_new_write(const struct gam_report *r, const struct gam_hw_new *n, struct gam_strbuf *out, struct gam_err *err)
{
    struct writer s = { .report = r, .device = &r->device[n->device], .threads = n->threads };

    if (!s.threads)
        s.threads = most_threads(s.device);
    gam_levels_read(r->roofs, s.device->record->ordinal, &s.levels);
    gam_jsonw_init(&s.w, out, true);
    gam_jsonw_object(&s.w, NULL);
    head(&s, n);
    gam_jsonw_array(&s.w, "facts");
    compute(&s);
    memory(&s);
    launch(&s);
    gam_jsonw_end(&s.w);
    source(&s);
    gam_jsonw_end(&s.w);
    gam_strbuf_char(out, '\n');
    if (!s.n && n->threads)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "the run measured no valid roof of '%s' with %d threads", s.device->record->id,
                           n->threads);
    if (!s.n)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "the run measured no valid roof of '%s'", s.device->record->id);
    return gam_strbuf_status(out, err);
}
