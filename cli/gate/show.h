/* SPDX-License-Identifier: MIT */
#ifndef GAM_CLI_GATE_SHOW_H
#define GAM_CLI_GATE_SHOW_H

int gam_gate_show(int argc, char **argv); /* argv[0] is "show"; returns an exit code */

#endif
