/* SPDX-License-Identifier: MIT */
#include "fixture_cost.h"

#include "analyzer/cost/cost.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 4 };

static struct gam_cost_row rows[ROWS];
static struct gam_cost_report cost;
static struct gam_doc doc;

static void row_make(size_t i, const char *id, const char *name, double ms, double watt)
{
    struct gam_cost_row *r = &rows[i];

    gam_cost_row_init(r);
    r->id = id;
    r->name = name;
    r->time_ns = (struct gam_quantity){
        .value = ms * 1e6, .low = ms * 0.8e6, .high = ms * 1.25e6, .unit = "ns", .source = GAM_SOURCE_DATASHEET
    };
    r->here_ns = 400e6;
    r->covered_share = 1;
    r->fallback_share = r->unknown_share = 0;
    r->measure[GAM_MEASURE_ANNOUNCED] = 0;
    r->measure[GAM_MEASURE_FITS] = 1;
    r->measure[GAM_MEASURE_WATT] = watt;
    r->measure[GAM_MEASURE_PROGRAMMABLE] = 1;
    r->energy_scope = "device";
    r->energy_kind = "assumed";
    r->energy_joule =
        (struct gam_quantity){ .value = watt * ms / 1e3, .low = NAN, .high = NAN, .unit = "joule", .source = GAM_SOURCE_ASSUMED };
    gam_cost_assume(r, "energy: design power for the whole time");
    r->tco.units_per_second = 1e3 / ms;
    r->tco.accelerators = 1;
}

static void money_add(void)
{
    for (size_t i = 0; i < 2; i++) {
        struct gam_tco_input *in = &rows[i].tco;

        in->utilisation = 0.5;
        in->availability = 0.99;
        in->rent_usd_per_hour = i ? 0.9 : 3.25;
        rows[i].rent = (struct gam_cost_price){ .usd = in->rent_usd_per_hour,
                                                .provider = "somebody",
                                                .instance = "one.big",
                                                .region = "north-1",
                                                .as_of = "2026-04-01",
                                                .source = "prices.csv" };
    }
    rows[0].tco.server_usd = 30000;
    rows[0].tco.server_life_months = 48;
    rows[0].tco.interest_per_year = 0.06;
    rows[0].tco.idle_watt = 150;
    rows[0].tco.load_watt = 900;
    rows[0].tco.pue = 1.25;
    rows[0].tco.usd_per_kwh = 0.1;
    rows[0].tco.carbon_g_per_kwh = 400;
    rows[0].tco.units_per_epoch = 1e6;
    rows[0].buy = (struct gam_cost_price){ .usd = 30000, .as_of = "2026-03-01", .source = "a quote" };
}

static void four_make(void)
{
    row_make(0, "maker-big", "Big 80GB", 4, 700);
    row_make(1, "maker-small", "Small", 14, 72);
    row_make(2, "maker-fixed", "Fixed function", 6, 60);
    row_make(3, "maker-hot", "Hot", 2, 1400);
    rows[2].measure[GAM_MEASURE_PROGRAMMABLE] = 0;
    rows[2].covered_share = 0.97;
    rows[2].fallback_share = 0.03;
    cost.row = rows;
    cost.n = ROWS;
    cost.limit[GAM_LIMIT_WATT] = 800;
    cost.command = "advise";
    cost.unit = "one forward pass, batch 1";
    cost.run = "3f2c0d2e-7a6b-4c1d-9e8f-001122334455";
}

/* The program runs in the C locale; only renderers are tested in another one. */
static int decide(void)
{
    char *before = strdup(setlocale(LC_NUMERIC, NULL));
    int rc;

    setlocale(LC_NUMERIC, "C");
    rc = gam_cost_decide(&cost, NULL);
    setlocale(LC_NUMERIC, before ? before : "C");
    free(before);
    return rc;
}

const struct gam_doc *fixture_cost(const char *name)
{
    static const char *const names[] = { "cost", "cost-no-price", "cost-hostile", "cost-empty" };
    size_t which = 0;

    while (which < sizeof names / sizeof *names && strcmp(names[which], name))
        which++;
    if (which == sizeof names / sizeof *names)
        return NULL;
    fixture_cost_release();
    gam_cost_init(&cost);
    if (which < 3)
        four_make();
    if (which == 0)
        money_add();
    if (which == 2) {
        rows[0].id = rows[0].name = "<script>alert(1)</script>\x1b[31m";
        cost.unit = "]]> \" onload='x' \xe2\x80\xae";
    }
    cost.explain = which == 0 || which == 3;
    if (which == 3) {
        cost.command = "tco";
        cost.rank_reason = "no run is named";
    } else if (decide()) {
        return NULL;
    }
    doc = (struct gam_doc){ .kind = GAM_DOC_COST, .cost = &cost, .tool_version = "0.1.0", .tool_commit = "abc1234" };
    return &doc;
}

void fixture_cost_release(void)
{
    gam_cost_release(&cost);
}
