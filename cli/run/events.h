/* SPDX-License-Identifier: MIT */
/* `--events FILE`: a JSON line for every measurement that a commit made durable, written after that commit. */
#ifndef GAM_CLI_RUN_EVENTS_H
#define GAM_CLI_RUN_EVENTS_H

#include "common/record/runset.h"

#include <stdio.h>

struct gam_run_events {
    struct gam_sink next; /* the store */
    FILE *file;           /* NULL: no events wanted */
    const char *path;     /* the caller's */
    char uuid[40];
    struct gam_run_visit {
        int64_t measurement, round, samples;
    } * visit; /* since the last commit */
    size_t n, capacity;
};

struct gam_err;

/* `path` NULL: a sink that only passes on. The file is opened before anything is measured, so that a bad path fails early. */
int gam_run_events_open(struct gam_run_events *e, struct gam_sink next, const char *path, const char *uuid, struct gam_err *err);
void gam_run_events_close(struct gam_run_events *e);
struct gam_sink gam_run_events_sink(struct gam_run_events *e);

#endif
