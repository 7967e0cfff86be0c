/* SPDX-License-Identifier: MIT */
/* Words of `tco` and `advise` that only the database and the price files can tell right from wrong (declared in options.h). */
#include "cli/cost/options.h"

#include "cli/cli_choice.h"
#include "cli/hw/words.h"
#include "common/err.h"
#include "hwdb/prices.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { NAME_MOST = 64 };

/* Options that choose among prices mean nothing without any. */
static int prices_needed(const struct gam_cost_options *o, struct gam_err *err)
{
    const char *option = o->region ? "--region" : o->spot ? "--spot" : o->as_of ? "--as-of" : o->aliases.n ? "--alias" : NULL;

    if (!option || o->prices.n)
        return 0;
    return gam_err_set(err, -GAM_EINVAL, "%s is about prices, and none are given; name a file with --prices", option);
}

static int region_check(const char *region, const struct gam_prices *prices, struct gam_err *err)
{
    struct gam_cli_choice c = gam_cli_choice("--region", region);

    for (size_t i = 0; region && i < prices->n; i++) {
        const struct gam_price *p = &prices->price[i];

        if (strcasestr(p->region, region))
            return 0;
        if (*p->region)
            gam_cli_choice_offer(&c, p->region);
    }
    return region ? gam_cli_choice_end(&c, err) : 0;
}

static int alias_check(const char *alias, const struct gam_hw_db *db, const struct gam_prices *prices, struct gam_err *err)
{
    const char *equals = strchr(alias, '=');
    const struct gam_hw_device *device;
    char name[NAME_MOST] = "";
    struct gam_cli_choice c = gam_cli_choice("--alias", name);

    if (!equals || equals == alias || (size_t)(equals - alias) >= sizeof name)
        return gam_err_set(err, -GAM_EINVAL, "--alias '%s' is not NAME=ID, a name of the price files and a device", alias);
    snprintf(name, sizeof name, "%.*s", (int)(equals - alias), alias);
    for (size_t i = 0; i < prices->n; i++)
        gam_cli_choice_offer(&c, prices->price[i].name);
    if (gam_cli_choice_end(&c, err))
        return gam_err_prefix(err, "names of the price files");
    if (!strcasecmp(equals + 1, GAM_PRICE_HERE))
        return 0;
    for (size_t i = 0; i < db->n; i++)
        if (!strcasecmp(equals + 1, db->device[i]->id))
            return 0;
    if (!gam_hw_db_find(db, equals + 1, &device, err)) /* a part of an id is not enough where money hangs on it */
        return gam_err_set(err, -GAM_EINVAL, "--alias '%s': write the id whole, '%s'", alias, device->id);
    err->code = -GAM_EINVAL;
    return gam_err_prefix(err, "--alias '%s'", alias);
}

int gam_cost_options_check(struct gam_cost_options *o, const struct gam_hw_db *db, const struct gam_prices *prices,
                           struct gam_err *err)
{
    int rc = prices_needed(o, err);

    if (!rc)
        rc = gam_cli_hw_family(&o->family, err);
    if (!rc)
        rc = gam_cli_operator_kinds("--operators", o->operators, err);
    if (!rc)
        rc = region_check(o->region, prices, err);
    for (size_t i = 0; i < o->aliases.n && !rc; i++)
        rc = alias_check(o->aliases.value[i], db, prices, err);
    return rc;
}
