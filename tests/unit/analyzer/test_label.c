/* SPDX-License-Identifier: MIT */
/* The seven rules, on published points and on vectors of resource times. */
#include "analyzer/label.h"
#include "analyzer/model.h"
#include "common/rand.h"

#include "near.h"

#include <math.h>

/* A vector of resource times with one spread for all, and the measured time with its own interval (a factor either way). */
struct scene {
    double compute, memory, network, overhead, measured;
    double sigma, spread; /* of ln of every time; factor of the intervals over rounds, 0: exact */
    struct gam_overlap overlap;
    double wait;    /* of ranks; 0: one rank */
    double message; /* part of the network time that is latency */
    size_t rounds;  /* 0: 10 */
    const char *fault;
};

static struct gam_interval around(double value, const struct scene *s)
{
    size_t n = s->rounds ? s->rounds : 10;
    double f = n < GAM_ROUNDS_LEAST ? NAN : 1 + s->spread;
    return (struct gam_interval){ value, value / f, value * f, n };
}

static struct gam_bound decide(const struct scene *s)
{
    const struct {
        enum gam_resource_kind kind;
        double time;
        const char *name;
    } row[] = { { GAM_RESOURCE_COMPUTE, s->compute, "compute" },
                { GAM_RESOURCE_MEMORY, s->memory, "DRAM" },
                { GAM_RESOURCE_NETWORK, s->network, "eth0" },
                { GAM_RESOURCE_OVERHEAD, s->overhead, "overhead" } };
    struct gam_label_resources r = { .overlap = s->overlap };
    struct gam_label_input in = { .fault = s->fault,
                                  .message_ns = { [GAM_RESOURCE_NETWORK] = s->message },
                                  .transfer_ns = { [GAM_RESOURCE_NETWORK] = s->network - s->message } };
    struct gam_model m = { .omega = s->overlap.omega };
    struct gam_model_result at;
    struct gam_bound out;
    if (r.overlap.p_low == 0)
        r.overlap.p_low = 1, r.overlap.p_high = 16;
    m.p = r.overlap.p_low;
    for (size_t i = 0; i < 4; i++) {
        r.leaf[r.n] = (struct gam_draw_leaf){ row[i].kind, row[i].time, s->sigma, 0, 100 + i };
        r.name[r.n++] = row[i].name;
        m.kind[m.n] = row[i].kind;
        m.time[m.n++] = row[i].time;
    }
    gam_model_eval(&m, &at);
    in.epsilon = around(at.lo / s->measured, s);
    in.roof_share = around(fmax(fmax(s->compute, s->memory), s->network) / s->measured, s);
    in.explained = around(at.mod / s->measured, s);
    in.overhead_elasticity = around(at.elasticity[3], s);
    in.overhead_share = around(s->overhead / s->measured, s);
    in.wait_share = s->wait > 0 ? around(s->wait / s->measured, s) : (struct gam_interval){ NAN, NAN, NAN, 0 };
    gam_label_resources(&r, in.epsilon.n >= GAM_ROUNDS_LEAST, &in);
    gam_label_decide(&in, &out);
    return out;
}

static void expect(const struct scene *s, enum gam_label label, const char *resource)
{
    struct gam_bound b = decide(s);
    if (b.label != label || strcmp(b.resource, resource) != 0)
        fail_msg("%s (%s): %s; expected %s (%s)", gam_label_word(b.label), b.resource, b.reason, gam_label_word(label), resource);
}

/* Ridge 201.6, max model, T_meas = T_mod, 5 % on each time. */
static void around_the_ridge(void **state)
{
    static const struct {
        double intensity;
        enum gam_label label;
    } row[] = { { 200, GAM_LABEL_INDETERMINATE }, { 220, GAM_LABEL_INDETERMINATE }, { 300, GAM_LABEL_COMPUTE } };
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct scene s = { .compute = row[i].intensity,
                           .memory = 201.6,
                           .measured = fmax(row[i].intensity, 201.6),
                           .sigma = 0.05,
                           .overlap = { INFINITY, INFINITY, 0 } };
        struct gam_bound b = decide(&s);
        assert_int_equal(b.label, row[i].label);
    }
}

/* Jouppi et al., ISCA 2017 (TPU v1: 92 TOPS, 34 GB/s, 2 operations per MAC): MACs per byte of weights, measured TOPS. */
static void tpu(void **state)
{
    static const struct {
        const char *name;
        double mac_per_byte, tops;
        enum gam_label label;
        const char *resource;
    } row[] = {
        { "MLP0", 200, 12.3, GAM_LABEL_MEMORY, "memory" },    { "MLP1", 168, 9.7, GAM_LABEL_MEMORY, "memory" },
        { "LSTM0", 64, 3.7, GAM_LABEL_MEMORY, "memory" },     { "LSTM1", 96, 2.8, GAM_LABEL_LATENCY, "memory" },
        { "CNN0", 2888, 86.0, GAM_LABEL_COMPUTE, "compute" }, { "CNN1", 1750, 14.1, GAM_LABEL_LATENCY, "compute" },
    };
    (void)state;
    for (size_t i = 0; i < 6; i++) { /* per operation; ceilings from the datasheet: 15 % */
        struct scene s = { .compute = 1 / 92e12,
                           .memory = 1 / (2 * row[i].mac_per_byte * 34e9),
                           .measured = 1 / (row[i].tops * 1e12),
                           .sigma = 0.15 };
        expect(&s, row[i].label, row[i].resource);
        s.sigma = 0;
        expect(&s, row[i].label, row[i].resource);
    }
}

static void latency_names_the_nearest_side(void **state)
{
    struct scene s = { .compute = 1, .memory = 0.5, .measured = 3.1 };
    (void)state;
    struct gam_bound b = decide(&s);
    assert_int_equal(b.label, GAM_LABEL_LATENCY);
    assert_string_equal(b.reason, "compute side: below every roof by 3.1x; cause not measured");
}

/* Four ranks, one all-reduce of 110, 110, 110 and 10 ms, nothing else in the step. */
static void imbalance(void **state)
{
    const double duration[] = { 110, 110, 110, 10 };
    double waiting, transfer;
    (void)state;
    gam_imbalance(duration, 4, &waiting, &transfer);
    assert_near(transfer, 10, 0);
    assert_near(waiting, 75, 0);
    struct scene s = { .network = transfer, .wait = waiting, .measured = 110 };
    expect(&s, GAM_LABEL_IMBALANCE, "network");
    s.wait = 5;
    s.measured = 15;
    expect(&s, GAM_LABEL_COMMUNICATION, "network");
}

static void hidden_network_does_not_bind(void **state)
{
    struct scene s = { .compute = 70, .memory = 50, .network = 100, .measured = 120, .sigma = 0.05, .overlap = { 1, 1, 1 } };
    (void)state;
    struct gam_bound b = decide(&s);
    assert_true(b.label != GAM_LABEL_COMMUNICATION && b.label != GAM_LABEL_COMM_LATENCY);
}

static void many_messages_are_latency(void **state)
{
    struct scene s = { .network = 10, .message = 4, .compute = 1, .measured = 11, .sigma = 0.02, .overlap = { 1, 1, 0 } };
    (void)state;
    expect(&s, GAM_LABEL_COMMUNICATION, "network");
    s.message = 6;
    expect(&s, GAM_LABEL_COMM_LATENCY, "network");
    assert_string_equal(decide(&s).link, "eth0");
}

static void overhead(void **state)
{
    struct scene s = { .compute = 1, .overhead = 9, .measured = 10, .sigma = 0.02, .spread = 0.02 };
    (void)state;
    expect(&s, GAM_LABEL_OVERHEAD, "overhead");
    s = (struct scene){ .compute = 1.2, .overhead = 1.1, .measured = 2.1, .sigma = 0.02, .spread = 0.01 };
    expect(&s, GAM_LABEL_OVERHEAD, "overhead"); /* fills half of the time below 60 % of the roof, with e_o below 1/2 */
    s = (struct scene){ .compute = 1, .overhead = 1.2, .measured = 2.4, .sigma = 0.01, .spread = 0.3 };
    expect(&s, GAM_LABEL_OVERHEAD, "overhead"); /* open over rounds, clear from its roofs */
    assert_true(decide(&s).confidence >= 0.9);
    s = (struct scene){ .compute = 5, .overhead = 1, .measured = 6, .sigma = 0.02, .spread = 0.02 };
    expect(&s, GAM_LABEL_COMPUTE, "compute");
}

/* The launch is nearly all that the model knows of, and 3 % of the time: it does not bind. */
static void unexplained_time_is_not_overhead(void **state)
{
    struct scene s = { .compute = 0.1, .overhead = 3, .measured = 100, .sigma = 0.02, .spread = 0.02 };
    (void)state;
    expect(&s, GAM_LABEL_LATENCY, "compute");
    s.measured = 5.6; /* 55 % explained, and the launch is 54 % of the time */
    expect(&s, GAM_LABEL_OVERHEAD, "overhead");
}

static void invalid(void **state)
{
    struct scene s = { .compute = 10, .measured = 9, .spread = 0.01 };
    (void)state;
    assert_int_equal(decide(&s).label, GAM_LABEL_INVALID);
    s.spread = 0.1; /* the lower end is 1.01: not sure */
    assert_int_equal(decide(&s).label, GAM_LABEL_COMPUTE);
    s.fault = "its FLOP counter went negative";
    assert_int_equal(decide(&s).label, GAM_LABEL_INVALID);
    assert_string_equal(decide(&s).reason, s.fault);
}

static void mixed(void **state)
{
    /* 2 % apart with 0.7 %: memory binds in 0.997 of draws, and rule 5 comes before rule 6 */
    struct scene s = { .compute = 1, .memory = 1.02, .measured = 1.3, .sigma = 0.005, .overlap = { 4, 4, 0 } };
    (void)state;
    struct gam_bound b = decide(&s);
    assert_int_equal(b.label, GAM_LABEL_MEMORY);
    s.memory = 1.005; /* 0.5 % apart: neither */
    b = decide(&s);
    assert_int_equal(b.label, GAM_LABEL_MIXED);
    assert_string_equal(b.reason, "the two slowest resources are within 10 %; DRAM alone would take 1.00 ns, compute 1.00 ns");
    s = (struct scene){ .compute = 1, .memory = 0.9, .overhead = 0.8, .measured = 2.7, .sigma = 0.01, .overlap = { 1, 1, 0 } };
    b = decide(&s);
    assert_int_equal(b.label, GAM_LABEL_MIXED);
    assert_true(b.confidence >= 0.9);
}

static void too_few_rounds(void **state)
{
    (void)state;
    for (size_t n = 1; n < 6; n++) {
        struct scene s = { .compute = 10, .measured = 11, .rounds = n };
        struct gam_bound b = decide(&s);
        assert_int_equal(b.label, GAM_LABEL_INDETERMINATE);
        assert_non_null(strstr(b.reason, "at least 6"));
        assert_true(isnan(b.confidence));
    }
}

static void scale_changes_no_label(void **state)
{
    struct gam_rand rand;
    (void)state;
    gam_rand_seed(&rand, 5);
    for (int i = 0; i < 100; i++) {
        struct scene s = { .compute = exp(gam_rand_normal(&rand)),
                           .memory = exp(gam_rand_normal(&rand)),
                           .network = exp(gam_rand_normal(&rand) - 2),
                           .overhead = exp(gam_rand_normal(&rand) - 2),
                           .sigma = 0.05,
                           .spread = 0.02 };
        s.measured = (s.compute + s.memory + s.network + s.overhead) * exp(0.5 * gam_rand_normal(&rand));
        struct scene t = s;
        t.compute *= 4096, t.memory *= 4096, t.network *= 4096, t.overhead *= 4096, t.measured *= 4096;
        assert_int_equal(decide(&s).label, decide(&t).label);
    }
}

static void words(void **state)
{
    (void)state;
    assert_string_equal(gam_label_word(GAM_LABEL_COMPUTE), "compute-bound");
    assert_string_equal(gam_label_word(GAM_LABEL_COMM_LATENCY), "comm-latency");
    assert_string_equal(gam_label_word(GAM_LABEL_INVALID), "invalid");
    assert_null(gam_label_word((enum gam_label)99));
    assert_string_equal(gam_ceiling_kind_word(GAM_CEILING_HOST_LINK), "host_link");
    assert_string_equal(gam_validity_word(GAM_VOID), "void");
    assert_string_equal(gam_resource_kind_word(GAM_RESOURCE_OVERHEAD), "overhead");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(around_the_ridge),
        cmocka_unit_test(tpu),
        cmocka_unit_test(latency_names_the_nearest_side),
        cmocka_unit_test(imbalance),
        cmocka_unit_test(hidden_network_does_not_bind),
        cmocka_unit_test(many_messages_are_latency),
        cmocka_unit_test(overhead),
        cmocka_unit_test(unexplained_time_is_not_overhead),
        cmocka_unit_test(invalid),
        cmocka_unit_test(mixed),
        cmocka_unit_test(too_few_rounds),
        cmocka_unit_test(scale_changes_no_label),
        cmocka_unit_test(words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
