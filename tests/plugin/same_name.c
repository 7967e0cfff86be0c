/* SPDX-License-Identifier: MIT */
/* A plug-in whose backend has the name of a built-in one and none of its functions. */
#include "gambrel/plugin.h"

static const struct gam_device_backend cpu = { .abi = GAM_DEVICE_ABI, .name = "cpu" };
static const struct gam_device_backend *const backends[] = { &cpu, 0 };

const struct gam_plugin gam_plugin = { GAM_PLUGIN_HEAD, .device = backends };
