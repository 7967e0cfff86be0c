/* SPDX-License-Identifier: MIT */
/* What a run works on: the machine as this process sees it, the devices it opened, the suite in this machine's sizes. */
#ifndef GAM_CLI_RUN_MACHINE_H
#define GAM_CLI_RUN_MACHINE_H

#include "cli/run/options.h"
#include "collector/plugin.h"
#include "collector/topology.h"
#include "kernels/suite.h"

enum { GAM_RUN_DEVICES = 16 };

struct gam_run_machine {
    struct gam_topology topology;
    struct gam_plugins plugins;
    struct gam_open_device device[GAM_RUN_DEVICES];
    size_t n_devices;
    int workers;
    struct gam_suite suite;
};

/* -GAM_ENOENT: a device that --device names is not here. */
int gam_run_machine_open(const struct gam_run_options *o, struct gam_run_machine *out, struct gam_err *err);
void gam_run_machine_close(struct gam_run_machine *m); /* also after a failed open */

struct gam_machine_sizes gam_machine_sizes_of(const struct gam_topology *t, int workers);

#endif
