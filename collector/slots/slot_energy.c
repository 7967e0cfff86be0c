/* SPDX-License-Identifier: MIT */
#include "collector/slots/slot_energy.h"

#include "common/err.h"
#include "common/strbuf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_CAP = 1000 };

static int is_wanted(const struct gam_meter_quantity *q, enum gam_scope scope)
{
    return q->scope == scope && q->energy.domain && q->energy.method == GAM_ENERGY_COUNTER && !q->energy.net &&
           q->kind == GAM_QUANTITY_DELTA && !strcmp(q->unit, "joule");
}

static int quantity_choose(struct gam_slot_energy *e)
{
    static const enum gam_scope order[] = { GAM_SCOPE_PACKAGE, GAM_SCOPE_NODE, GAM_SCOPE_DEVICE };
    const struct gam_meter_quantity *q;

    e->n = e->meter->quantities(e->state, &q);
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (size_t i = 0; i < e->n; i++)
            if (is_wanted(&q[i], order[k])) {
                e->at = i;
                e->domain = q[i].energy.domain;
                return 1;
            }
    return 0;
}

/* 1: it counts. 0: not, and why is in `words`. */
static int meter_try(struct gam_slot_energy *e, const struct gam_meter *meter, struct gam_strbuf *words, struct gam_err *err)
{
    const struct gam_meter_target nothing = { 0 };
    struct gam_err why = { 0 };
    int rc;

    e->meter = meter;
    e->state = calloc(1, meter->state_size ? meter->state_size : 1);
    if (!e->state)
        return gam_err_nomem(err);
    rc = meter->open(e->state, &nothing, &why);
    if (!rc && quantity_choose(e))
        return 1;
    gam_strbuf_printf(words, "%s%s: %s", words->length ? "; " : "", meter->name,
                      rc < 0 ? why.text : "it has no counter of a package, a machine or a device");
    gam_slot_energy_close(e);
    return 0;
}

int gam_slot_energy_open(struct gam_slot_energy *e, const struct gam_meter *const *meters, struct gam_err *err)
{
    struct gam_strbuf words = GAM_STRBUF_INIT(WORDS_CAP);
    int found = 0;

    *e = (struct gam_slot_energy){ 0 };
    for (size_t i = 0; meters[i] && !found; i++)
        if (meters[i]->energy)
            found = meter_try(e, meters[i], &words, err);
    if (!found)
        found = gam_err_set(err, -GAM_EUNSUPPORTED,
                            "nothing here counts energy, and it is not estimated; 'gambrel doctor' says what helps (%s)",
                            words.length ? gam_strbuf_get(&words) : "no meter");
    gam_strbuf_release(&words);
    return found < 0 ? found : 0;
}

void gam_slot_energy_close(struct gam_slot_energy *e)
{
    if (e->meter)
        e->meter->close(e->state);
    free(e->state);
    *e = (struct gam_slot_energy){ 0 };
}

int gam_slot_energy_start(struct gam_slot_energy *e, struct gam_err *err)
{
    return e->meter->start(e->state, 0, 0, err);
}

int gam_slot_energy_stop(struct gam_slot_energy *e, double *joule, struct gam_err *err)
{
    struct gam_meter_reading *reading = calloc(e->n, sizeof *reading);
    int rc = reading ? e->meter->stop(e->state, err) : gam_err_nomem(err);

    *joule = NAN;
    if (!rc)
        rc = e->meter->read(e->state, reading, e->n, err);
    if (!rc)
        *joule = reading[e->at].rvalue;
    if (!rc && !isfinite(*joule))
        rc = gam_err_set(err, -GAM_EDEVICE, "energy of %s: %s; make a slot longer (min_sample_ms)", e->domain,
                         reading[e->at].reason ? reading[e->at].reason : "no value");
    free(reading);
    return rc;
}
