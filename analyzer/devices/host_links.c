/* SPDX-License-Identifier: MIT */
#include "analyzer/devices/host_links.h"

#include "analyzer/analysis.h"
#include "analyzer/roof_facts.h"
#include "common/err.h"
#include "common/stats.h"
#include "ops/link.h"

#include <string.h>

const char *const gam_link_way_words[GAM_LINK_WAYS] = { "to-device", "from-device", "both" };
static const char *const way_texts[GAM_LINK_WAYS] = { "to the device", "from the device", "both ways" };

/* Why the roof was not measured: what the run says of the item that would have been it. */
static const char *why_missing(const struct gam_analysis *a, const char *device, const char *memory, int way)
{
    const struct gam_runset *run = a->roofs.run;
    for (size_t i = 0; i < gam_runset_measurement_n(run); i++) {
        const struct gam_measurement *m = &gam_runset_measurement(run)[i];
        struct gam_roof_facts facts;
        struct gam_op op;
        if (m->role != GAM_ROLE_ROOF || !m->reason || m->device < 0 || (size_t)m->device >= gam_runset_device_n(run) ||
            strcmp(gam_runset_device(run)[m->device].id, device) != 0 || m->status == GAM_STATUS_OK ||
            !gam_roof_op(run, m, &op) || !gam_roof_facts(&op, 1, &facts))
            continue;
        if (facts.kind == GAM_CEILING_HOST_LINK && !strcmp(facts.pipe, memory) && !strcmp(facts.pattern, gam_link_way_words[way]))
            return m->reason;
    }
    return NULL;
}

static bool row_fill(const struct gam_analysis *a, size_t device, enum gam_host_memory memory, struct gam_report_host_link *out)
{
    const struct gam_report_device *d = &a->report->device[device];
    bool any = false;
    *out = (struct gam_report_host_link){ .device = device, .memory = gam_host_memory_word(memory) };
    for (int w = 0; w < GAM_LINK_WAYS; w++) {
        out->way[w] = gam_ceiling_host_link(d, gam_link_way_words[w], out->memory);
        out->missing[w] = out->way[w] ? NULL : why_missing(a, d->record->id, out->memory, w);
        any = any || out->way[w] || out->missing[w];
    }
    for (int w = 0; w < GAM_WAY_BOTH; w++)
        out->start[w] = gam_ceiling_copy_start(d, gam_link_way_words[w], out->memory);
    return any;
}

static bool equal_devices(const struct gam_report *r, size_t a, size_t b)
{
    const char *x = r->device[a].record->class, *y = r->device[b].record->class;
    return x && y && strcmp(x, y) == 0;
}

/* Against the median of the links of the same kind of the other devices that are equal to this one. */
static int outlier_find(struct gam_analysis *a, struct gam_report_host_link *link, double *room, struct gam_err *err)
{
    const struct gam_report *r = a->report;
    for (int w = 0; w < GAM_LINK_WAYS && !link->outlier; w++) {
        size_t n = 0;
        for (size_t i = 0; i < r->n_host_links; i++) {
            const struct gam_report_host_link *o = &r->host_link[i];
            if (o != link && o->way[w] && !strcmp(o->memory, link->memory) && equal_devices(r, o->device, link->device))
                room[n++] = o->way[w]->value.value;
        }
        double median = n ? gam_stats_median(room, n) : 0;
        if (!link->way[w] || !(link->way[w]->value.high < GAM_LIMIT_SLOW_LINK * median))
            continue;
        link->outlier = gam_arena_printf(&a->report->memory, "%s %.2g of the median of the other devices of its kind",
                                         way_texts[w], link->way[w]->value.value / median);
        if (!link->outlier)
            return gam_err_nomem(err);
    }
    return 0;
}

int gam_analysis_host_links(struct gam_analysis *a, struct gam_err *err)
{
    static const enum gam_host_memory memories[] = { GAM_HOST_PINNED, GAM_HOST_PAGEABLE };
    struct gam_report *r = a->report;
    size_t most = 2 * r->n_devices;
    double *room = gam_arena_get(&a->scratch, most, sizeof *room);
    r->host_link = gam_arena_get(&r->memory, most, sizeof *r->host_link);
    if (!room || !r->host_link)
        return gam_err_nomem(err);
    for (size_t d = 0; d < r->n_devices; d++)
        for (size_t m = 0; m < 2; m++)
            r->n_host_links += row_fill(a, d, memories[m], &r->host_link[r->n_host_links]);
    for (size_t i = 0; i < r->n_host_links; i++) {
        int rc = outlier_find(a, &r->host_link[i], room, err);
        if (rc)
            return rc;
    }
    return 0;
}
