/* SPDX-License-Identifier: MIT */
#ifndef GAM_COLLECTOR_METER_PAPI_PROBE_H
#define GAM_COLLECTOR_METER_PAPI_PROBE_H

#include "collector/device.h"

/* Tries to count cycles, by PAPI and by the kernel alone, so that the reason names the layer that says no. */
void gam_papi_probe(struct gam_probe *out);

#endif
