/* SPDX-License-Identifier: MIT */
/* `gambrel whatif` of a run and of a described model. */
#ifndef GAM_CLI_WHATIF_H
#define GAM_CLI_WHATIF_H

#include "analyzer/whatif/whatif.h"
#include "cli/cli_support.h"

struct gam_whatif_options {
    const char *subject; /* a run, or a gambrel-transformer/1 file */
    const char *db, *folder, *from, *backtest, *to;
    double claim;
    int json, quiet, by_class;
    struct gam_edits edits;
    const char *const *word; /* the edits as they were given */
    size_t n_words;
};

int gam_whatif_run(const struct gam_whatif_options *o, struct gam_err *err);
/* `text`: of the file. */
int gam_whatif_model(const struct gam_whatif_options *o, const struct gam_strbuf *text, struct gam_err *err);
/* Adds what the options say, and prints. */
int gam_whatif_print(const struct gam_whatif_options *o, struct gam_whatif *w, struct gam_err *err);

#endif
