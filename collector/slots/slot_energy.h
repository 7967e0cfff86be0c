/* SPDX-License-Identifier: MIT */
/* Energy over slots, by a counter or not at all: the first quantity of the meters that is counted, gross, and covers a whole
 * package, board of the machine or device, in this order. What else runs on the machine is in it.
 */
#ifndef GAM_COLLECTOR_SLOTS_SLOT_ENERGY_H
#define GAM_COLLECTOR_SLOTS_SLOT_ENERGY_H

#include "collector/meter.h"

struct gam_slot_energy {
    const struct gam_meter *meter; /* NULL: none is open */
    void *state;                   /* owned */
    size_t at, n;                  /* the quantity, of so many */
    const char *domain;            /* "package-0, package-1"; the meter's */
};

/* `meters`: NULL-terminated, as gam_meters. -GAM_EUNSUPPORTED: nothing here counts energy; says what each meter said. */
int gam_slot_energy_open(struct gam_slot_energy *e, const struct gam_meter *const *meters, struct gam_err *err);
void gam_slot_energy_close(struct gam_slot_energy *e);

int gam_slot_energy_start(struct gam_slot_energy *e, struct gam_err *err);
/* Joules since the start; a reading that the meter does not stand for (too short, went backwards) is -GAM_EDEVICE with its
 * reason. */
int gam_slot_energy_stop(struct gam_slot_energy *e, double *joule, struct gam_err *err);

#endif
