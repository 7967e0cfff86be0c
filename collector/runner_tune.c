/* SPDX-License-Identifier: MIT */
/* Implementations that leave sizes open (tiles, groups) are tried with each of their variants before they are measured. */
#include "collector/runner_priv.h"
#include "common/err.h"

#include <inttypes.h>
#include <stdio.h>

static uint32_t variants_of(const struct slot *s)
{
    struct gam_caps caps = { .threads = s->item->threads };

    if (!s->item->impl->variants)
        return 1;
    s->device->backend->caps(s->device->state, s->item->threads, &caps);
    return s->item->impl->variants(&s->item->op, &caps);
}

/* One that is wrong, or that the device refuses, is no choice, and no secret. */
static int variant_note(struct runner *r, const struct slot *s, const struct gam_err *why, struct gam_err *err)
{
    char spec[GAM_OP_SPEC_MAX], text[GAM_OP_SPEC_MAX + 300];

    snprintf(text, sizeof text, "%s: variant %" PRIu32 " of '%s' (%s) is left out: %.180s", gam_slot_spec(s, spec, sizeof spec),
             s->variant, s->item->impl->name, s->launch.detail, why->code ? why->text : "its result is wrong");
    return gam_emit_event(r->emit, GAM_SEVERITY_WARNING, why->code ? "variant-failed" : "variant-wrong", text, NULL, err);
}

static int variant_take(struct runner *r, struct slot *s, uint32_t variant,
                        int (*one)(struct runner *, struct slot *, struct gam_err *), struct gam_err *err)
{
    s->variant = variant;
    s->stale = 1;
    return one(r, s, err);
}

int gam_tune_slot(struct runner *r, struct slot *s, int (*one)(struct runner *, struct slot *, struct gam_err *),
                  struct gam_err *err)
{
    uint32_t n = variants_of(s), best = 0;
    double best_ns = 0;
    int right = 0;

    if (n < 2)
        return one(r, s, err);
    for (uint32_t v = 0; v < n && !gam_runner_cancelled(r); v++) {
        struct gam_err why = { .code = 0 };
        int rc = variant_take(r, s, v, one, &why);

        if (rc || !s->verdict.right) {
            rc = variant_note(r, s, &why, err);
            if (rc)
                return rc;
        } else if (!right || s->iteration_ns < best_ns) {
            right = 1;
            best = v;
            best_ns = s->iteration_ns;
        }
    }
    s->n_variants = n;
    return variant_take(r, s, right ? best : 0, one, err);
}
