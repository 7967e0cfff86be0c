/* SPDX-License-Identifier: MIT */
/* How a device can be had, where its facts do not say: rules of thumb, each with where it comes from. */
#ifndef GAM_HWDB_MARKET_H
#define GAM_HWDB_MARKET_H

#include "common/record/hw.h"

/* Only as a service of its maker. 1, 0. */
int gam_hw_only_rented(const struct gam_hw_device *device);

/* A part of a system on a chip, or within the 75 W that a slot of PCI Express gives without a cable (PCI Express Card
 * Electromechanical Specification): something for a small machine. 1, 0, -1: its power is not published. */
int gam_hw_embeddable(const struct gam_hw_device *device);

#endif
