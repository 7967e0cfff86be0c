/* SPDX-License-Identifier: MIT */
#include "common/record/hw.h"

#include <math.h>
#include <string.h>

#define Q(name) (1u << GAM_HW_##name)

static const struct gam_hw_rule rules[GAM_HW_WHATS] = {
    [GAM_HW_PEAK] = { "peak", GAM_HW_NUMBER, { "flop/s", "op/s" }, Q(DTYPE) | Q(SPARSITY), Q(PIPE), "peak" },
    [GAM_HW_MEMORY_BYTES] = { "memory_bytes", GAM_HW_NUMBER, { "bytes" }, Q(LEVEL), 0, "memory" },
    [GAM_HW_BANDWIDTH] = { "bandwidth", GAM_HW_NUMBER, { "bytes/s" }, Q(LEVEL), Q(PATTERN), "bandwidth" },
    [GAM_HW_LATENCY] = { "latency", GAM_HW_NUMBER, { "s" }, Q(LEVEL), 0, "latency" },
    [GAM_HW_LAUNCH] = { "launch", GAM_HW_NUMBER, { "s" }, 0, 0, "launch" },
    [GAM_HW_LINK_ONE_WAY] = { "link_one_way", GAM_HW_NUMBER, { "bytes/s" }, Q(LINK), 0, "link, one way" },
    [GAM_HW_LINK_BOTH_WAYS] = { "link_both_ways", GAM_HW_NUMBER, { "bytes/s" }, Q(LINK), 0, "link, both ways" },
    [GAM_HW_LINK_ALPHA] = { "link_alpha", GAM_HW_NUMBER, { "s" }, Q(LINK), 0, "link, empty message" },
    [GAM_HW_LINK_COUNT] = { "link_count", GAM_HW_NUMBER, { "1" }, Q(LINK), 0, "links" },
    [GAM_HW_ROOF] = { "roof", GAM_HW_NUMBER, { NULL }, Q(NAME), 0, "roof" },
    [GAM_HW_TDP] = { "tdp", GAM_HW_NUMBER, { "watt" }, 0, 0, "power limit" },
    [GAM_HW_YEAR] = { "year", GAM_HW_NUMBER, { "year" }, 0, 0, "year" },
    [GAM_HW_PROCESS] = { "process", GAM_HW_NUMBER, { "nm" }, 0, 0, "process" },
    [GAM_HW_DIES] = { "dies", GAM_HW_NUMBER, { "1" }, 0, 0, "dies" },
    [GAM_HW_VISIBLE_DEVICES] = { "visible_devices", GAM_HW_NUMBER, { "1" }, 0, 0, "devices that software sees" },
    [GAM_HW_MEMORY_TYPE] = { "memory_type", GAM_HW_TEXT, { NULL }, 0, 0, "memory type" },
    [GAM_HW_HOST_INTERFACE] = { "host_interface", GAM_HW_TEXT, { NULL }, 0, 0, "host interface" },
    [GAM_HW_FORM_FACTOR] = { "form_factor", GAM_HW_TEXT, { NULL }, 0, 0, "form factor" },
    [GAM_HW_CAPABILITY] = { "capability", GAM_HW_FLAG, { NULL }, Q(NAME), 0, "capability" },
};

const struct gam_hw_rule *gam_hw_rule(enum gam_hw_what what)
{
    return &rules[what];
}

const char *gam_hw_qualifier_word(enum gam_hw_qualifier q)
{
    static const char *const words[GAM_HW_QUALIFIERS] = { "dtype", "pipe", "sparsity", "level", "pattern", "link", "name" };

    return words[q];
}

const char *gam_hw_kind_word(enum gam_hw_kind kind)
{
    static const char *const words[GAM_HW_KINDS] = { "datasheet", "measured", "derived", "announced", "assumed" };

    return words[kind];
}

const char *gam_hw_confidence_word(enum gam_hw_confidence confidence)
{
    static const char *const words[GAM_HW_CONFIDENCES] = { "low", "medium", "high" };

    return words[confidence];
}

const char *gam_hw_coverage_word(enum gam_hw_coverage coverage)
{
    static const char *const words[GAM_HW_COVERAGES] = { "any", "listed", "none", "unknown" };

    return words[coverage];
}

const char *const gam_hw_dtypes[] = { "f64", "f32", "tf32", "bf16", "f16", "f8", "f6", "f4", "i8", "i4", NULL };

double gam_hw_dtype_bits(const char *dtype)
{
    static const double bits[] = { 64, 32, 32, 16, 16, 8, 6, 4, 8, 4 };

    for (size_t i = 0; gam_hw_dtypes[i]; i++)
        if (!strcmp(gam_hw_dtypes[i], dtype))
            return bits[i];
    return NAN;
}

static int qualifiers_match(const struct gam_hw_fact *f, const char *const qualifier[GAM_HW_QUALIFIERS])
{
    for (size_t q = 0; qualifier && q < GAM_HW_QUALIFIERS; q++)
        if (qualifier[q] && (!f->qualifier[q] || strcmp(f->qualifier[q], qualifier[q]) != 0))
            return 0;
    return 1;
}

const struct gam_hw_fact *gam_hw_find(const struct gam_hw_device *d, enum gam_hw_what what,
                                      const char *const qualifier[GAM_HW_QUALIFIERS])
{
    for (size_t i = 0; i < d->n_facts; i++)
        if (d->fact[i].what == what && qualifiers_match(&d->fact[i], qualifier))
            return &d->fact[i];
    return NULL;
}

double gam_hw_number(const struct gam_hw_device *d, enum gam_hw_what what)
{
    const struct gam_hw_fact *f = gam_hw_find(d, what, NULL);

    return f ? f->value : NAN;
}

const char *gam_hw_text(const struct gam_hw_device *d, enum gam_hw_what what)
{
    const struct gam_hw_fact *f = gam_hw_find(d, what, NULL);

    return f ? f->text : NULL;
}

/* Of the matching facts with a value: measured ones win, then the larger. */
static const struct gam_hw_fact *best(const struct gam_hw_device *d, enum gam_hw_what what,
                                      const char *const qualifier[GAM_HW_QUALIFIERS])
{
    const struct gam_hw_fact *found = NULL;

    for (size_t i = 0; i < d->n_facts; i++) {
        const struct gam_hw_fact *f = &d->fact[i];
        int measured = f->from.kind == GAM_HW_MEASURED, had = found && found->from.kind == GAM_HW_MEASURED;

        if (f->what != what || isnan(f->value) || !qualifiers_match(f, qualifier))
            continue;
        if (!qualifier[GAM_HW_PIPE] && f->qualifier[GAM_HW_PIPE] && !strcmp(f->qualifier[GAM_HW_PIPE], "special"))
            continue;
        if (!found || measured > had || (measured == had && f->value > found->value))
            found = f;
    }
    return found;
}

const struct gam_hw_fact *gam_hw_peak(const struct gam_hw_device *d, const char *dtype, const char *sparsity, const char *pipe)
{
    const char *const key[GAM_HW_QUALIFIERS] = { [GAM_HW_DTYPE] = dtype, [GAM_HW_SPARSITY] = sparsity, [GAM_HW_PIPE] = pipe };

    return best(d, GAM_HW_PEAK, key);
}

const struct gam_hw_fact *gam_hw_bandwidth(const struct gam_hw_device *d)
{
    const char *const key[GAM_HW_QUALIFIERS] = { [GAM_HW_LEVEL] = "main" };

    return best(d, GAM_HW_BANDWIDTH, key);
}

const struct gam_hw_fact *gam_hw_capacity(const struct gam_hw_device *d)
{
    const char *const key[GAM_HW_QUALIFIERS] = { [GAM_HW_LEVEL] = "main" };

    return best(d, GAM_HW_MEMORY_BYTES, key);
}

const struct gam_hw_fact *gam_hw_peer_link(const struct gam_hw_device *d)
{
    const struct gam_hw_fact *found = NULL;

    for (size_t i = 0; i < d->n_facts; i++) {
        const struct gam_hw_fact *f = &d->fact[i];

        if (f->what == GAM_HW_LINK_ONE_WAY && !isnan(f->value) && strcmp(f->qualifier[GAM_HW_LINK], "host") != 0 &&
            (!found || f->value > found->value))
            found = f;
    }
    return found;
}

double gam_hw_link(const struct gam_hw_device *d, enum gam_hw_what what, const char *link)
{
    const char *const key[GAM_HW_QUALIFIERS] = { [GAM_HW_LINK] = link };
    const struct gam_hw_fact *f = best(d, what, key);

    return f ? f->value : NAN;
}

int gam_hw_capability(const struct gam_hw_device *d, const char *name)
{
    const char *const key[GAM_HW_QUALIFIERS] = { [GAM_HW_NAME] = name };
    const struct gam_hw_fact *f = gam_hw_find(d, GAM_HW_CAPABILITY, key);

    return f ? f->has : -1;
}

int gam_hw_covers(const struct gam_hw_device *d, const char *operator_kind)
{
    if (d->coverage == GAM_HW_COVERS_ANY)
        return 1;
    if (d->coverage == GAM_HW_COVERS_UNKNOWN)
        return -1;
    for (size_t i = 0; i < d->n_kinds; i++)
        if (!strcmp(d->kind[i], operator_kind))
            return 1;
    return 0;
}

double gam_hw_ridge(const struct gam_hw_device *d, const char *dtype)
{
    const struct gam_hw_fact *peak = gam_hw_peak(d, dtype, "dense", NULL), *bandwidth = gam_hw_bandwidth(d);

    return peak && bandwidth ? peak->value / bandwidth->value : NAN;
}
