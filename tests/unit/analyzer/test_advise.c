/* SPDX-License-Identifier: MIT */
/* Rules, ranking, risk: rows with known numbers, and what must be said of each. */
#include "../gam_test.h"

#include "analyzer/cost/cost.h"

#include <math.h>
#include <stdio.h>

enum { ROWS = 3 };
static struct gam_cost_row rows[ROWS];
static struct gam_cost_report cost;

static void row_make(size_t i, const char *id, double time_ns, double spread, double watt)
{
    struct gam_cost_row *r = &rows[i];

    gam_cost_row_init(r);
    r->id = id;
    r->name = id;
    r->time_ns = (struct gam_quantity){ .value = time_ns,
                                        .low = time_ns / (1 + spread),
                                        .high = time_ns * (1 + spread),
                                        .unit = "ns",
                                        .source = GAM_SOURCE_DATASHEET };
    r->here_ns = 1e9;
    r->covered_share = 1;
    r->fallback_share = r->unknown_share = 0;
    r->measure[GAM_MEASURE_ANNOUNCED] = 0;
    r->measure[GAM_MEASURE_FITS] = 1;
    r->measure[GAM_MEASURE_MEMORY_BYTES] = 16e9;
    r->measure[GAM_MEASURE_WATT] = watt;
    r->measure[GAM_MEASURE_PROGRAMMABLE] = 1;
    r->energy_joule = (struct gam_quantity){ .value = watt * time_ns / 1e9, .low = NAN, .high = NAN, .unit = "joule" };
    r->energy_scope = "device";
    r->energy_kind = "assumed";
}

/* fast: 10 ms, 700 W; middle: 20 ms, 300 W, of a list; slow: 100 ms, 70 W. */
static void three(void)
{
    gam_cost_init(&cost);
    row_make(0, "slow", 100e6, 0.1, 70);
    row_make(1, "fast", 10e6, 0.1, 700);
    row_make(2, "middle", 20e6, 0.1, 300);
    rows[2].measure[GAM_MEASURE_PROGRAMMABLE] = 0;
    cost.row = rows;
    cost.n = ROWS;
}

static void decide(void)
{
    struct gam_err err = { 0 };

    if (gam_cost_decide(&cost, &err))
        fail_msg("%s", err.text);
}

static struct gam_cost_row *row_of(const char *id)
{
    for (size_t i = 0; i < cost.n; i++)
        if (!strcmp(rows[i].id, id))
            return &rows[i];
    fail_msg("no row %s", id);
    return NULL;
}

static void test_rank_by_time(void **state)
{
    (void)state;
    three();
    decide();
    assert_int_equal(cost.rank_by, GAM_RANK_BY_TIME);
    assert_int_equal(cost.n_ranked, 3);
    assert_string_equal(rows[0].id, "fast");
    assert_true(rows[1].runner_up && !rows[0].runner_up);
    assert_string_equal(rows[0].rule, "10.0 ms, 2.00 times faster than middle");
    assert_true(fabs(rows[0].margin - 2) < 1e-12 && rows[0].confidence > 0.999);
    assert_non_null(strstr(rows[2].rule, "the last that breaks no rule"));
    assert_true(isnan(rows[0].usd_per_million) && isnan(rows[0].usd_per_hour)); /* no price, no money */
    assert_true(rows[0].n_missing > 0);
    gam_cost_release(&cost);
}

static void test_uncertain(void **state)
{
    (void)state;
    three();
    row_make(2, "middle", 11e6, 0.5, 300);
    decide();
    assert_true(rows[0].confidence > 0.5 && rows[0].confidence < 0.9);
    assert_non_null(strstr(rows[0].rule, "within the uncertainty"));
    gam_cost_release(&cost);
}

/* Each limit rules out exactly whom it must, and says by which rule and with which numbers. */
static void test_limits(void **state)
{
    static const struct {
        enum gam_limit limit;
        double value;
        const char *out, *code, *says;
    } limits[] = {
        { GAM_LIMIT_WATT, 500, "fast", "watts", "design power is 700 W, at most 500 W" },
        { GAM_LIMIT_WATT, 100, "middle", "watts", "300 W" },
        { GAM_LIMIT_LATENCY_S, 0.05, "slow", "latency", "100 ms, at most 50.0 ms" },
        { GAM_LIMIT_MEMORY_BYTES, 20e9, "fast", "memory", "asked for at least" },
        { GAM_LIMIT_NEW_OPERATORS, 1, "middle", "new-operators", "not so that operators that do not exist yet" },
        { GAM_LIMIT_CLOUD, 1, "fast", "cloud", "not known of it whether somebody rents it out" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const struct gam_cost_row *out;

        three();
        cost.limit[limits[i].limit] = limits[i].value;
        decide();
        out = row_of(limits[i].out);
        assert_int_equal(out->rank, 0);
        assert_string_equal(out->rule_code, limits[i].code);
        if (!strstr(out->rule, limits[i].says))
            fail_msg("'%s' lacks '%s'", out->rule, limits[i].says);
        for (size_t k = 0; k < cost.n_ranked; k++)
            assert_string_equal(rows[k].rule_code, "rank");
        gam_cost_release(&cost);
    }
}

static void test_unknown_that_passes(void **state)
{
    (void)state;
    three();
    rows[1].measure[GAM_MEASURE_FITS] = NAN;
    rows[0].measure[GAM_MEASURE_FITS] = 0;
    decide();
    assert_int_equal(cost.n_ranked, 2);
    assert_string_equal(rows[0].id, "fast");
    assert_non_null(strstr(rows[0].missing[rows[0].n_missing - 1], "whether its memory holds"));
    assert_string_equal(row_of("slow")->rule_code, "fits");
    gam_cost_release(&cost);
}

static void test_not_projected(void **state)
{
    (void)state;
    three();
    rows[1].time_ns = gam_quantity_missing("ns", "no peak of that element type");
    decide();
    assert_string_equal(row_of("fast")->rule, "ruled out by 'projected': no peak of that element type");
    gam_cost_release(&cost);
}

static void priced(size_t i, double rent)
{
    struct gam_tco_input *in = &rows[i].tco;

    in->rent_usd_per_hour = rent;
    in->utilisation = 0.5;
    in->availability = 1;
    in->accelerators = 1;
    in->units_per_second = 1e9 / rows[i].time_ns.value;
}

static void test_rank_by_usd(void **state)
{
    (void)state;
    three();
    priced(0, 0.5); /* slow: .05 USD s */
    priced(1, 10);  /* fast: .1 */
    decide();
    assert_int_equal(cost.rank_by, GAM_RANK_BY_USD);
    assert_string_equal(rows[0].id, "slow");
    assert_true(fabs(rows[0].usd_per_million - 1e6 * 0.5 / (10 * 3600 * 0.5)) < 1e-9);
    assert_string_equal(rows[0].way, "rent");
    assert_string_equal(rows[2].id, "middle"); /* no price: after those that have one */
    assert_non_null(strstr(rows[2].rule, "is not known of it"));
    assert_true(isnan(rows[2].usd_per_million));
    gam_cost_release(&cost);
    three();
    cost.rank_by_asked = GAM_RANK_BY_USD;
    assert_int_equal(gam_cost_decide(&cost, NULL), -GAM_EINVAL);
    gam_cost_release(&cost);
}

static int misses(const struct gam_cost_row *row, const char *text)
{
    for (size_t i = 0; i < row->n_missing; i++)
        if (!strcmp(row->missing[i], text))
            return 1;
    return 0;
}

/* What is missing is of the way whose price is given; of two, what the second still needs is said with what it is for. */
static void test_missing_is_of_the_way_that_is_priced(void **state)
{
    (void)state;
    three();
    priced(0, 0.5);
    priced(1, 10);
    row_of("slow")->tco.server_usd = 5000;
    row_of("middle")->tco.server_usd = 5000;
    decide();
    assert_string_equal(row_of("slow")->way, "rent");
    assert_true(misses(row_of("slow"), "interest_per_year (to buy it)"));
    assert_int_equal(row_of("fast")->n_missing, 0); /* rented, and nobody asked what buying costs */
    assert_true(misses(row_of("middle"), "interest_per_year"));
    assert_false(misses(row_of("middle"), "rent_usd_per_hour"));
    gam_cost_release(&cost);
}

static void test_energies_do_not_mix(void **state)
{
    struct gam_err err = { 0 };

    (void)state;
    three();
    cost.rank_by_asked = GAM_RANK_BY_ENERGY;
    decide();
    assert_string_equal(rows[0].id, "middle"); /* 6 J against 7 J and 7 J */
    gam_cost_release(&cost);
    three();
    cost.rank_by_asked = GAM_RANK_BY_ENERGY;
    rows[0].energy_scope = "package";
    rows[0].energy_kind = "counter";
    assert_int_equal(gam_cost_decide(&cost, &err), -GAM_EINVAL);
    assert_error(&err, -GAM_EINVAL, "different scopes or kinds");
    gam_cost_release(&cost);
}

/* Amdahl: one per cent of the work a hundred times slower makes 1.99 times as long. */
static void test_risk(void **state)
{
    (void)state;
    assert_true(fabs(gam_fallback_slowdown(0.01, 1, 100) - 1.99) < 1e-12);
    three();
    decide();
    assert_true(fabs(row_of("middle")->slowdown_at_1_percent - (0.99 + 0.01 * 1e9 / 20e6)) < 1e-12);
    assert_true(fabs(row_of("middle")->share_to_lose - (100e6 - 20e6) / (1e9 - 20e6)) < 1e-12);
    assert_non_null(strstr(row_of("middle")->risk, "it takes as long as slow"));
    assert_true(isnan(row_of("fast")->slowdown_at_1_percent));
    assert_string_equal(row_of("fast")->risk, "operators can be written for it");
    gam_cost_release(&cost);
}

/* A purchase that wins at 60 % utilisation and loses at 48 % shows as a flip. */
static void test_flips(void **state)
{
    struct gam_tco_input *in;

    (void)state;
    three();
    priced(1, 1);
    priced(2, NAN);
    in = &rows[2].tco;
    in->server_usd = 20000;
    in->server_life_months = 48;
    in->interest_per_year = 0.05;
    in->idle_watt = 100;
    in->load_watt = 400;
    in->pue = 1.2;
    in->usd_per_kwh = 0.1;
    rows[2].time_ns.value = 10e6;
    in->units_per_second = 100;
    decide();
    assert_string_equal(rows[0].id, "middle"); /* bought at .63 USD an hour, against 1 an hour whether it works or not */
    assert_string_equal(rows[0].way, "buy");
    assert_int_equal(cost.n_flips, 0);
    gam_cost_release(&cost);
    three();
    priced(1, 1);
    priced(2, 1.9); /* 5 % dearer per unit: throughput down 20 % of both changes nothing */
    decide();
    assert_int_equal(cost.n_flips, 0);
    gam_cost_release(&cost);
}

static void test_rules_are_whole(void **state)
{
    (void)state;
    assert_true(gam_advise_n_rules >= 12);
    for (size_t i = 0; i < gam_advise_n_rules; i++) {
        const struct gam_advise_rule *r = &gam_advise_rules[i];

        assert_true(*r->code && *r->text && gam_measure_word(r->left) && gam_limit_word(r->when));
        assert_true(r->when != GAM_LIMIT_ALWAYS || !isnan(r->constant));
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(r->code, gam_advise_rules[k].code);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rank_by_time),
        cmocka_unit_test(test_uncertain),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_unknown_that_passes),
        cmocka_unit_test(test_not_projected),
        cmocka_unit_test(test_rank_by_usd),
        cmocka_unit_test(test_missing_is_of_the_way_that_is_priced),
        cmocka_unit_test(test_energies_do_not_mix),
        cmocka_unit_test(test_risk),
        cmocka_unit_test(test_flips),
        cmocka_unit_test(test_rules_are_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
