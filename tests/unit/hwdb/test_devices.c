/* SPDX-License-Identifier: MIT */
/* Every file of hwdb/devices is read and passes the lint; the lint finds planted faults; lookups find what they should. */
#include "tests/unit/gam_test.h"

#include "hwdb/devices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct gam_hw_db db;

static int load(void **state)
{
    struct gam_err err = { 0 };

    (void)state;
    if (gam_hw_db_load(NULL, &db, &err))
        fail_msg("%s", err.text);
    return 0;
}

static int unload(void **state)
{
    (void)state;
    gam_hw_db_release(&db);
    return 0;
}

static const struct gam_hw_device *device(const char *id)
{
    const struct gam_hw_device *d;
    struct gam_err err = { 0 };

    if (gam_hw_db_find(&db, id, &d, &err))
        fail_msg("%s", err.text);
    return d;
}

static void assert_near(double value, double expected, double within)
{
    if (!(fabs(value - expected) <= within))
        fail_msg("%.10g, expected %.10g", value, expected);
}

static void say(void *ctx, const struct gam_hw_fault *f)
{
    (void)ctx;
    print_error("%s: %s: %s\n", f->device->id, f->rule, f->text);
}

static void test_every_file_is_clean(void **state)
{
    (void)state;
    assert_true(db.n >= 100);
    assert_int_equal(gam_hw_check(&db, say, NULL), 0);
}

static void test_families(void **state)
{
    static const char *const families[] = { "gpu", "tpu", "npu", "asic", "fpga", "cpu", "photonic" };

    (void)state;
    for (size_t k = 0; k < sizeof families / sizeof *families; k++) {
        size_t n = 0;

        for (size_t i = 0; i < db.n; i++)
            n += !strcmp(db.device[i]->family, families[k]);
        if (!n)
            fail_msg("no device of the family %s", families[k]);
    }
}

/* Published figures. */
static const struct {
    const char *id, *dtype, *sparsity;
    double value;
} peaks[] = {
    { "nvidia-h100-sxm5-80gb", "f16", "dense", 989.4e12 }, { "nvidia-h100-sxm5-80gb", "f8", "2:4", 3957.8e12 },
    { "nvidia-a100-sxm4-80gb", "f16", "dense", 312e12 },   { "amd-mi325x", "f8", "dense", 2614.9e12 },
    { "google-tpu-v7", "f8", "dense", 4614e12 },           { "nvidia-l40s", "bf16", "dense", 366.4e12 },
    { "huawei-ascend-950dt", "bf16", "dense", 547e12 },    { "amd-epyc-9654", "f64", "dense", 3686.4e9 },
};

static void test_peaks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof peaks / sizeof *peaks; i++) {
        const struct gam_hw_fact *f = gam_hw_peak(device(peaks[i].id), peaks[i].dtype, peaks[i].sparsity, NULL);

        if (!f || fabs(f->value / peaks[i].value - 1) > 1e-6)
            fail_msg("%s %s %s: %g", peaks[i].id, peaks[i].dtype, peaks[i].sparsity, f ? f->value : NAN);
    }
}

static void test_what_was_corrected(void **state)
{
    (void)state;
    assert_near(gam_hw_bandwidth(device("nvidia-b200-sxm"))->value, 7.7e12, 1);
    assert_near(gam_hw_capacity(device("nvidia-h200-sxm"))->value, 141.0 * (1 << 30), 1);
    assert_near(gam_hw_bandwidth(device("rockchip-rk3588-npu"))->value, 34.133e9, 1e7);
    assert_near(gam_hw_link(device("google-tpu-v4"), GAM_HW_LINK_ONE_WAY, "ICI (3D torus, OCS)"), 300e9, 1);
}

static void test_unknown_is_unknown(void **state)
{
    const struct gam_hw_device *k230 = device("kendryte-k230");

    (void)state;
    assert_null(gam_hw_peak(k230, "i8", "dense", NULL));
    assert_true(isnan(gam_hw_ridge(k230, "i8")));
    assert_int_equal(gam_hw_capability(k230, "f8"), -1);
    assert_int_equal(gam_hw_capability(device("nvidia-a100-sxm4-80gb"), "f8"), 0);
    assert_int_equal(gam_hw_capability(device("nvidia-a100-sxm4-80gb"), "2:4"), 1);
    assert_true(isnan(gam_hw_link(device("aws-trainium3"), GAM_HW_LINK_ONE_WAY, "NeuronLink-v4 + NeuronSwitch-v1")));
    assert_int_equal(gam_hw_covers(device("nvidia-a100-sxm4-80gb"), "gemm"), 1);
    assert_int_equal(gam_hw_covers(device("lightmatter-passage-m1000"), "gemm"), 0);
}

static void test_ridge(void **state)
{
    (void)state;
    assert_near(gam_hw_ridge(device("nvidia-a100-sxm4-80gb"), "f16"), 312.0 / 2.039, 0.1);
}

static void test_no_price(void **state)
{
    (void)state;
    for (size_t i = 0; i < db.n; i++)
        for (size_t k = 0; k < db.device[i]->n_facts; k++) {
            const char *unit = db.device[i]->fact[k].unit;

            assert_false(unit && (strstr(unit, "USD") || strstr(unit, "EUR")));
        }
}

static void test_names(void **state)
{
    const struct gam_hw_device *d;
    struct gam_err err = { 0 };

    (void)state;
    assert_int_equal(gam_hw_db_find(&db, "H100-SXM", &d, &err), 0);
    assert_string_equal(d->id, "nvidia-h100-sxm5-80gb");
    assert_int_equal(gam_hw_db_find(&db, "h100", &d, &err), -GAM_EINVAL);
    assert_error(&err, -GAM_EINVAL, "nvidia-h100-nvl");
    assert_int_equal(gam_hw_db_find(&db, "nvidia-t5", &d, &err), -GAM_ENOENT);
    assert_error(&err, -GAM_ENOENT, "nvidia-t4");
    assert_int_equal(gam_hw_db_find(&db, "", &d, &err), -GAM_ENOENT);
}

#define HEAD                                                                                                                     \
    "{\"schema\":\"gambrel-device/1\",\"id\":\"x\",\"name\":\"X\",\"vendor\":\"V\",\"family\":\"gpu\",\"status\":\"released\","  \
    "\"part\":\"card\",\"notes\":[],\"operators\":{\"coverage\":\"any\",\"kinds\":[],\"kind\":\"assumed\",\"confidence\":"       \
    "\"low\",\"source_scope\":\"device\"},\"sources\":[{\"id\":\"a\",\"title\":\"book\"}],\"facts\":["
#define FROM ",\"kind\":\"datasheet\",\"confidence\":\"high\",\"source_scope\":\"device\"}"
#define PEAK(dtype, sparsity, value)                                                                                             \
    "{\"what\":\"peak\",\"dtype\":\"" dtype "\",\"sparsity\":\"" sparsity "\",\"unit\":\"flop/s\",\"value\":" value FROM
#define BANDWIDTH(value) "{\"what\":\"bandwidth\",\"level\":\"main\",\"unit\":\"bytes/s\",\"value\":" value FROM

struct heard {
    const char *rule;
    size_t n;
};

static void hear(void *ctx, const struct gam_hw_fault *f)
{
    struct heard *h = ctx;

    if (!strcmp(f->rule, h->rule))
        h->n++;
}

static const struct {
    const char *facts, *rule;
} faulty[] = {
    { PEAK("f16", "dense", "1e12") "," BANDWIDTH("1e8"), "ridge" },
    { PEAK("f32", "dense", "2e12") "," PEAK("f16", "dense", "1e12"), "order" },
    { PEAK("f16", "dense", "1e12") "," PEAK("f16", "2:4", "4e12"), "sparsity" },
    { PEAK("f16", "2:4", "4e12"), "sparsity" },
    { PEAK("f16", "dense", "1e12") "," PEAK("f16", "dense", "2e12"), "duplicate" },
    { PEAK("f16", "dense", "312"), "unit" },
    { "{\"what\":\"tdp\",\"value\":300e6,\"unit\":\"watt\"" FROM, "unit" },
    { "{\"what\":\"link_one_way\",\"link\":\"l\",\"value\":4e11,\"unit\":\"bytes/s\"" FROM
      ",{\"what\":\"link_both_ways\",\"link\":\"l\",\"value\":2e11,\"unit\":\"bytes/s\"" FROM,
      "link" },
    { "{\"what\":\"year\",\"value\":2020,\"unit\":\"year\",\"kind\":\"assumed\",\"confidence\":\"high\",\"source_scope\":"
      "\"device\"}",
      "confidence" },
};

static void test_planted_faults(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++) {
        struct gam_hw_db one = { .device = NULL };
        struct gam_err err = { 0 };
        struct heard heard = { .rule = faulty[i].rule };
        char text[4000];

        snprintf(text, sizeof text, HEAD "%s]}", faulty[i].facts);
        if (gam_hw_db_add(&one, NULL, "x", text, strlen(text), &err))
            fail_msg("%s", err.text);
        gam_hw_check(&one, hear, &heard);
        if (!heard.n)
            fail_msg("not found: %s in %s", faulty[i].rule, faulty[i].facts);
        gam_hw_db_release(&one);
    }
}

static const struct {
    const char *text, *says;
} broken[] = {
    { "[]", "x" },
    { "{\"schema\":\"gambrel-device/2\"}", "gambrel-device/2" },
    { HEAD "]}", "facts" },
    { HEAD "{\"what\":\"price\"" FROM "]}", "price" },
    { HEAD "{\"what\":\"tdp\",\"value\":1,\"unit\":\"kilowatt\"" FROM "]}", "kilowatt" },
    { HEAD "{\"what\":\"tdp\",\"value\":-1,\"unit\":\"watt\"" FROM "]}", "positive" },
    { HEAD "{\"what\":\"tdp\",\"value\":null,\"unit\":\"watt\"" FROM "]}", "without a note" },
    { HEAD "{\"what\":\"peak\",\"dtype\":\"f16\",\"value\":1,\"unit\":\"flop/s\"" FROM "]}", "sparsity" },
    { HEAD "{\"what\":\"tdp\",\"level\":\"main\",\"value\":1,\"unit\":\"watt\"" FROM "]}", "does not apply" },
    { HEAD "{\"what\":\"tdp\",\"value\":1,\"unit\":\"watt\",\"kind\":\"datasheet\",\"confidence\":\"high\"}]}", "source_scope" },
    { HEAD
      "{\"what\":\"tdp\",\"value\":1,\"unit\":\"watt\",\"kind\":\"datasheet\",\"confidence\":\"high\",\"sources\":[\"b\"]}]}",
      "no source 'b'" },
    { HEAD
      "{\"what\":\"tdp\",\"value\":1,\"unit\":\"watt\",\"kind\":\"guess\",\"confidence\":\"high\",\"source_scope\":\"device\"}]}",
      "guess" },
};

static void test_broken_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct gam_hw_db one = { .device = NULL };
        struct gam_err err = { 0 };

        assert_int_equal(gam_hw_db_add(&one, "x.json", "x.json", broken[i].text, strlen(broken[i].text), &err), -GAM_EPARSE);
        assert_error(&err, -GAM_EPARSE, broken[i].says);
        assert_int_equal(one.n, 0);
        gam_hw_db_release(&one);
    }
}

static void test_own_folder(void **state)
{
    char folder[] = "/tmp/gambrel-hw-XXXXXX", path[64];
    struct gam_hw_db both;
    struct gam_err err = { 0 };
    const struct gam_hw_device *d;
    FILE *f;

    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x.json", folder);
    f = fopen(path, "w");
    assert_non_null(f);
    fputs(HEAD PEAK("f16", "dense", "1e12") "]}", f);
    fclose(f);
    assert_int_equal(gam_hw_db_load(folder, &both, &err), 0);
    assert_int_equal(both.n, db.n + 1);
    assert_int_equal(gam_hw_db_find(&both, "x", &d, &err), 0);
    assert_string_equal(d->origin, path);
    gam_hw_db_release(&both);
    unlink(path);
    rmdir(folder);
    assert_int_equal(gam_hw_db_load(folder, &both, &err), 0); /* a folder that is not there */
    assert_int_equal(both.n, db.n);
    gam_hw_db_release(&both);
}

/* A cluster of 8192 MI325X, published in these units: the database's own figures must give them. */
static void test_cluster(void **state)
{
    const struct gam_hw_device *d = device("amd-mi325x");

    (void)state;
    assert_true(fabs(8192 * gam_hw_peak(d, "f8", "dense", NULL)->value / 1e18 - 21.42) < 0.005);
    assert_true(fabs(8192 * gam_hw_peak(d, "f8", "2:4", NULL)->value / 1e18 - 42.84) < 0.005);
    assert_true(fabs(8192 * gam_hw_bandwidth(d)->value / 1e15 - 49.15) < 0.005);
    assert_true(fabs(8192 * gam_hw_number(d, GAM_HW_TDP) / 1e6 - 8.19) < 0.005);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cluster),
        cmocka_unit_test(test_every_file_is_clean),
        cmocka_unit_test(test_families),
        cmocka_unit_test(test_peaks),
        cmocka_unit_test(test_what_was_corrected),
        cmocka_unit_test(test_unknown_is_unknown),
        cmocka_unit_test(test_ridge),
        cmocka_unit_test(test_no_price),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_planted_faults),
        cmocka_unit_test(test_broken_files),
        cmocka_unit_test(test_own_folder),
    };

    return cmocka_run_group_tests(tests, load, unload);
}
