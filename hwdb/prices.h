/* SPDX-License-Identifier: MIT */
/* Prices from CSV files of the user's. None ships with the program, and one without a date is refused: prices change.
 *
 * Three sets of columns are known (prices_csv.c has them as a table); columns may stand in any order and others may be beside
 * them:
 *   catalog "skypilot": InstanceType AcceleratorName AcceleratorCount Price SpotPrice Region
 *   catalog "gpuhunt":  instance_name location price gpu_count gpu_name gpu_memory spot, perhaps provider
 *   "gambrel":          device kind usd, perhaps accelerators provider instance region spot as_of source memory_gib
 *
 * The date of a row is its as_of, else the comment "# as_of: 2026-04-01" at the top of the file, else what the caller gives.
 */
#ifndef GAM_HWDB_PRICES_H
#define GAM_HWDB_PRICES_H

#include "hwdb/devices.h"

enum gam_price_kind { GAM_PRICE_RENT, GAM_PRICE_BUY };

struct gam_price {
    enum gam_price_kind kind;
    char name[64]; /* of the accelerator, as the file has it */
    char provider[32], instance[64], region[48], source[160], as_of[16];
    double usd;          /* rent: of the whole instance for an hour; buy: of one accelerator's share of a server, or a server */
    double accelerators; /* in it */
    double memory_bytes; /* of one accelerator; NaN: not said */
    int spot;            /* may be taken away at any time */
    size_t line;
    const struct gam_hw_device *device; /* by gam_prices_match; borrowed from the database */
    int here;                           /* of the measured device, which is in no database; device is NULL */
};

struct gam_prices {
    struct gam_price *price;
    size_t n, capacity;
    size_t skipped; /* rows of catalogs without accelerator or without a price above 0 */
};

/* Appends the rows of a file; `text` is changed. `as_of`, `source`: of rows and files that say none; NULL. */
struct gam_price_defaults {
    const char *as_of, *source;
    const char *latest; /* YYYY-MM-DD: a later date is refused; NULL: any will do */
};
int gam_prices_read(const char *label, char *text, size_t length, const struct gam_price_defaults *defaults,
                    struct gam_prices *out, struct gam_err *err);
void gam_prices_release(struct gam_prices *prices);

/* Whose prices they are: the words of a price's name (runs of letters or of digits) stand in a device's id or name in that order,
 * the memory that the row states agrees, and both hold for no other device. `alias`: "NAME=ID", the user's own word on it. The
 * name or id "here" is the measured device. Sets price->device, NULL where it is none or may be several, and price->here. Once,
 * after the last gam_prices_read. */
#define GAM_PRICE_HERE "here"
struct gam_price_alias {
    const char *const *text;
    size_t n;
};
void gam_prices_match(struct gam_prices *prices, const struct gam_hw_db *db, const struct gam_price_alias *alias);

/* The cheapest of that kind for one accelerator of the device (NULL: of the measured one); NULL: none. `region`: part of the
 * region's name, NULL: any. */
struct gam_price_query {
    enum gam_price_kind kind;
    int spot; /* such prices count too */
    const char *region;
};
const struct gam_price *gam_price_find(const struct gam_prices *prices, const struct gam_price_query *query,
                                       const struct gam_hw_device *device);

#endif
