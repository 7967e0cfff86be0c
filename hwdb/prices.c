/* SPDX-License-Identifier: MIT */
#include "hwdb/prices.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

enum { KNOWN_NAMES = 256 };

/* The next run of letters or of digits of a name; its length, 0 at the end. "RTX-4090" is rtx and 4090. */
static size_t word_next(const char **at)
{
    const char *p = *at;
    size_t n = 0;
    int digits;

    while (*p && !isalnum((unsigned char)*p))
        p++;
    digits = isdigit((unsigned char)*p) != 0;
    while (isalnum((unsigned char)p[n]) && (isdigit((unsigned char)p[n]) != 0) == digits)
        n++;
    *at = p;
    return n;
}

/* Whether the words of the name stand in the device's in that order, others between: "a10" is in "nvidia-a10" and not in
 * "nvidia-a100", "A100-80GB" is in "nvidia-a100-pcie-80gb". */
static int within(const char *name, const char *device)
{
    size_t n = word_next(&name), m;

    if (!n)
        return 0;
    while (n && (m = word_next(&device))) {
        if (n == m && !strncasecmp(name, device, n)) {
            name += n;
            n = word_next(&name);
        }
        device += m;
    }
    return !n;
}

static int memory_agrees(const struct gam_price *price, const struct gam_hw_device *device)
{
    const struct gam_hw_fact *capacity = gam_hw_capacity(device);

    return isnan(price->memory_bytes) || !capacity || !(fabs(price->memory_bytes / capacity->value - 1) > 0.12);
}

static int fits(const struct gam_price *price, const struct gam_hw_device *device)
{
    return (within(price->name, device->id) || within(price->name, device->name)) && memory_agrees(price, device);
}

/* The id that the user's "NAME=ID" gives for the name; NULL. */
static const char *alias_of(const struct gam_price_alias *alias, const char *name)
{
    for (size_t i = 0; alias && i < alias->n; i++) {
        size_t n = strlen(name);

        if (!strncasecmp(alias->text[i], name, n) && alias->text[i][n] == '=')
            return alias->text[i] + n + 1;
    }
    return NULL;
}

static const struct gam_hw_device *device_of(const struct gam_price *price, const struct gam_hw_db *db,
                                             const struct gam_price_alias *alias)
{
    const char *id = alias_of(alias, price->name);
    const struct gam_hw_device *found = NULL;

    for (size_t i = 0; i < db->n; i++)
        if (!strcasecmp(id ? id : price->name, db->device[i]->id))
            return db->device[i];
    for (size_t i = 0; i < db->n && !id; i++) {
        if (!fits(price, db->device[i]))
            continue;
        if (found)
            return NULL; /* it may be either's */
        found = db->device[i];
    }
    return found;
}

static int is_here(const struct gam_price *price, const struct gam_price_alias *alias)
{
    const char *id = alias_of(alias, price->name);

    return !strcasecmp(id ? id : price->name, GAM_PRICE_HERE);
}

static int same_name(const struct gam_price *a, const struct gam_price *b)
{
    return !strcmp(a->name, b->name) &&
           (a->memory_bytes == b->memory_bytes || (isnan(a->memory_bytes) && isnan(b->memory_bytes)));
}

/* A catalog has many rows of few names. */
void gam_prices_match(struct gam_prices *prices, const struct gam_hw_db *db, const struct gam_price_alias *alias)
{
    size_t known[KNOWN_NAMES], n = 0;

    for (size_t i = 0; i < prices->n; i++) {
        struct gam_price *p = &prices->price[i];
        size_t k = 0;

        while (k < n && !same_name(p, &prices->price[known[k]]))
            k++;
        p->here = is_here(p, alias);
        p->device = p->here ? NULL : k < n ? prices->price[known[k]].device : device_of(p, db, alias);
        if (k == n && n < KNOWN_NAMES)
            known[n++] = i;
    }
}

const struct gam_price *gam_price_find(const struct gam_prices *prices, const struct gam_price_query *query,
                                       const struct gam_hw_device *device)
{
    const struct gam_price *best = NULL;

    for (size_t i = 0; i < prices->n; i++) {
        const struct gam_price *p = &prices->price[i];

        if (p->device != device || p->here != !device || p->kind != query->kind || (p->spot && !query->spot) ||
            (query->region && !strcasestr(p->region, query->region)))
            continue;
        if (!best || p->usd / p->accelerators < best->usd / best->accelerators)
            best = p;
    }
    return best;
}
