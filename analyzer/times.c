/* SPDX-License-Identifier: MIT */
#include "analyzer/times.h"

#include "analyzer/roof_facts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Special functions below this part of an operator's FLOPs (a fused activation behind a matrix product) cannot move its time. */
#define SPECIAL_NEGLIGIBLE 0.01

struct mix {
    double read_share;
    int threads;
};

static struct gam_leaf *add_leaf(struct gam_times *t, enum gam_resource_kind kind, const char *name)
{
    if (t->n == GAM_RESOURCES)
        return NULL;
    struct gam_leaf *leaf = &t->leaf[t->n++];
    memset(leaf, 0, sizeof *leaf);
    leaf->kind = kind;
    snprintf(leaf->name, sizeof leaf->name, "%s", name);
    return leaf;
}

static void add_part(struct gam_leaf *leaf, double low, double high, const struct gam_ceiling *ceiling)
{
    if (leaf && leaf->n_parts < sizeof leaf->part / sizeof leaf->part[0])
        leaf->part[leaf->n_parts++] = (struct gam_part){ low, high, ceiling };
}

__attribute__((format(printf, 2, 3))) static void missing(struct gam_times *t, const char *format, ...)
{
    va_list args;
    if (t->missing[0])
        return;
    va_start(args, format);
    vsnprintf(t->missing, sizeof t->missing, format, args);
    va_end(args);
}

static void compute_leaf(const struct gam_report_device *d, const struct gam_work *w, int threads, struct gam_times *out)
{
    const struct gam_cost *c = &w->cost;
    struct {
        const char *class_;
        double flop;
    } row[] = { { "fma", c->fma_flop }, { "special", c->special_flop } };
    if (c->fma_flop + c->special_flop <= 0)
        return;
    struct gam_leaf *leaf = add_leaf(out, GAM_RESOURCE_COMPUTE, gam_resource_kind_word(GAM_RESOURCE_COMPUTE));
    for (size_t i = 0; i < 2; i++) {
        const struct gam_ceiling *ceiling =
            row[i].flop > 0 ? gam_ceiling_compute(d, row[i].class_, (int)c->compute_dtype, threads) : NULL;
        if (ceiling)
            add_part(leaf, row[i].flop, row[i].flop, ceiling);
        else if (row[i].flop > 0 && (i == 0 || c->special_flop > SPECIAL_NEGLIGIBLE * c->fma_flop))
            missing(out, "no valid %s ceiling for %s on %d thread%s", row[i].class_, gam_dtype_info(c->compute_dtype)->name,
                    threads, threads == 1 ? "" : "s");
    }
    if (leaf && leaf->n_parts == 0)
        out->n--;
}

/* The roof of a level and the level that it belongs to: its own, or that of a level behind when that is faster, for what comes
 * from there passes this level too. NULL: there is none. */
static const struct gam_ceiling *level_roof(const struct gam_report_device *d, const struct gam_levels *levels, int level,
                                            const struct mix *mix, int *from)
{
    const struct gam_ceiling *best = NULL;
    for (int i = level; i < (int)levels->n; i++) {
        const struct gam_ceiling *c = gam_ceiling_memory(d, levels->level[i].name, mix->read_share, mix->threads);
        if (!c || (best && c->value.value <= best->value.value))
            continue;
        best = c;
        *from = i;
    }
    return best;
}

static void memory_leaves(const struct gam_report_device *d, const struct gam_levels *levels, const struct gam_work *w,
                          int threads, struct gam_times *out)
{
    struct mix mix = { gam_work_read_share(w), threads };
    if (isnan(mix.read_share))
        return;
    if (w->serving < 0)
        missing(out, "the sizes of the memory levels are not known");
    for (int i = 0; i <= w->serving; i++) {
        int from = i;
        const char *name = levels->level[i].name;
        const struct gam_ceiling *roof = level_roof(d, levels, i, &mix, &from);
        if (!roof && i == w->serving)
            missing(out, "no valid bandwidth ceiling for %s on %d thread%s", name, threads, threads == 1 ? "" : "s");
        if (!roof || (from != i && i < w->serving)) /* the level behind says as much */
            continue;
        if (from != i && !gam_ceiling_memory(d, name, mix.read_share, threads))
            out->stand_in = from;
        add_part(add_leaf(out, GAM_RESOURCE_MEMORY, name), gam_work_low_bytes(w, (size_t)i), gam_work_high_bytes(w, (size_t)i),
                 roof);
    }
}

/* Messages one after the other, and the bytes over the bandwidth. */
static void network_leaf(const struct gam_report_device *d, const struct gam_work *w, const char *link, struct gam_times *out)
{
    if (!(w->cost.sent_bytes > 0))
        return;
    const struct gam_ceiling *rate = gam_ceiling_network(d, link, GAM_CEILING_NETWORK);
    const struct gam_ceiling *alpha = gam_ceiling_network(d, link, GAM_CEILING_LATENCY);
    if (!rate || !alpha) {
        missing(out, "no valid network ceiling for %s", link ? link : "its link");
        return;
    }
    struct gam_leaf *leaf = add_leaf(out, GAM_RESOURCE_NETWORK, rate->link);
    add_part(leaf, w->cost.messages, w->cost.messages, alpha);
    add_part(leaf, w->cost.sent_bytes, w->cost.sent_bytes, rate);
}

/* One way of the link. In a run without a roof for starting a copy the bytes count alone, which is a lower bound. */
static void one_way(struct gam_leaf *leaf, double bytes, const struct gam_ceiling *rate, double copies,
                    const struct gam_ceiling *start)
{
    if (rate)
        add_part(leaf, bytes, bytes, rate);
    if (start)
        add_part(leaf, copies, copies, start);
}

/* The inputs come from the host's memory, then the results go there. */
static void host_link_leaf(const struct gam_report_device *d, const struct gam_work *w, enum gam_host_memory host,
                           struct gam_times *out)
{
    const char *memory = gam_host_memory_word(host);
    if (!memory)
        return;
    const struct gam_ceiling *in = gam_ceiling_host_link(d, "to-device", memory);
    const struct gam_ceiling *back = gam_ceiling_host_link(d, "from-device", memory);
    if ((w->link.to_device > 0 && !in) || (w->link.from_device > 0 && !back)) {
        missing(out, "no valid ceiling of the link to the host with %s memory", memory);
        return;
    }
    struct gam_leaf *leaf = add_leaf(out, GAM_RESOURCE_HOST_LINK, gam_resource_kind_word(GAM_RESOURCE_HOST_LINK));
    one_way(leaf, w->link.to_device, in, w->link.copies_to, gam_ceiling_copy_start(d, "to-device", memory));
    one_way(leaf, w->link.from_device, back, w->link.copies_from, gam_ceiling_copy_start(d, "from-device", memory));
}

/* Of an operator of several ranks only what comes from main memory is known to come from there: its parts stay in caches. */
static bool memory_counts(const struct gam_levels *levels, const struct gam_work *w)
{
    return !(w->cost.sent_bytes > 0) || (w->serving >= 0 && w->serving == gam_levels_main(levels));
}

/* Between buffers on GPUs, which compute and launch by themselves: nothing of that is the cores', whose roofs these are. */
static bool on_gpus(const struct gam_work *w, const char *link)
{
    return w->cost.sent_bytes > 0 && link && strncmp(link, "GPU ", 4) == 0;
}

void gam_times_build(const struct gam_report_device *d, const struct gam_levels *levels, const struct gam_work *work,
                     struct gam_crew crew, struct gam_times *out)
{
    int threads = crew.workers, launch_threads = crew.started;
    memset(out, 0, sizeof *out);
    out->stand_in = -1;
    if (on_gpus(work, crew.link)) {
        network_leaf(d, work, crew.link, out);
        return;
    }
    compute_leaf(d, work, threads, out);
    if (memory_counts(levels, work))
        memory_leaves(d, levels, work, threads, out);
    network_leaf(d, work, crew.link, out);
    host_link_leaf(d, work, crew.host, out);
    /* Without a launch roof the overhead is unknown, not zero; the label then says what the rest explains. */
    const struct gam_ceiling *launch = launch_threads > 0 ? gam_ceiling_launch(d, launch_threads) : NULL;
    if (launch)
        add_part(add_leaf(out, GAM_RESOURCE_OVERHEAD, gam_resource_kind_word(GAM_RESOURCE_OVERHEAD)), 1, 1, launch);
}

static double amount(const struct gam_part *p, enum gam_end end)
{
    if (end == GAM_END_MIDDLE)
        return p->low == p->high ? p->low : sqrt(p->low * p->high);
    return end == GAM_END_LOW ? p->low : p->high;
}

double gam_leaf_ns(const struct gam_leaf *leaf, enum gam_end end)
{
    double sum = 0;
    for (size_t i = 0; i < leaf->n_parts; i++)
        sum += gam_ceiling_time_ns(leaf->part[i].ceiling->kind, amount(&leaf->part[i], end), leaf->part[i].ceiling->value.value);
    return sum;
}

static bool ever_measured(const struct gam_ceiling *c, int n_rounds)
{
    for (int r = 0; r < n_rounds; r++)
        if (!isnan(c->round[r]))
            return true;
    return false;
}

double gam_leaf_round_ns(const struct gam_leaf *leaf, enum gam_end end, int round, int n_rounds)
{
    double sum = 0;
    for (size_t i = 0; i < leaf->n_parts; i++) {
        const struct gam_ceiling *c = leaf->part[i].ceiling;
        double value = c->round[round];
        if (isnan(value) && !ever_measured(c, n_rounds))
            value = c->value.value;
        sum += gam_ceiling_time_ns(c->kind, amount(&leaf->part[i], end), value);
    }
    return sum;
}

bool gam_times_model(const struct gam_times *t, enum gam_end end, int round, int n_rounds, double p, struct gam_model *out)
{
    *out = (struct gam_model){ .n = t->n, .p = p, .omega = t->omega };
    for (size_t i = 0; i < t->n; i++) {
        out->kind[i] = t->leaf[i].kind;
        out->time[i] = round < 0 ? gam_leaf_ns(&t->leaf[i], end) : gam_leaf_round_ns(&t->leaf[i], end, round, n_rounds);
        if (isnan(out->time[i]))
            return false;
    }
    return true;
}

int gam_times_largest(const struct gam_times *t, enum gam_resource_kind kind)
{
    int best = -1;
    double most = -1;
    for (size_t i = 0; i < t->n; i++) {
        double ns = gam_leaf_ns(&t->leaf[i], GAM_END_LOW);
        if (t->leaf[i].kind == kind && ns > most) {
            best = (int)i;
            most = ns;
        }
    }
    return best;
}
