/* SPDX-License-Identifier: MIT */
/* Published numbers about what-ifs and transformers. */
#include "tests/unit/gam_test.h"

#include "analyzer/whatif/transformer.h"
#include "tests/unit/analyzer/near.h"

#include <math.h>
#include <stdio.h>

static struct gam_transformer gpt(double layers, double hidden, double heads)
{
    return (struct gam_transformer){ .layers = layers,
                                     .hidden = hidden,
                                     .heads = heads,
                                     .kv_heads = heads,
                                     .ffn = 4 * hidden,
                                     .vocabulary = 51200,
                                     .experts = 1,
                                     .active = 1,
                                     .sequence = 2048,
                                     .task = GAM_TASK_TRAINING,
                                     .dtype = GAM_DTYPE_F16,
                                     .weight_bytes_each = 2,
                                     .tp = 1,
                                     .pp = 1,
                                     .dp = 1,
                                     .micro = 1,
                                     .interleave = 1,
                                     .grad_compress = 1,
                                     .batch = 1,
                                     .compute_efficiency = NAN,
                                     .memory_efficiency = NAN,
                                     .link_efficiency = NAN };
}

static const struct gam_transformer_rates a100 = { .flop_per_s = 312e12,
                                                   .bytes_per_s = 2.039e12,
                                                   .capacity_bytes = 80 * 1073741824.0,
                                                   .link_bytes_per_s = 300e9,
                                                   .link_alpha_s = NAN,
                                                   .net_bytes_per_s = 25e9,
                                                   .net_alpha_s = NAN,
                                                   .node_devices = 8 };

/* Seconds per iteration on A100, with full recomputation and with selective (Korthikanti et al., MLSys 2023, table 5). */
static const struct {
    double layers, hidden, heads, tp, pp, batch, micro, interleave, full_s, selective_s;
} megatron[] = {
    { 48, 6144, 64, 8, 1, 4, 4, 1, 1.42, 1.10 },
    { 96, 12288, 96, 8, 8, 64, 1, 3, 18.13, 13.75 },
    { 105, 20480, 128, 8, 35, 280, 1, 3, 49.05, 37.83 },
    { 128, 25600, 160, 8, 64, 512, 1, 1, 94.42, 71.49 },
};

/* One compute and one link efficiency for all eight: mean error <= 5 %, largest <= 10 %. */
static void test_published_training(void **state)
{
    double sum = 0, most = 0;

    (void)state;
    for (size_t i = 0; i < 8; i++) {
        struct gam_transformer t = gpt(megatron[i / 2].layers, megatron[i / 2].hidden, megatron[i / 2].heads);
        struct gam_transformer_result r;
        struct gam_err err = { 0 };
        double error;

        t.tp = megatron[i / 2].tp;
        t.pp = megatron[i / 2].pp;
        t.batch = megatron[i / 2].batch;
        t.micro = megatron[i / 2].micro;
        t.interleave = megatron[i / 2].interleave;
        t.recompute = i % 2 ? GAM_RECOMPUTE_SELECTIVE : GAM_RECOMPUTE_FULL;
        t.compute_efficiency = 0.76;
        t.link_efficiency = 0.25;
        if (gam_transformer_eval(&t, &a100, &r, &err))
            fail_msg("%s", err.text);
        error = fabs(r.total_ns * 1e-9 / (i % 2 ? megatron[i / 2].selective_s : megatron[i / 2].full_s) - 1);
        sum += error;
        most = fmax(most, error);
        assert_int_equal(r.bound, 0);
    }
    print_message("training against the published table: mean error %.4f, largest %.4f\n", sum / 8, most);
    assert_true(sum / 8 <= 0.05);
    assert_true(most <= 0.10);
}

/* FLOPs of an iteration: (24 B s L h^2 + 4 B s^2 h L + 2 B s h V) x 3, and once more the layers or the attention. */
static void test_flop(void **state)
{
    struct gam_transformer t = gpt(96, 12288, 96);
    struct gam_transformer_result r;
    double b = 64, s = 2048, l = 96, h = 12288, v = 51200, layers = 24 * b * s * l * h * h + 4 * b * s * s * h * l;

    (void)state;
    t.batch = b;
    assert_int_equal(gam_transformer_eval(&t, &a100, &r, NULL), 0);
    assert_near(r.flop / (3 * (layers + 2 * b * s * h * v)), 1, 1e-12);
    assert_near(r.params / 175e9, 1, 0.01);
    t.recompute = GAM_RECOMPUTE_FULL;
    assert_int_equal(gam_transformer_eval(&t, &a100, &r, NULL), 0);
    assert_near(r.flop / (3 * (layers + 2 * b * s * h * v) + layers), 1, 1e-12);
    t.recompute = GAM_RECOMPUTE_SELECTIVE;
    assert_int_equal(gam_transformer_eval(&t, &a100, &r, NULL), 0);
    assert_near(r.flop / (3 * (layers + 2 * b * s * h * v) + 4 * b * s * s * h * l), 1, 1e-12);
    assert_int_equal(r.bound, 1); /* without efficiencies */
}

/* LLaMA-2-13B decoding with a cache of 8192 tokens on 8 devices of 820 GB/s and 16 GB: (26 GB + 6.7 GB B) / 8 x 820 GB/s. */
static const struct {
    double batch, ms;
} decode[] = { { 1, 4.98 }, { 8, 12.13 }, { 16, 20.30 }, { 32, 36.65 }, { 64, 69.33 }, { 240, 249.09 } };

static void test_llama_decode(void **state)
{
    const struct gam_transformer_rates tpu = { .flop_per_s = 197e12,
                                               .bytes_per_s = 820e9,
                                               .capacity_bytes = 16e9,
                                               .link_bytes_per_s = 1e30,
                                               .link_alpha_s = 0,
                                               .net_bytes_per_s = NAN,
                                               .net_alpha_s = NAN,
                                               .node_devices = NAN };

    (void)state;
    for (size_t i = 0; i < sizeof decode / sizeof *decode; i++) {
        struct gam_transformer t = { .layers = 40,
                                     .hidden = 5120,
                                     .heads = 40,
                                     .kv_heads = 40,
                                     .ffn = 13824,
                                     .gated = 1,
                                     .vocabulary = 32000,
                                     .experts = 1,
                                     .active = 1,
                                     .sequence = 8192,
                                     .batch = decode[i].batch,
                                     .task = GAM_TASK_DECODE,
                                     .dtype = GAM_DTYPE_BF16,
                                     .weight_bytes_each = 2,
                                     .tp = 8,
                                     .pp = 1,
                                     .dp = 1,
                                     .micro = decode[i].batch,
                                     .interleave = 1,
                                     .grad_compress = 1,
                                     .compute_efficiency = NAN,
                                     .memory_efficiency = NAN,
                                     .link_efficiency = NAN };
        struct gam_transformer_result r;

        assert_int_equal(gam_transformer_eval(&t, &tpu, &r, NULL), 0);
        assert_near((26e9 + 6.7e9 * decode[i].batch) / (8 * 820e9) * 1e3, decode[i].ms, 0.005); /* the published arithmetic */
        assert_near(r.total_ns * 1e-6 / decode[i].ms, 1, 0.004); /* 26.03 GB and 6.71 GB from the shapes */
        assert_int_equal(r.fits, decode[i].batch < 16);          /* flagged from 16 on, the time still given */
        assert_near(8 * r.kv_bytes / decode[i].batch, 6.7e9, 0.05e9);
    }
}

static void test_closed_forms(void **state)
{
    const struct gam_offload o = {
        .flop = 5e9, .bytes = 1e6, .here_flop_per_s = 10e9, .there_flop_per_s = 1e12, .latency_s = 0.040, .bytes_per_s = 10e6
    };

    (void)state;
    assert_near(gam_amdahl(0.8388, 2), 1.722, 0.0005);
    assert_near(gam_bubble(8, 64, 2), 0.0547, 0.00005);
    assert_near(gam_compression_gain(64, 100, 0), 3.125, 0.0005);
    assert_near(gam_compression_gain(256, 100, 0), 0.78, 0.005);
    assert_near(gam_compression_gain(64, 100, 1), 100, 0);
    assert_true(gam_compression_gain(64, 32.1, 0) > 1 && gam_compression_gain(64, 31.9, 0) < 1); /* only above n/2 */
    assert_near(o.flop / o.here_flop_per_s, 0.500, 0.0005);
    assert_near(gam_offload_s(&o), 0.145, 0.0005);
    assert_near(gam_offload_break_even(&o), 2.198e6, 500);
    assert_near(gam_critical_batch(153, 2), 153, 1e-9);
}

/* A network that is 1.66 times as fast can never give 1.72; twice as fast can. (Morphlux prototype: a share of 0.8388.) */
static void test_claims(void **state)
{
    static const struct {
        const char *word;
        double claim;
        int possible;
    } row[] = { { "net=x1.66", 1.72, 0 }, { "net=x2", 1.72, 1 }, { "net=x2", 1.9, 0 }, { "net=x2", 2.1, 0 } };

    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct gam_whatif w = { .claim = NAN };
        struct gam_edits e;

        gam_edits_init(&e);
        assert_int_equal(gam_edit_parse(&e, row[i].word, NULL), 0);
        w.speedup = gam_quantity_exact(gam_amdahl(0.8388, e.scale[GAM_RESOURCE_NETWORK]), "1", GAM_SOURCE_ASSUMED);
        gam_whatif_claim(&w, &e, row[i].claim);
        if (w.claim_possible != row[i].possible)
            fail_msg("%s, %g: %s", row[i].word, row[i].claim, w.claim_reason);
    }
}

/* A6000 (768 GB/s, 154.84 TFLOP/s f16, 309.7 Top/s int8): the product of a 4096 x 4096 layer with 2048 tokens goes from 443.8 to
 * 221.9 us. */
static void test_precision(void **state)
{
    static const struct {
        enum gam_dtype dtype;
        double us, tolerance;
    } row[] = { { GAM_DTYPE_F16, 443.8, 0.05 }, { GAM_DTYPE_I8, 221.9, 0.05 } };
    struct gam_hw_fact facts[3] = { { .what = GAM_HW_PEAK, .value = 154.84e12, .unit = "flop/s" },
                                    { .what = GAM_HW_PEAK, .value = 309.7e12, .unit = "op/s" },
                                    { .what = GAM_HW_BANDWIDTH, .value = 768e9, .unit = "bytes/s" } };
    struct gam_hw_device d = { .id = "a6000", .fact = facts, .n_facts = 3 };
    struct gam_machine m;

    (void)state;
    facts[0].qualifier[GAM_HW_DTYPE] = "f16";
    facts[1].qualifier[GAM_HW_DTYPE] = "i8";
    facts[0].qualifier[GAM_HW_SPARSITY] = facts[1].qualifier[GAM_HW_SPARSITY] = "dense";
    facts[2].qualifier[GAM_HW_LEVEL] = "main";
    assert_int_equal(gam_machine_from_hw(&d, 0, &m, NULL), 0);
    for (size_t i = 0; i < 2; i++) {
        struct gam_op op;
        struct gam_work work;
        struct gam_times times;
        struct gam_edits e;
        char spec[100];

        gam_edits_init(&e);
        e.dtype = (int)row[i].dtype;
        snprintf(spec, sizeof spec, "gemm:m=2048,n=4096,k=4096,dtype=f16");
        assert_int_equal(gam_op_parse(spec, &op, NULL), 0);
        assert_int_equal(gam_edit_shape(&e, &op, &op, NULL), 0);
        gam_work_read(&op, &m.levels, (double)gam_op_footprint(&op), 0, 1, &work);
        gam_times_build(&m.device, &m.levels, &work, m.crew, &times);
        assert_int_equal(times.leaf[0].kind, GAM_RESOURCE_COMPUTE);
        assert_near(gam_leaf_ns(&times.leaf[0], GAM_END_LOW) * 1e-3, row[i].us, row[i].tolerance);
    }
    gam_machine_release(&m);
}

static void test_parallel(void **state)
{
    struct gam_transformer t = gpt(48, 6144, 64);
    struct gam_transformer_result one, many;
    struct gam_err err = { 0 };

    (void)state;
    t.batch = 64;
    assert_int_equal(gam_transformer_eval(&t, &a100, &one, NULL), 0);
    t.dp = 8;
    assert_int_equal(gam_transformer_eval(&t, &a100, &many, NULL), 0);
    assert_near(one.compute_ns / many.compute_ns, 8, 1e-9);
    assert_near(many.data_bytes, 2.0 * 7 / 8 * many.params * 2, 1); /* all-reduce of 16-bit gradients */
    assert_true(many.need_bytes >= one.need_bytes * 0.99);
    t.zero = 3;
    assert_int_equal(gam_transformer_eval(&t, &a100, &many, NULL), 0);
    assert_near(many.data_bytes, 3.0 * 7 / 8 * many.params * 2, 1);
    assert_near(many.weight_bytes * 8, one.weight_bytes, 1);
    t.dp = 7;
    assert_int_equal(gam_transformer_eval(&t, &a100, &many, &err), -GAM_EINVAL);
    assert_error(&err, -GAM_EINVAL, "64");
    t.dp = 16; /* two nodes: over the network */
    assert_int_equal(gam_transformer_eval(&t, &a100, &many, NULL), 0);
    assert_near(many.data_ns, 1e9 * 3.0 * 15 / 16 * many.params * 2 / 25e9, 1e3);
}

/* Half the weights' bytes and half the arithmetic at most; and the model behind it obeys the laws of what-ifs. */
static void test_edits_of_a_model(void **state)
{
    static const char *const words[] = { "net=x3", "compute=x3", "mem=x3", "clock=3" };
    struct gam_transformer t = gpt(48, 6144, 64);
    struct gam_transformer_result before, after;

    (void)state;
    t.tp = 8;
    t.batch = t.micro = 4;
    assert_int_equal(gam_transformer_eval(&t, &a100, &before, NULL), 0);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct gam_transformer_rates rates = a100;
        struct gam_whatif w = { .n_limits = 0 };
        struct gam_edits e;

        gam_edits_init(&e);
        assert_int_equal(gam_edit_parse(&e, words[i], NULL), 0);
        assert_int_equal(gam_transformer_edit(&e, &t, &rates, NULL), 0);
        assert_int_equal(gam_transformer_eval(&t, &rates, &after, NULL), 0);
        gam_whatif_of_model(&t, &before, &after, &w);
        assert_true(w.speedup.value >= 1 && w.speedup.value <= 3);
        for (size_t k = 0; k < w.n_limits; k++)
            assert_true(w.limit[k].speedup >= 1);
    }
    {
        struct gam_edits e;
        struct gam_err err = { 0 };
        struct gam_transformer_rates rates = a100;

        gam_edits_init(&e);
        assert_int_equal(gam_edit_parse(&e, "fuse=o1+o2", NULL), 0);
        assert_int_equal(gam_transformer_edit(&e, &t, &rates, &err), -GAM_EINVAL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_training),
        cmocka_unit_test(test_flop),
        cmocka_unit_test(test_llama_decode),
        cmocka_unit_test(test_closed_forms),
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_precision),
        cmocka_unit_test(test_parallel),
        cmocka_unit_test(test_edits_of_a_model),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
