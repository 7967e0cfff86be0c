/* SPDX-License-Identifier: MIT */
/* Reads gambrel-transformer/1. */
#include "analyzer/whatif/transformer.h"
#include "common/err.h"
#include "common/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct number {
    const char *key;
    double *to;
    double least, otherwise; /* otherwise < 0: required */
};

static int numbers_read(const struct gam_json *at, const struct number *n, size_t count, struct gam_err *err)
{
    for (size_t i = 0; i < count; i++) {
        int rc = n[i].otherwise == -1 ? gam_json_real(at, n[i].key, n[i].to, err)
                                      : gam_json_real_or(at, n[i].key, n[i].otherwise, n[i].to, err);

        if (rc)
            return rc;
        if (*n[i].to < n[i].least || isinf(*n[i].to) || (n[i].least >= 1 && *n[i].to != floor(*n[i].to)))
            return gam_json_fail(at, err, "%s: %s from %g", n[i].key, n[i].least >= 1 ? "a whole number" : "a number",
                                 n[i].least);
    }
    return 0;
}

static int word_read(const struct gam_json *at, const char *key, const char *const *words, const char *otherwise, int *out,
                     struct gam_err *err)
{
    const char *text;
    int rc = gam_json_text_or(at, key, otherwise, &text, err);

    if (rc)
        return rc;
    if (!text)
        return gam_json_fail(at, err, "%s: missing", key);
    for (int i = 0; words[i]; i++)
        if (!strcmp(words[i], text)) {
            *out = i;
            return 0;
        }
    return gam_json_fail(at, err, "%s: unknown word '%s'", key, text);
}

static int parallel_read(const struct gam_json *root, struct gam_transformer *t, struct gam_err *err)
{
    static const char *const keys[] = { "tp", "pp", "dp", "micro", "interleave", "zero", "recompute", NULL };
    static const char *const words[] = { "none", "selective", "full", NULL };
    double zero = 0;
    const struct number numbers[] = { { "tp", &t->tp, 1, 1 },
                                      { "pp", &t->pp, 1, 1 },
                                      { "dp", &t->dp, 1, 1 },
                                      { "micro", &t->micro, 1, 1 },
                                      { "interleave", &t->interleave, 1, 1 },
                                      { "zero", &zero, 0, 0 } };
    struct gam_json at;
    int recompute = 0, rc;

    t->tp = t->pp = t->dp = t->interleave = 1;
    t->micro = t->task == GAM_TASK_TRAINING ? 1 : t->batch;
    if (!gam_json_has(root, "parallel"))
        return 0;
    rc = gam_json_member(root, "parallel", &at, err);
    if (!rc)
        rc = gam_json_only(&at, keys, err);
    if (!rc)
        rc = numbers_read(&at, numbers, sizeof numbers / sizeof *numbers, err);
    if (!rc)
        rc = word_read(&at, "recompute", words, "none", &recompute, err);
    if (!rc && !gam_json_has(&at, "micro"))
        t->micro = t->task == GAM_TASK_TRAINING ? 1 : t->batch / t->dp;
    if (!rc && zero != 0 && zero != 1 && zero != 2 && zero != 3)
        return gam_json_fail(&at, err, "zero: 0, 1, 2 or 3");
    t->zero = (int)zero;
    t->recompute = (enum gam_recompute)recompute;
    return rc;
}

static int efficiency_read(const struct gam_json *root, struct gam_transformer *t, struct gam_err *err)
{
    static const char *const keys[] = { "compute", "memory", "link", NULL };
    double *const to[] = { &t->compute_efficiency, &t->memory_efficiency, &t->link_efficiency };
    struct gam_json at;
    int rc;

    t->compute_efficiency = t->memory_efficiency = t->link_efficiency = NAN;
    if (!gam_json_has(root, "efficiency"))
        return 0;
    rc = gam_json_member(root, "efficiency", &at, err);
    if (!rc)
        rc = gam_json_only(&at, keys, err);
    for (size_t i = 0; i < 3 && !rc; i++) {
        rc = gam_json_real_or(&at, keys[i], NAN, to[i], err);
        if (!rc && !(isnan(*to[i]) || (*to[i] > 0 && *to[i] <= 1)))
            rc = gam_json_fail(&at, err, "%s: a share of the peak, above 0 and up to 1", keys[i]);
    }
    return rc;
}

static int system_read(const struct gam_json *root, struct gam_transformer_rates *r, struct gam_err *err)
{
    static const char *const keys[] = { "flop_per_s",       "bytes_per_s",  "memory_bytes",
                                        "link_bytes_per_s", "link_alpha_s", "net_bytes_per_s",
                                        "net_alpha_s",      "node_devices", NULL };
    double *const to[] = { &r->flop_per_s,   &r->bytes_per_s,     &r->capacity_bytes, &r->link_bytes_per_s,
                           &r->link_alpha_s, &r->net_bytes_per_s, &r->net_alpha_s,    &r->node_devices };
    struct gam_json at;
    int rc;

    for (size_t i = 0; i < sizeof to / sizeof *to; i++)
        *to[i] = NAN;
    if (!gam_json_has(root, "system"))
        return 0;
    rc = gam_json_member(root, "system", &at, err);
    if (!rc)
        rc = gam_json_only(&at, keys, err);
    for (size_t i = 0; i < sizeof to / sizeof *to && !rc; i++) {
        rc = gam_json_real_or(&at, keys[i], NAN, to[i], err);
        if (!rc && (*to[i] < 0 || isinf(*to[i])))
            rc = gam_json_fail(&at, err, "%s: a positive number", keys[i]);
    }
    return rc;
}

static int shape_read(const struct gam_json *root, struct gam_transformer *t, struct gam_err *err)
{
    static const char *const tasks[] = { "training", "prefill", "decode", NULL };
    const struct number numbers[] = {
        { "layers", &t->layers, 1, -1 },     { "hidden", &t->hidden, 1, -1 }, { "heads", &t->heads, 1, -1 },
        { "kv_heads", &t->kv_heads, 0, 0 },  { "ffn", &t->ffn, 0, 0 },        { "vocabulary", &t->vocabulary, 1, -1 },
        { "sequence", &t->sequence, 1, -1 }, { "batch", &t->batch, 1, -1 },   { "experts", &t->experts, 1, 1 },
        { "active", &t->active, 1, 1 },
    };
    const char *text;
    bool gated = false;
    int task = 0, rc = numbers_read(root, numbers, sizeof numbers / sizeof *numbers, err);

    if (!rc)
        rc = gam_json_bool_or(root, "gated", false, &gated, err);
    if (!rc)
        rc = word_read(root, "task", tasks, NULL, &task, err);
    if (!rc)
        rc = gam_json_text(root, "dtype", &text, err);
    if (rc)
        return rc;
    if (gam_dtype_parse(text) < 0)
        return gam_json_fail(root, err, "dtype: no type '%s'", text);
    if (t->active > t->experts)
        return gam_json_fail(root, err, "active: more than there are experts");
    t->dtype = (enum gam_dtype)gam_dtype_parse(text);
    t->weight_bytes_each = gam_dtype_bytes(t->dtype);
    t->task = (enum gam_task)task;
    t->gated = gated;
    if (t->kv_heads == 0)
        t->kv_heads = t->heads;
    if (t->ffn == 0)
        t->ffn = 4 * t->hidden;
    return 0;
}

int gam_transformer_read(const char *label, const char *text, size_t length, struct gam_transformer_file *out,
                         struct gam_err *err)
{
    static const char *const keys[] = { "schema", "name",       "layers",   "hidden", "heads",      "kv_heads", "ffn",
                                        "gated",  "vocabulary", "experts",  "active", "sequence",   "batch",    "task",
                                        "dtype",  "device",     "parallel", "system", "efficiency", NULL };
    const char *schema, *name, *device;
    struct gam_json root;
    int rc;

    memset(out, 0, sizeof *out);
    out->model.grad_compress = 1;
    rc = gam_json_parse(label, text, length, &root, err);
    if (rc)
        return rc;
    rc = gam_json_text(&root, "schema", &schema, err);
    if (!rc && strcmp(schema, "gambrel-transformer/1") != 0)
        rc = gam_json_fail(&root, err, "schema: '%s' is not gambrel-transformer/1", schema);
    if (!rc)
        rc = gam_json_only(&root, keys, err);
    if (!rc)
        rc = gam_json_text(&root, "name", &name, err);
    if (!rc)
        rc = gam_json_text_or(&root, "device", "", &device, err);
    if (!rc) {
        snprintf(out->model.name, sizeof out->model.name, "%s", name);
        snprintf(out->device, sizeof out->device, "%s", device);
        rc = shape_read(&root, &out->model, err);
    }
    if (!rc)
        rc = parallel_read(&root, &out->model, err);
    if (!rc)
        rc = efficiency_read(&root, &out->model, err);
    if (!rc)
        rc = system_read(&root, &out->system, err);
    gam_json_free(&root);
    return rc;
}

void gam_transformer_system(const struct gam_transformer_rates *own, struct gam_transformer_rates *rates)
{
    const double from[] = { own->flop_per_s,   own->bytes_per_s,     own->capacity_bytes, own->link_bytes_per_s,
                            own->link_alpha_s, own->net_bytes_per_s, own->net_alpha_s,    own->node_devices };
    double *const to[] = { &rates->flop_per_s,   &rates->bytes_per_s,     &rates->capacity_bytes, &rates->link_bytes_per_s,
                           &rates->link_alpha_s, &rates->net_bytes_per_s, &rates->net_alpha_s,    &rates->node_devices };

    for (size_t i = 0; i < sizeof to / sizeof *to; i++)
        if (!isnan(from[i]))
            *to[i] = from[i];
}
