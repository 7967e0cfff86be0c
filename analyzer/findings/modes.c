/* SPDX-License-Identifier: MIT */
/* Findings about what made one operator take different times: two modes that it switches between, and the clock of a GPU. */
#include "analyzer/findings/findings.h"
#include "analyzer/roof_facts.h"
#include "common/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Two groups of rounds are two modes when what lies between them is this much, and three times the spread inside each. */
#define MODE_GAP    1.15
#define MODE_INSIDE 3.0
enum { MODE_LEAST = 2 /* rounds of each, and three in ten */, MODE_ROUNDS = 6 };

#define CLOCK_MOVES 0.05

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Index of the first of the upper group in sorted times; 0: one group. */
static size_t upper_mode(const double *sorted, size_t n)
{
    size_t least = 3 * n / 10 > MODE_LEAST ? 3 * n / 10 : MODE_LEAST, at = 0;
    double widest = MODE_GAP;
    for (size_t k = least; n >= MODE_ROUNDS && k + least <= n; k++) {
        double gap = sorted[k] / sorted[k - 1];
        double inside = fmax(sorted[k - 1] / sorted[0], sorted[n - 1] / sorted[k]);
        if (gap > widest && (gap - 1) > MODE_INSIDE * (inside - 1)) {
            widest = gap;
            at = k;
        }
    }
    return at;
}

int gam_look_two_modes(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    struct gam_analysis *a = l->analysis;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < a->report->n_ops; i++) {
        const struct gam_report_operator *op = &a->report->op[i];
        char low[32], high[32];
        size_t n = 0;
        for (int r = 0; r < a->rounds.n_rounds; r++)
            if (op->round_ns[r] > 0)
                a->ratio[0][n++] = op->round_ns[r];
        if (n)
            qsort(a->ratio[0], n, sizeof *a->ratio[0], by_size);
        size_t at = op->best ? upper_mode(a->ratio[0], n) : 0;
        if (!at)
            continue;
        gam_unit_text(a->ratio[0][at / 2], "ns", low, sizeof low);
        gam_unit_text(a->ratio[0][(at + n) / 2], "ns", high, sizeof high);
        struct gam_finding_about about = { op, (double)op->calls * op->time_ns.value, NULL };
        rc = gam_finding_say(l, rule, &about, err, "%s takes two different times: about %s in %zu rounds, %s in %zu",
                             op->name ? op->name : op->spec, low, at, high, n - at);
    }
    return rc;
}

/* Measurements whose readings say so, and the first of them. */
static size_t readings_count(const struct gam_analysis *a, bool (*holds)(const struct gam_analysis *, size_t), size_t *first)
{
    size_t n = 0;
    for (size_t i = 0; i < gam_runset_measurement_n(a->run); i++)
        if (gam_runset_measurement(a->run)[i].role != GAM_ROLE_CONTROL && holds(a, i) && n++ == 0)
            *first = i;
    return n;
}

static bool throttled(const struct gam_analysis *a, size_t i)
{
    struct gam_quantity looks = gam_readings_get(&a->readings, i, "gpu_throttled_looks");
    return looks.value > 0;
}

static bool clock_moved(const struct gam_analysis *a, size_t i)
{
    struct gam_quantity usual = gam_readings_get(&a->readings, i, "gpu_clock_hz");
    struct gam_quantity least = gam_readings_get(&a->readings, i, "gpu_clock_least_hz");
    return usual.value > 0 && least.value > 0 && least.value < (1 - CLOCK_MOVES) * usual.value;
}

int gam_look_gpu_throttled(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_analysis *a = l->analysis;
    struct gam_finding_about at = { NULL, 0, NULL };
    size_t first = 0, n = readings_count(a, throttled, &first);
    const char *spec = n ? gam_measurement_spec(a->run, &gam_runset_measurement(a->run)[first]) : NULL;
    return n ? gam_finding_say(l, rule, &at, err, "the GPU was throttled during %zu measurement%s, among them %s", n,
                               n == 1 ? "" : "s", spec ? spec : "?")
             : 0;
}

int gam_look_gpu_clock(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_analysis *a = l->analysis;
    size_t first = 0, n = readings_count(a, clock_moved, &first);
    char usual[32], least[32], evidence[120];
    if (!n)
        return 0;
    gam_unit_text(gam_readings_get(&a->readings, first, "gpu_clock_hz").value, "hz", usual, sizeof usual);
    gam_unit_text(gam_readings_get(&a->readings, first, "gpu_clock_least_hz").value, "hz", least, sizeof least);
    snprintf(evidence, sizeof evidence, "usually %s, down to %s", usual, least);
    struct gam_finding_about at = { NULL, 0, evidence };
    return gam_finding_say(l, rule, &at, err, "the GPU's clock is not fixed: it moved during %zu measurement%s", n,
                           n == 1 ? "" : "s");
}
