/* SPDX-License-Identifier: MIT */
#include "analyzer/classic.h"
#include "analyzer/roof_facts.h"
#include "common/rand.h"

#include "near.h"

#include <math.h>

/* Williams, Waterman, Patterson 2009: Opteron X2. */
static void opteron(void **state)
{
    (void)state;
    assert_near(gam_roofline_attainable(17.6, 11, 0.5), 5.5, 1e-12);
    assert_near(gam_roofline_attainable(17.6, 11, 4), 17.6, 0);
    assert_near(gam_roofline_attainable(8.8, 4.8, 0.5), 2.4, 1e-12);
    assert_near(gam_roofline_attainable(2.2, 2.7, 4), 2.2, 0);
}

/* Ding, Williams 2019: instruction roofline of a V100; transactions of 32 bytes. */
static void v100_instructions(void **state)
{
    (void)state;
    assert_near(gam_peak_rate(80, 4, 1.53e9) / 1e9, 489.6, 0.05);
    assert_near(828.8 / 32, 25.9, 0.05);
    assert_near(2996.8 / 32, 93.65, 0.005);
    assert_near(14000.0 / 32, 437.5, 0.05);
}

/* A kernel of six intensities on a V100 (cyanguwa/nersc-roofline, Plotting/data_hierarchical.txt: ERT 7068.86 GFLOP/s, HBM
 * 828.758 GB/s): share of the roof, and its side. */
static void v100_kernel(void **state)
{
    static const struct {
        double intensity, gflops, share;
        int memory_side;
    } row[] = {
        { 2.585, 2085.8, 0.974, 1 }, { 4.739, 3593.6, 0.915, 1 },  { 6.893, 4381.7, 0.767, 1 },
        { 9.047, 4625.5, 0.654, 0 }, { 11.086, 4599.8, 0.651, 0 }, { 13.212, 4692.2, 0.664, 0 },
    };
    (void)state;
    assert_near(7068.86 / 828.758, 8.53, 0.005);
    for (size_t i = 0; i < 6; i++) {
        double roof = gam_roofline_attainable(7068.86, 828.758, row[i].intensity);
        struct gam_ridgeline r = { row[i].intensity, 1, 0, 7068.86, 828.758, 1 };
        assert_near(row[i].gflops / roof, row[i].share, 5e-4);
        assert_int_equal(gam_ridgeline_region(&r), row[i].memory_side ? GAM_REGION_MEMORY : GAM_REGION_COMPUTE);
    }
}

/* Three regions by x, y, x*, y*, k say what the times say. */
static void ridgeline_regions(void **state)
{
    struct gam_rand rand;
    (void)state;
    gam_rand_seed(&rand, 3);
    for (int i = 0; i < 10000; i++) {
        struct gam_ridgeline r = { exp(3 * gam_rand_normal(&rand)), exp(3 * gam_rand_normal(&rand)),
                                   exp(3 * gam_rand_normal(&rand)), exp(gam_rand_normal(&rand)),
                                   exp(gam_rand_normal(&rand)),     exp(gam_rand_normal(&rand)) };
        double x = r.bytes / r.sent, y = r.flop / r.bytes, ridge = r.peak / r.bandwidth, link = r.bandwidth / r.network,
               k = r.peak / r.network;
        enum gam_region region = gam_ridgeline_region(&r);
        if (region == GAM_REGION_COMPUTE)
            assert_true(y >= ridge * (1 - 1e-12) && x * y >= k * (1 - 1e-12));
        else if (region == GAM_REGION_MEMORY)
            assert_true(y <= ridge * (1 + 1e-12) && x >= link * (1 - 1e-12));
        else
            assert_true(x <= link * (1 + 1e-12) && x * y <= k * (1 + 1e-12));
    }
    struct gam_ridgeline none = { 0, 10, 0, 1, 1, 1 };
    assert_int_equal(gam_ridgeline_region(&none), GAM_REGION_MEMORY);
    none = (struct gam_ridgeline){ 0, 0, 1, 1, 1, 1 };
    assert_int_equal(gam_ridgeline_region(&none), GAM_REGION_NETWORK);
}

/* Hill, Janapa Reddi 2019: the paper's worked example. */
static void gables(void **state)
{
    static const struct {
        double f, memory, intensity, expected, digit;
    } row[] = {
        { 0, 10, 0.1, 40, 0.05 }, { 0.75, 10, 0.1, 1.33, 0.005 }, { 0.75, 30, 0.1, 2.0, 0.05 }, { 0.75, 20, 8, 160, 0.5 }
    };
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct gam_gables_block block[2] = { { 1 - row[i].f, 1, 6, 8 }, { row[i].f, 5, 15, row[i].intensity } };
        assert_near(gam_gables_attainable(40, row[i].memory, block, 2), row[i].expected, row[i].digit);
    }
}

static void ecm(void **state)
{
    const double transfer[] = { 40, 24, 48.5 };
    const double expected[] = { 54, 94, 118, 166.5 };
    (void)state;
    for (size_t level = 0; level < 4; level++)
        assert_near(gam_ecm_cycles(52, 54, transfer, level), expected[level], 1e-12);
    assert_near(gam_ecm_saturation(52, 54, transfer, 3), 4, 0);
}

/* A6000: 768 GB/s, 154.84 TFLOP/s fp16, 309.7 int8; LLaMA q_proj 4096 x 4096. Times in microseconds. */
static void a6000(void **state)
{
    static const struct {
        const char *spec;
        double peak, compute_us, memory_us, digit_compute, digit_memory;
    } row[] = {
        { "gemm:m=2048,n=4096,k=4096,dtype=f16", 154.84e12, 443.8, 87.38, 0.05, 0.005 },
        { "gemm:m=1,n=4096,k=4096,dtype=f16", 154.84e12, 0.217, 43.71, 0.0005, 0.005 },
        { "gemm:m=2048,n=4096,k=4096,dtype=i8", 309.7e12, 221.9, NAN, 0.05, 0 },
        { "gemm:m=1,n=4096,k=4096,wdtype=i8,dtype=f16", 154.84e12, NAN, 21.87, 0, 0.005 },
        { "gemm:m=1,n=4096,k=4096,wdtype=i4,dtype=f16", 154.84e12, NAN, 10.94, 0, 0.005 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct gam_op op;
        struct gam_cost c;
        assert_int_equal(gam_op_parse(row[i].spec, &op, NULL), 0);
        gam_op_cost(&op, &c);
        double compute = gam_ceiling_time_ns(GAM_CEILING_COMPUTE, c.fma_flop, row[i].peak) / 1e3;
        double memory = gam_ceiling_time_ns(GAM_CEILING_MEMORY, c.read_bytes + c.written_bytes, 768e9) / 1e3;
        if (!isnan(row[i].compute_us))
            assert_near(compute, row[i].compute_us, row[i].digit_compute);
        if (!isnan(row[i].memory_us))
            assert_near(memory, row[i].memory_us, row[i].digit_memory);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opteron),     cmocka_unit_test(v100_instructions),
        cmocka_unit_test(v100_kernel), cmocka_unit_test(ridgeline_regions),
        cmocka_unit_test(gables),      cmocka_unit_test(ecm),
        cmocka_unit_test(a6000),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
