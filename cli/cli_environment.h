/* SPDX-License-Identifier: MIT */
#ifndef GAM_CLI_CLI_ENVIRONMENT_H
#define GAM_CLI_CLI_ENVIRONMENT_H

#include "collector/topology.h"

#include <stddef.h>

enum { GAM_CLI_ENV_MAX = 64 };

/* Variables that steer threads and libraries, at most n; texts are borrowed from the environment. */
size_t gam_cli_environment(struct gam_env *out, size_t n);

#endif
