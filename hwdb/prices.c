/* SPDX-License-Identifier: MIT */
#include "hwdb/prices.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

enum { PLAIN = 96 };

/* Letters and digits, small. */
static void plain(const char *text, char out[PLAIN])
{
    size_t n = 0;

    for (; *text && n + 1 < PLAIN; text++)
        if (isalnum((unsigned char)*text))
            out[n++] = (char)tolower((unsigned char)*text);
    out[n] = '\0';
}

/* Whether the name stands in the device's as whole words: "a10" is in "nvidia-a10" and not in "nvidia-a100". A word ends where
 * digits or letters do not go on. */
static int within(const char *name, const char *device)
{
    size_t n = strlen(name);

    for (const char *p = device; n && (p = strstr(p, name)); p++) {
        int digit_goes_on = isdigit((unsigned char)p[n]) && isdigit((unsigned char)name[n - 1]);
        int letter_goes_on = isalpha((unsigned char)p[n]) && isalpha((unsigned char)name[n - 1]);
        int begun = p > device && isalnum((unsigned char)p[-1]) &&
                    isdigit((unsigned char)p[-1]) == isdigit((unsigned char)name[0]) && isdigit((unsigned char)name[0]);

        if (!digit_goes_on && !letter_goes_on && !begun)
            return 1;
    }
    return 0;
}

static int memory_agrees(const struct gam_price *price, const struct gam_hw_device *device)
{
    const struct gam_hw_fact *capacity = gam_hw_capacity(device);

    return isnan(price->memory_bytes) || !capacity || !(fabs(price->memory_bytes / capacity->value - 1) > 0.12);
}

static int fits(const char *name, const struct gam_price *price, const struct gam_hw_device *device)
{
    char id[PLAIN], title[PLAIN];

    plain(device->id, id);
    plain(device->name, title);
    return (within(name, id) || within(name, title)) && memory_agrees(price, device);
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
    char name[PLAIN];

    if (id)
        return !strcmp(id, device->id);
    if (!strcasecmp(price->name, device->id))
        return 1;
    plain(price->name, name);
    if (!fits(name, price, device))
        return 0;
    for (size_t i = 0; i < db->n; i++)
        if (db->device[i] != device && fits(name, price, db->device[i]))
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
