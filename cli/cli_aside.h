/* SPDX-License-Identifier: MIT */
/* Vendors' libraries and plug-ins may print. While they work, what goes to stdout goes to stderr, so that a document stays one.
 */
#ifndef GAM_CLI_CLI_ASIDE_H
#define GAM_CLI_CLI_ASIDE_H

/* Returns what gam_cli_stdout_back wants; -1 when nothing could be changed, which is harmless. */
int gam_cli_stdout_aside(void);
void gam_cli_stdout_back(int kept);

#endif
