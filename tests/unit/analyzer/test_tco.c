/* SPDX-License-Identifier: MIT */
/* The cost formulas against published worked examples, and what must hold for any input. */
#include "../gam_test.h"

#include "analyzer/cost/energy_model.h"
#include "analyzer/cost/sensitivity.h"
#include "analyzer/cost/tco.h"
#include "common/rand.h"

#include <math.h>
#include <stdio.h>

static void assert_within(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.10g is not within %g of %.10g", value, tolerance, expected);
}

static void assert_relative(double value, double expected, double share)
{
    assert_within(value, expected, share * fabs(expected));
}

/* A made-up but complete server, whose every figure was worked out by hand. */
static struct gam_tco_input complete(void)
{
    struct gam_tco_input in;

    gam_tco_input_clear(&in);
    in.server_usd = 300000;
    in.accelerators = 8;
    in.residual_usd = 30000;
    in.server_life_months = 48;
    in.interest_per_year = 0.06;
    in.maintenance_per_year = 0.05;
    in.network_share = 0.19;
    in.network_life_months = 60;
    in.facility_usd_per_watt = 12;
    in.facility_life_months = 180;
    in.facility_opex_usd_per_watt_month = 0.02;
    in.idle_watt = 2000;
    in.load_watt = 8000;
    in.provisioned_watt = 10000;
    in.peak_watt = 10000;
    in.utilisation = 0.6;
    in.availability = 0.99;
    in.pue = 1.25;
    in.usd_per_kwh = 0.08;
    in.demand_usd_per_kw_month = 0;
    in.units_per_second = 20000;
    return in;
}

/* T10 */
static void test_complete(void **state)
{
    struct gam_tco_input in = complete();
    struct gam_tco t;

    (void)state;
    gam_tco_compute(&in, &t);
    assert_within(t.server_month + t.maintenance_month, 7740.96, 0.005);
    assert_within(t.network_month, 1360.46, 0.005);
    assert_within(t.facility_month + t.facility_opex_month, 1212.63, 0.005);
    assert_within(t.kwh_per_month, 5113.50, 0.005);
    assert_within(t.energy_month, 409.08, 0.005);
    assert_within(t.total_month, 10723.12, 0.005);
    assert_within(t.usd_per_hour, 14.6792, 0.00005);
    assert_within(t.usd_per_accelerator_hour, 1.8349, 0.00005);
    assert_within(t.usd_per_million, 0.34323, 0.000005);
    assert_true(t.missing_buy == 0);
    assert_true(t.left_out & GAM_TCO_BIT(staff_usd_per_month));
    in.availability = 1;
    in.rent_usd_per_hour = 24.58;
    gam_tco_compute(&in, &t);
    assert_within(t.break_even_utilisation, 0.5971, 0.00005);
    in.utilisation = t.break_even_utilisation; /* there both cost the same */
    gam_tco_compute(&in, &t);
    assert_relative(t.total_month / (GAM_HOURS_PER_MONTH * in.utilisation), 24.58, 1e-9);
}

/* T1: Strubell, Ganesh, McCallum 2019, table 3: watts, hours, kWh x PUE 1.58, pounds at .954 a kWh. */
static void test_strubell(void **state)
{
    static const struct {
        double watt, hours, kwh, pound, tolerance;
    } model[] = {
        { 1415.78, 12, 27, 26, 0.007 },      { 1515.43, 84, 201, 192, 0.007 },          { 517.66, 336, 275, 262, 0.007 },
        { 12041.51, 79, 1507, 1438, 0.007 }, { 1515.43, 274120, 656347, 626155, 1e-5 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof model / sizeof model[0]; i++) {
        double kwh = gam_energy_kwh(model[i].watt, model[i].hours, 1.58), pound = gam_energy_gram(kwh, 0.954);

        assert_within(kwh, model[i].kwh, fmax(0.5, model[i].tolerance * model[i].kwh));
        assert_within(pound, model[i].pound, fmax(0.5, model[i].tolerance * model[i].pound));
    }
}

/* T2: Patterson et al. 2021: MWh and tonnes of five models. */
static void test_patterson(void **state)
{
    static const struct {
        double intensity, pue, watt, chips, days, mwh, tonne, tolerance;
    } model[] = {
        { 0.429, 1.10, 330, 10000, 14.8, 1287, 552.1, 0.005 }, { 0.545, 1.12, 310, 512, 20, 85.7, 46.7, 0.005 },
        { 0.413, 1.10, 342, 512, 20.4, 94.4, 39.0, 0.005 },    { 0.33, 1.10, 245, 1024, 27, 179, 59.1, 0.005 },
        { 0.177, 1.09, 288, 1024, 3.1, 24.1, 4.3, 0.02 }, /* days have two digits */
    };

    (void)state;
    for (size_t i = 0; i < sizeof model / sizeof model[0]; i++) {
        double mwh = gam_energy_kwh(model[i].watt * model[i].chips, model[i].days * 24, model[i].pue) / 1000;

        assert_relative(mwh, model[i].mwh, model[i].tolerance);
        assert_relative(gam_energy_gram(mwh, model[i].intensity), model[i].tonne, model[i].tolerance + 0.0025);
    }
    assert_within(gam_energy_gram(1287, 0.429), 552.1, 0.05);
}

/* T3: DeepSeek-V3/R1 serving, 27 and 28 February 2025. */
static void test_deepseek_serving(void **state)
{
    const double day = 226.75 * 8 * 2 * 24, revenue = 342e3 * 0.14 + (608e3 - 342e3) * 0.55 + 168e3 * 2.19;
    struct gam_tco_input in;
    struct gam_tco t;

    (void)state;
    gam_tco_input_clear(&in);
    in.rent_usd_per_hour = 226.75 * 8 * 2;
    in.utilisation = in.availability = 1;
    in.units_per_second = 168e9 / 86400; /* tokens out */
    gam_tco_compute(&in, &t);
    assert_within(in.rent_usd_per_hour * 24, 87072, 1e-6);
    assert_within(t.rent_usd_per_million, 0.518, 0.0005);
    in.units_per_second = 776e9 / 86400; /* all */
    gam_tco_compute(&in, &t);
    assert_within(t.rent_usd_per_million, 0.112, 0.0005);
    assert_relative(revenue, 562027, 0.0005);
    assert_within((revenue - day) / day, 5.45, 0.01);
    in.rent_usd_per_hour = 16; /* a node of 8 */
    in.units_per_second = 14800;
    gam_tco_compute(&in, &t);
    assert_within(t.rent_usd_per_million, 0.300, 0.0005);
    in.units_per_second = 73700;
    gam_tco_compute(&in, &t);
    assert_within(t.rent_usd_per_million, 0.0603, 0.00005);
}

/* T4: DeepSeek-V3 training at 2 USD a GPU hour. */
static void test_deepseek_training(void **state)
{
    static const double gpu_hours[] = { 2664e3, 119e3, 5e3, 2788e3 }, usd[] = { 5.328e6, 0.238e6, 0.01e6, 5.576e6 };

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct gam_tco_input in;
        struct gam_tco t;

        gam_tco_input_clear(&in);
        in.rent_usd_per_hour = 2;
        in.accelerators = in.utilisation = in.availability = 1;
        in.units_per_second = 1.0 / 3600; /* a unit is an hour */
        in.units_per_epoch = gpu_hours[i];
        gam_tco_compute(&in, &t);
        assert_within(t.rent_usd_per_epoch, usd[i], 1e-6);
        assert_within(t.accelerator_hours_per_epoch, gpu_hours[i], 1e-6);
    }
}

/* T5: MLPerf Inference 1.1 with power, 16 Qualcomm Cloud AI 100: queries a second, watts -> queries and joules. */
static void test_mlperf_power(void **state)
{
    static const struct {
        double per_second, watt, per_joule, millijoule;
    } result[] = {
        { 310063.88, 1790.98267, 173.125, 5.7762 },
        { 10601.9, 1712.09455, 6.1924, 161.49 },
        { 10303.27, 1732.2905, 0, 168.13 },
    };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct gam_tco_input in;
        struct gam_tco t;

        gam_tco_input_clear(&in);
        in.units_per_second = result[i].per_second;
        in.load_watt = result[i].watt;
        in.pue = 1;
        in.carbon_g_per_kwh = 100;
        gam_tco_compute(&in, &t);
        assert_within(1e3 * t.joule_gross, result[i].millijoule, i == 0 ? 0.00005 : 0.005);
        if (result[i].per_joule > 0)
            assert_within(1 / t.joule_gross, result[i].per_joule, i == 0 ? 0.0005 : 0.00005);
        if (i == 1) {
            assert_within(t.kwh_per_million, 0.04486, 0.000005);
            in.pue = 1.2;
            gam_tco_compute(&in, &t);
            assert_within(t.kwh_per_million * 0.10, 0.00538, 0.000005);
        }
    }
}

/* T6: a median Gemini prompt, May 2025: 0.24 Wh in four parts; overhead at PUE 1.09; 0.023 g of operation. */
static void test_gemini(void **state)
{
    (void)state;
    assert_within(0.24 * 0.58, 0.14, 0.005);
    assert_within(0.24 * 0.25, 0.06, 0.005);
    assert_within(0.24 * 0.10, 0.02, 0.005);
    assert_within(0.24 * (1 - 1 / 1.09), 0.02, 0.005);
    assert_within(gam_energy_kwh(0.24 / 1.09, 1, 1.09) * 1e3, 0.24, 1e-12);
    assert_within(gam_energy_gram(0.24e-3, 95.8), 0.023, 0.0005);
}

/* T7: Epoch AI's cost of the energy of an H100 for an hour, and what its network adds to a cluster. */
static void test_epoch(void **state)
{
    struct gam_tco_input in;
    struct gam_tco t;

    (void)state;
    assert_within(gam_energy_kwh(700 * 1.8214 * 0.75, 1, 1.25), 1.1953, 0.00005);
    assert_within(gam_energy_kwh(700 * 1.8214 * 0.75, 1, 1.25) * 0.0806, 0.0963, 0.00005);
    assert_within(0.14 * log(10), 0.32236, 0.000005);
    in = complete();
    in.interest_per_year = 0;
    in.network_life_months = in.server_life_months;
    in.residual_usd = 0;
    gam_tco_compute(&in, &t);
    assert_relative(t.network_month / t.server_month, 0.19 / 0.81, 1e-12);
}

/* T8: CodeCarbon's example mix, kg per MWh. */
static void test_mix(void **state)
{
    const double share[] = { 0.25, 0.35, 0.26, 0.14 }, intensity[] = { 995, 816, 743, 29 }, part[] = { 0.25, 0.35, 0.26, 0.1 };

    (void)state;
    assert_within(gam_energy_mix(share, intensity, 4), 731.59, 0.005);
    assert_true(isnan(gam_energy_mix(part, intensity, 4)));
}

/* T9: LLMCarbon's embodied carbon per part, the three rows that agree with themselves; spread over life. */
static void test_embodied(void **state)
{
    struct gam_tco_input in = complete();
    struct gam_tco t;

    (void)state;
    assert_within(8.15 * 1.2, 9.78, 1e-9);
    assert_within(4 * 1.6, 6.4, 1e-9);
    assert_within(256 * 0.4, 102.4, 1e-9);
    in.embodied_gram = 1e3 * (8 * 8.15 * 1.2 + 256 * 0.4);
    in.embodied_life_hours = 5 * 8766;
    in.embodied_share = 0.5;
    in.carbon_g_per_kwh = 400;
    gam_tco_compute(&in, &t);
    assert_relative(t.gram_embodied * t.units_per_month * 12 * 5, in.embodied_gram * 0.5, 1e-9);
    assert_relative(t.gram_total, t.gram_embodied + t.joule_gross * 1.25 / 3.6e6 * 400, 1e-12);
}

/* The rows on energy and cost that need no table. */
static void test_small_checks(void **state)
{
    struct gam_energy_constants c = { .joule_per_flop = 0, .joule_per_byte = 8 * 5e-12, .constant_watt = 0 };
    struct gam_tco_input in;
    struct gam_tco t;

    (void)state;
    assert_within(gam_energy_roofline(&c, 0, 1e9, 1), 0.040, 0.0005); /* 1 GB at 5 pJ a bit */
    assert_within(gam_energy_kwh(8 * 700, 2000.0 / 3600, 1.2), 3.733, 0.0005);
    gam_tco_input_clear(&in);
    in.rent_usd_per_hour = 2.5;
    in.units_per_second = 1000;
    in.utilisation = in.availability = 1;
    gam_tco_compute(&in, &t);
    assert_within(t.rent_usd_per_million, 0.694, 0.0005);
    in.rent_usd_per_hour = 8 * 2.5;
    in.units_per_second = 0.5; /* steps of 2 s */
    in.units_per_epoch = 1000;
    gam_tco_compute(&in, &t);
    assert_within(t.rent_usd_per_epoch, 11.11, 0.005);
    assert_within(8192 * 2614.9e12 / 1e18, 21.42, 0.005);
    assert_within(8192 * 2 * 2614.9e12 / 1e18, 42.84, 0.005);
    assert_within(8192 * 6.0e12 / 1e15, 49.15, 0.005);
    assert_within(gam_energy_kwh(8192 * 1000, 1, 1) / 1000, 8.19, 0.005);
}

/* The energy roofline: at the energy balance half of the best efficiency, and the parts add up. */
static void test_energy_roofline(void **state)
{
    const struct gam_energy_constants c = { .joule_per_flop = 2e-12, .joule_per_byte = 20e-12, .constant_watt = 10 };

    (void)state;
    assert_within(gam_energy_efficiency(&c, 10), 0.5, 1e-12);
    assert_within(gam_energy_efficiency(&c, 1e9), 1, 1e-7);
    assert_relative(gam_energy_roofline(&c, 1e12, 1e11, 0.5), 2 + 2 + 5, 1e-12);
    assert_true(isnan(gam_energy_roofline(&c, NAN, 1, 1)));
}

/* Two soft checks: Hamilton 2010, a monthly payment and a share of it; Epoch AI's gigawatt. */
static void test_soft_checks(void **state)
{
    (void)state;
    assert_relative(gam_tco_annuity(45978.0 * 1450, 0, 36, 0.05), 1998103, 1e-6);
    assert_relative(gam_tco_annuity(45978.0 * 1450, 0, 36, 0.05), 0.57 * 3.53e6, 0.01);
    assert_relative(gam_energy_kwh(8e6 * 0.8, 730, 1.45) * 0.07, 474e3, 0.002);
    assert_relative(gam_energy_kwh(1e9, 8766, 1) * 0.07, 0.61e9, 0.01);
    assert_true(gam_tco_annuity(30e9, 0, 36, 0.08) / gam_tco_annuity(30e9, 0, 84, 0.08) > 1.6);
}

static struct gam_tco_input random_input(struct gam_rand *rand)
{
    struct gam_tco_input in = complete();

    for (int i = 0; i < GAM_TCO_N_FIELDS; i++) {
        double value = gam_tco_input_get(&in, (enum gam_tco_field_index)i), other = value * (0.5 + gam_rand_unit(rand));

        if (!isnan(value))
            gam_tco_input_set(&in, gam_tco_fields[i].name, fmax(gam_tco_fields[i].least, fmin(gam_tco_fields[i].most, other)),
                              NULL);
    }
    in.load_watt = in.idle_watt + fabs(in.load_watt - in.idle_watt);
    in.residual_usd = fmin(in.residual_usd, in.server_usd / 2);
    return in;
}

/* More of these costs more per unit; more of those costs less. */
static void test_monotone(void **state)
{
    static const enum gam_tco_field_index dearer[] = {
        GAM_TCO_server_usd,
        GAM_TCO_interest_per_year,
        GAM_TCO_maintenance_per_year,
        GAM_TCO_network_share,
        GAM_TCO_facility_usd_per_watt,
        GAM_TCO_facility_opex_usd_per_watt_month,
        GAM_TCO_provisioned_watt,
        GAM_TCO_idle_watt,
        GAM_TCO_load_watt,
        GAM_TCO_pue,
        GAM_TCO_usd_per_kwh,
        GAM_TCO_demand_usd_per_kw_month,
        GAM_TCO_peak_watt,
    };
    static const enum gam_tco_field_index cheaper[] = {
        GAM_TCO_residual_usd, GAM_TCO_server_life_months, GAM_TCO_network_life_months, GAM_TCO_facility_life_months,
        GAM_TCO_utilisation,  GAM_TCO_availability,       GAM_TCO_units_per_second,
    };
    struct gam_rand rand;

    (void)state;
    gam_rand_seed(&rand, 5);
    for (int round = 0; round < 200; round++) {
        struct gam_tco_input in = random_input(&rand);
        struct gam_tco base, other;

        in.demand_usd_per_kw_month = 5;
        gam_tco_compute(&in, &base);
        assert_true(base.usd_per_million > 0);
        for (size_t k = 0; k < sizeof dearer / sizeof dearer[0] + sizeof cheaper / sizeof cheaper[0]; k++) {
            int up = k < sizeof dearer / sizeof dearer[0];
            enum gam_tco_field_index field = up ? dearer[k] : cheaper[k - sizeof dearer / sizeof dearer[0]];
            struct gam_tco_input more = in;
            double value = gam_tco_input_get(&in, field);

            if (gam_tco_input_set(&more, gam_tco_fields[field].name, value * 1.01, NULL))
                continue; /* at the end of its range */
            gam_tco_compute(&more, &other);
            if (up ? !(other.usd_per_million > base.usd_per_million) : !(other.usd_per_million < base.usd_per_million))
                fail_msg("%s %g -> %g: %.12g -> %.12g", gam_tco_fields[field].name, value, value * 1.01, base.usd_per_million,
                         other.usd_per_million);
        }
    }
}

static void test_limits(void **state)
{
    struct gam_tco_input in = complete(), scaled;
    struct gam_tco t, other;

    (void)state;
    in.utilisation = 1e-6;
    gam_tco_compute(&in, &t);
    assert_true(t.usd_per_million > 1e5); /* without use the cost of a unit has no bound */
    in = complete();
    in.pue = 1;
    in.usd_per_kwh = 0;
    gam_tco_compute(&in, &t);
    assert_true(t.energy_month == 0);
    in = complete();
    in.servers = 10;
    in.staff_usd_per_month = 1000;
    in.software_usd_per_month = 500;
    scaled = in;
    scaled.servers *= 7;
    scaled.staff_usd_per_month *= 7;
    scaled.software_usd_per_month *= 7;
    gam_tco_compute(&in, &t);
    gam_tco_compute(&scaled, &other);
    assert_relative(other.usd_per_unit, t.usd_per_unit, 1e-12);
    for (double interest = 0; interest < 0.5; interest += 0.01)
        for (double n = 1; n < 300; n += 7)
            assert_true(gam_tco_annuity(1000, 0, n, interest) * n >= 1000 * (1 - 1e-12));
    assert_relative(t.joule_gross * GAM_JOULE_PER_KWH / GAM_JOULE_PER_KWH, in.load_watt / in.units_per_second, 1e-12);
    assert_relative(t.kwh_per_million, t.joule_facility / 3.6, 1e-12);
}

/* Ways to pay: interest only costs more than an annuity, which costs more than none; all agree without interest. */
static void test_finance(void **state)
{
    double annuity = gam_tco_payment(GAM_FINANCE_ANNUITY, 1000, 100, 36, 0.06),
           only = gam_tco_payment(GAM_FINANCE_INTEREST_ONLY, 1000, 100, 36, 0.06),
           line = gam_tco_payment(GAM_FINANCE_STRAIGHT_LINE, 1000, 100, 36, 0.06);

    (void)state;
    assert_true(only > annuity && annuity > line);
    assert_within(line, 25, 1e-12);
    assert_within(only, 30, 1e-12);
    assert_within(gam_tco_annuity(1000, 100, 36, 0), line, 1e-12);
    assert_relative(gam_tco_annuity(1000, 100, 36, 1e-9), line, 1e-6);
}

/* Nothing has a default: without a price there is no money, energy stays, and what is missing is named. */
static void test_missing(void **state)
{
    struct gam_tco_input in = complete();
    struct gam_tco t;

    (void)state;
    in.server_usd = NAN;
    gam_tco_compute(&in, &t);
    assert_true(isnan(t.total_month) && isnan(t.usd_per_million) && isnan(t.rent_usd_per_million));
    assert_true(t.missing_buy == GAM_TCO_BIT(server_usd));
    assert_true(t.missing_rent == GAM_TCO_BIT(rent_usd_per_hour));
    assert_within(t.joule_gross, 0.4, 1e-12);
    in = complete();
    in.network_life_months = NAN; /* a term that was begun must be whole */
    gam_tco_compute(&in, &t);
    assert_true(t.missing_buy == GAM_TCO_BIT(network_life_months));
    assert_true(isnan(t.usd_per_million));
    in.network_share = NAN;
    gam_tco_compute(&in, &t);
    assert_true(t.missing_buy == 0 && (t.left_out & GAM_TCO_BIT(network_share)));
    assert_true(t.usd_per_million > 0);
    in.utilisation = NAN;
    gam_tco_compute(&in, &t);
    assert_true(isnan(t.usd_per_million) && (t.missing_buy & GAM_TCO_BIT(utilisation)));
}

static void test_inputs_checked(void **state)
{
    struct gam_tco_input in = complete();
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(gam_tco_input_check(&in, &err), 0);
    assert_true(gam_tco_input_set(&in, "pue", 0.9, &err) < 0);
    assert_error(&err, -GAM_EINVAL, "pue = 0.9 is outside 1 .. 10");
    assert_true(gam_tco_input_set(&in, "server-us", 1, &err) < 0);
    assert_error(&err, -GAM_EINVAL, "perhaps you mean server_usd");
    assert_int_equal(gam_tco_input_set(&in, "server-usd", 5, &err), 0);
    assert_true(in.server_usd == 5);
    in = complete();
    in.colocation_usd_per_kw_month = 100;
    assert_true(gam_tco_input_check(&in, &err) < 0);
    assert_error(&err, -GAM_EINVAL, "two ways to pay");
    in = complete();
    in.load_watt = 100;
    assert_true(gam_tco_input_check(&in, &err) < 0);
    in = complete();
    in.utilisation = NAN;
    assert_int_equal(gam_tco_input_check(&in, &err), 0);
}

static void test_tornado(void **state)
{
    struct gam_tco_input in = complete();
    struct gam_tornado t;
    struct gam_break_even b;

    (void)state;
    gam_tornado_compute(&in, &t);
    assert_int_equal(t.n, 7);
    assert_int_equal(t.bar[0].field, GAM_TCO_units_per_second); /* utilisation is next: its energy grows with it */
    assert_int_equal(t.bar[1].field, GAM_TCO_utilisation);
    for (size_t i = 1; i < t.n; i++)
        assert_true(fabs(t.bar[i - 1].high - t.bar[i - 1].low) >= fabs(t.bar[i].high - t.bar[i].low));
    for (size_t i = 0; i < t.n; i++)
        assert_true((t.bar[i].low - t.base) * (t.bar[i].high - t.base) <= 0);
    in.rent_usd_per_hour = 24.58;
    in.availability = 1;
    gam_break_even_compute(&in, &b);
    assert_within(b.at, 0.5971, 0.00005);
    for (size_t i = 0; i < b.n; i++)
        assert_true((b.point[i].own < b.point[i].rent) == (b.point[i].utilisation > b.at));
    in.server_usd = NAN;
    gam_tornado_compute(&in, &t);
    assert_true(isnan(t.base) && t.n == 0);
}

static void test_break_even_months(void **state)
{
    struct gam_tco_input in = complete();
    struct gam_tco t;

    (void)state;
    in.network_share = in.facility_usd_per_watt = in.facility_opex_usd_per_watt_month = in.maintenance_per_year = NAN;
    in.rent_usd_per_hour = 24.58;
    gam_tco_compute(&in, &t);
    assert_relative(t.break_even_months, 300000 / (24.58 * GAM_HOURS_PER_MONTH * 0.6 * 0.99 - t.energy_month), 1e-12);
    in.rent_usd_per_hour = 0.1;
    gam_tco_compute(&in, &t);
    assert_true(isinf(t.break_even_months));
}

static void test_token_split(void **state)
{
    struct gam_token_cost c = gam_token_split(16, 0.25, 73700, 14800);

    (void)state;
    assert_relative(c.usd_per_million_in * 73.7e3 * 3600 / 1e6 + c.usd_per_million_out * 14.8e3 * 3600 / 1e6, 16, 1e-12);
    assert_relative(c.usd_per_million_in, 0.25 * 0.0603, 0.001);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_complete),
        cmocka_unit_test(test_strubell),
        cmocka_unit_test(test_patterson),
        cmocka_unit_test(test_deepseek_serving),
        cmocka_unit_test(test_deepseek_training),
        cmocka_unit_test(test_mlperf_power),
        cmocka_unit_test(test_gemini),
        cmocka_unit_test(test_epoch),
        cmocka_unit_test(test_mix),
        cmocka_unit_test(test_embodied),
        cmocka_unit_test(test_small_checks),
        cmocka_unit_test(test_energy_roofline),
        cmocka_unit_test(test_soft_checks),
        cmocka_unit_test(test_monotone),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_finance),
        cmocka_unit_test(test_missing),
        cmocka_unit_test(test_inputs_checked),
        cmocka_unit_test(test_tornado),
        cmocka_unit_test(test_break_even_months),
        cmocka_unit_test(test_token_split),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
