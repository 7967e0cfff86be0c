/* SPDX-License-Identifier: MIT */
/* The lint of the device database: numbers of one device that cannot be true together. What a file may say at all, its reader
 * checks (devices_json.c). */
#include "hwdb/devices.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct check {
    const struct gam_hw_device *device;
    void (*found)(void *ctx, const struct gam_hw_fault *fault);
    void *ctx;
    size_t n;
};

static void fault(struct check *c, const char *rule, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void fault(struct check *c, const char *rule, const char *format, ...)
{
    struct gam_hw_fault f = { .device = c->device, .rule = rule };
    va_list args;

    c->n++;
    if (!c->found)
        return;
    va_start(args, format);
    vsnprintf(f.text, sizeof f.text, format, args);
    va_end(args);
    c->found(c->ctx, &f);
}

/* From 0.02 (memory on the wafer, cores) to 1600 operations per byte (LPDDR beside a large matrix unit) at 16 bits; narrower
 * types in proportion, since their elements move fewer bytes. Vector rates of 32 and 64 bits lie lower. */
static void ridge(struct check *c)
{
    for (size_t i = 0; gam_hw_dtypes[i]; i++) {
        double bits = gam_hw_dtype_bits(gam_hw_dtypes[i]), at = gam_hw_ridge(c->device, gam_hw_dtypes[i]) * bits / 16;

        if (!isnan(at) && (at < 0.02 || at > 1600))
            fault(c, "ridge", "%s: %.3g operations per byte are not plausible", gam_hw_dtypes[i], at * 16 / bits);
    }
}

static int noted(const struct gam_hw_device *d, const struct gam_hw_fact *f)
{
    return f->from.note || d->n_notes > 0;
}

/* A narrower type is not slower, unless a note says so. */
static void order(struct check *c)
{
    static const char *const pairs[][2] = { { "f64", "f32" },  { "f32", "f16" },   { "f32", "bf16" }, { "f32", "tf32" },
                                            { "tf32", "f16" }, { "tf32", "bf16" }, { "f16", "f8" },   { "bf16", "f8" },
                                            { "f8", "f4" },    { "i8", "i4" } };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const struct gam_hw_fact *wide = gam_hw_peak(c->device, pairs[i][0], "dense", NULL);
        const struct gam_hw_fact *narrow = gam_hw_peak(c->device, pairs[i][1], "dense", NULL);

        /* 0.1 %: figures of one part are rounded apart */
        if (wide && narrow && wide->from.kind == narrow->from.kind && narrow->value < 0.999 * wide->value &&
            !noted(c->device, narrow))
            fault(c, "order", "%s at %.4g is slower than %s at %.4g", pairs[i][1], narrow->value, pairs[i][0], wide->value);
    }
}

static void sparsity(struct check *c)
{
    const struct gam_hw_device *d = c->device;

    for (size_t i = 0; i < d->n_facts; i++) {
        const struct gam_hw_fact *f = &d->fact[i], *dense;
        const char *word = f->qualifier[GAM_HW_SPARSITY];

        if (f->what != GAM_HW_PEAK || !strcmp(word, "dense"))
            continue;
        dense = gam_hw_peak(d, f->qualifier[GAM_HW_DTYPE], "dense", f->qualifier[GAM_HW_PIPE]);
        if (!dense)
            fault(c, "sparsity", "%s has a rate for %s and none for dense", f->qualifier[GAM_HW_DTYPE], word);
        else if (f->value < dense->value * 0.999 || (f->value > dense->value * 2.01 && !f->from.note))
            fault(c, "sparsity", "%s: %s is %.3g times dense", f->qualifier[GAM_HW_DTYPE], word, f->value / dense->value);
    }
}

static void links(struct check *c)
{
    const struct gam_hw_device *d = c->device;

    for (size_t i = 0; i < d->n_facts; i++) {
        const struct gam_hw_fact *f = &d->fact[i];
        const char *link = f->qualifier[GAM_HW_LINK];
        double both;

        if (f->what == GAM_HW_LINK_ALPHA && (f->value < 1e-8 || f->value > 1e-3))
            fault(c, "link", "%s: an empty message takes %.3g s", link, f->value);
        if (f->what != GAM_HW_LINK_ONE_WAY || isnan(f->value))
            continue;
        both = gam_hw_link(d, GAM_HW_LINK_BOTH_WAYS, link);
        if (isnan(both) || both < f->value || both > 2.001 * f->value)
            fault(c, "link", "%s: %.4g bytes/s one way do not fit %.4g both ways", link, f->value, both);
    }
}

static int same(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static void duplicates(struct check *c)
{
    const struct gam_hw_device *d = c->device;

    for (size_t i = 0; i < d->n_facts; i++)
        for (size_t j = 0; j < i; j++) {
            const struct gam_hw_fact *a = &d->fact[i], *b = &d->fact[j];
            int equal = a->what == b->what && (a->from.kind == GAM_HW_MEASURED) == (b->from.kind == GAM_HW_MEASURED);

            for (size_t q = 0; q < GAM_HW_QUALIFIERS && equal; q++)
                equal = same(a->qualifier[q], b->qualifier[q]);
            if (equal)
                fault(c, "duplicate", "facts %zu and %zu are both its %s", j, i, gam_hw_rule(a->what)->word);
        }
}

/* Ranges that every device known so far lies in with room to spare. */
static const struct {
    enum gam_hw_what what;
    double least, most;
} ranges[] = {
    { GAM_HW_PEAK, 1e9, 1e19 },      { GAM_HW_MEMORY_BYTES, 1e4, 1e14 }, { GAM_HW_BANDWIDTH, 1e8, 1e17 },
    { GAM_HW_LATENCY, 1e-10, 1e-4 }, { GAM_HW_LAUNCH, 1e-9, 1e-2 },      { GAM_HW_LINK_ONE_WAY, 1e7, 1e15 },
    { GAM_HW_TDP, 0.1, 1e5 },        { GAM_HW_YEAR, 2005, 2035 },        { GAM_HW_PROCESS, 1, 100 },
    { GAM_HW_DIES, 1, 100 },         { GAM_HW_VISIBLE_DEVICES, 1, 100 },
};

static void range(struct check *c)
{
    for (size_t i = 0; i < c->device->n_facts; i++)
        for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++) {
            const struct gam_hw_fact *f = &c->device->fact[i];

            if (f->what == ranges[k].what && !isnan(f->value) && (f->value < ranges[k].least || f->value > ranges[k].most))
                fault(c, "unit", "%s: %.4g %s is out of range", gam_hw_rule(f->what)->word, f->value, f->unit);
        }
}

/* Reading all of main memory takes less than 5 s; 5 x 10^8 to 10^14 operations per joule. */
static void proportion(struct check *c)
{
    const struct gam_hw_fact *bytes = gam_hw_capacity(c->device), *bandwidth = gam_hw_bandwidth(c->device);
    double watt = gam_hw_number(c->device, GAM_HW_TDP);

    if (bytes && bandwidth && bytes->value / bandwidth->value > 5)
        fault(c, "unit", "reading the main memory once takes %.3g s", bytes->value / bandwidth->value);
    for (size_t i = 0; gam_hw_dtypes[i] && !isnan(watt); i++) {
        const struct gam_hw_fact *peak = gam_hw_peak(c->device, gam_hw_dtypes[i], "dense", NULL);

        if (peak && (peak->value / watt < 5e8 || peak->value / watt > 1e14))
            fault(c, "unit", "%s: %.3g operations per joule", gam_hw_dtypes[i], peak->value / watt);
    }
}

/* What was verified nowhere is of low confidence. */
static void confidence(struct check *c)
{
    for (size_t i = 0; i < c->device->n_facts; i++) {
        const struct gam_hw_fact *f = &c->device->fact[i];

        if (f->from.kind == GAM_HW_ASSUMED && f->from.confidence != GAM_HW_LOW && !f->from.note)
            fault(c, "confidence", "fact %zu, %s: assumed, and neither of low confidence nor with a note", i,
                  gam_hw_rule(f->what)->word);
    }
}

static void names(struct check *c, const struct gam_hw_db *db, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (!strcmp(db->device[j]->name, c->device->name) && !strcmp(db->device[j]->vendor, c->device->vendor))
            fault(c, "duplicate", "has the name of %s", db->device[j]->id);
}

size_t gam_hw_check(const struct gam_hw_db *db, void (*found)(void *ctx, const struct gam_hw_fault *fault), void *ctx)
{
    static void (*const rules[])(struct check *) = { ridge, order, sparsity, links, duplicates, range, proportion, confidence };
    struct check c = { .found = found, .ctx = ctx };

    for (size_t i = 0; i < db->n; i++) {
        c.device = db->device[i];
        for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
            rules[k](&c);
        names(&c, db, i);
    }
    return c.n;
}
