/* SPDX-License-Identifier: MIT */
#include "analyzer/gate/change.h"

#include "common/err.h"
#include "common/rand.h"
#include "common/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct search {
    const double *value;
    double *rank, *scratch;
    const struct gam_change_rule *rule;
    size_t split[GAM_CHANGES_MOST], n;
    double p[GAM_CHANGES_MOST];
};

static void ranks_set(const double *v, size_t n, double *rank)
{
    for (size_t i = 0; i < n; i++) {
        double below = 0, same = 0;

        for (size_t k = 0; k < n; k++) {
            below += v[k] < v[i];
            same += v[k] == v[i];
        }
        rank[i] = below + (same + 1) / 2;
    }
}

/* A stretch [from, to) that differs from the rest of its segment. */
struct stretch {
    size_t from, to;
    double score;
};

/* The stretch with the largest standardised difference. It and what is left on either side are long enough, or nothing is left.
 * Looking for stretches and not for single splits finds a level that came and went (Olshen and others 2004). */
static struct stretch best_stretch(const double *rank, size_t n)
{
    double mean = (double)(n + 1) / 2;
    struct stretch best = { 0 };

    for (size_t from = 0; from + GAM_CHANGE_SEGMENT <= n; from++) {
        double sum = 0;

        if (from && from < GAM_CHANGE_SEGMENT)
            continue;
        for (size_t to = from + 1; to <= n; to++) {
            size_t k = to - from;
            double score;

            sum += rank[to - 1] - mean;
            if (k < GAM_CHANGE_SEGMENT || k == n || (to < n && n - to < GAM_CHANGE_SEGMENT))
                continue;
            /* the variance of a sum of k ranks without replacement is proportional to k (n - k) */
            score = fabs(sum) / sqrt((double)k * (double)(n - k));
            if (score > best.score)
                best = (struct stretch){ from, to, score };
        }
    }
    return best;
}

static double permutation_p(struct search *s, size_t n, double seen)
{
    struct gam_rand r;
    size_t hits = 0;

    gam_rand_seed(&r, n);
    memcpy(s->scratch, s->rank, n * sizeof *s->rank);
    for (int i = 0; i < GAM_CHANGE_PERMUTATIONS; i++) {
        for (size_t k = n; k > 1; k--) {
            size_t other = (size_t)gam_rand_below(&r, k);
            double swap = s->scratch[k - 1];

            s->scratch[k - 1] = s->scratch[other];
            s->scratch[other] = swap;
        }
        hits += best_stretch(s->scratch, n).score >= seen;
    }
    return (double)(hits + 1) / (GAM_CHANGE_PERMUTATIONS + 1);
}

static double median_between(struct search *s, size_t from, size_t to)
{
    memcpy(s->scratch, s->value + from, (to - from) * sizeof *s->scratch);
    return gam_stats_median(s->scratch, to - from);
}

/* Whether the levels on both sides of `at` differ enough to matter. */
static int matters(struct search *s, size_t from, size_t at, size_t to)
{
    return fabs(log(median_between(s, at, to) / median_between(s, from, at))) >= log1p(s->rule->magnitude);
}

static void split_add(struct search *s, size_t at, double p)
{
    if (s->n == GAM_CHANGES_MOST)
        return;
    s->split[s->n] = at;
    s->p[s->n++] = p;
}

static void segment_split(struct search *s, size_t from, size_t to)
{
    size_t n = to - from, first, second;
    struct stretch best;
    double p;

    if (n < 2 * GAM_CHANGE_SEGMENT || s->n == GAM_CHANGES_MOST)
        return;
    ranks_set(s->value + from, n, s->rank);
    best = best_stretch(s->rank, n);
    if (!(best.score > 0))
        return;
    p = permutation_p(s, n, best.score);
    first = from + best.from;
    second = from + best.to;
    if (p > s->rule->alpha ||
        !((first > from && matters(s, from, first, second)) || (second < to && matters(s, first, second, to))))
        return;
    if (first > from)
        split_add(s, first, p);
    if (second < to)
        split_add(s, second, p);
    segment_split(s, from, first);
    segment_split(s, first, second);
    segment_split(s, second, to);
}

/* Insertion, with their p. */
static void splits_sort(struct search *s)
{
    for (size_t i = 1; i < s->n; i++)
        for (size_t k = i; k && s->split[k] < s->split[k - 1]; k--) {
            size_t at = s->split[k];
            double p = s->p[k];

            s->split[k] = s->split[k - 1];
            s->p[k] = s->p[k - 1];
            s->split[k - 1] = at;
            s->p[k - 1] = p;
        }
}

int gam_changes_find(const double *value, size_t n_values, const struct gam_change_rule *rule, struct gam_change *out, size_t *n,
                     struct gam_err *err)
{
    struct search s = { .value = value, .rule = rule };
    int rc;

    *n = 0;
    for (size_t i = 0; i < n_values; i++)
        if (!(value[i] > 0) || isinf(value[i]))
            return gam_err_set(err, -GAM_ENUMERIC, "a value of %g has no level", value[i]);
    s.rank = calloc(n_values + 1, sizeof *s.rank);
    s.scratch = calloc(n_values + 1, sizeof *s.scratch);
    if (s.rank && s.scratch) {
        segment_split(&s, 0, n_values);
        splits_sort(&s);
        for (size_t i = 0; i < s.n; i++) {
            size_t from = i ? s.split[i - 1] : 0, to = i + 1 < s.n ? s.split[i + 1] : n_values;

            out[i] = (struct gam_change){ s.split[i], median_between(&s, from, s.split[i]), median_between(&s, s.split[i], to),
                                          s.p[i] };
        }
        *n = s.n;
    }
    rc = s.rank && s.scratch ? 0 : gam_err_nomem(err);
    free(s.rank);
    free(s.scratch);
    return rc;
}
