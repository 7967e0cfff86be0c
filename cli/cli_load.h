/* SPDX-License-Identifier: MIT */
/* A stored run as the commands name it: an id, 'last', a tag, a uuid or a gambrel-run/1 file ("-": standard input), together
 * with the run whose roofs it uses. One place for `report`, `compare` and whatever else reads a run.
 */
#ifndef GAM_CLI_CLI_LOAD_H
#define GAM_CLI_CLI_LOAD_H

#include "common/record/runset.h"

struct gam_err;

struct gam_loaded {
    struct gam_runset set, other;   /* the run; the one whose roofs it uses, empty when it is not here or there is none */
    const struct gam_runset *roofs; /* &set or &other */
    int interrupted;                /* it says `running`, but its process is gone */
    int64_t id;                     /* in the database; 0: from a file */
};

/* `db`: the value of --db or NULL. Initialises `out`, which must stay where it is and is released with gam_loaded_release, also
 * after a failure. Warns on stderr when the run's roofs are another run's that is not here. */
int gam_cli_load(const char *run, const char *db, struct gam_loaded *out, struct gam_err *err);
void gam_loaded_release(struct gam_loaded *loaded);

#endif
