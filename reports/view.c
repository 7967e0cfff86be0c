/* SPDX-License-Identifier: MIT */
#include "reports/view.h"

#include "analyzer/devices/host_links.h"

#include <stdio.h>
#include <string.h>

/* In the order of enum gam_label. */
static const struct gam_look looks[] = {
    { "compute", "b-compute", "●", 'C', 33 },
    { "memory", "b-memory", "■", 'M', 208 },
    { "communication", "b-communication", "▲", 'N', 135 },
    { "comm-latency", "b-comm-latency", "△", 'n', 135 },
    { "overhead", "b-overhead", "◆", 'O', 245 },
    { "latency", "b-latency", "▼", 'L', 36 },
    { "imbalance", "b-imbalance", "◧", 'I', 136 },
    { "mixed", "b-mixed", "◐", 'X', 169 },
    { "indeterminate", "b-indeterminate", "○", '?', 250 },
    { "invalid", "b-invalid", "×", '!', 196 },
};

/* In the order of enum gam_resource_kind. */
static const struct gam_resource_look resource_looks[] = {
    { "compute", "r-compute", "█", 'C', 33 },    { "memory", "r-memory", "▓", 'M', 208 },
    { "network", "r-network", "▒", 'N', 135 },   { "host link", "r-host-link", "░", 'H', 169 },
    { "overhead", "r-overhead", "▚", 'O', 245 },
};

const struct gam_look *gam_view_look(enum gam_label label)
{
    size_t i = (size_t)label;

    return &looks[i < sizeof looks / sizeof *looks ? i : (size_t)GAM_LABEL_INDETERMINATE];
}

const struct gam_resource_look *gam_view_resource_look(enum gam_resource_kind kind)
{
    size_t i = (size_t)kind;

    return &resource_looks[i < sizeof resource_looks / sizeof *resource_looks ? i : (size_t)GAM_RESOURCE_OVERHEAD];
}

enum gam_view_group gam_view_group(const struct gam_report_operator *op)
{
    if (!gam_quantity_known(&op->time_ns) || (op->status != GAM_STATUS_OK && op->status != GAM_STATUS_PARTIAL))
        return GAM_VIEW_REJECTED;
    return op->best ? GAM_VIEW_RANKED : GAM_VIEW_OTHER;
}

size_t gam_view_count(const struct gam_report *report, enum gam_view_group group)
{
    size_t n = 0;

    for (size_t i = 0; i < report->n_ops; i++)
        n += gam_view_group(&report->op[i]) == group;
    return n;
}

const char *gam_view_name(const struct gam_report_operator *op)
{
    return op->name && *op->name ? op->name : op->spec;
}

const char *gam_view_device_id(const struct gam_report *report, size_t device)
{
    if (device >= report->n_devices || !report->device[device].record || !report->device[device].record->id)
        return "";
    return report->device[device].record->id;
}

long gam_view_find(const struct gam_report *report, const char *operator_id)
{
    for (size_t i = 0; operator_id && i < report->n_ops; i++)
        if (!strcmp(report->op[i].id, operator_id))
            return (long)i;
    return -1;
}

const char *gam_view_cache_word(enum gam_cache_state cache)
{
    return cache == GAM_CACHE_COLD ? "cold" : "warm";
}

const char *gam_view_where(const struct gam_bound *bound)
{
    if (!strcmp(bound->resource, gam_resource_kind_word(GAM_RESOURCE_HOST_LINK)))
        return "host link";
    return bound->link[0] ? bound->link : bound->level;
}

const char *gam_view_link_remark(const struct gam_report_host_link *link)
{
    if (link->outlier)
        return link->outlier;
    for (int w = 0; w < GAM_LINK_WAYS; w++)
        if (!link->way[w] && link->missing[w])
            return link->missing[w];
    return "";
}

void gam_view_bound(const struct gam_bound *bound, char *out, size_t size)
{
    const char *where = gam_view_where(bound);

    snprintf(out, size, "%s%s%s%s", gam_label_word(bound->label), where[0] ? " (" : "", where, where[0] ? ")" : "");
}

void gam_view_bound_short(const struct gam_bound *bound, char *out, size_t size)
{
    const char *where = gam_view_where(bound);
    int named = where[0] && (bound->label == GAM_LABEL_MEMORY || bound->label == GAM_LABEL_COMMUNICATION);

    snprintf(out, size, "%s%s", named ? where : gam_label_word(bound->label), named ? "-bound" : "");
}

const char *gam_view_resource(const struct gam_resource_time *r)
{
    return r->kind == GAM_RESOURCE_HOST_LINK ? "host link" : r->name;
}

const struct gam_run *gam_view_run(const struct gam_report *report)
{
    return report->run && gam_runset_run_n(report->run) ? gam_runset_run(report->run) : NULL;
}

const struct gam_host *gam_view_host(const struct gam_report *report)
{
    return report->run && gam_runset_host_n(report->run) ? gam_runset_host(report->run) : NULL;
}

const char *gam_view_fact(const struct gam_report *report, const char *key)
{
    const struct gam_host_fact *fact = report->run ? gam_runset_host_fact(report->run) : NULL;
    size_t n = report->run ? gam_runset_host_fact_n(report->run) : 0;

    for (size_t i = 0; i < n; i++)
        if (fact[i].key && !strcmp(fact[i].key, key))
            return fact[i].value;
    return NULL;
}

const char *gam_view_environment(const char *key)
{
    return key && !strncmp(key, "env.", 4) ? key + 4 : NULL;
}

static void append(char *out, size_t size, const char *text)
{
    size_t used = strlen(out);

    if (text && *text && used < size)
        snprintf(out + used, size - used, "%s%s", used ? " " : "", text);
}

void gam_view_ceiling(const struct gam_ceiling *c, char *out, size_t size)
{
    char threads[32];

    if (c->kind == GAM_CEILING_LATENCY && !strcmp(c->class_, "copy")) {
        snprintf(out, size, "copy start %s %s", c->pipe, c->pattern);
        return;
    }
    out[0] = 0;
    if (c->kind == GAM_CEILING_HOST_LINK)
        append(out, size, "host link");
    append(out, size, c->level);
    append(out, size, c->link);
    if (c->kind == GAM_CEILING_COMPUTE && c->dtype >= 0 && c->dtype < GAM_DTYPE_COUNT)
        append(out, size, gam_dtype_info((enum gam_dtype)c->dtype)->name);
    append(out, size, c->pipe);
    if (strcmp(c->class_, "fma") != 0)
        append(out, size, c->class_);
    append(out, size, c->pattern);
    if (!out[0])
        append(out, size, c->id);
    snprintf(threads, sizeof threads, "%d %s", c->threads, c->threads == 1 ? "thread" : "threads");
    if (c->threads > 0 && c->kind != GAM_CEILING_HOST_LINK)
        append(out, size, threads);
}

/* Same quantity measured with another number of threads. */
static int sibling(const struct gam_ceiling *a, const struct gam_ceiling *b)
{
    return a->kind == b->kind && a->dtype == b->dtype && !strcmp(a->level, b->level) && !strcmp(a->link, b->link) &&
           !strcmp(a->class_, b->class_) && !strcmp(a->pattern, b->pattern);
}

double gam_view_device_share(const struct gam_report *report, const struct gam_report_operator *op)
{
    double best = NAN;

    if (!op->roof || !gam_quantity_known(&op->roof_share) || op->device >= report->n_devices)
        return NAN;
    for (size_t i = 0; i < report->device[op->device].n_ceilings; i++) {
        const struct gam_ceiling *c = &report->device[op->device].ceiling[i];

        if (sibling(c, op->roof) && c->validity != GAM_VOID)
            best = fmax(best, c->value.value);
    }
    return op->roof_share.value * op->roof->value.value / best;
}

int gam_view_is_at_roof(const struct gam_finding *finding)
{
    return finding->code && !strcmp(finding->code, "at-the-roof");
}

const char *gam_view_status(const struct gam_doc *doc)
{
    const struct gam_run *run = gam_view_run(doc->report);

    if (doc->interrupted)
        return "interrupted";
    if (!run || run->status < 0 || (size_t)run->status >= gam_words_run_status.n)
        return NULL;
    return gam_words_run_status.word[run->status];
}
