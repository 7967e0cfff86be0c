/* SPDX-License-Identifier: MIT */
/* Any bytes are refused with a message or read as what a program reports about itself; what was read holds what the header
 * promises. */
#include "collector/slots/metrics.h"
#include "common/err.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void demand(int condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct gam_metrics m;
    struct gam_err err = { 0 };
    int rc = gam_metrics_parse("fuzz.jsonl", (const char *)data, n, &m, &err);

    if (rc)
        demand(err.code == rc && *err.text && !strchr(err.text, '\n'), "refused without one line");
    for (size_t i = 0; !rc && i < m.n; i++) {
        const struct gam_metric *one = &m.metric[i];

        demand(*one->name && *one->metric && strlen(one->name) <= GAM_METRIC_NAME_MAX, "a name of no length or too much");
        demand(one->text ? isnan(one->value) && one->better == GAM_METRIC_EQUAL : isfinite(one->value), "a value that is none");
        demand(one->n > 0 && one->line >= 0 && gam_metrics_find(&m, one->name, one->metric) == one, "a metric twice");
    }
    gam_metrics_release(&m);
    return 0;
}
