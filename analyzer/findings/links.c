/* SPDX-License-Identifier: MIT */
/* Findings about the links between the host and its devices. */
#include "analyzer/devices/host_links.h"
#include "analyzer/findings/findings.h"

int gam_look_slow_host_link(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < r->n_host_links; i++) {
        const struct gam_report_host_link *k = &r->host_link[i];
        struct gam_finding_about at = { NULL, 0, k->outlier };
        if (k->outlier)
            rc = gam_finding_say(l, rule, &at, err,
                                 "the link between the host (%s memory) and %s is slower than those of equal devices", k->memory,
                                 r->device[k->device].record->id);
    }
    return rc;
}
