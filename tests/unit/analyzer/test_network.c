/* SPDX-License-Identifier: MIT */
/* Links, collectives, steps and ranks of runs whose network is known. */
#include "analyzer/network/network.h"
#include "analyzer/report.h"
#include "analyzer/roof_facts.h"
#include "fixture_machine.h"
#include "near.h"
#include "ops/parallel.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 10, RANKS = 3 };

struct scene {
    struct machine m;
    struct gam_report report;
};

/* Two or three ranks on hosts a, b, c. */
static int setup(void **state)
{
    struct scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    machine_init(&s->m, ROUNDS, 0.002);
    s->m.threads = 1;
    machine_roofs(&s->m, &machine_usual);
    *state = s;
    return 0;
}

static int teardown(void **state)
{
    struct scene *s = *state;
    gam_report_release(&s->report);
    machine_release(&s->m);
    free(s);
    return 0;
}

static void add_ranks(struct scene *s, int n)
{
    static const char *const names[] = { "a", "b", "c" };
    for (int i = 0; i < n; i++) {
        struct gam_host_fact fact = {
            .ordinal = (int64_t)gam_runset_host_fact_n(&s->m.set), .host = i, .key = "mpi.host", .value = names[i]
        };
        struct gam_rank rank = { .ordinal = i, .rank = i, .host = i, .clock_offset_ns = 0, .clock_error_ns = 0 };
        if (i) {
            struct gam_host host = gam_runset_host(&s->m.set)[0];
            host.ordinal = i;
            machine_add(&s->m, GAM_RECORD_HOST, &host);
        }
        machine_add(&s->m, GAM_RECORD_HOST_FACT, &fact);
        machine_add(&s->m, GAM_RECORD_RANK, &rank);
    }
}

/* Ping-pongs of a link with that latency and rate. */
static void add_link(struct scene *s, int a, int b, double alpha_ns, double rate)
{
    char detail[40];
    snprintf(detail, sizeof detail, "%d-%d eth0", a, b);
    for (double bytes = 8; bytes <= 16777216; bytes *= 8) {
        char spec[64];
        snprintf(spec, sizeof spec, "roof_link:bytes=%.0f,dtype=u8", bytes);
        int64_t k = machine_measure(&s->m, GAM_ROLE_ROOF, spec, "mpi");
        gam_runset_measurement(&s->m.set)[k].detail = gam_runset_text(&s->m.set, detail);
        machine_time(&s->m, k, alpha_ns + bytes / rate * 1e9);
    }
}

static int64_t add_collective(struct scene *s, const char *spec, double ns)
{
    int64_t k = machine_op(&s->m, spec, ns);
    gam_runset_measurement(&s->m.set)[k].detail = "eth0";
    return k;
}

static const struct gam_network *analyzed(struct scene *s)
{
    machine_analyze(&s->m, &s->report);
    assert_non_null(s->report.network);
    return s->report.network;
}

static void fit(void **state)
{
    const double bytes[] = { 8, 1024, 65536, 1048576 }, exact[] = { 10008, 11024, 75536, 1058576 }, flat[] = { 5, 5 };
    double alpha, rate;
    (void)state;
    assert_true(gam_alpha_beta(bytes, exact, 4, &alpha, &rate));
    assert_near(alpha, 10000, 1e-6);
    assert_near(rate, 1e9, 1e-3);
    assert_near(gam_alpha_beta_residual(bytes, exact, 4, alpha, rate), 0, 1e-9);
    assert_false(gam_alpha_beta(bytes, exact, 1, &alpha, &rate));
    assert_false(gam_alpha_beta(bytes, flat, 2, &alpha, &rate)); /* no bandwidth can be told */
}

/* A law that bends: what was measured is met, between two sizes their own line holds, outside that of all. */
static void time_of_a_size(void **state)
{
    const double bytes[] = { 1024, 65536, 131072 }, ns[] = { 1000, 5000, 20000 };
    double alpha, rate;
    (void)state;
    assert_near(gam_alpha_beta_at(bytes, ns, 3, 65536), 5000, 0);
    assert_near(gam_alpha_beta_at(bytes, ns, 3, 98304), 12500, 1e-9);
    assert_true(gam_alpha_beta(bytes, ns, 3, &alpha, &rate));
    assert_near(gam_alpha_beta_at(bytes, ns, 3, 262144), alpha + 262144 / rate * 1e9, 1e-6);
    assert_near(gam_alpha_beta_at(bytes, ns, 1, 1024), 1000, 0);
    assert_true(isnan(gam_alpha_beta_at(bytes, ns, 1, 2048)));
    assert_true(isnan(gam_alpha_beta_at(bytes, ns, 0, 2048)));
}

/* Tails of fair coins: P(10 of 10) = 0.00098, P(9 or more of 10) = 0.0107, P(17 or more of 20) = 0.0013. */
static void rounds_that_chance_does_not_give(void **state)
{
    (void)state;
    assert_int_equal(gam_slow_rounds(10, 0.01), 10);
    assert_int_equal(gam_slow_rounds(10, 0.011), 9);
    assert_int_equal(gam_slow_rounds(20, 0.01 / 6), 17);
    assert_int_equal(gam_slow_rounds(5, 0.01), 0);
    assert_int_equal(gam_slow_rounds(0, 0.01), 0);
    assert_in_range(gam_slow_rounds(4000, 0.01 / 6), 2080, 2110); /* 2000 + 2.94 sigma, sigma = 31.6 */
}

static void links_are_recovered(void **state)
{
    struct scene *s = *state;
    add_ranks(s, 2);
    add_link(s, 0, 1, 20e3, 1.25e9);
    const struct gam_network *n = analyzed(s);
    assert_int_equal(n->n_links, 1);
    assert_near(n->link[0].alpha_ns.value, 20e3, 200);
    assert_near(n->link[0].rate.value, 1.25e9, 1.25e7);
    assert_true(n->link[0].alpha_ns.low <= n->link[0].alpha_ns.value && n->link[0].alpha_ns.value <= n->link[0].alpha_ns.high);
    assert_string_equal(n->link[0].link, "eth0");
    const struct gam_ceiling *c = report_ceiling(&s->report, "cpu/network/eth0");
    assert_non_null(c);
    assert_near(c->value.value, 1.25e9, 2.5e7);
}

static void labels(void **state)
{
    struct scene *s = *state;
    const struct gam_report_operator *op;
    add_ranks(s, 2);
    add_link(s, 0, 1, 20e3, 1.25e9);
    add_collective(s, "collective:ranks=2,bytes=8388608,dtype=f32", 7.5e6);
    add_collective(s, "collective:ranks=2,bytes=8,dtype=f32", 24e3);
    add_collective(s, "collective:what=alltoall,ranks=2,bytes=8,dtype=f32", 200e3);
    analyzed(s);
    op = report_op(&s->report, "collective:ranks=2,bytes=8388608,dtype=f32", NULL);
    assert_int_equal(op->bound.label, GAM_LABEL_COMMUNICATION);
    assert_string_equal(op->bound.link, "eth0");
    op = report_op(&s->report, "collective:ranks=2,bytes=8,dtype=f32", NULL);
    assert_int_equal(op->bound.label, GAM_LABEL_COMM_LATENCY);
    op = report_op(&s->report, "collective:what=alltoall,ranks=2,bytes=8,dtype=f32", NULL);
    assert_int_equal(op->bound.label, GAM_LABEL_LATENCY); /* the link explains a tenth */
}

/* Twice what the link carries: the network reduces, or the factor is wrong. */
static void bus_above_link(void **state)
{
    struct scene *s = *state;
    add_ranks(s, 2);
    add_link(s, 0, 1, 20e3, 1.25e9);
    add_collective(s, "collective:ranks=2,bytes=8388608,dtype=f32", 3.4e6);
    const struct gam_network *n = analyzed(s);
    assert_int_equal(n->n_transfers, 1);
    assert_true(n->transfer[0].link_share.low > 1.05);
    assert_non_null(report_finding(&s->report, "bus-above-link"));
    assert_int_equal(report_op(&s->report, "collective:ranks=2,bytes=8388608,dtype=f32", NULL)->bound.label, GAM_LABEL_INVALID);
}

static void collectives_are_fitted(void **state)
{
    const double link[2] = { 20e3, 1.25e9 };
    struct scene *s = *state;
    add_ranks(s, 3);
    for (int i = 0; i < 3; i++)
        add_link(s, i == 2, i == 0 ? 1 : 2, 20e3, 1.25e9);
    for (double bytes = 12; bytes < 1e8; bytes *= 8) {
        char spec[80];
        snprintf(spec, sizeof spec, "collective:ranks=3,bytes=%.0f,dtype=f32", bytes);
        add_collective(s, spec, gam_collective_ns(GAM_ALL_REDUCE, GAM_ALGORITHM_RING, 3, bytes, link));
    }
    const struct gam_network *n = analyzed(s);
    assert_int_equal(n->n_collectives, 1);
    assert_int_equal(n->collective[0].algorithm, GAM_ALGORITHM_RING);
    assert_near(n->collective[0].alpha_ns.value, 4 * 20e3, 2e3);
    assert_near(n->collective[0].rate.value, 1.25e9 / (4.0 / 3), 2e7);
    assert_true(n->collective[0].algorithm_residual < 0.05);
}

static void slow_links_and_ranks(void **state)
{
    struct scene *s = *state;
    int64_t roof = -1;
    add_ranks(s, 3);
    add_link(s, 0, 1, 20e3, 1.25e9);
    add_link(s, 0, 2, 20e3, 1.25e9);
    add_link(s, 1, 2, 20e3, 0.5e9);
    for (size_t i = 0; roof < 0 && i < gam_runset_measurement_n(&s->m.set); i++)
        roof = gam_runset_measurement(&s->m.set)[i].role == GAM_ROLE_ROOF ? (int64_t)i : -1;
    for (int64_t round = 0; round < ROUNDS; round++)
        for (int64_t rank = 1; rank < RANKS; rank++) {
            struct gam_sample sample = {
                .ordinal = (int64_t)gam_runset_sample_n(&s->m.set), .measurement = roof, .rank = rank, .round = round
            };
            const struct gam_sample *first = gam_runset_sample(&s->m.set);
            while (first->measurement != roof || first->round != round)
                first++;
            sample.iterations = first->iterations;
            sample.duration_ns = rank == 2 ? first->duration_ns * 3 / 2 : first->duration_ns;
            machine_add(&s->m, GAM_RECORD_SAMPLE, &sample);
        }
    const struct gam_network *n = analyzed(s);
    assert_int_equal(n->n_links, 3);
    assert_null(n->link[0].outlier);
    assert_non_null(n->link[2].outlier);
    assert_non_null(report_finding(&s->report, "slow-link"));
    assert_false(n->rank[0].slow || n->rank[1].slow);
    assert_true(n->rank[2].slow);
    assert_near(n->rank[2].slowness.value, 1.5, 0.03);
    assert_non_null(strstr(report_finding(&s->report, "slow-rank")->text, "rank 2 on c"));
}

static void add_part(struct scene *s, const char *part, double ns)
{
    char spec[160];
    snprintf(spec, sizeof spec, "step:%sranks=2,rows=64,width=512,layers=4,dtype=f32", part);
    int64_t k = machine_measure(&s->m, *part ? GAM_ROLE_CONTROL : GAM_ROLE_SUBJECT, spec, "mpi");
    gam_runset_measurement(&s->m.set)[k].detail = "eth0";
    machine_time(&s->m, k, ns);
}

static void steps(void **state)
{
    struct scene *s = *state;
    add_ranks(s, 2);
    add_link(s, 0, 1, 20e3, 1.25e9);
    add_part(s, "", 6e6);
    add_part(s, "part=compute,", 4e6);
    add_part(s, "part=comm,", 3.5e6);
    add_part(s, "part=single,", 8e6);
    const struct gam_network *n = analyzed(s);
    assert_int_equal(n->n_steps, 1);
    const struct gam_report_step *step = &n->step[0];
    assert_near(step->omega.value, 1.5 / 3.5, 0.02);
    assert_near(step->exposed_ns.value, 2e6, 0.1e6);
    assert_near(step->efficiency.value, 8.0 / 12, 0.02);
    assert_near(step->network_ns, 20e3 + 4 * 512 * 512 * 4.0 / 1.25, 1e5); /* the link's, as no collective was measured */
    assert_near(step->predicted_ns.value, 4e6 + step->network_ns, 1e5);
    assert_int_equal(n->ridge.n, 1);
    assert_int_equal(n->ridge.point[0].region, GAM_REGION_NETWORK);
}

/* What a collective took at the size of the step's messages goes before the law of the link. */
static void step_predicted_from_collectives(void **state)
{
    struct scene *s = *state;
    add_ranks(s, 2);
    add_link(s, 0, 1, 20e3, 1.25e9);
    add_collective(s, "collective:ranks=2,bytes=65536,dtype=f32", 0.1e6);
    add_collective(s, "collective:ranks=2,bytes=4194304,dtype=f32", 5e6); /* the link alone would take 3.4 */
    add_collective(s, "collective:ranks=2,bytes=67108864,dtype=f32", 90e6);
    add_part(s, "", 9e6);
    add_part(s, "part=compute,", 4e6);
    const struct gam_network *n = analyzed(s);
    const struct gam_report_step *step = &n->step[0];
    assert_near(step->network_ns, 5e6, 0.1e6); /* four layers in one bucket: 4 MiB */
    assert_near(step->predicted_ns.value, 9e6, 0.2e6);
    assert_near(step->prediction_error.value, 0, 0.02);
    assert_true(step->prediction_error.low <= step->prediction_error.value &&
                step->prediction_error.value <= step->prediction_error.high);
    assert_int_equal(step->prediction_error.n, ROUNDS);
    assert_non_null(strstr(step->method, "collectives"));
}

/* Rounds in which the whole machine is slow say nothing against a prediction. */
static void step_predicted_in_its_rounds(void **state)
{
    struct scene *s = *state;
    add_ranks(s, 2);
    add_link(s, 0, 1, 20e3, 1.25e9);
    add_collective(s, "collective:ranks=2,bytes=4194304,dtype=f32", 5e6);
    add_part(s, "", 9e6);
    add_part(s, "part=compute,", 4e6);
    for (size_t i = 0; i < gam_runset_sample_n(&s->m.set); i++) {
        struct gam_sample *sample = &gam_runset_sample(&s->m.set)[i];
        const char *spec = gam_measurement_spec(&s->m.set, &gam_runset_measurement(&s->m.set)[sample->measurement]);
        if (sample->round >= 4 && strncmp(spec, "step:part=compute", 17) != 0) /* six of ten; its computing: in five */
            sample->duration_ns *= 3;
        else if (sample->round >= 5)
            sample->duration_ns *= 3;
    }
    const struct gam_network *n = analyzed(s);
    assert_near(n->step[0].prediction_error.value, 0, 0.02);
}

/* With little sent the work decides; with a slow link what is sent does. */
static void step_labels(void **state)
{
    struct scene *s = *state;
    const char *spec = "step:ranks=2,rows=64,width=512,layers=4,dtype=f32";
    double flop = 6.0 * 64 * 512 * 512 * 4, sent = 4 * 512 * 512 * 4, compute = flop / 200e9 * 1e9 * 1.1;
    add_ranks(s, 2);
    add_link(s, 0, 1, 5e3, 100e9);
    add_part(s, "", compute + sent / 100);
    add_part(s, "part=compute,", compute);
    add_part(s, "part=comm,", sent / 100);
    analyzed(s);
    assert_int_equal(report_op(&s->report, spec, NULL)->bound.label, GAM_LABEL_COMPUTE);
    gam_report_release(&s->report);
    machine_release(&s->m);
    machine_init(&s->m, ROUNDS, 0.002);
    s->m.threads = 1;
    machine_roofs(&s->m, &machine_usual);
    add_ranks(s, 2);
    add_link(s, 0, 1, 20e3, 0.5e9);
    add_part(s, "", compute + sent / 0.5);
    add_part(s, "part=compute,", compute);
    add_part(s, "part=comm,", sent / 0.5);
    analyzed(s);
    assert_int_equal(report_op(&s->report, spec, NULL)->bound.label, GAM_LABEL_COMMUNICATION);
}

/* Ranks that need equally long, but one of them waits in MPI for the other. */
static void waiting_inside_a_step(void **state)
{
    struct scene *s = *state;
    const char *spec = "step:ranks=2,rows=64,width=512,layers=4,dtype=f32";
    struct gam_quantity_def def = {
        .name = "comm_ns", .unit = "ns", .scope = GAM_SCOPE_PROCESS, .kind = GAM_QUANTITY_DELTA, .trust = 1
    };
    struct gam_collective c;
    add_ranks(s, 2);
    add_link(s, 0, 1, 20e3, 1.25e9);
    int64_t k = machine_measure(&s->m, GAM_ROLE_SUBJECT, spec, "mpi");
    gam_runset_measurement(&s->m.set)[k].detail = "eth0";
    def.ordinal = (int64_t)gam_runset_quantity_def_n(&s->m.set);
    machine_add(&s->m, GAM_RECORD_QUANTITY_DEF, &def);
    gam_record_clear(GAM_RECORD_COLLECTIVE, &c);
    c.measurement = k;
    c.op = "dp";
    machine_add(&s->m, GAM_RECORD_COLLECTIVE, &c);
    for (int64_t i = 0; i < 2 * ROUNDS; i++) {
        struct gam_sample sample = { .ordinal = (int64_t)gam_runset_sample_n(&s->m.set),
                                     .measurement = k,
                                     .rank = i % 2,
                                     .round = i / 2,
                                     .iterations = 1,
                                     .duration_ns = 100000000 };
        struct gam_reading reading;
        machine_add(&s->m, GAM_RECORD_SAMPLE, &sample);
        gam_record_clear(GAM_RECORD_READING, &reading);
        reading.ordinal = (int64_t)gam_runset_reading_n(&s->m.set);
        reading.quantity = def.ordinal;
        reading.target = GAM_TARGET_SAMPLE;
        reading.subject = sample.ordinal;
        reading.rank = i % 2;
        reading.ivalue = i % 2 ? 90000000 : 2000000;
        reading.source = GAM_SOURCE_TIMED;
        reading.flags = 0;
        machine_add(&s->m, GAM_RECORD_READING, &reading);
    }
    const struct gam_network *n = analyzed(s);
    assert_near(n->step[0].wait_share.value, 0.44, 0.001);
    assert_int_equal(report_op(&s->report, spec, NULL)->bound.label, GAM_LABEL_IMBALANCE);
}

static void oversubscribed_draws_no_roof(void **state)
{
    struct scene *s = *state;
    add_ranks(s, 2);
    struct gam_host_fact fact = {
        .ordinal = (int64_t)gam_runset_host_fact_n(&s->m.set), .host = 0, .key = "mpi.oversubscribed", .value = "yes"
    };
    machine_add(&s->m, GAM_RECORD_HOST_FACT, &fact);
    add_link(s, 0, 1, 20e3, 1.25e9);
    add_collective(s, "collective:ranks=2,bytes=8388608,dtype=f32", 7.5e6);
    const struct gam_network *n = analyzed(s);
    assert_true(n->oversubscribed);
    assert_null(report_ceiling(&s->report, "cpu/network/eth0"));
    const struct gam_report_operator *op = report_op(&s->report, "collective:ranks=2,bytes=8388608,dtype=f32", NULL);
    assert_int_equal(op->bound.label, GAM_LABEL_INDETERMINATE);
    assert_non_null(strstr(op->bound.reason, "oversubscribed"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fit),
        cmocka_unit_test(time_of_a_size),
        cmocka_unit_test(rounds_that_chance_does_not_give),
        cmocka_unit_test_setup_teardown(links_are_recovered, setup, teardown),
        cmocka_unit_test_setup_teardown(labels, setup, teardown),
        cmocka_unit_test_setup_teardown(bus_above_link, setup, teardown),
        cmocka_unit_test_setup_teardown(collectives_are_fitted, setup, teardown),
        cmocka_unit_test_setup_teardown(slow_links_and_ranks, setup, teardown),
        cmocka_unit_test_setup_teardown(steps, setup, teardown),
        cmocka_unit_test_setup_teardown(step_predicted_from_collectives, setup, teardown),
        cmocka_unit_test_setup_teardown(step_predicted_in_its_rounds, setup, teardown),
        cmocka_unit_test_setup_teardown(step_labels, setup, teardown),
        cmocka_unit_test_setup_teardown(waiting_inside_a_step, setup, teardown),
        cmocka_unit_test_setup_teardown(oversubscribed_draws_no_roof, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
