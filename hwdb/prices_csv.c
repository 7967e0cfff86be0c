/* SPDX-License-Identifier: MIT */
#include "common/csv.h"
#include "common/err.h"
#include "common/record/record.h"
#include "hwdb/prices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRICES_MAX = 2000000 };

enum column {
    COL_NAME,
    COL_COUNT,
    COL_USD,
    COL_SPOT_USD,
    COL_SPOT,
    COL_REGION,
    COL_INSTANCE,
    COL_PROVIDER,
    COL_MEMORY_GIB,
    COL_KIND,
    COL_AS_OF,
    COL_SOURCE,
    COL_CURRENCY,
    COL_N
};

/* Names of columns in each known set; NULL: it has none. `needs`: those that tell the set. `own`: written for this program, so
 * that a row without a price is a mistake and no machine that has none. */
static const struct column_set {
    const char *name, *title[COL_N];
    unsigned needs;
    int own;
} sets[] = {
    { "skypilot",
      { [COL_NAME] = "AcceleratorName",
        [COL_COUNT] = "AcceleratorCount",
        [COL_USD] = "Price",
        [COL_SPOT_USD] = "SpotPrice",
        [COL_REGION] = "Region",
        [COL_INSTANCE] = "InstanceType",
        [COL_CURRENCY] = "Currency" },
      1u << COL_NAME | 1u << COL_COUNT | 1u << COL_USD,
      0 },
    { "gpuhunt",
      { [COL_NAME] = "gpu_name",
        [COL_COUNT] = "gpu_count",
        [COL_USD] = "price",
        [COL_SPOT] = "spot",
        [COL_REGION] = "location",
        [COL_INSTANCE] = "instance_name",
        [COL_PROVIDER] = "provider",
        [COL_MEMORY_GIB] = "gpu_memory",
        [COL_CURRENCY] = "currency" },
      1u << COL_NAME | 1u << COL_COUNT | 1u << COL_USD,
      0 },
    { "gambrel",
      { [COL_NAME] = "device",
        [COL_COUNT] = "accelerators",
        [COL_USD] = "usd",
        [COL_SPOT] = "spot",
        [COL_REGION] = "region",
        [COL_INSTANCE] = "instance",
        [COL_PROVIDER] = "provider",
        [COL_MEMORY_GIB] = "memory_gib",
        [COL_KIND] = "kind",
        [COL_AS_OF] = "as_of",
        [COL_SOURCE] = "source",
        [COL_CURRENCY] = "currency" },
      1u << COL_NAME | 1u << COL_USD | 1u << COL_KIND,
      1 },
};

struct reader {
    struct gam_csv csv;
    const struct column_set *set;
    long at[COL_N]; /* index of the column; -1: none */
    size_t n_columns;
    const char *as_of, *source, *latest;
    struct gam_prices *out;
};

/* Of two columns of one name nobody knows which is meant. */
static int columns_once(const struct reader *r, struct gam_err *err)
{
    for (int c = 0; c < COL_N; c++)
        for (size_t i = 0; r->at[c] >= 0 && i < r->csv.n; i++)
            if ((long)i != r->at[c] && !strcmp(r->csv.field[i], r->set->title[c]))
                return gam_err_set(err, -GAM_EPARSE, "%s:%zu: column '%s' stands twice", r->csv.label, r->csv.line,
                                   r->set->title[c]);
    return 0;
}

static int set_find(struct reader *r, struct gam_err *err)
{
    for (size_t s = 0; s < sizeof sets / sizeof sets[0]; s++) {
        unsigned found = 0;

        for (int c = 0; c < COL_N; c++) {
            r->at[c] = -1;
            for (size_t i = 0; sets[s].title[c] && i < r->csv.n; i++)
                if (!strcmp(r->csv.field[i], sets[s].title[c]))
                    r->at[c] = (long)i;
            found |= (unsigned)(r->at[c] >= 0) << c;
        }
        if ((found & sets[s].needs) == sets[s].needs) {
            r->set = &sets[s];
            r->n_columns = r->csv.n;
            return columns_once(r, err);
        }
    }
    return gam_err_set(err, -GAM_EPARSE,
                       "%s:%zu: the heading is none that is known; columns: 'device,kind,usd' and perhaps "
                       "'accelerators,provider,instance,region,spot,as_of,source', or those of a SkyPilot or gpuhunt catalog",
                       r->csv.label, r->csv.line);
}

static const char *cell(const struct reader *r, enum column c)
{
    return r->at[c] >= 0 && (size_t)r->at[c] < r->csv.n ? r->csv.field[r->at[c]] : "";
}

/* An empty cell gives `otherwise`; one that is no number is an error that names it. */
static int number(const struct reader *r, enum column c, double otherwise, double *out, struct gam_err *err)
{
    const char *text = cell(r, c);

    *out = otherwise;
    if (!*text || gam_csv_number(text, out))
        return 0;
    return gam_err_set(err, -GAM_EPARSE, "%s:%zu: %s '%.40s' is no number", r->csv.label, r->csv.line, r->set->title[c], text);
}

static int date_valid(const char *text)
{
    char time[40];

    return strlen(text) == 10 && snprintf(time, sizeof time, "%sT00:00:00Z", text) > 0 && gam_time_valid(time);
}

static int push(struct gam_prices *out, const struct gam_price *price, struct gam_err *err)
{
    if (out->n == out->capacity) {
        size_t capacity = out->capacity ? 2 * out->capacity : 256;
        struct gam_price *grown = capacity > PRICES_MAX ? NULL : realloc(out->price, capacity * sizeof *grown);

        if (!grown)
            return capacity > PRICES_MAX ? gam_err_set(err, -GAM_EINVAL, "more than %d prices", PRICES_MAX) : gam_err_nomem(err);
        out->price = grown;
        out->capacity = capacity;
    }
    out->price[out->n++] = *price;
    return 0;
}

static int date_read(const struct reader *r, struct gam_price *p, struct gam_err *err)
{
    const char *as_of = *cell(r, COL_AS_OF) ? cell(r, COL_AS_OF) : r->as_of;

    if (!*as_of)
        return gam_err_set(err, -GAM_EINVAL,
                           "%s: prices without a date; say --as-of YYYY-MM-DD, or begin the file with '# as_of: YYYY-MM-DD'",
                           r->csv.label);
    if (!date_valid(as_of))
        return gam_err_set(err, -GAM_EPARSE, "%s:%zu: as_of '%.20s' is no date such as 2026-04-01", r->csv.label, r->csv.line,
                           as_of);
    if (r->latest && strcmp(as_of, r->latest) > 0)
        return gam_err_set(err, -GAM_EPARSE, "%s:%zu: as_of '%s' has not come yet; nobody knows a price of then", r->csv.label,
                           r->csv.line, as_of);
    snprintf(p->as_of, sizeof p->as_of, "%s", as_of);
    return 0;
}

static int spot_read(const struct reader *r, int *out, struct gam_err *err)
{
    static const char *const words[] = { "", "false", "0", "true", "1" };
    const char *text = cell(r, COL_SPOT);

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcasecmp(text, words[i])) {
            *out = i >= 3;
            return 0;
        }
    return gam_err_set(err, -GAM_EPARSE, "%s:%zu: %s '%.20s' is neither true nor false", r->csv.label, r->csv.line,
                       r->set->title[COL_SPOT], text);
}

static int words_read(struct reader *r, struct gam_price *p, struct gam_err *err)
{
    const char *kind = cell(r, COL_KIND), *currency = cell(r, COL_CURRENCY);
    int rc = date_read(r, p, err);

    if (!rc)
        rc = spot_read(r, &p->spot, err);
    if (rc)
        return rc;
    snprintf(p->name, sizeof p->name, "%s", cell(r, COL_NAME));
    snprintf(p->provider, sizeof p->provider, "%s", cell(r, COL_PROVIDER));
    snprintf(p->instance, sizeof p->instance, "%s", cell(r, COL_INSTANCE));
    snprintf(p->region, sizeof p->region, "%s", cell(r, COL_REGION));
    snprintf(p->source, sizeof p->source, "%s", *cell(r, COL_SOURCE) ? cell(r, COL_SOURCE) : r->source);
    if (*currency && strcasecmp(currency, "usd") != 0)
        return gam_err_set(err, -GAM_EPARSE, "%s:%zu: %s '%.20s': prices are in USD; convert them first", r->csv.label,
                           r->csv.line, r->set->title[COL_CURRENCY], currency);
    if (*kind && strcmp(kind, "rent") != 0 && strcmp(kind, "buy") != 0)
        return gam_err_set(err, -GAM_EPARSE, "%s:%zu: kind '%.20s' is neither rent nor buy", r->csv.label, r->csv.line, kind);
    p->kind = !strcmp(kind, "buy") ? GAM_PRICE_BUY : GAM_PRICE_RENT;
    return 0;
}

static int numbers_read(const struct reader *r, struct gam_price *p, double *spot_usd, struct gam_err *err)
{
    double gib;
    int rc = number(r, COL_COUNT, 1, &p->accelerators, err);

    if (!rc)
        rc = number(r, COL_USD, NAN, &p->usd, err);
    if (!rc)
        rc = number(r, COL_SPOT_USD, NAN, spot_usd, err);
    if (!rc)
        rc = number(r, COL_MEMORY_GIB, NAN, &gib, err);
    if (rc)
        return rc;
    p->memory_bytes = gib * 1073741824.0;
    if (r->set->own && !(p->usd > 0))
        return gam_err_set(err, -GAM_EPARSE, "%s:%zu: usd '%.20s' is no price above 0", r->csv.label, r->csv.line,
                           cell(r, COL_USD));
    if (r->set->own && !(p->accelerators > 0))
        return gam_err_set(err, -GAM_EPARSE, "%s:%zu: accelerators '%.20s' is no number above 0", r->csv.label, r->csv.line,
                           cell(r, COL_COUNT));
    return 0;
}

static int row_read(struct reader *r, struct gam_err *err)
{
    struct gam_price p = { .line = r->csv.line };
    double spot_usd = NAN;
    int rc;

    if (r->csv.n > r->n_columns)
        return gam_err_set(err, -GAM_EPARSE, "%s:%zu: %zu fields under a heading of %zu", r->csv.label, r->csv.line, r->csv.n,
                           r->n_columns);
    if (!*cell(r, COL_NAME)) { /* a machine without accelerator */
        r->out->skipped++;
        return 0;
    }
    rc = words_read(r, &p, err);
    if (!rc)
        rc = numbers_read(r, &p, &spot_usd, err);
    if (rc)
        return rc;
    if (!(p.accelerators > 0) || (!(p.usd > 0) && !(spot_usd > 0))) {
        r->out->skipped++;
        return 0;
    }
    if (p.usd > 0)
        rc = push(r->out, &p, err);
    if (!rc && spot_usd > 0) {
        p.usd = spot_usd;
        p.spot = 1;
        rc = push(r->out, &p, err);
    }
    return rc;
}

int gam_prices_read(const char *label, char *text, size_t length, const struct gam_price_defaults *defaults,
                    struct gam_prices *out, struct gam_err *err)
{
    char as_of[40] = "", source[160] = "";
    struct reader r = { .out = out };
    size_t before = out->n;
    int rc, more;

    if (!gam_csv_comment(text, "as_of", as_of, sizeof as_of) && defaults && defaults->as_of)
        snprintf(as_of, sizeof as_of, "%s", defaults->as_of);
    if (!gam_csv_comment(text, "source", source, sizeof source))
        snprintf(source, sizeof source, "%s", defaults && defaults->source ? defaults->source : label);
    r.as_of = as_of;
    r.source = source;
    r.latest = defaults ? defaults->latest : NULL;
    rc = gam_csv_begin(&r.csv, label, text, length, err);
    if (rc)
        return rc;
    more = gam_csv_next(&r.csv, err);
    if (more == 0)
        return gam_err_set(err, -GAM_EPARSE, "%s: no heading and no prices", label);
    rc = more < 0 ? more : set_find(&r, err);
    while (!rc && (more = gam_csv_next(&r.csv, err)) != 0)
        rc = more < 0 ? more : row_read(&r, err);
    if (!rc && out->n == before)
        rc = gam_err_set(err, -GAM_EPARSE, "%s: no row has an accelerator and a price above 0", label);
    return rc;
}

void gam_prices_release(struct gam_prices *prices)
{
    free(prices->price);
    *prices = (struct gam_prices){ .n = 0 };
}
