/* SPDX-License-Identifier: MIT */
/* Implementations that leave sizes open (tiles, groups) are tried with each of their variants before they are measured. */
#include "collector/runner_priv.h"
#include "common/err.h"

#include <inttypes.h>
#include <stdio.h>

static void caps_get(const struct slot *s, struct gam_caps *out)
{
    *out = (struct gam_caps){ .threads = s->item->threads };
    s->device->backend->caps(s->device->state, s->item->threads, out);
}

static uint32_t variants_of(const struct slot *s)
{
    struct gam_caps caps;

    if (!s->item->impl->variants)
        return 1;
    caps_get(s, &caps);
    return s->item->impl->variants(&s->item->op, &caps);
}

/* The variant that plans as that detail says; n: none does. */
static uint32_t variant_named(const struct slot *s, uint32_t n, const char *detail)
{
    struct gam_caps caps;

    caps_get(s, &caps);
    for (caps.variant = 0; caps.variant < n; caps.variant++) {
        struct gam_launch launch = { .lang = GAM_LANG_HOST };
        int same = !s->item->impl->plan(&s->item->op, &caps, &launch, NULL) && gam_choice_is_of(detail, launch.detail);

        gam_launch_release(&launch);
        if (same)
            break;
    }
    return caps.variant;
}

/* What an earlier run chose under the same conditions; n: nothing. */
static uint32_t variant_kept(const struct runner *r, const struct slot *s, uint32_t n, int64_t *run)
{
    const struct gam_plan_item *item = s->item;
    char spec[GAM_OP_SPEC_MAX], detail[sizeof s->launch.detail];
    struct gam_choice_query q = { .device_class = *s->device->info.class_ ? s->device->info.class_ : NULL,
                                  .driver = *s->device->info.driver ? s->device->info.driver : NULL,
                                  .implementation = item->impl->name,
                                  .version = item->impl->version ? item->impl->version() : NULL,
                                  .spec = gam_slot_spec(s, spec, sizeof spec),
                                  .threads = item->threads,
                                  .cache = gam_words_cache_state.word[item->cache] };

    *run = r->config->choice ? r->config->choice(r->config->choice_ctx, &q, detail, sizeof detail) : 0;
    return *run ? variant_named(s, n, detail) : n;
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

/* Whether an earlier choice serves again; when it fails today, nothing is left of it. */
static int choice_take(struct runner *r, struct slot *s, uint32_t n, int (*one)(struct runner *, struct slot *, struct gam_err *))
{
    struct gam_err ignored = { .code = 0 };
    int64_t run;
    uint32_t kept = variant_kept(r, s, n, &run);

    if (kept == n)
        return 0;
    s->n_variants = n;
    s->choice_run = run;
    if (!variant_take(r, s, kept, one, &ignored) && s->verdict.right)
        return 1;
    s->n_variants = 0;
    s->choice_run = 0;
    return 0;
}

int gam_tune_slot(struct runner *r, struct slot *s, int (*one)(struct runner *, struct slot *, struct gam_err *),
                  struct gam_err *err)
{
    uint32_t n = variants_of(s), best = 0;
    double best_ns = 0;
    int right = 0;

    if (n < 2)
        return one(r, s, err);
    if (choice_take(r, s, n, one))
        return 0;
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
