/* SPDX-License-Identifier: MIT */
#include "hwdb/uarch.h"

#include "common/embedded.h"
#include "common/err.h"
#include "hwdb/uarch_priv.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

double gam_uarch_rate(const struct gam_uarch *u, const char *what, const char *isa, const char *dtype, const char *level,
                      const char *pattern)
{
    for (size_t i = 0; i < u->n_rates; i++) {
        const struct gam_uarch_rate *r = &u->rate[i];

        if (!strcmp(r->what, what) && !strcmp(r->isa, isa) && !strcmp(r->dtype, dtype) && !strcmp(r->level, level) &&
            !strcmp(r->pattern, pattern))
            return r->per_cycle;
    }
    return NAN;
}

int gam_uarch_find_core(const char *vendor, int64_t family, int64_t model, const char *core, struct gam_uarch *out,
                        struct gam_err *err)
{
    const struct uarch_key key = { .vendor = vendor, .family = family, .model = model, .core = core };
    const char *mixed = NULL;

    for (const struct gam_embedded *e = gam_embedded_uarch; e->name; e++) {
        enum uarch_match match;
        int rc = uarch_document_match(e->name, e->text, e->length, &key, &match, err);

        if (rc)
            return rc;
        if (match == UARCH_MATCH)
            return gam_uarch_parse(e->name, e->text, e->length, out, err);
        if (match == UARCH_OTHER_CORE)
            mixed = e->name;
    }
    if (mixed)
        return gam_err_set(err, -GAM_ENOENT, "%s family %" PRId64 " model %" PRId64 " has cores of several kinds, %s among them",
                           vendor, family, model, mixed);
    return gam_err_set(err, -GAM_ENOENT, "nothing is known about %s family %" PRId64 " model %" PRId64, vendor, family, model);
}

int gam_uarch_find(const char *vendor, int64_t family, int64_t model, struct gam_uarch *out, struct gam_err *err)
{
    return gam_uarch_find_core(vendor, family, model, NULL, out, err);
}
