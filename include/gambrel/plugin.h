/* SPDX-License-Identifier: MIT */
/* Device backends outside this program: a shared object that `--plugin-dir` names the folder of.
 *
 * To write one: implement struct gam_device_backend (collector/device.h, which says what each function has to do), define
 *
 *     const struct gam_plugin gam_plugin = { GAM_PLUGIN_HEAD, .device = backends };
 *
 * with `backends` a NULL-terminated array, and build a shared object with this folder and the folder above it in the include
 * path. It needs no library of this program: errors are texts written to struct gam_err. A whole one, small, is
 * docs/examples/plugin. `gambrel doctor --conformance NAME --plugin-dir DIR` tries what a backend must withstand.
 *
 * The folder and the file must belong to the user or to root and must not be writable by others: what is in them runs with the
 * user's rights.
 */
#ifndef GAMBREL_PLUGIN_H
#define GAMBREL_PLUGIN_H

#include "collector/device.h"
#include "common/err.h"

#include <stdint.h>

/* `abi` grows when the meaning of a structure changes; the sizes catch a plug-in that was built with other headers. */
struct gam_plugin {
    uint32_t abi, backend_size, launch_size, info_size, caps_size;
    const struct gam_device_backend *const *device;
};

#define GAM_PLUGIN_HEAD                                                                                                          \
    .abi = GAM_DEVICE_ABI, .backend_size = sizeof(struct gam_device_backend), .launch_size = sizeof(struct gam_launch),          \
    .info_size = sizeof(struct gam_device_info), .caps_size = sizeof(struct gam_caps)

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
extern const struct gam_plugin gam_plugin;

#endif
