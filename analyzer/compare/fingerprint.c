/* SPDX-License-Identifier: MIT */
#include "analyzer/compare/fingerprint.h"

#include "analyzer/arena.h"
#include "common/err.h"
#include "common/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Fields of a host's class in their order; they are parted by '/'. */
static const char *const fields[] = { "vendor", "model",      "cores",  "threads per core", "caches",
                                      "memory", "hypervisor", "kernel", "architecture" };
enum { FIELDS = sizeof fields / sizeof *fields, MOST = FIELDS + 2 };

struct list {
    struct gam_arena **arena;
    struct gam_difference *item;
    size_t n;
    int failed;
};

static size_t field_count(const char *class_)
{
    size_t n = 1;

    for (; *class_; class_++)
        n += *class_ == '/';
    return n;
}

/* The text of field i; its end in *n. */
static const char *field_at(const char *class_, size_t i, size_t *n)
{
    for (; i; i--)
        class_ += strcspn(class_, "/") + 1;
    *n = strcspn(class_, "/");
    return class_;
}

static void add(struct list *l, const char *what, const char *base, const char *cand)
{
    if (l->n < MOST)
        l->item[l->n++] = (struct gam_difference){ what, base, cand };
}

static const char *copy(struct list *l, const char *text, size_t n)
{
    const char *c = gam_arena_printf(l->arena, "%.*s", (int)n, text);

    l->failed |= !c;
    return c;
}

static void class_compare(struct list *l, const char *base, const char *cand)
{
    if (base && cand && !strcmp(base, cand))
        return;
    if (!base || !cand || field_count(base) != FIELDS || field_count(cand) != FIELDS) {
        add(l, "host class", base, cand);
        return;
    }
    for (size_t i = 0; i < FIELDS; i++) {
        size_t nb, nc;
        const char *b = field_at(base, i, &nb), *c = field_at(cand, i, &nc);

        if (nb != nc || strncmp(b, c, nb) != 0)
            add(l, fields[i], copy(l, b, nb), copy(l, c, nc));
    }
}

static const char *quota_text(struct list *l, double cpus)
{
    char number[32];
    const char *text;

    gam_json_double_text(cpus, number, sizeof number); /* independent of the locale */
    text = isnan(cpus) ? "none" : gam_arena_printf(l->arena, "%s cpus", number);

    l->failed |= !text;
    return text;
}

int gam_fingerprint_host(const struct gam_runset *base, const struct gam_runset *cand, struct gam_arena **arena,
                         struct gam_difference **out, size_t *n)
{
    const struct gam_host *b = gam_runset_host_n(base) ? gam_runset_host(base) : NULL;
    const struct gam_host *c = gam_runset_host_n(cand) ? gam_runset_host(cand) : NULL;
    struct list l = { .arena = arena, .item = gam_arena_get(arena, MOST, sizeof *l.item) };

    if (!l.item)
        return -GAM_ENOMEM;
    class_compare(&l, b ? b->class : NULL, c ? c->class : NULL);
    if (b && c && !(isnan(b->cpu_quota) && isnan(c->cpu_quota)) && b->cpu_quota != c->cpu_quota)
        add(&l, "cpu limit", quota_text(&l, b->cpu_quota), quota_text(&l, c->cpu_quota));
    *out = l.item;
    *n = l.n;
    return l.failed ? -GAM_ENOMEM : 0;
}

int gam_fingerprint_device_equal(const struct gam_device *base, const struct gam_device *cand)
{
    return base && cand && base->class && cand->class && !strcmp(base->class, cand->class);
}
