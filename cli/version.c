/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"

const char *gam_cli_version(void)
{
    return GAM_VERSION;
}

const char *gam_cli_commit(void)
{
    return GAM_COMMIT;
}
