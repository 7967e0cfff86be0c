/* SPDX-License-Identifier: MIT */
/* Where a gate's result goes beside the terminal: one option per system that reads it, for all subcommands that have a result. */
#ifndef GAM_CLI_GATE_OUTPUT_H
#define GAM_CLI_GATE_OUTPUT_H

#include "cli/cli_support.h"

struct gam_gate_output {
    const char *junit, *sarif, *md, *gitlab, *openmetrics, *svg, *result;
    int github;
};

/* Rows of a table of options. */
#define GAM_GATE_OUTPUT_OPTIONS(o)                                                                                               \
    { "junit", 0, GAM_OPT_TEXT, &(o)->junit, "FILE", "write JUnit XML", 0, 0 },                                                  \
        { "sarif", 0, GAM_OPT_TEXT, &(o)->sarif, "FILE", "write SARIF for code scanning", 0, 0 },                                \
        { "md", 0, GAM_OPT_TEXT, &(o)->md, "FILE", "write Markdown for a comment", 0, 0 },                                       \
        { "svg", 0, GAM_OPT_TEXT, &(o)->svg, "FILE", "write the intervals as a figure", 0, 0 },                                  \
        { "github", 0, GAM_OPT_FLAG, &(o)->github, NULL, "annotations, and Markdown into $GITHUB_STEP_SUMMARY", 0, 0 },          \
        { "gitlab", 0, GAM_OPT_TEXT, &(o)->gitlab, "FILE", "write code quality for GitLab", 0, 0 },                              \
        { "openmetrics", 0, GAM_OPT_TEXT, &(o)->openmetrics, "FILE", "write OpenMetrics text", 0, 0 },                           \
    {                                                                                                                            \
        "result", 0, GAM_OPT_TEXT, &(o)->result, "FILE", "write the result as gambrel-gate/1, which 'gate show' reads", 0, 0     \
    }

/* Before anything is measured: 0, or an error when a file cannot be written where it is named, or when two outputs name the same.
 */
int gam_gate_output_check(const struct gam_gate_output *o, struct gam_err *err);

/* Writes what was asked for; files even after one of them failed, since each is for another reader. The first error counts.
 * Annotations go to standard output, or to standard error when that holds JSON: the runner reads both. */
int gam_gate_output_write(const struct gam_doc *doc, const struct gam_gate_output *o, int json, struct gam_err *err);

#endif
