/* SPDX-License-Identifier: MIT */
/* Plug-ins for a command: tried in a process of their own before they are loaded here. */
#ifndef GAM_CLI_CLI_PLUGINS_H
#define GAM_CLI_CLI_PLUGINS_H

#include "collector/plugin.h"

struct gam_err;

/* As gam_plugins_load; also -GAM_EDEVICE with the name of a plug-in that crashes, ends the program or never returns while it is
 * loaded. */
int gam_cli_plugins_load(const char *folder, struct gam_plugins *out, struct gam_err *err);

#endif
