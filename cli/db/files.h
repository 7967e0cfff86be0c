/* SPDX-License-Identifier: MIT */
/* Subcommands that take files into the database, one after another. */
#ifndef GAM_CLI_DB_FILES_H
#define GAM_CLI_DB_FILES_H

#include "cli/db/db.h"
#include "common/json.h"
#include "store/store.h"

struct gam_db_taker {
    const char *command, *summary, *positionals, *example; /* "import", of the help */
    const char *what;                                      /* "file to import": of the error when there is none */
    /* Takes one file in and says so: to `w` when o->json, to stdout unless o->quiet. */
    int (*take)(const struct gam_db_options *o, struct gam_store *s, const char *path, struct gam_jsonw *w, struct gam_err *err);
};

/* Files before the one that fails stay taken in and are named. Returns the exit code. */
int gam_db_files(const struct gam_db_taker *taker, int argc, char **argv);

#endif
