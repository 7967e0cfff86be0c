/* SPDX-License-Identifier: MIT */
/* Ranks beside each other: who is slower at the same roof in the same round. */
#include "analyzer/analysis.h"
#include "analyzer/network/network.h"
#include "analyzer/roof_facts.h"
#include "common/err.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    size_t measurement;
    int64_t round, rank;
    double ns;
};

static int by_place(const void *x, const void *y)
{
    const struct entry *a = x, *b = y;
    if (a->measurement != b->measurement)
        return a->measurement < b->measurement ? -1 : 1;
    if (a->round != b->round)
        return a->round < b->round ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return a->ns < b->ns ? -1 : a->ns > b->ns;
}

static bool is_local_roof(const struct gam_analysis *a, size_t i)
{
    struct gam_op op;
    const struct gam_measurement *m = &gam_runset_measurement(a->run)[i];
    return m->role == GAM_ROLE_ROOF && m->status == GAM_STATUS_OK && gam_roof_op(a->run, m, &op) &&
           op.kind->class != GAM_OP_ROOF_LINK;
}

static size_t collect(const struct gam_analysis *a, struct entry *e)
{
    size_t n = 0, last = SIZE_MAX;
    bool wanted = false;
    for (size_t i = 0; i < gam_runset_sample_n(a->run); i++) {
        const struct gam_sample *s = &gam_runset_sample(a->run)[i];
        if (s->measurement < 0 || (size_t)s->measurement >= gam_runset_measurement_n(a->run) || s->pass != 0 ||
            s->iterations <= 0 || s->duration_ns <= 0 || s->round < 0 || s->round >= a->rounds.n_rounds)
            continue;
        if ((size_t)s->measurement != last) {
            last = (size_t)s->measurement;
            wanted = is_local_roof(a, last);
        }
        if (wanted)
            e[n++] = (struct entry){ last, s->round, s->rank, (double)s->duration_ns / (double)s->iterations };
    }
    return n;
}

/* The means of the ranks in one (measurement, round), compacted to one entry each; returns how many. Not medians: another program
 * that takes turns with a rank leaves half of its short samples untouched. */
static size_t ranks_fold(struct entry *e, size_t n)
{
    size_t ranks = 0;
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && e[end].rank == e[i].rank;)
            end++;
        double sum = 0;
        for (size_t k = i; k < end; k++)
            sum += e[k].ns;
        e[ranks] = e[i];
        e[ranks++].ns = sum / (double)(end - i);
    }
    return ranks;
}

/* The median of the other ranks' times. Their own would draw it towards the rank that is judged: of two, to the middle. */
static double median_of_others(const struct entry *e, size_t n, size_t self, double *scratch)
{
    size_t used = 0;
    for (size_t k = 0; k < n; k++)
        if (k != self)
            scratch[used++] = e[k].ns;
    return gam_stats_median(scratch, used);
}

/* Ratio to the other ranks in every round of one measurement, into ratio[k * n_rounds + round]. */
static void ratios_of(const struct gam_analysis *a, const struct gam_network *net, struct entry *e, size_t n, double *ratio)
{
    size_t rounds = (size_t)a->rounds.n_rounds;
    double *scratch = ratio + net->n_ranks * rounds;
    for (size_t i = 0; i < net->n_ranks * rounds; i++)
        ratio[i] = NAN;
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && e[end].round == e[i].round;)
            end++;
        size_t ranks = ranks_fold(e + i, end - i);
        for (size_t k = 0; k < ranks && ranks > 1 && ranks <= net->n_ranks; k++) {
            double others = median_of_others(e + i, ranks, k, scratch);
            for (size_t r = 0; r < net->n_ranks; r++)
                if (net->rank[r].rank == e[i + k].rank)
                    ratio[r * rounds + (size_t)e[i].round] = e[i + k].ns / others;
        }
    }
}

size_t gam_slow_rounds(size_t n, double chance)
{
    /* P(Bin(n, 1/2) >= k), from k = n downwards; logarithms, so that many rounds do not underflow */
    double log_term = -(double)n * M_LN2, tail = 0;
    size_t least = 0;
    for (size_t k = n; k > n / 2; k--) {
        tail += exp(log_term);
        if (tail > chance)
            break;
        least = k;
        log_term += log((double)k / (double)(n - k + 1));
    }
    return least;
}

/* The value that so many rounds exceed: above GAM_SLOW_RANK, the rank is slow by the sign test. NaN: too few rounds. */
static double surely(const double *ratio, size_t rounds, double chance, double *scratch)
{
    size_t n = 0;
    for (size_t r = 0; r < rounds; r++)
        if (!isnan(ratio[r]))
            scratch[n++] = ratio[r];
    size_t needed = gam_slow_rounds(n, chance);
    if (needed == 0)
        return NAN;
    gam_stats_sort(scratch, n);
    return scratch[n - needed];
}

/* One roof of all ranks. `least`: per rank, the most that any roof so far surely shows. */
static void roof_compare(struct gam_analysis *a, struct gam_network *net, size_t measurement, double *ratio, double chance)
{
    size_t rounds = (size_t)a->rounds.n_rounds;
    double *least = ratio + net->n_ranks * (rounds + 1);
    for (size_t k = 0; k < net->n_ranks; k++) {
        double sure = surely(ratio + k * rounds, rounds, chance, a->rounds.scratch);
        struct gam_interval i = gam_rounds_interval(&a->rounds, ratio + k * rounds);
        struct gam_report_rank *rank = &net->rank[k];
        bool slow = sure > GAM_SLOW_RANK;
        if (i.n == 0 || rank->slow > slow || (slow && rank->slow && sure <= least[k]) ||
            (!slow && rank->slowness.value >= i.value))
            continue;
        least[k] = sure;
        rank->slow = slow;
        rank->slowness = gam_interval_quantity(i, "1", GAM_SOURCE_TIMED);
        rank->roof = gam_measurement_spec(a->run, &gam_runset_measurement(a->run)[measurement]);
    }
}

/* Roofs that several ranks measured: sorted, those have a second rank beside an entry. */
static size_t roofs_in(const struct entry *e, size_t n)
{
    size_t roofs = 0, counted = SIZE_MAX;
    for (size_t i = 1; i < n; i++)
        if (e[i].measurement == e[i - 1].measurement && e[i].rank != e[i - 1].rank && e[i].measurement != counted) {
            counted = e[i].measurement;
            roofs++;
        }
    return roofs ? roofs : 1;
}

static const char *host_of(const struct gam_runset *run, int64_t host)
{
    for (size_t i = 0; i < gam_runset_host_fact_n(run); i++)
        if (gam_runset_host_fact(run)[i].host == host && strcmp(gam_runset_host_fact(run)[i].key, "mpi.host") == 0)
            return gam_runset_host_fact(run)[i].value;
    return NULL;
}

int gam_network_ranks(struct gam_analysis *a, struct gam_network *net, struct gam_err *err)
{
    size_t n = gam_runset_rank_n(a->run), samples = gam_runset_sample_n(a->run);
    net->rank = gam_arena_get(&a->report->memory, n, sizeof *net->rank);
    double *ratio = gam_arena_get(&a->scratch, n * ((size_t)a->rounds.n_rounds + 2), sizeof *ratio);
    struct entry *e = gam_arena_get(&a->scratch, samples, sizeof *e);
    if (!net->rank || !ratio || !e)
        return gam_err_nomem(err);
    for (; net->n_ranks < n; net->n_ranks++) {
        const struct gam_rank *r = &gam_runset_rank(a->run)[net->n_ranks];
        net->rank[net->n_ranks] =
            (struct gam_report_rank){ .rank = (int)r->rank,
                                      .host = host_of(a->run, r->host),
                                      .slowness = gam_quantity_missing("1", "no roof was measured on several ranks"),
                                      .clock_offset_ns = r->clock_offset_ns,
                                      .clock_error_ns = r->clock_error_ns };
    }
    size_t used = collect(a, e);
    if (used)
        qsort(e, used, sizeof *e, by_place);
    double chance = GAM_SLOW_CHANCE / ((double)n * (double)roofs_in(e, used));
    for (size_t i = 0, end; i < used && n > 1; i = end) {
        for (end = i; end < used && e[end].measurement == e[i].measurement;)
            end++;
        size_t measurement = e[i].measurement;
        ratios_of(a, net, e + i, end - i, ratio);
        roof_compare(a, net, measurement, ratio, chance);
    }
    return 0;
}
