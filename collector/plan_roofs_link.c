/* SPDX-License-Identifier: MIT */
/* What a device with memory of its own costs beside its kernels: the link to the host each way and both ways at once, from
 * pageable and from page-locked memory, and launches that were recorded as a graph. What a backend has not is in the plan with
 * the reason.
 */
#include "collector/plan_roofs_priv.h"
#include "common/err.h"
#include "ops/link.h"

#include <stdio.h>
#include <string.h>

static const char *const link_ways[] = { "to-device", "from-device", "both" };
static const char *const link_memories[] = { "pinned", "pageable" };
static const int link_mib[] = { 4, 64 }; /* copies: links differ in which is the faster */
static const int graph_kernels[] = {
    1, 64
}; /* a graph of one is what starting a graph costs, one of many what each kernel of it does */

/* As roofs_candidate, and a skipped item with the reason where no implementation takes it. */
static int candidate_or_reason(struct roofs *r, const char *spec)
{
    struct gam_caps caps = { .threads = 1 };
    struct gam_err why = { .code = 0 };
    size_t before = r->plan->n;
    struct gam_op op;
    int rc = roofs_candidate(r, spec, 1, "");

    if (rc || r->plan->n > before)
        return rc;
    rc = gam_op_parse(spec, &op, r->err);
    r->d->backend->caps(r->d->state, 1, &caps);
    for (const struct gam_impl *impl = gam_impl_next(NULL, op.kind->name); impl && !rc && !why.code;
         impl = gam_impl_next(impl, op.kind->name))
        if (r->d->backend->langs & gam_impl_langs(impl))
            impl->supports(&op, &caps, &why);
    return rc ? rc : roofs_skip(r, spec, 1, *why.text ? why.text : "no implementation for this device");
}

/* What starting a copy takes, from copies of one word. */
static int link_start_add(struct roofs *r, const char *way, const char *memory)
{
    char spec[GAM_OP_SPEC_MAX];

    roofs_group(r, "latency copy %s %s", memory, way);
    snprintf(spec, sizeof spec, "roof_transfer:way=%s,host=%s,bytes=%d,times=64,dtype=f32", way, memory, GAM_LINK_WORD_BYTES);
    return candidate_or_reason(r, spec);
}

static int links_add(struct roofs *r)
{
    int rc = 0;

    for (size_t m = 0; m < sizeof link_memories / sizeof link_memories[0]; m++)
        for (size_t w = 0; w < sizeof link_ways / sizeof link_ways[0]; w++) {
            roofs_group(r, "host_link %s %s", link_memories[m], link_ways[w]);
            for (size_t s = 0; s < sizeof link_mib / sizeof link_mib[0] && !rc; s++) {
                char spec[GAM_OP_SPEC_MAX];

                snprintf(spec, sizeof spec, "roof_transfer:way=%s,host=%s,bytes=%d,times=%d,dtype=f32", link_ways[w],
                         link_memories[m], link_mib[s] << 20, link_mib[s] < 64 ? 8 : 1);
                rc = candidate_or_reason(r, spec);
            }
            if (!rc && strcmp(link_ways[w], "both") != 0)
                rc = link_start_add(r, link_ways[w], link_memories[m]);
        }
    return rc;
}

static int graphs_add(struct roofs *r)
{
    int rc = 0;

    for (size_t g = 0; g < sizeof graph_kernels / sizeof graph_kernels[0] && !rc; g++) {
        char spec[GAM_OP_SPEC_MAX];

        roofs_group(r, "launch graph-%d", graph_kernels[g]);
        snprintf(spec, sizeof spec, "roof_launch:graph=%d,dtype=f64", graph_kernels[g]);
        rc = candidate_or_reason(r, spec);
    }
    return rc;
}

int roofs_link(struct roofs *r)
{
    int rc = r->request->spot_only ? 0 : links_add(r);

    return rc || r->request->spot_only ? rc : graphs_add(r);
}
