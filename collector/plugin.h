/* SPDX-License-Identifier: MIT */
/* Loads the device backends of a folder's shared objects (include/gambrel/plugin.h). */
#ifndef GAM_COLLECTOR_PLUGIN_H
#define GAM_COLLECTOR_PLUGIN_H

#include "collector/device.h"

enum { GAM_PLUGINS_MAX = 16, GAM_PLUGIN_BACKENDS_MAX = 32 };

struct gam_plugins {
    const struct gam_device_backend *backend[GAM_PLUGIN_BACKENDS_MAX + 1]; /* NULL-terminated: gam_device_config.more */
    size_t n;
    void *library[GAM_PLUGINS_MAX];
    size_t n_libraries;
    char at[400]; /* the file in work, also where loading it never returns; what does not fit is left out */
};

/* Every *.so of the folder, by name. Errors name the file: -GAM_EPERM folder or file is another user's or writable by others,
 * -GAM_EVERSION built for another interface, -GAM_EINVAL not a plug-in, or a backend whose name is taken. `out` is to be released
 * in every case; its backends must not be used afterwards. A NULL folder: none. */
int gam_plugins_load(const char *folder, struct gam_plugins *out, struct gam_err *err);
void gam_plugins_release(struct gam_plugins *plugins);

#endif
