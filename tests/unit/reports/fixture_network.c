/* SPDX-License-Identifier: MIT */
#include "fixture_network.h"

#include "analyzer/network/network.h"

static struct gam_quantity about(double value, const char *unit)
{
    return (struct gam_quantity){
        .value = value, .low = 0.98 * value, .high = 1.03 * value, .unit = unit, .source = GAM_SOURCE_TIMED, .n = FIXTURE_ROUNDS
    };
}

static void links_fill(struct gam_network *n, struct gam_report_link *link)
{
    for (int i = 0; i < 3; i++) {
        link[i] = (struct gam_report_link){ .link = "eth0", .a = i == 2, .b = i == 0 ? 1 : 2, .residual = 0.03, .n_sizes = 8 };
        link[i].alpha_ns = about(21e3, "ns");
        link[i].rate = about(i == 2 ? 0.4e9 : 1.2e9, "bytes/s");
        link[i].least_ns = about(20e3, "ns");
        link[i].best_rate = about(i == 2 ? 0.4e9 : 1.25e9, "bytes/s");
    }
    link[2].outlier = "0.32 of the median bandwidth";
    n->link = link;
    n->n_links = 3;
}

static void ranks_fill(struct gam_network *n, struct gam_report_rank *rank)
{
    for (int i = 0; i < 3; i++)
        rank[i] = (struct gam_report_rank){ .rank = i,
                                            .host = i == 1 ? "<b>&\"" : "a",
                                            .roof = "roof_fma:isa=avx512",
                                            .slow = i == 2,
                                            .slowness = about(i == 2 ? 1.4 : 1, "1"),
                                            .clock_offset_ns = -300 * i,
                                            .clock_error_ns = i ? 250 : 0 };
    rank[1].slowness = gam_quantity_missing("1", "no roof was measured on several ranks");
    rank[1].roof = NULL;
    rank[1].clock_offset_ns = rank[1].clock_error_ns = GAM_NULL_INT;
    n->rank = rank;
    n->n_ranks = 3;
}

static void collectives_fill(struct gam_network *n, struct gam_report_collective *collective,
                             struct gam_report_transfer *transfer)
{
    collective[0] = (struct gam_report_collective){ .what = GAM_ALL_REDUCE,
                                                    .ranks = 3,
                                                    .link = "eth0",
                                                    .residual = 0.05,
                                                    .n_sizes = 2,
                                                    .algorithm = GAM_ALGORITHM_RING,
                                                    .algorithm_residual = 0.11 };
    collective[0].alpha_ns = about(90e3, "ns");
    collective[0].rate = about(0.9e9, "bytes/s");
    for (size_t i = 0; i < 2; i++) {
        transfer[i] = (struct gam_report_transfer){ .op = i, .what = GAM_ALL_REDUCE, .bytes = i ? 1048576 : 12 };
        transfer[i].algorithm_rate = about(i ? 0.8e9 : 1e5, "bytes/s");
        transfer[i].bus_rate = about(i ? 1.07e9 : 1.3e5, "bytes/s");
        transfer[i].link_share = about(i ? 0.86 : 1e-4, "1");
        transfer[i].wait_ns = i ? about(3e3, "ns") : gam_quantity_missing("ns", "not told apart");
    }
    n->collective = collective;
    n->n_collectives = 1;
    n->transfer = transfer;
    n->n_transfers = 2;
}

static void steps_fill(struct gam_network *n, struct gam_report_step *step)
{
    for (size_t i = 0; i < 2; i++) {
        step[i] = (struct gam_report_step){
            .op = 2 + i, .ranks = 3, .network_ns = 2e6, .method = "its computing alone, and the fitted collectives"
        };
        step[i].omega = about(i ? 0.6 : 0.05, "1");
        step[i].exposed_ns = about(2e6, "ns");
        step[i].exposed_share = about(0.3, "1");
        step[i].efficiency = about(0.7, "1");
        step[i].wait_share = about(0.02, "1");
        step[i].predicted_ns = gam_quantity_exact(6.5e6, "ns", GAM_SOURCE_ASSUMED);
        step[i].prediction_error = gam_quantity_exact(-0.04, "1", GAM_SOURCE_ASSUMED);
    }
    step[1].predicted_ns.low = 4.5e6;
    step[1].predicted_ns.reason = "a bound: how much overlaps is not predicted";
    step[1].prediction_error = gam_quantity_missing("1", "a range, not a number");
    n->step = step;
    n->n_steps = 2;
}

/* Roofs of the fixture's CPU, and a network ceiling of its own. */
static void ridge_fill(struct fixture *f, struct gam_network *n, struct gam_ridge_point *point)
{
    struct gam_ceiling *network = &f->ceiling[0][f->device[0].n_ceilings++];

    *network = (struct gam_ceiling){ .id = "cpu/network/eth0",
                                     .kind = GAM_CEILING_NETWORK,
                                     .link = "eth0",
                                     .dtype = -1,
                                     .threads = 1,
                                     .theoretical = NAN,
                                     .clock_hz = NAN,
                                     .method = "ping-pong over eth0: the worst rank's best pair" };
    network->value = about(1.25e9, "bytes/s");
    n->ridge.network = network;
    for (size_t i = 0; i < f->device[0].n_ceilings; i++) {
        if (f->ceiling[0][i].kind == GAM_CEILING_COMPUTE)
            n->ridge.compute = &f->ceiling[0][i];
        if (f->ceiling[0][i].kind == GAM_CEILING_MEMORY)
            n->ridge.memory = &f->ceiling[0][i];
    }
    point[0] = (struct gam_ridge_point){ 2, 4, 20, GAM_REGION_NETWORK };
    point[1] = (struct gam_ridge_point){ 3, 300, 2, GAM_REGION_MEMORY };
    n->ridge.point = point;
    n->ridge.n = 2;
}

void fixture_network(struct fixture *f)
{
    static struct gam_network network;
    static struct gam_report_link link[3];
    static struct gam_report_rank rank[3];
    static struct gam_report_collective collective[1];
    static struct gam_report_transfer transfer[2];
    static struct gam_report_step step[2];
    static struct gam_ridge_point point[2];

    network = (struct gam_network){ .ranks = 3, .oversubscribed = 1 };
    links_fill(&network, link);
    ranks_fill(&network, rank);
    collectives_fill(&network, collective, transfer);
    steps_fill(&network, step);
    ridge_fill(f, &network, point);
    f->report.network = &network;
}
