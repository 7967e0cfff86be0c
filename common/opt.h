/* SPDX-License-Identifier: MIT */
/* Command-line options as tables: parsing, --help and errors come from one description. Long options (--name VALUE or
 * --name=VALUE), single-letter ones, positionals. Unknown options suggest the nearest name.
 */
#ifndef GAM_COMMON_OPT_H
#define GAM_COMMON_OPT_H

#include "common/strbuf.h"

#include <stdint.h>

struct gam_err;

enum gam_opt_type {
    GAM_OPT_FLAG,   /* int *: set to 1 */
    GAM_OPT_TEXT,   /* const char **: last wins, borrowed from argv */
    GAM_OPT_TEXTS,  /* struct gam_opt_texts *: repeats */
    GAM_OPT_INT,    /* int64_t *: within least..most */
    GAM_OPT_REAL,   /* double *: likewise */
    GAM_OPT_SECONDS /* uint64_t * in ns: "90", "90s", "2m", "500ms" */
};

struct gam_opt_texts {
    const char *value[64];
    size_t n;
};

struct gam_opt {
    const char *name; /* without the dashes */
    char letter;      /* 0: none */
    enum gam_opt_type type;
    void *value;
    const char *argument; /* shown in help: "N", "FILE" */
    const char *help;
    double least, most; /* INT, REAL and SECONDS; both 0: no limit */
};

struct gam_opt_spec {
    const char *command;                         /* "gambrel run" */
    const char *summary, *positionals, *example; /* positionals: "[RUN]"; NULL or empty: none */
    const struct gam_opt *opts;
    size_t n_opts;
    size_t most_positionals;
};

struct gam_opt_result {
    const char *positional[64];
    size_t n_positional;
    int help; /* --help or -h was there; nothing else was checked after it */
};

int gam_opt_parse(const struct gam_opt_spec *spec, int argc, char **argv, struct gam_opt_result *out, struct gam_err *err);
int gam_opt_help(const struct gam_opt_spec *spec, int columns, struct gam_strbuf *out);

#endif
