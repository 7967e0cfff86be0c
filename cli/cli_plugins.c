/* SPDX-License-Identifier: MIT */
#include "cli/cli_plugins.h"

#include "cli/cli_trial.h"
#include "common/err.h"

struct attempt {
    const char *folder;
    struct gam_plugins plugins;
};

/* What can be said of the plug-ins is said when they are loaded in earnest. */
static void attempt_load(void *shared)
{
    struct attempt *a = shared;

    gam_plugins_load(a->folder, &a->plugins, NULL);
    gam_plugins_release(&a->plugins);
}

int gam_cli_plugins_load(const char *folder, struct gam_plugins *out, struct gam_err *err)
{
    struct gam_cli_trial trial = { .work = attempt_load, .silent = 1 };
    struct gam_err why = { .code = 0 };
    struct attempt *a;
    int rc;

    *out = (struct gam_plugins){ .n = 0 };
    if (!folder)
        return 0;
    a = gam_cli_trial_new(sizeof *a, err);
    if (!a)
        return err->code;
    a->folder = folder;
    trial.shared = a;
    rc = gam_cli_trial_run(&trial, &why);
    if (rc == -GAM_EDEVICE)
        gam_err_set(err, rc, "plug-in '%s' %s while it was loaded; take it out of the folder", a->plugins.at, why.text);
    else if (rc)
        gam_err_set(err, rc, "%s", why.text);
    else
        rc = gam_plugins_load(folder, out, err);
    gam_cli_trial_free(a, sizeof *a);
    return rc;
}
