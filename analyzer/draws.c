/* SPDX-License-Identifier: MIT */
#include "analyzer/draws.h"

#include "common/rand.h"
#include "common/stats.h"

#include <math.h>
#include <string.h>

/* Normal draws are cut here (one in 2 million lies outside), so that "no draw can differ" is provable from the corners. */
#define SIGMAS_MAX 5.0

static double sigma_of_interval(double value, double low, double high)
{
    if (!(low > 0) || !(high > 0) || !(value > 0))
        return NAN;
    return log(high / low) / 2 / 1.96;
}

double gam_ceiling_sigma(const struct gam_ceiling *c)
{
    if (c->value.source == GAM_SOURCE_DATASHEET)
        return 0.15;
    return sigma_of_interval(c->value.value, c->value.low, c->value.high);
}

double gam_confidence_of_two(double t_a, double sigma_a, double t_b, double sigma_b)
{
    double sigma = sqrt(sigma_a * sigma_a + sigma_b * sigma_b);
    if (sigma == 0)
        return t_a == t_b ? 0.5 : t_a > t_b;
    return gam_stats_normal_cdf(log(t_a / t_b) / sigma);
}

static uint64_t text_hash(const char *text, uint64_t seed)
{
    uint64_t h = 14695981039346656037ull ^ seed; /* FNV-1a */
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 1099511628211ull;
    return h;
}

size_t gam_draws_leaves(const struct gam_times *t, uint64_t seed, struct gam_draw_leaf out[GAM_RESOURCES])
{
    for (size_t i = 0; i < t->n; i++) {
        const struct gam_leaf *leaf = &t->leaf[i];
        double whole = gam_leaf_ns(leaf, GAM_END_MIDDLE), variance = 0;
        double low = gam_leaf_ns(leaf, GAM_END_LOW), high = gam_leaf_ns(leaf, GAM_END_HIGH);
        out[i] = (struct gam_draw_leaf){ .kind = leaf->kind, .time = whole, .seed = text_hash(leaf->name, seed) };
        for (size_t k = 0; k < leaf->n_parts; k++) {
            struct gam_leaf one = { .kind = leaf->kind, .n_parts = 1 };
            one.part[0] = leaf->part[k];
            double sigma = gam_ceiling_sigma(leaf->part[k].ceiling) * (whole > 0 ? gam_leaf_ns(&one, GAM_END_MIDDLE) / whole : 0);
            variance += sigma * sigma;
            out[i].seed = text_hash(leaf->part[k].ceiling->id, out[i].seed);
        }
        out[i].sigma = sqrt(variance);
        out[i].ln_range = low > 0 && high > low ? log(high / low) : 0;
    }
    return t->n;
}

static void model_of(const struct gam_draw_leaf *leaf, size_t n, double omega, struct gam_model *m)
{
    *m = (struct gam_model){ .n = n, .p = 1, .omega = omega };
    for (size_t i = 0; i < n; i++) {
        m->kind[i] = leaf[i].kind;
        m->time[i] = leaf[i].time;
    }
}

/* Furthest that draws move ln time of a leaf either way. */
static double reach(const struct gam_draw_leaf *leaf)
{
    return leaf->sigma * SIGMAS_MAX + leaf->ln_range / 2;
}

/* A lower bound of a kind's elasticity over all p in the range, for the largest resource of a device: its share of the p-norm
 * rises with p, the device's part beside the rest falls. */
static double least_elasticity(struct gam_model *m, int kind, struct gam_overlap o, struct gam_model_result *at_low)
{
    struct gam_model_result at_high;
    m->p = o.p_low;
    gam_model_eval(m, at_low);
    if ((kind != GAM_RESOURCE_COMPUTE && kind != GAM_RESOURCE_MEMORY) || at_low->device == 0)
        return at_low->elasticity_of_kind[kind];
    m->p = o.p_high;
    gam_model_eval(m, &at_high);
    double share = at_low->elasticity_of_kind[kind] * at_low->mod / at_low->device;
    return share * at_high.device / at_high.mod;
}

/* The resource kind that has elasticity >= 1/2 even in the corner that is worst for it, and is apart from every other one by more
 * than 1.1 there: then all draws note it and none is a near tie. Elasticity rises with a resource's own time and falls with
 * every other one; not so with overlapped network time. -1: no such kind. */
static int certain_kind(const struct gam_draw_leaf *leaf, size_t n, struct gam_overlap overlap)
{
    struct gam_model m;
    struct gam_model_result r;
    for (int k = 0; k < 5 && overlap.omega == 0; k++) {
        model_of(leaf, n, overlap.omega, &m);
        for (size_t i = 0; i < n; i++)
            m.time[i] *= exp((int)leaf[i].kind == k ? -reach(&leaf[i]) : reach(&leaf[i]));
        double least = least_elasticity(&m, k, overlap, &r), second = 0;
        for (int o = 0; o < 5; o++)
            second = o == k ? second : fmax(second, r.of_kind[o]);
        if (least >= 0.5 && r.of_kind[k] > 1.1 * second)
            return k;
    }
    return -1;
}

/* The memory leaf with the largest median, the outer one of equals; -1: there is none. */
static int slowest_level(const struct gam_draw_leaf *leaf, size_t n)
{
    int best = -1;
    for (size_t i = 0; i < n; i++)
        if (leaf[i].kind == GAM_RESOURCE_MEMORY && (best < 0 || leaf[i].time >= leaf[best].time))
            best = (int)i;
    return best;
}

/* The memory leaf that is the slowest in every draw; -1: not one alone. */
static int certain_level(const struct gam_draw_leaf *leaf, size_t n)
{
    int best = slowest_level(leaf, n);
    for (size_t i = 0; i < n && best >= 0; i++)
        if (leaf[i].kind == GAM_RESOURCE_MEMORY && (int)i != best &&
            leaf[i].time * exp(reach(&leaf[i])) >= leaf[best].time * exp(-reach(&leaf[best])))
            return -1;
    return best;
}

struct tally {
    size_t of_kind[5], none, near_tie, level;
    int slowest; /* leaf whose draws `level` counts; -1 */
};

static void note_draw(const struct gam_model *m, const struct gam_model_result *r, struct tally *t)
{
    int winner = -1;
    double first = 0, second = 0;
    for (int k = 0; k < 5; k++) {
        if (r->elasticity_of_kind[k] >= 0.5 && (winner < 0 || r->elasticity_of_kind[k] > r->elasticity_of_kind[winner]))
            winner = k;
        if (r->of_kind[k] > first) {
            second = first;
            first = r->of_kind[k];
        } else {
            second = fmax(second, r->of_kind[k]);
        }
    }
    t->near_tie += second > 0 && log(first / second) < log(1.1);
    if (winner < 0) {
        t->none++;
        return;
    }
    t->of_kind[winner]++;
    t->level += winner == GAM_RESOURCE_MEMORY && m->time[t->slowest] == r->of_kind[GAM_RESOURCE_MEMORY];
}

static void finish(const struct tally *t, struct gam_draws_result *out)
{
    for (int k = 0; k < 5; k++)
        out->of_kind[k] = (double)t->of_kind[k] / GAM_DRAWS;
    out->none = (double)t->none / GAM_DRAWS;
    out->near_tie = (double)t->near_tie / GAM_DRAWS;
    if (t->of_kind[GAM_RESOURCE_MEMORY] == 0)
        return;
    out->level = t->slowest;
    out->level_share = (double)t->level / (double)t->of_kind[GAM_RESOURCE_MEMORY];
}

static double draw_factor(const struct gam_draw_leaf *leaf, struct gam_rand *rand)
{
    double ln = 0;
    if (leaf->sigma > 0)
        ln += leaf->sigma * fmax(-SIGMAS_MAX, fmin(SIGMAS_MAX, gam_rand_normal(rand)));
    if (leaf->ln_range > 0)
        ln += leaf->ln_range * (gam_rand_unit(rand) - 0.5);
    return ln == 0 ? 1 : exp(ln);
}

/* What needs no drawing because every draw gives the same; false when draws are needed. */
static bool decided_at_corners(const struct gam_draw_leaf *leaf, size_t n, struct gam_overlap overlap,
                               struct gam_draws_result *out)
{
    int kind = certain_kind(leaf, n, overlap);
    if (kind < 0)
        return false;
    if (kind == GAM_RESOURCE_MEMORY) {
        out->level = certain_level(leaf, n);
        if (out->level < 0)
            return false;
        out->level_share = 1;
    }
    out->of_kind[kind] = 1;
    return true;
}

void gam_draws_run(const struct gam_draw_leaf *leaf, size_t n, struct gam_overlap overlap, struct gam_draws_result *out)
{
    struct gam_model m;
    struct gam_model_result r;
    struct gam_rand rand[GAM_RESOURCES], rand_p;
    struct tally t = { .slowest = slowest_level(leaf, n) };
    *out = (struct gam_draws_result){ .level = -1 };
    if (decided_at_corners(leaf, n, overlap, out))
        return;
    model_of(leaf, n, overlap.omega, &m);
    m.p = overlap.p_low;
    gam_rand_seed(&rand_p, 0x70);
    for (size_t i = 0; i < n; i++)
        gam_rand_seed(&rand[i], leaf[i].seed);
    for (int d = 0; d < GAM_DRAWS; d++) {
        for (size_t i = 0; i < n; i++)
            m.time[i] = leaf[i].time * draw_factor(&leaf[i], &rand[i]);
        if (overlap.p_high > overlap.p_low)
            m.p = overlap.p_low * pow(overlap.p_high / overlap.p_low, gam_rand_unit(&rand_p));
        gam_model_eval(&m, &r);
        note_draw(&m, &r, &t);
    }
    finish(&t, out);
}
