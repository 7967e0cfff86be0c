/* SPDX-License-Identifier: MIT */
/* Price files in the three sets of columns. The prices here are made up. */
#include "../gam_test.h"

#include "hwdb/prices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static struct gam_hw_db db;

static int read_text(const char *content, const char *as_of, struct gam_prices *out, struct gam_err *err)
{
    static char text[4096];
    const struct gam_price_defaults defaults = { .as_of = as_of, .latest = "2026-12-31" };
    int rc;

    snprintf(text, sizeof text, "%s", content);
    *out = (struct gam_prices){ .n = 0 };
    rc = gam_prices_read("p.csv", text, strlen(text), &defaults, out, err);
    gam_prices_match(out, &db, NULL);
    return rc;
}

static const struct gam_hw_device *device(const char *id)
{
    const struct gam_hw_device *d = NULL;
    struct gam_err err = { 0 };

    if (gam_hw_db_find(&db, id, &d, &err))
        fail_msg("%s", err.text);
    return d;
}

static void test_skypilot(void **state)
{
    struct gam_price_query query = { .kind = GAM_PRICE_RENT };
    const struct gam_price *p;
    struct gam_prices prices;
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(read_text("InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,SpotPrice,Region,GpuInfo\n"
                               "big.8,H200,8.0,192,2048,80.0,24.0,north-1,\"{'Gpus': [{'Name': 'H200'}]}\"\n"
                               "one,H200,1.0,24,256,12.0,,south-2,\n"
                               "plain,,,4,16,0.2,0.05,north-1,\n"
                               "free,H200,1,1,1,0,,north-1,\n",
                               "2026-04-01", &prices, &err),
                     0);
    assert_int_equal(prices.n, 3);
    assert_int_equal(prices.skipped, 2);
    p = gam_price_find(&prices, &query, device("nvidia-h200-sxm"));
    assert_non_null(p);
    assert_string_equal(p->instance, "big.8"); /* 10 USD an accelerator */
    assert_string_equal(p->as_of, "2026-04-01");
    query.region = "south";
    p = gam_price_find(&prices, &query, device("nvidia-h200-sxm"));
    assert_string_equal(p->instance, "one");
    query.region = NULL;
    query.spot = 1;
    p = gam_price_find(&prices, &query, device("nvidia-h200-sxm"));
    assert_true(p->usd == 24 && p->spot);
    assert_null(gam_price_find(&prices, &query, device("nvidia-b200-sxm")));
    gam_prices_release(&prices);
}

static void test_gpuhunt(void **state)
{
    struct gam_price_query query = { .kind = GAM_PRICE_RENT };
    const char *alias[] = { "A100=nvidia-a100-sxm4-80gb" };
    struct gam_prices prices;
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(
        read_text(
            "# as_of: 2026-03-02\nprovider,instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,"
            "disk_size,gpu_vendor\nnobody,a,x,2.0,8,64,1,A100,80,False,,nvidia\nnobody,b,x,1.0,8,64,1,A100,80,True,,nvidia\n"
            "nobody,c,x,3.0,8,64,1,L4,24,False,,nvidia\n",
            NULL, &prices, &err),
        0);
    assert_int_equal(prices.n, 3);
    assert_string_equal(prices.price[0].provider, "nobody");
    assert_string_equal(prices.price[0].as_of, "2026-03-02");
    /* 80 GB: the SXM4 and the PCIe board; nobody says which */
    assert_null(gam_price_find(&prices, &query, device("nvidia-a100-sxm4-80gb")));
    assert_null(gam_price_find(&prices, &query, device("nvidia-a100-pcie-80gb")));
    gam_prices_match(&prices, &db, &(struct gam_price_alias){ alias, 1 });
    assert_true(gam_price_find(&prices, &query, device("nvidia-a100-sxm4-80gb"))->usd == 2);
    assert_null(gam_price_find(&prices, &query, device("nvidia-a100-pcie-80gb")));
    assert_true(gam_price_find(&prices, &query, device("nvidia-l4"))->usd == 3);
    assert_null(gam_price_find(&prices, &query, device("nvidia-l40s")));
    gam_prices_release(&prices);
}

/* The measured device is in no database: a row says "here", or an alias does. */
static void test_here(void **state)
{
    struct gam_price_query query = { .kind = GAM_PRICE_BUY };
    const char *alias[] = { "our server=here", "here=nvidia-l4" };
    struct gam_prices prices;
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(read_text("device,kind,usd,as_of\nhere,buy,8000,2026-01-31\nour server,buy,7000,2026-01-31\n"
                               "no such thing,buy,1,2026-01-31\n",
                               NULL, &prices, &err),
                     0);
    assert_true(gam_price_find(&prices, &query, NULL)->usd == 8000);
    assert_null(gam_price_find(&prices, &query, device("nvidia-l4")));
    gam_prices_match(&prices, &db, &(struct gam_price_alias){ alias, 1 });
    assert_true(gam_price_find(&prices, &query, NULL)->usd == 7000);
    gam_prices_match(&prices, &db, &(struct gam_price_alias){ alias, 2 });
    assert_true(gam_price_find(&prices, &query, device("nvidia-l4"))->usd == 8000);
    gam_prices_release(&prices);
}

static void test_own(void **state)
{
    struct gam_price_query query = { .kind = GAM_PRICE_BUY };
    const struct gam_price *p;
    struct gam_prices prices;
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(
        read_text("device,kind,usd,accelerators,as_of,source\nnvidia-t4,buy,900,1,2026-01-15,a quote\nhailo-8,rent,0.1,1,"
                  "2026-01-15,\n",
                  NULL, &prices, &err),
        0);
    p = gam_price_find(&prices, &query, device("nvidia-t4"));
    assert_true(p->usd == 900 && p->kind == GAM_PRICE_BUY);
    assert_string_equal(p->source, "a quote");
    assert_string_equal(prices.price[1].source, "p.csv");
    assert_null(gam_price_find(&prices, &query, device("hailo-8")));
    gam_prices_release(&prices);
    /* as a spreadsheet writes it: a byte order mark before the date, CRLF, everything quoted */
    assert_int_equal(read_text("\xef\xbb\xbf# as_of: 2026-01-15\r\n\"device\",\"kind\",\"usd\",\"currency\"\r\n"
                               "\"nvidia-t4\",\"buy\",\"900\",\"usd\"\r\n",
                               NULL, &prices, &err),
                     0);
    p = gam_price_find(&prices, &query, device("nvidia-t4"));
    assert_true(p && p->usd == 900);
    assert_string_equal(p->as_of, "2026-01-15");
    gam_prices_release(&prices);
}

static void test_faults(void **state)
{
    static const struct {
        const char *text, *as_of, *says;
    } bad[] = {
        { "", NULL, "no heading" },
        { "a,b,c\n1,2,3\n", NULL, "p.csv:1: the heading is none that is known" },
        { "device,kind,usd\nnvidia-t4,buy,900\n", NULL, "prices without a date; say --as-of" },
        { "device,kind,usd,as_of\nnvidia-t4,buy,900,2026-02-30\n", NULL, "p.csv:2: as_of '2026-02-30' is no date" },
        { "device,kind,usd,as_of\nnvidia-t4,lend,900,2026-02-03\n", NULL, "kind 'lend' is neither rent nor buy" },
        { "device,kind,usd,as_of\nnvidia-t4,buy,cheap,2026-02-03\n", NULL, "p.csv:2: usd 'cheap' is no number" },
        { "device,kind,usd,as_of\nnvidia-t4,buy,1,2026-02-03\n\"x", NULL, "p.csv:3: a quoted field does not end" },
        { "device,kind,usd\nnvidia-t4,buy,900\n", "yesterday", "as_of 'yesterday' is no date" },
        { "device,kind,usd\nnvidia-t4,buy,900\n", "2027-01-01", "as_of '2027-01-01' has not come yet" },
        { "device,kind,usd,as_of\nnvidia-t4,buy,-1,2026-02-03\n", NULL, "p.csv:2: usd '-1' is no price above 0" },
        { "device,kind,usd,as_of\nnvidia-t4,buy,0,2026-02-03\n", NULL, "usd '0' is no price above 0" },
        { "device,kind,usd,as_of\nnvidia-t4,buy,nan,2026-02-03\n", NULL, "usd 'nan' is no number" },
        { "device,kind,usd,as_of\nnvidia-t4,buy,inf,2026-02-03\n", NULL, "usd 'inf' is no number" },
        { "device,kind,usd\nnvidia-t4,buy\n", "2026-02-03", "usd '' is no price above 0" },
        { "device,kind,usd,accelerators\nnvidia-t4,buy,1,-3\n", "2026-02-03", "accelerators '-3' is no number above 0" },
        { "device,kind,usd,currency\nnvidia-t4,buy,1,EUR\n", "2026-02-03", "currency 'EUR': prices are in USD" },
        { "device,kind,usd,usd\nnvidia-t4,buy,1,2\n", "2026-02-03", "p.csv:1: column 'usd' stands twice" },
        { "device,kind,usd\nnvidia-t4,buy,1,2,3\n", "2026-02-03", "p.csv:2: 5 fields under a heading of 3" },
        { "device,kind,usd,spot\nnvidia-t4,buy,1,maybe\n", "2026-02-03", "spot 'maybe' is neither true nor false" },
        { "device,kind,usd\n", "2026-02-03", "no row has an accelerator and a price above 0" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct gam_prices prices;
        struct gam_err err = { 0 };

        assert_true(read_text(bad[i].text, bad[i].as_of, &prices, &err) < 0);
        if (!strstr(err.text, bad[i].says))
            fail_msg("'%s' instead of '%s'", err.text, bad[i].says);
        gam_prices_release(&prices);
    }
}

/* Names as catalogs write them, and the device that each must mean, or none. */
static void test_names(void **state)
{
    static const struct {
        const char *name, *id;
        double gib;
    } names[] = {
        { "H200", "nvidia-h200-sxm", NAN },
        { "L40S", "nvidia-l40s", NAN },
        { "L4", "nvidia-l4", NAN },
        { "T4", "nvidia-t4", NAN },
        { "MI300X", "amd-mi300x", NAN },
        { "A10", "nvidia-a10", NAN },
        { "RTX4090", "nvidia-rtx4090", NAN },
        { "H100", NULL, NAN },
        { "A100-80GB", NULL, NAN },
        { "H100", NULL, 80 },
        { "tpu-v5p", "google-tpu-v5p", NAN },
        { "Gaudi3", "intel-gaudi3", NAN },
        { "A1", NULL, NAN },
        { "Inferentia2", "aws-inferentia2", NAN },
        { "4090", "nvidia-rtx4090", NAN },
        { "V100", "nvidia-v100-sxm2-32gb", 32 },
        { "V100", NULL, 16 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct gam_price p = { .memory_bytes = names[i].gib * 1073741824.0 };
        struct gam_prices one = { .price = &p, .n = 1 };
        const char *got;

        snprintf(p.name, sizeof p.name, "%s", names[i].name);
        gam_prices_match(&one, &db, NULL);
        got = p.device ? p.device->id : NULL;
        if ((got == NULL) != (names[i].id == NULL) || (got && strcmp(got, names[i].id)))
            fail_msg("%s: %s instead of %s", names[i].name, got ? got : "none", names[i].id ? names[i].id : "none");
    }
}

static int load(void **state)
{
    struct gam_err err = { 0 };

    (void)state;
    return gam_hw_db_load(NULL, &db, &err);
}

static int release(void **state)
{
    (void)state;
    gam_hw_db_release(&db);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_skypilot), cmocka_unit_test(test_gpuhunt), cmocka_unit_test(test_here),
        cmocka_unit_test(test_own),      cmocka_unit_test(test_faults),  cmocka_unit_test(test_names),
    };

    return cmocka_run_group_tests(tests, load, release);
}
