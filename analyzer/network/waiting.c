/* SPDX-License-Identifier: MIT */
/* Waiting inside steps: their ranks take equally long, but not in the same places. */
#include "analyzer/analysis.h"
#include "analyzer/network/network.h"
#include "common/err.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    size_t slot; /* measurement * n_rounds + round */
    int64_t rank;
    double ns; /* in MPI, of one iteration */
};

static int by_slot(const void *x, const void *y)
{
    const struct entry *a = x, *b = y;
    if (a->slot != b->slot)
        return a->slot < b->slot ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return a->ns < b->ns ? -1 : a->ns > b->ns;
}

static bool read_entry(const struct gam_analysis *a, const struct gam_reading *r, struct entry *out)
{
    const struct gam_quantity_def *def = gam_runset_quantity_def(a->run);
    if (r->target != GAM_TARGET_SAMPLE || r->ivalue == GAM_NULL_INT || r->quantity < 0 ||
        (size_t)r->quantity >= gam_runset_quantity_def_n(a->run) || strcmp(def[r->quantity].name, "comm_ns") != 0 ||
        r->subject < 0 || (size_t)r->subject >= gam_runset_sample_n(a->run))
        return false;
    const struct gam_sample *s = &gam_runset_sample(a->run)[r->subject];
    if (s->pass != 0 || s->round < 0 || s->round >= a->rounds.n_rounds || s->iterations <= 0 || s->measurement < 0 ||
        (size_t)s->measurement >= a->rounds.n_measurements)
        return false;
    *out = (struct entry){ (size_t)s->measurement * (size_t)a->rounds.n_rounds + (size_t)s->round, s->rank,
                           (double)r->ivalue / (double)s->iterations };
    return true;
}

/* All entries of one (measurement, round), sorted by rank and time: the median of each rank counts. */
static void fold_slot(const struct entry *e, size_t n, double *wait)
{
    double sum = 0, least = INFINITY;
    size_t ranks = 0;
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && e[end].rank == e[i].rank;)
            end++;
        double m = e[i + (end - i) / 2].ns;
        sum += m;
        least = fmin(least, m);
        ranks++;
    }
    if (ranks > 1)
        wait[e->slot] = sum / (double)ranks - least;
}

int gam_waiting_read(struct gam_analysis *a, struct gam_err *err)
{
    size_t most = gam_runset_reading_n(a->run), n = 0;
    if (most == 0 || !a->rounds.wait_ns)
        return 0;
    struct entry *e = malloc(most * sizeof *e);
    if (!e)
        return gam_err_nomem(err);
    for (size_t i = 0; i < most; i++)
        n += read_entry(a, &gam_runset_reading(a->run)[i], &e[n]);
    if (n)
        qsort(e, n, sizeof *e, by_slot);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && e[end].slot == e[i].slot;)
            end++;
        fold_slot(e + i, end - i, a->rounds.wait_ns);
    }
    free(e);
    return 0;
}
