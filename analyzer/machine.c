/* SPDX-License-Identifier: MIT */
#include "analyzer/machine.h"

#include "analyzer/arena.h"
#include "common/err.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *gam_machine_dtype_word(enum gam_dtype dtype)
{
    static const char *const words[GAM_DTYPE_COUNT] = {
        [GAM_DTYPE_F64] = "f64",   [GAM_DTYPE_F32] = "f32",   [GAM_DTYPE_TF32] = "tf32", [GAM_DTYPE_F16] = "f16",
        [GAM_DTYPE_BF16] = "bf16", [GAM_DTYPE_F8E4M3] = "f8", [GAM_DTYPE_F8E5M2] = "f8", [GAM_DTYPE_F6E3M2] = "f6",
        [GAM_DTYPE_F6E2M3] = "f6", [GAM_DTYPE_F4E2M1] = "f4", [GAM_DTYPE_I8] = "i8",     [GAM_DTYPE_U8] = "i8",
        [GAM_DTYPE_I4] = "i4",     [GAM_DTYPE_U4] = "i4",
    };

    return (unsigned)dtype < GAM_DTYPE_COUNT ? words[dtype] : NULL;
}

static struct gam_quantity quantity(const struct gam_hw_fact *f, double value, const char *unit)
{
    struct gam_quantity q = { .value = value, .low = NAN, .high = NAN, .unit = unit, .source = GAM_SOURCE_DATASHEET };

    if (f->from.kind == GAM_HW_MEASURED) {
        q.source = GAM_SOURCE_TIMED;
        q.low = f->low * value / f->value;
        q.high = f->high * value / f->value;
    } else if (f->from.kind == GAM_HW_ASSUMED) {
        q.source = GAM_SOURCE_ASSUMED;
    }
    return q;
}

static struct gam_ceiling *ceiling_add(struct gam_machine *t, enum gam_ceiling_kind kind, const struct gam_hw_fact *f)
{
    struct gam_ceiling *c = &t->device.ceiling[t->device.n_ceilings++];

    *c = (struct gam_ceiling){ .kind = kind, .dtype = -1, .threads = 1, .theoretical = NAN, .clock_hz = NAN };
    c->method = f->from.kind == GAM_HW_MEASURED ? "measured and added to the device database" : "device database";
    return c;
}

/* A peak is a ceiling for every element type of its word. */
static void compute_add(struct gam_machine *t, const char *word, double divisor)
{
    static const struct {
        const char *pipe, *class_;
    } row[] = { { NULL, "fma" }, { "special", "special" } };

    for (size_t i = 0; i < 2; i++) {
        const struct gam_hw_fact *f = gam_hw_peak(t->hw, word, "dense", row[i].pipe);

        for (int d = 0; f && d < GAM_DTYPE_COUNT; d++) {
            const char *name = gam_machine_dtype_word((enum gam_dtype)d);
            struct gam_ceiling *c;

            if (!name || strcmp(name, word) != 0)
                continue;
            c = ceiling_add(t, GAM_CEILING_COMPUTE, f);
            c->dtype = d;
            snprintf(c->class_, sizeof c->class_, "%s", row[i].class_);
            snprintf(c->pipe, sizeof c->pipe, "%s", f->qualifier[GAM_HW_PIPE] ? f->qualifier[GAM_HW_PIPE] : "");
            c->value = quantity(f, f->value / divisor, "flop/s");
            snprintf(c->id, sizeof c->id, "%.48s/compute/%s/%s", t->hw->id, gam_dtype_info((enum gam_dtype)d)->name, c->class_);
        }
    }
}

static void memory_add(struct gam_machine *t, const struct gam_hw_fact *f, double divisor)
{
    const char *pattern = f->qualifier[GAM_HW_PATTERN];
    struct gam_ceiling *c = ceiling_add(t, GAM_CEILING_MEMORY, f);

    snprintf(c->level, sizeof c->level, "%.7s", f->qualifier[GAM_HW_LEVEL]);
    snprintf(c->pattern, sizeof c->pattern, "%s", pattern ? pattern : "read");
    c->value = quantity(f, f->value / divisor, "bytes/s");
    snprintf(c->id, sizeof c->id, "%.48s/memory/%s/%s", t->hw->id, c->level, c->pattern);
}

static int by_name(const struct gam_levels *l, const char *name)
{
    size_t i = 0;

    while (i < l->n && !l->level[i].is_main && strcmp(l->level[i].name, name) < 0)
        i++;
    return (int)i;
}

/* Levels innermost first: "L1" "L2" ... or "sram", then "main". */
static void level_add(struct gam_machine *t, const struct gam_hw_fact *f, double divisor)
{
    const char *name = f->qualifier[GAM_HW_LEVEL];
    struct gam_levels *l = &t->levels;
    int at = strcmp(name, "main") ? by_name(l, name) : (int)l->n;

    if (l->n == GAM_LEVELS_MAX || gam_levels_find(l, name) >= 0)
        return;
    memmove(&l->level[at + 1], &l->level[at], (l->n - (size_t)at) * sizeof l->level[0]);
    l->level[at] = (struct gam_level){
        .is_main = !strcmp(name, "main"), .size_bytes = f->value / divisor, .line_bytes = NAN, .instances = 1, .shared_by = 1
    };
    snprintf(l->level[at].name, sizeof l->level[at].name, "%.7s", name);
    l->n++;
}

static int is_measured_level(const struct gam_hw_device *d, const struct gam_hw_fact *f)
{
    const char *const key[GAM_HW_QUALIFIERS] = { [GAM_HW_LEVEL] = f->qualifier[GAM_HW_LEVEL] };

    return gam_hw_find(d, GAM_HW_BANDWIDTH, key) != NULL;
}

static void levels_fill(struct gam_machine *t, double divisor)
{
    const struct gam_hw_device *d = t->hw;
    const struct gam_hw_fact *bandwidth = gam_hw_bandwidth(d);
    int measured = bandwidth && bandwidth->from.kind == GAM_HW_MEASURED;

    for (size_t i = 0; i < d->n_facts; i++) {
        const struct gam_hw_fact *f = &d->fact[i];
        int sram = f->what == GAM_HW_MEMORY_BYTES && !strcmp(f->qualifier[GAM_HW_LEVEL], "sram");

        if (f->what == GAM_HW_MEMORY_BYTES && !isnan(f->value) && (sram ? !measured : is_measured_level(d, f)))
            level_add(t, f, divisor);
        /* where there are measured bandwidths, published ones stand beside them only */
        if (f->what == GAM_HW_BANDWIDTH && !isnan(f->value) && (!measured || f->from.kind == GAM_HW_MEASURED))
            memory_add(t, f, divisor);
    }
    if (bandwidth && gam_levels_find(&t->levels, "main") < 0) /* capacity not known; enough for the model */
        t->levels.level[t->levels.n++] = (struct gam_level){
            .name = "main", .is_main = 1, .size_bytes = NAN, .line_bytes = NAN, .instances = 1, .shared_by = 1
        };
}

int gam_machine_from_hw(const struct gam_hw_device *d, int per_device, struct gam_machine *out, struct gam_err *err)
{
    double visible = gam_hw_number(d, GAM_HW_VISIBLE_DEVICES), divisor = per_device && visible > 1 ? visible : 1;
    const struct gam_hw_fact *capacity = gam_hw_capacity(d), *launch = gam_hw_find(d, GAM_HW_LAUNCH, NULL);

    *out = (struct gam_machine){ .id = d->id, .name = d->name, .hw = d, .crew = { 1, 1 }, .sigma = GAM_DATASHEET_SIGMA };
    out->capacity_bytes = capacity ? capacity->value / divisor : NAN;
    out->host_bytes_per_s = gam_hw_link(d, GAM_HW_LINK_ONE_WAY, "host");
    out->device.pnorm = out->device.pnorm_residual = NAN;
    out->device.ceiling = gam_arena_get(&out->memory, 2 * GAM_DTYPE_COUNT + d->n_facts + 1, sizeof *out->device.ceiling);
    if (!out->device.ceiling)
        return gam_err_nomem(err);
    for (size_t i = 0; gam_hw_dtypes[i]; i++)
        compute_add(out, gam_hw_dtypes[i], divisor);
    levels_fill(out, divisor);
    if (launch && !isnan(launch->value)) {
        struct gam_ceiling *c = ceiling_add(out, GAM_CEILING_LAUNCH, launch);

        c->value = quantity(launch, launch->value * 1e9, "ns");
        snprintf(c->id, sizeof c->id, "%.48s/launch", d->id);
    }
    return 0;
}

void gam_machine_from_report(const struct gam_report *r, size_t device, int threads, struct gam_machine *out)
{
    const struct gam_report_device *d = &r->device[device];
    int main_level;

    *out = (struct gam_machine){ .id = d->record->id, .name = d->record->name, .device = *d, .crew = { threads, threads } };
    out->host_bytes_per_s = out->capacity_bytes = NAN;
    out->sigma = GAM_DATASHEET_SIGMA;
    gam_levels_read(r->run, d->record->ordinal, &out->levels);
    main_level = gam_levels_main(&out->levels);
    if (main_level >= 0)
        out->capacity_bytes = out->levels.level[main_level].size_bytes;
    if (d->record->memory_bytes > 0)
        out->capacity_bytes = (double)d->record->memory_bytes;
}

void gam_machine_release(struct gam_machine *t)
{
    gam_arena_free(t->memory);
    t->memory = NULL;
}
