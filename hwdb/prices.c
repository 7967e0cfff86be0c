/* SPDX-License-Identifier: MIT */
#include "hwdb/prices.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

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

int gam_price_is_of(const struct gam_price *price, const struct gam_hw_db *db, const struct gam_price_alias *alias,
                    const struct gam_hw_device *device)
{
    const char *id = alias_of(alias, price->name);

    if (id)
        return !strcmp(id, device->id);
    if (!strcasecmp(price->name, device->id))
        return 1;
    if (!fits(price, device))
        return 0;
    for (size_t i = 0; i < db->n; i++)
        if (db->device[i] != device && fits(price, db->device[i]))
            return 0; /* it may be the other one's */
    return 1;
}

const struct gam_price *gam_price_find(const struct gam_prices *prices, const struct gam_hw_db *db,
                                       const struct gam_price_query *query, const struct gam_hw_device *device)
{
    const struct gam_price *best = NULL;

    for (size_t i = 0; i < prices->n; i++) {
        const struct gam_price *p = &prices->price[i];

        if (p->kind != query->kind || (p->spot && !query->spot) || (query->region && !strcasestr(p->region, query->region)))
            continue;
        if (best && best->usd / best->accelerators <= p->usd / p->accelerators)
            continue;
        if (gam_price_is_of(p, db, &query->alias, device))
            best = p;
    }
    return best;
}
