/* SPDX-License-Identifier: MIT */
#include "analyzer/gate/selftest.h"

#include "analyzer/roof_facts.h"
#include "common/err.h"

#include <math.h>
#include <string.h>

enum { HALF_MAX = 16 /* values of a half that the exact rank-sum interval uses; later ones add nothing */ };

enum gam_validity gam_window_verdict(struct gam_interval ratio, struct gam_window w)
{
    if (isnan(ratio.value))
        return GAM_NOISY;
    if (isnan(ratio.low) || isnan(ratio.high))
        return GAM_NOISY;
    if (ratio.high < w.low || ratio.low > w.high)
        return GAM_VOID;
    return ratio.low < w.low || ratio.high > w.high ? GAM_NOISY : GAM_VALID;
}

void gam_ceiling_doubt(struct gam_ceiling *c, enum gam_validity verdict, const char *reason)
{
    if (verdict <= c->validity)
        return;
    c->validity = verdict;
    c->reason = reason;
}

/* Number of ways to reach a rank-sum statistic U of 0..k among choices of n and m values, over all of them: P(U <= k). */
static double rank_sum_cdf(size_t n, size_t m, size_t k)
{
    double ways[HALF_MAX + 1][HALF_MAX * HALF_MAX + 1] = { { 0 } };
    ways[0][0] = 1; /* ways[i][u]: choices of i values among those seen with U = u */
    for (size_t seen = 0; seen < n + m; seen++)
        for (size_t i = seen < n ? seen + 1 : n; i-- > 0;) {
            size_t below = seen - i; /* values of the other sample before this one */
            if (below > m)
                continue;
            for (size_t u = k + 1; u-- > 0;)
                if (u + below <= k)
                    ways[i + 1][u + below] += ways[i][u];
        }
    double hit = 0, all = 1;
    for (size_t u = 0; u <= k; u++)
        hit += ways[n][u];
    for (size_t i = 1; i <= n; i++)
        all *= (double)(m + i) / (double)i;
    return hit / all;
}

struct gam_interval gam_halves_ratio(const double *a, size_t n, const double *b, size_t m, double *scratch)
{
    n = n < HALF_MAX ? n : HALF_MAX;
    m = m < HALF_MAX ? m : HALF_MAX;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            scratch[i * m + j] = a[i] / b[j];
    struct gam_interval out = { gam_stats_median(scratch, n * m), NAN, NAN, n + m };
    if (n == 0 || m == 0 || 2 * rank_sum_cdf(n, m, 0) > 0.05)
        return out;
    size_t k = 0;
    while (k + 1 < n * m / 2 && 2 * rank_sum_cdf(n, m, k + 1) <= 0.05)
        k++;
    out.low = scratch[k];
    out.high = scratch[n * m - 1 - k];
    return out;
}

static int doubling(const struct gam_selftest_input *in, struct gam_ceiling *c, struct gam_err *err)
{
    const struct gam_round_table *t = &in->context->source->rounds;
    if (c->kind == GAM_CEILING_LAUNCH)
        return 0; /* an empty operator has no work to double */
    if (!in->control_ns) {
        gam_ceiling_doubt(c, GAM_NOISY, "not tested: no run with twice the work");
        return 0;
    }
    double *ratio = gam_arena_get(in->context->scratch, (size_t)t->n_rounds, sizeof *ratio);
    if (!ratio)
        return gam_err_nomem(err);
    for (int r = 0; r < t->n_rounds; r++)
        ratio[r] = in->control_ns[r] / in->ns[r];
    struct gam_interval i = gam_rounds_interval(t, ratio);
    enum gam_validity verdict = gam_window_verdict(i, GAM_WINDOW_DOUBLE);
    if (verdict == GAM_VALID)
        return 0;
    const char *reason =
        i.n < GAM_ROUNDS_LEAST
            ? gam_arena_printf(in->context->memory, "self-test undecided: %zu rounds, 6 are needed", i.n)
            : gam_arena_printf(in->context->memory, "twice the work takes %.2fx the time (%.2f to %.2f)", i.value, i.low, i.high);
    if (!reason)
        return gam_err_nomem(err);
    gam_ceiling_doubt(c, verdict, reason);
    return 0;
}

static int halves(const struct gam_selftest_input *in, struct gam_ceiling *c, struct gam_err *err)
{
    int rounds = in->context->source->rounds.n_rounds;
    double *v = gam_arena_get(in->context->scratch, (size_t)rounds, sizeof *v);
    double *scratch = gam_arena_get(in->context->scratch, HALF_MAX * HALF_MAX, sizeof *scratch);
    if (!v || !scratch)
        return gam_err_nomem(err);
    size_t n = 0;
    for (int r = 0; r < rounds; r++)
        if (!isnan(in->round[r]))
            v[n++] = in->round[r];
    struct gam_interval i = gam_halves_ratio(v, n / 2, v + n / 2, n - n / 2, scratch);
    struct gam_window w = GAM_WINDOW_HALVES;
    enum gam_validity verdict = gam_window_verdict(i, w);
    if (isnan(i.low)) /* too few rounds for an interval: the estimate alone can only raise a doubt */
        verdict = isnan(i.value) || (i.value >= w.low && i.value <= w.high) ? GAM_VALID : GAM_NOISY;
    if (verdict == GAM_VALID)
        return 0;
    const char *reason = gam_arena_printf(in->context->memory, "first half of the rounds over second half: %.2f", i.value);
    if (!reason)
        return gam_err_nomem(err);
    gam_ceiling_doubt(c, verdict, reason);
    return 0;
}

int gam_selftest_single(const struct gam_selftest_input *in, struct gam_ceiling *c, struct gam_err *err)
{
    int rc = doubling(in, c, err);
    return rc ? rc : halves(in, c, err);
}

static bool outer_neighbour(const struct gam_levels *l, const struct gam_ceiling *inner, const struct gam_ceiling *outer)
{
    int a = gam_levels_find(l, inner->level), b = gam_levels_find(l, outer->level);
    return a >= 0 && b == a + 1 && inner->threads == outer->threads && strcmp(inner->pattern, outer->pattern) == 0;
}

static int order_pair(const struct gam_ceiling_context *context, struct gam_ceiling *inner, const struct gam_ceiling *outer,
                      const double *inner_value, const double *outer_value, struct gam_err *err)
{
    const struct gam_round_table *t = &context->source->rounds;
    double *ratio = gam_arena_get(context->scratch, (size_t)t->n_rounds, sizeof *ratio);
    if (!ratio)
        return gam_err_nomem(err);
    for (int r = 0; r < t->n_rounds; r++)
        ratio[r] = inner_value[r] / outer_value[r];
    struct gam_interval i = gam_rounds_interval(t, ratio);
    enum gam_validity verdict = gam_window_verdict(i, GAM_WINDOW_ORDER);
    if (i.n < GAM_ROUNDS_LEAST) /* doubling has said that there are too few rounds */
        verdict = i.value < 0.95 ? GAM_NOISY : GAM_VALID;
    if (verdict == GAM_VALID)
        return 0;
    const char *reason =
        gam_arena_printf(context->memory, "%.2fx the bandwidth of %s behind it: cannot be slower", i.value, outer->level);
    if (!reason)
        return gam_err_nomem(err);
    gam_ceiling_doubt(inner, verdict, reason);
    return 0;
}

int gam_selftest_order(const struct gam_ceiling_context *context, struct gam_report_device *d, double *const *value,
                       struct gam_err *err)
{
    for (size_t i = 0; i < d->n_ceilings; i++) {
        struct gam_ceiling *inner = &d->ceiling[i];
        if (inner->kind != GAM_CEILING_MEMORY || strstr(inner->pattern, "-nt")) /* non-temporal stores pass the caches by */
            continue;
        for (size_t j = 0; j < d->n_ceilings; j++) {
            const struct gam_ceiling *outer = &d->ceiling[j];
            if (outer->kind != GAM_CEILING_MEMORY || outer->validity == GAM_VOID ||
                !outer_neighbour(context->levels, inner, outer))
                continue;
            int rc = order_pair(context, inner, outer, value[i], value[j], err);
            if (rc)
                return rc;
        }
    }
    return 0;
}
