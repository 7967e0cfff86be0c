/* SPDX-License-Identifier: MIT */
/* What a run of several ranks says about the network: links, collectives, steps, nodes, and the Ridgeline. Part of the report.
 *
 *   t(m) = alpha + m / B in every round: B from the large sizes, alpha from the small ones
 *   bus bandwidth = S / t x factor (ops/collective.h): what a link has to carry
 *   a step: D = its computing alone, N = its sending alone, T = both: omega = (D + N - T) / min(D, N), exposed = T - D,
 *   efficiency = time on one rank / (n T), all in the same round
 */
#ifndef GAM_ANALYZER_NETWORK_H
#define GAM_ANALYZER_NETWORK_H

#include "analyzer/classic.h"
#include "common/record/quantity.h"
#include "ops/collective.h"

#include <stddef.h>

struct gam_analysis;
struct gam_ceiling;
struct gam_err;
struct gam_report;

/* Two ranks, from their ping-pongs. */
struct gam_report_link {
    char link[32];
    int a, b;
    struct gam_quantity alpha_ns, rate; /* of the fit */
    struct gam_quantity least_ns,
        best_rate;   /* of the smallest message; each way of the fastest size from 64 KiB on, both ends sending at once */
    double residual; /* root mean square of ln(fit / measured) over the sizes; NaN */
    size_t n_sizes;
    const char *outlier; /* in what it differs from the links of its kind; NULL */
};

/* One collective over its sizes. `algorithm`: of those that could be, the one that explains the times best from the link's own
 * alpha and rate: assumed, not known. */
struct gam_report_collective {
    enum gam_collective_what what;
    int ranks;
    char link[32];
    struct gam_quantity alpha_ns, rate; /* of t(S) as a whole */
    double residual;
    size_t n_sizes;
    enum gam_comm_algorithm algorithm;
    double algorithm_residual; /* of that algorithm's time; NaN without a link */
};

/* One size of a collective. */
struct gam_report_transfer {
    size_t op; /* in the report */
    enum gam_collective_what what;
    double bytes;
    struct gam_quantity algorithm_rate, bus_rate, link_share, wait_ns;
};

struct gam_report_step {
    size_t op;
    int ranks;
    struct gam_quantity omega, exposed_ns, exposed_share, efficiency, wait_share;
    /* In every round from its computing alone and the collectives or links of that round: nothing overlapped, everything
     * overlapped. `predicted_ns` is the former for a step that sends in turn; an overlapped one has the range only.
     * error = predicted / measured - 1, in the same round. */
    struct gam_quantity predicted_ns, prediction_error;
    double network_ns; /* of the prediction; the median round's */
    const char *method;
};

/* A rank beside the others: its times of the same roof over the median of the other ranks, in the same round. */
struct gam_report_rank {
    int rank;
    const char *host, *roof; /* the roof that it is most surely slow at, else the one that it does worst in */
    struct gam_quantity slowness;
    int slow;                                /* above GAM_SLOW_RANK by the exact sign test: gam_slow_rounds */
    int64_t clock_offset_ns, clock_error_ns; /* GAM_NULL_INT unknown */
};

/* Two ratios, three regions: x = Q / V bytes moved per byte sent, y = F / Q. y* = P / B, x* = B / N, k = P / N. */
struct gam_ridge_view {
    const struct gam_ceiling *compute, *memory, *network; /* NULL: there is none, and no view */
    struct gam_ridge_point {
        size_t op;
        double x, y;
        enum gam_region region;
    } * point;
    size_t n;
};

struct gam_network {
    int oversubscribed, ranks;
    struct gam_report_link *link;
    size_t n_links;
    struct gam_report_collective *collective;
    size_t n_collectives;
    struct gam_report_transfer *transfer;
    size_t n_transfers;
    struct gam_report_step *step;
    size_t n_steps;
    struct gam_report_rank *rank;
    size_t n_ranks;
    struct gam_ridge_view ridge;
};

/* How much slower a rank must be to be named, and how often chance may name one: in at most one of a hundred runs of equal
 * nodes, over all of their ranks and roofs (Bonferroni). */
#define GAM_SLOW_RANK   1.05
#define GAM_SLOW_CHANCE 0.01

/* In how many of n rounds a rank must lie above, so that fair coins do so with at most this probability; 0: not even all n
 * would do. */
size_t gam_slow_rounds(size_t n, double chance);

const char *gam_region_word(enum gam_region region); /* "compute" "memory" "network" */

/* t = alpha + bytes / rate, each deviation relative to t: the rate (bytes/s) from the slope over the sizes from 64 KiB on (over
 * all when there are fewer than two), alpha from those up to 1 KiB. What lies between follows other laws: buffers of switches,
 * changes of protocol. alpha >= 0, rate > 0, else false. At least two sizes. */
bool gam_alpha_beta(const double *bytes, const double *ns, size_t n, double *alpha_ns, double *rate);
/* The time of `at` bytes, by the alpha and rate of the two sizes around it (ascending); beyond them by those of all sizes. What
 * was measured is met exactly: laws that change with the size (caches, protocols) are followed. NaN without two sizes, unless one
 * is `at`. */
double gam_alpha_beta_at(const double *bytes, const double *ns, size_t n, double at);
double gam_alpha_beta_residual(const double *bytes, const double *ns, size_t n, double alpha_ns, double rate);

/* Steps of the analysis. links: before the operators are judged, adds the ceilings of every link; network: once they are ranked.
 */
int gam_analysis_links(struct gam_analysis *a, struct gam_err *err);
int gam_analysis_network(struct gam_analysis *a, struct gam_err *err);
int gam_network_collectives(struct gam_analysis *a, struct gam_network *n, struct gam_err *err);
/* Sizes of one collective over a kind of link, ascending, and their times in a round (round < 0: medians); at most
 * GAM_CURVE_MAX. */
enum { GAM_CURVE_MAX = 32 };
size_t gam_collective_curve(const struct gam_report *report, enum gam_collective_what what, const char *link, int round,
                            double *bytes, double *ns);
int gam_network_steps(struct gam_analysis *a, struct gam_network *n, struct gam_err *err);
int gam_network_ranks(struct gam_analysis *a, struct gam_network *n, struct gam_err *err);
int gam_network_ridge(struct gam_analysis *a, struct gam_network *n, struct gam_err *err);

/* Overlap of a step in its rounds, from its controls; 0 when there are none. `measurement`: of the step. */
double gam_step_omega(struct gam_analysis *a, size_t measurement);
/* The measurement of the same step with another part; -1. */
int gam_step_control(const struct gam_analysis *a, size_t measurement, int part);

/* What ranks waited for each other inside the calls of MPI of a step: mean of their times there minus the least, from readings
 * "comm_ns", put into the rounds' wait_ns. */
int gam_waiting_read(struct gam_analysis *a, struct gam_err *err);

#endif
