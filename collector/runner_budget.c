/* SPDX-License-Identifier: MIT */
/* Time: how long a visit may be, what is left. */
#include "collector/runner_priv.h"
#include "common/unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double budget_visit_least_ns = 5e6, budget_visit_most_ns = 100e6, budget_visit_free_ns = 50e6;
static const double budget_short_margin = 1.1; /* samples aim this far above the shortest trustworthy one */
static const double budget_over_margin = 1.1;  /* of "about this long" */
static const double budget_overhead_ns = 3e5;  /* of a visit: meters and records, until learned */

/* Rates of an unknown machine, for the first guess only; what preparation really takes corrects them. */
static const double guess_flop_per_ns = 4, guess_bytes_per_ns = 4, guess_fill_bytes_per_ns = 1.5, guess_item_ns = 8e6;

uint64_t gam_runner_elapsed(const struct runner *r)
{
    return gam_clock_now(r->config->clock) - r->begin_ns;
}

int gam_runner_cancelled(const struct runner *r)
{
    return r->config->cancel && *r->config->cancel;
}

/* Of a budget, what is judged gets more than what it is judged by: there are more roofs than operators, and they agree sooner. */
static double slot_visit_ns(const struct runner *r, const struct slot *s, double visit_ns)
{
    if (!r->plan->budget_ns || r->config->visit_ns || s->item->role == GAM_ROLE_SUBJECT)
        return visit_ns;
    return fmax(visit_ns / RUNNER_ROOFS_SHORTER, fmin(visit_ns, budget_visit_least_ns));
}

static double sample_ns(const struct runner *r, const struct slot *s, double visit_ns)
{
    double target = fmax(budget_short_margin * (double)r->sample_least_ns, visit_ns / RUNNER_SAMPLES);

    if (s->iterations)
        return (double)s->iterations * s->iteration_ns;
    return fmax(1, ceil(target / s->iteration_ns)) * s->iteration_ns;
}

void gam_slot_set_iterations(const struct runner *r, struct slot *s)
{
    s->iterations = 0;
    s->iterations = (uint64_t)round(sample_ns(r, s, slot_visit_ns(r, s, (double)r->visit_ns)) / s->iteration_ns);
}

static double samples_wanted(const struct runner *r, const struct slot *s, double visit_ns, int pass)
{
    double n = round(visit_ns / sample_ns(r, s, visit_ns));

    if (s->item->role == GAM_ROLE_CONTROL)
        n = fmin(n, RUNNER_SAMPLES_CONTROL);
    return pass > 0 || n < 1 ? 1 : fmin(n, RUNNER_SAMPLES_MOST);
}

uint64_t gam_slot_iterations(const struct runner *r, const struct slot *s, int pass)
{
    double least = ceil((double)gam_meters_least_ns(r, s, pass) / s->iteration_ns);

    return (uint64_t)fmax((double)s->iterations, least);
}

uint64_t gam_slot_samples(const struct runner *r, const struct slot *s, int pass)
{
    return (uint64_t)samples_wanted(r, s, slot_visit_ns(r, s, (double)r->visit_ns), pass);
}

/* Launches in which a stream on a device goes once through its working set, which nothing else may have touched since its last
 * visit (gam_slot_touch says why); 0: it is none. */
static double launches_of_a_pass(const struct slot *s)
{
    const struct gam_op *op = &s->item->op;

    if (gam_slot_is_host(s) || strcmp(op->kind->name, "roof_stream") != 0)
        return 0;
    return ceil((double)gam_op_int(op, "bytes") / (double)gam_op_int(op, "chunk"));
}

uint64_t gam_slot_warm_up(const struct runner *r, const struct slot *s)
{
    double visit_ns = slot_visit_ns(r, s, (double)r->visit_ns), n = visit_ns / 20 / s->iteration_ns, pass = launches_of_a_pass(s);

    if (s->iteration_ns * 4 > visit_ns)
        return (uint64_t)pass; /* more would cost as much as it could mend */
    return (uint64_t)fmax(fmax(n, pass), 1);
}

double gam_visit_cost_ns(const struct runner *r, const struct slot *s, double visit_ns, int pass)
{
    double overhead = s->overhead_ns;

    visit_ns = slot_visit_ns(r, s, visit_ns);
    if (!s->visits) {
        overhead = budget_overhead_ns + (double)gam_slot_warm_up(r, s) * s->iteration_ns;
        for (size_t i = 0; i < s->n_operands; i++) {
            const struct pool_buffer *b = &r->buffer[s->buffer[i]];

            overhead += b->resident ? 0 : (double)b->ready_ns;
        }
    }
    return fmax(samples_wanted(r, s, visit_ns, pass) * sample_ns(r, s, visit_ns), (double)gam_meters_least_ns(r, s, pass)) +
           overhead;
}

double gam_round_cost_ns(const struct runner *r, double visit_ns)
{
    double sum = 0;

    for (size_t i = 0; i < r->n_slots; i++)
        for (int pass = 0; r->slot[i].alive && pass <= r->passes; pass++)
            if (gam_meters_want(r, &r->slot[i], pass))
                sum += gam_visit_cost_ns(r, &r->slot[i], visit_ns, pass);
    return sum;
}

static double budget_left(const struct runner *r)
{
    return fmax(0, (double)r->plan->budget_ns - (double)gam_runner_elapsed(r));
}

void gam_budget_visit(struct runner *r)
{
    double low = budget_visit_least_ns, high = budget_visit_most_ns;

    if (r->config->visit_ns || !r->plan->budget_ns) {
        r->visit_ns = r->config->visit_ns ? r->config->visit_ns : (uint64_t)budget_visit_free_ns;
        low = (double)r->visit_ns;
    }
    while (r->plan->budget_ns && r->rounds > r->plan->rounds_least && r->rounds > r->round + 1 &&
           (r->rounds - r->round) * gam_round_cost_ns(r, low) > budget_left(r))
        r->rounds--;
    if (r->config->visit_ns || !r->plan->budget_ns)
        return;
    for (int i = 0; i < 40 && high - low > 1000; i++) {
        double middle = (low + high) / 2;

        if ((r->rounds - r->round) * gam_round_cost_ns(r, middle) > budget_left(r))
            high = middle;
        else
            low = middle;
    }
    r->visit_ns = (uint64_t)low;
}

/* Fewer rounds than the least give no interval, so a budget that is too small for them is passed, and that is said. */
int gam_budget_warn(struct runner *r, struct gam_err *err)
{
    double budget_ns = (double)r->plan->budget_ns;
    double needed_ns = (double)gam_runner_elapsed(r) + r->rounds * gam_round_cost_ns(r, (double)r->visit_ns);
    char needed[32], given[32];

    if (!r->plan->budget_ns || needed_ns <= budget_over_margin * budget_ns)
        return 0;
    gam_unit_duration_text((uint64_t)needed_ns, needed, sizeof needed);
    gam_unit_duration_text(r->plan->budget_ns, given, sizeof given);
    snprintf(r->result->over_budget, sizeof r->result->over_budget,
             "the budget of %s is too small: preparing, and %d rounds, which are the fewest, take about %s", given, r->rounds,
             needed);
    return gam_emit_event(r->emit, GAM_SEVERITY_WARNING, "budget-too-small", r->result->over_budget,
                          "give a larger --budget, fewer operators, or --rounds", err);
}

/* Before anything is calibrated: equal shares of most of the budget. */
void gam_budget_first_visit(struct runner *r)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n_slots; i++)
        n += r->slot[i].alive;
    r->visit_ns = r->config->visit_ns ? r->config->visit_ns : (uint64_t)budget_visit_free_ns;
    if (r->config->visit_ns || !r->plan->budget_ns || !n)
        return;
    r->visit_ns = (uint64_t)fmin(budget_visit_most_ns,
                                 fmax(budget_visit_least_ns, 0.75 * (double)r->plan->budget_ns / ((double)n * r->plan->rounds)));
}

/* One round's time at a visit length while it is not yet known what survives: items not yet prepared count as a visit. */
static double round_guess_ns(const struct runner *r, double visit_ns)
{
    double sum = 0;

    for (size_t i = 0; i < r->n_slots; i++) {
        const struct slot *s = &r->slot[i];

        if (s->alive)
            sum +=
                s->iteration_ns > 0 ? gam_visit_cost_ns(r, s, visit_ns, 0) : slot_visit_ns(r, s, visit_ns) + budget_overhead_ns;
    }
    return sum;
}

/* The budget ends the rounds, or the longest visits do; the shortest must fit in any case. */
double gam_rounds_guess_ns(const struct runner *r, double prepare_left_ns)
{
    double least;

    if (r->config->visit_ns || !r->plan->budget_ns)
        return r->plan->rounds * round_guess_ns(r, (double)r->visit_ns);
    least = r->plan->rounds_least * round_guess_ns(r, budget_visit_least_ns);
    return fmin(r->plan->rounds * round_guess_ns(r, budget_visit_most_ns), fmax(least, budget_left(r) - prepare_left_ns));
}

void gam_prepare_guess(struct runner *r)
{
    r->guess_all_ns = 0;
    for (size_t i = 0; i < r->n_slots; i++) {
        struct slot *s = &r->slot[i];
        struct gam_cost cost = { .fma_flop = 0 };

        if (!s->alive)
            continue;
        gam_op_cost(&s->item->op, &cost);
        s->guess_ns = guess_item_ns + 2 * (cost.fma_flop + cost.special_flop) / guess_flop_per_ns / s->item->threads +
                      2 * (cost.read_bytes + cost.written_bytes) / guess_bytes_per_ns;
        for (size_t o = 0; o < s->n_operands; o++) {
            struct pool_buffer *b = &r->buffer[s->buffer[o]];

            s->guess_ns += b->ready_ns ? 0 : (double)b->bytes / guess_fill_bytes_per_ns;
            b->ready_ns = (uint64_t)((double)b->bytes / guess_fill_bytes_per_ns) + 1; /* the first one pays */
        }
        r->guess_all_ns += s->guess_ns;
    }
}

void gam_progress_tell(const struct runner *r, enum gam_phase phase, const struct slot *s, uint64_t left_ns)
{
    char spec[GAM_OP_SPEC_MAX] = "";
    struct gam_progress p = { .phase = phase, .what = spec, .left_ns = left_ns };

    if (!r->config->progress)
        return;
    if (s)
        gam_slot_spec(s, spec, sizeof spec);
    p.elapsed_ns = gam_runner_elapsed(r);
    p.done = r->done;
    p.total = r->total;
    p.round = r->round;
    p.rounds = r->rounds;
    r->config->progress(r->config->progress_ctx, &p);
}
