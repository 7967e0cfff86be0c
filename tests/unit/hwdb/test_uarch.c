/* SPDX-License-Identifier: MIT */
/* Every file of hwdb/uarch is well-formed and its numbers agree with each other; lookups find what they should and nothing else.
 */
#include "tests/unit/gam_test.h"

#include "common/embedded.h"
#include "hwdb/uarch.h"

#include <math.h>

static const char *const isas[] = { "base", "avx2", "avx512", "neon" };

static double flop(const struct gam_uarch *u, const char *isa, const char *dtype, const char *pattern)
{
    return gam_uarch_rate(u, "flop", isa, dtype, "", pattern);
}

static void expect_at_most(const struct gam_uarch *u, const char *isa, double small, double large, const char *what)
{
    if (!isnan(small) && !isnan(large) && small > large)
        fail_msg("%s: %s: %s: %g is more than %g", u->id, isa, what, small, large);
}

/* A vector holds half as many f64 as f32; no mix without FMA beats FMA; the extra additions of fmaadd can only add. */
static void flops_agree(const struct gam_uarch *u, const char *isa)
{
    static const char *const patterns[] = { "fma", "muladd", "fmaadd" };

    for (size_t i = 0; i < 3; i++) {
        double f32 = flop(u, isa, "f32", patterns[i]), f64 = flop(u, isa, "f64", patterns[i]);

        if (isnan(f32) != isnan(f64) || f32 > 2 * f64 || f32 < 2 * f64)
            fail_msg("%s: %s %s: f32 %g is not twice f64 %g", u->id, isa, patterns[i], f32, f64);
    }
    expect_at_most(u, isa, flop(u, isa, "f32", "muladd"), flop(u, isa, "f32", "fma"), "muladd against fma");
    expect_at_most(u, isa, flop(u, isa, "f32", "fmaadd"), 1.5 * flop(u, isa, "f32", "fma"), "fmaadd against 1.5 fma");
    if (!strcmp(isa, "base"))
        assert_true(isnan(flop(u, isa, "f32", "fma")));
}

/* Loads and stores together cannot pass loads alone plus stores alone; an outer level is not faster. */
static void bytes_agree(const struct gam_uarch *u, const char *isa)
{
    double read = gam_uarch_rate(u, "bytes", isa, "", "L1", "read"), write = gam_uarch_rate(u, "bytes", isa, "", "L1", "write");

    expect_at_most(u, isa, write, read, "stores against loads");
    expect_at_most(u, isa, gam_uarch_rate(u, "bytes", isa, "", "L1", "copy"), 2 * write, "copy against stores");
    expect_at_most(u, isa, gam_uarch_rate(u, "bytes", isa, "", "L1", "triad"), read + write, "triad against loads and stores");
    if (!strcmp(isa, "avx512")) /* narrower instructions may not saturate the way to L2 */
        expect_at_most(u, isa, gam_uarch_rate(u, "bytes", isa, "", "L2", "read"), read, "L2 against L1");
}

static void test_every_file(void **state)
{
    size_t files = 0;

    (void)state;
    for (const struct gam_embedded *e = gam_embedded_uarch; e->name; e++, files++) {
        struct gam_err err = { 0 };
        struct gam_uarch u;

        if (gam_uarch_parse(e->name, e->text, e->length, &u, &err))
            fail_msg("%s", err.text);
        assert_string_equal(u.id, e->name);
        assert_true(u.n_rates > 0);
        for (size_t i = 0; i < u.n_rates; i++)
            assert_true(strlen(u.rate[i].source) >= 10);
        for (size_t i = 0; i < sizeof isas / sizeof isas[0]; i++) {
            flops_agree(&u, isas[i]);
            bytes_agree(&u, isas[i]);
        }
    }
    assert_true(files >= 10);
}

static const struct {
    const char *vendor;
    int64_t family, model;
    const char *core, *id; /* id NULL: not found */
} lookups[] = {
    { "GenuineIntel", 6, 143, NULL, "golden-cove-sp" },
    { "GenuineIntel", 6, 207, NULL, "golden-cove-sp" },
    { "GenuineIntel", 6, 85, NULL, "skylake-sp" },
    { "GenuineIntel", 6, 106, "P", "ice-lake-sp" },
    { "AuthenticAMD", 25, 1, NULL, "zen3" },
    { "AuthenticAMD", 25, 17, NULL, "zen4" },
    { "AuthenticAMD", 26, 2, NULL, "zen5" },
    { "ARM", 65, 0xd0c, NULL, "neoverse-n1" },
    { "ARM", 65, 0xd07, NULL, "cortex-a57" },
    { "GenuineIntel", 6, 151, "P", "golden-cove" },
    { "GenuineIntel", 6, 151, "E", "gracemont" },
    { "GenuineIntel", 6, 190, NULL, "gracemont" },
    { "GenuineIntel", 6, 151, NULL, NULL },
    { "GenuineIntel", 6, 9999, NULL, NULL },
    { "AuthenticAMD", 6, 143, NULL, NULL },
    { "GenuineIntel", 25, 1, NULL, NULL },
};

static void test_lookups(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lookups / sizeof lookups[0]; i++) {
        struct gam_err err = { 0 };
        struct gam_uarch u;
        int rc = gam_uarch_find_core(lookups[i].vendor, lookups[i].family, lookups[i].model, lookups[i].core, &u, &err);

        if (!lookups[i].id)
            assert_int_equal(rc, -GAM_ENOENT);
        else if (rc || strcmp(u.id, lookups[i].id))
            fail_msg("%s %ld %ld: %s, expected %s", lookups[i].vendor, (long)lookups[i].family, (long)lookups[i].model,
                     rc ? err.text : u.id, lookups[i].id);
    }
}

static void test_errors_say_why(void **state)
{
    struct gam_err err = { 0 };
    struct gam_uarch u;

    (void)state;
    gam_uarch_find("GenuineIntel", 6, 151, &u, &err);
    assert_error(&err, -GAM_ENOENT, "cores of several kinds");
    gam_uarch_find("GenuineIntel", 6, 1, &u, &err);
    assert_error(&err, -GAM_ENOENT, "nothing is known about GenuineIntel family 6 model 1");
}

static void test_rates(void **state)
{
    struct gam_uarch u;

    (void)state;
    assert_int_equal(gam_uarch_find("GenuineIntel", 6, 207, &u, NULL), 0);
    assert_true(flop(&u, "avx512", "f32", "fma") == 64);
    assert_true(flop(&u, "avx512", "f64", "muladd") == 16);
    assert_true(gam_uarch_rate(&u, "bytes", "avx512", "", "L1", "read") == 128);
    assert_true(isnan(gam_uarch_rate(&u, "bytes", "avx512", "", "DRAM", "read")));
    assert_true(isnan(flop(&u, "neon", "f32", "fma")));
}

static const struct {
    const char *text, *says;
} broken[] = {
    { "{", "uarch" },
    { "{\"schema\": \"gambrel-uarch/2\"}", "gambrel-uarch/2" },
    { "{\"schema\": \"gambrel-uarch/1\", \"colour\": 1}", "colour" },
    { "{\"schema\": \"gambrel-uarch/1\", \"id\": \"x\", \"name\": \"x\", \"match\": [], \"notes\": \"\", \"sources\": {\"a\": "
      "\"book\"},"
      "\"flop\": [{\"isa\": \"avx2\", \"pattern\": \"fma\", \"f32\": 0, \"f64\": 1, \"source\": \"a\"}], \"bytes\": []}",
      "must be positive" },
    { "{\"schema\": \"gambrel-uarch/1\", \"id\": \"x\", \"name\": \"x\", \"match\": [], \"notes\": \"\", \"sources\": {\"a\": "
      "\"book\"},"
      "\"flop\": [{\"isa\": \"avx2\", \"pattern\": \"fma\", \"f32\": 2, \"f64\": 1, \"source\": \"b\"}], \"bytes\": []}",
      "b" },
    { "{\"schema\": \"gambrel-uarch/1\", \"id\": \"x\", \"name\": \"x\", \"match\": [], \"notes\": \"\", \"sources\": {\"a\": "
      "\"book\"},"
      "\"flop\": [{\"isa\": \"mmx\", \"pattern\": \"fma\", \"f32\": 2, \"f64\": 1, \"source\": \"a\"}], \"bytes\": []}",
      "mmx" },
};

static void test_broken_documents(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct gam_err err = { 0 };
        struct gam_uarch u;

        assert_int_equal(gam_uarch_parse("uarch", broken[i].text, strlen(broken[i].text), &u, &err), -GAM_EPARSE);
        assert_error(&err, -GAM_EPARSE, broken[i].says);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_file), cmocka_unit_test(test_lookups),          cmocka_unit_test(test_errors_say_why),
        cmocka_unit_test(test_rates),      cmocka_unit_test(test_broken_documents),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
