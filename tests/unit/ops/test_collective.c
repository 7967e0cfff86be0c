/* SPDX-License-Identifier: MIT */
/* What collectives and parallel steps cost, against published numbers. */
#include "../gam_test.h"

#include "ops/collective.h"
#include "ops/op.h"
#include "ops/parallel.h"

#include <math.h>

static void near(double value, double expected, double within)
{
    if (!(fabs(value - expected) <= within))
        fail_msg("%.10g is not %.10g within %g", value, expected, within);
}

static struct gam_comm_cost cost_of(enum gam_collective_what what, enum gam_comm_algorithm algorithm, int ranks, double bytes)
{
    struct gam_comm_cost c;

    assert_true(gam_collective_cost(what, algorithm, ranks, bytes, &c));
    return c;
}

/* Bus bandwidth factors of 8 ranks, and 32 MiB in 768 us on 2 ranks. */
static void bus_factors(void **state)
{
    (void)state;
    near(gam_collective_bus_factor(GAM_ALL_REDUCE, 8), 1.75, 0);
    near(gam_collective_bus_factor(GAM_REDUCE_SCATTER, 8), 0.875, 0);
    near(gam_collective_bus_factor(GAM_ALL_GATHER, 8), 0.875, 0);
    near(gam_collective_bus_factor(GAM_ALL_TO_ALL, 8), 0.875, 0);
    near(gam_collective_bus_factor(GAM_BROADCAST, 8), 1, 0);
    near(33554432 / 768e-6 * gam_collective_bus_factor(GAM_ALL_REDUCE, 2) / 1e9, 43.69, 0.005);
    near(33554432 / 768e-6 / 1073741824, 40.69, 0.005);
}

static void algorithms(void **state)
{
    const double slow[2] = { 10e3, 1e9 };
    struct gam_comm_cost c = cost_of(GAM_ALL_REDUCE, GAM_ALGORITHM_RING, 8, 1000);

    (void)state;
    near(c.messages, 14, 0);
    near(c.bytes, 1750, 0);
    c = cost_of(GAM_ALL_REDUCE, GAM_ALGORITHM_DOUBLING, 8, 1000);
    near(c.messages, 3, 0);
    near(c.bytes, 3000, 0);
    c = cost_of(GAM_ALL_REDUCE, GAM_ALGORITHM_TREE, 8, 1000);
    near(c.messages, 6, 0);
    near(c.bytes, 2000, 0);
    c = cost_of(GAM_ALL_REDUCE, GAM_ALGORITHM_BOUND, 6, 600);
    near(c.messages, 3, 0);
    near(c.bytes, 1000, 1e-9);
    assert_false(gam_collective_cost(GAM_ALL_REDUCE, GAM_ALGORITHM_DOUBLING, 6, 1, &c));
    assert_false(gam_collective_cost(GAM_ALL_TO_ALL, GAM_ALGORITHM_TREE, 4, 1, &c));
    assert_true(gam_collective_cost(GAM_ALL_REDUCE, GAM_ALGORITHM_RING, 1, 1e6, &c) && c.messages == 0 && c.bytes == 0);
    near(gam_collective_ns(GAM_ALL_REDUCE, GAM_ALGORITHM_RING, 2, 1e6, slow), 2 * 10e3 + 1e6, 1e-6);
    assert_true(isnan(gam_collective_ns(GAM_ALL_TO_ALL, GAM_ALGORITHM_TREE, 2, 1e6, slow)));
}

/* No algorithm is below the bound, in either term. */
static void bound_is_least(void **state)
{
    (void)state;
    for (int what = 0; what < GAM_COLLECTIVES; what++)
        for (int n = 2; n <= 70; n++)
            for (int a = 0; a < GAM_ALGORITHMS; a++) {
                struct gam_comm_cost bound = cost_of((enum gam_collective_what)what, GAM_ALGORITHM_BOUND, n, 1), c;

                if (gam_collective_cost((enum gam_collective_what)what, (enum gam_comm_algorithm)a, n, 1, &c))
                    assert_true(c.messages >= bound.messages && c.bytes >= bound.bytes - 1e-12);
            }
}

/* 10 GB of gradients over 400 Gb/s; an H100 (989 TFLOP/s dense bf16, 6 FLOP per parameter and token) behind 50 GB/s; gradient
 * compression; bubbles of pipelines; a photonic fabric at twice the bandwidth. */
static void published_figures(void **state)
{
    const double nic[2] = { 0, 50e9 };

    (void)state;
    near(gam_collective_ns(GAM_ALL_REDUCE, GAM_ALGORITHM_RING, 1 << 20, 10e9, nic) / 1e9, 0.40, 0.005);
    near(gam_data_parallel_tokens(989e12, 50e9, 6, 2), 13187, 0.5);
    near(gam_compression_gathered(64, 100), 3.125, 0.0005);
    near(gam_compression_gathered(256, 100), 0.78, 0.005);
    near(100 * gam_pipeline_bubble(8, 64, 2), 5.47, 0.005);
    near(gam_serial_speedup(0.8388, 2), 1.722, 0.0005);
    assert_true(gam_serial_speedup(1, 1.66) < 1.72);
}

static void overlap(void **state)
{
    (void)state;
    near(gam_overlapped_ns(100, 200, 0), 300, 0);
    near(gam_overlapped_ns(100, 200, 0.8), 220, 1e-9);
    near(gam_overlapped_ns(100, 200, 1), 200, 0);
    near(gam_overlap_of(100, 200, 220), 0.8, 1e-12);
    near(gam_overlap_of(100, 200, 310), 0, 0);
    assert_true(isnan(gam_overlap_of(0, 200, 200)));
}

static struct gam_cost op_cost(const char *spec)
{
    struct gam_err err = { 0 };
    struct gam_cost cost;
    struct gam_op op;

    if (gam_op_parse(spec, &op, &err))
        fail_msg("%s: %s", spec, err.text);
    gam_op_cost(&op, &cost);
    return cost;
}

static void operators(void **state)
{
    struct gam_err err = { 0 };
    struct gam_op op;
    struct gam_cost c = op_cost("collective:ranks=4,bytes=4096,dtype=f32");

    (void)state;
    near(c.sent_bytes, 6144, 0);
    near(c.messages, 2, 0);
    near(c.fma_flop, 768, 0);
    near(c.read_bytes, 0, 0);
    c = op_cost("collective:what=broadcast,ranks=4,bytes=4096,dtype=f32");
    near(c.sent_bytes, 4096, 0);
    near(c.fma_flop, 0, 0);
    c = op_cost("step:ranks=2,rows=8,width=16,layers=4,pieces=2,dtype=f32");
    near(c.fma_flop, 6.0 * 8 * 16 * 16 * 4, 0);
    near(c.sent_bytes, 4.0 * 16 * 16 * 4, 0); /* 2 (n - 1) / n S = S on two ranks */
    near(c.messages, 2, 0);
    near(op_cost("step:part=compute,ranks=2,rows=8,width=16,layers=4,dtype=f32").sent_bytes, 0, 0);
    near(op_cost("step:part=comm,ranks=2,rows=8,width=16,layers=4,dtype=f32").fma_flop, 0, 0);
    near(op_cost("step:part=single,ranks=2,rows=8,width=16,layers=4,dtype=f32").fma_flop, 2 * c.fma_flop, 0);
    near(op_cost("step:what=tp,ranks=2,rows=8,width=16,dtype=f32").fma_flop, 8.0 * 8 * 16 * 32, 0);
    near(op_cost("step:what=fsdp,ranks=2,rows=8,width=16,dtype=f32").sent_bytes, 3.0 / 2 * 16 * 16 * 4, 0);
    assert_int_equal(gam_op_parse("step:what=moe,ranks=2,rows=3,width=4,dtype=f32", &op, &err), -GAM_EINVAL);
    assert_error(&err, -GAM_EINVAL, "multiple of ranks=2");
    assert_int_equal(gam_op_parse("collective:ranks=2,bytes=6,dtype=f32", &op, &err), -GAM_EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bus_factors), cmocka_unit_test(algorithms),        cmocka_unit_test(bound_is_least),
        cmocka_unit_test(overlap),     cmocka_unit_test(published_figures), cmocka_unit_test(operators),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
