/* SPDX-License-Identifier: MIT */
/* Any bytes are refused with a message or read as settings of a gate that it can work with. */
#include "cli/gate/settings.h"
#include "common/err.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void demand(int condition, const char *what, const struct gam_err *err)
{
    if (condition)
        return;
    fprintf(stderr, "%s: %s\n", what, err->text);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static struct gam_gate_settings s;
    struct gam_err err = { 0 };
    double ratio, absolute;
    int rc = gam_gate_settings_parse("gate.json", (const char *)data, n, &s, &err);

    if (rc) {
        demand(err.code == rc && *err.text && !strchr(err.text, '\n'), "refused without one line", &err);
        return 0;
    }
    demand(!gam_gate_rule_check(&s.rule, &err), "a rule that cannot decide", &err);
    demand(s.time_budget_ns > 0 && s.timeout_ns > 0 && s.steal_most > 0 && s.steal_most <= 1, "a span of nothing", &err);
    gam_gate_thresholds(&s, "case", "metric", &ratio, &absolute);
    demand(ratio > 0 && ratio <= 10 && absolute >= 0 && isfinite(absolute), "a threshold that is none", &err);
    gam_gate_is_exact(&s, "metric");
    return 0;
}
