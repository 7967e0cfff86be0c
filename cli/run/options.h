/* SPDX-License-Identifier: MIT */
#ifndef GAM_CLI_RUN_OPTIONS_H
#define GAM_CLI_RUN_OPTIONS_H

#include "common/opt.h"
#include "common/record/record.h"
#include "ops/link.h"

struct gam_run_options {
    const char *suite, *cache_word, *transfer, *counters_word, *events, *out_folder, *db, *progress_log, *plugin_dir;
    struct gam_opt_texts ops, devices, tags;
    int64_t threads, rounds, seed; /* 0: default; seed GAM_NULL_INT: random */
    uint64_t budget_ns;            /* 0: the suite's */
    int smt, fresh, dry_run, json, quiet, energy;
    enum gam_cache_state cache;
    enum gam_host_memory host; /* where operands of devices with memory of their own come from */
    int counters;              /* 0: off */
};

/* Parses and validates; prints help or the error. Returns -1 to go on, else the exit code. */
int gam_run_options_parse(int argc, char **argv, struct gam_run_options *out);

#endif
