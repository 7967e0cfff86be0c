/* SPDX-License-Identifier: MIT */
/* A plug-in of another version of the interface. */
#include "gambrel/plugin.h"

static const struct gam_device_backend *const none[] = { 0 };

const struct gam_plugin gam_plugin = { .abi = GAM_DEVICE_ABI + 1, .device = none };
