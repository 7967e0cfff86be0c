/* SPDX-License-Identifier: MIT */
#include "cli/gate/output.h"

#include "cli/cli_render.h"
#include "common/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int stream_write(void *ctx, const void *bytes, size_t n, struct gam_err *err)
{
    return fwrite(bytes, 1, n, ctx) == n ? 0 : gam_err_set(err, -GAM_EIO, "cannot write: %s", strerror(errno));
}

/* A step may have written into its summary before: this is added at the end. */
static int summary_append(const struct gam_doc *doc, const char *path, struct gam_err *err)
{
    FILE *file = fopen(path, "ae");
    struct gam_byte_sink sink = { stream_write, file };
    int rc;

    if (!file)
        return gam_err_set(err, -GAM_EIO, "$GITHUB_STEP_SUMMARY '%s': %s", path, strerror(errno));
    rc = gam_renderer_find("md")->render(doc, &(struct gam_render_options){ 0 }, &sink, err);
    if (fclose(file) && !rc)
        rc = gam_err_set(err, -GAM_EIO, "$GITHUB_STEP_SUMMARY '%s': %s", path, strerror(errno));
    return rc;
}

static int github_write(const struct gam_doc *doc, int json, struct gam_err *err)
{
    struct gam_byte_sink sink = { stream_write, json ? stderr : stdout };
    const char *summary = getenv("GITHUB_STEP_SUMMARY");
    int rc = gam_renderer_find("github")->render(doc, &(struct gam_render_options){ 0 }, &sink, err);

    if (!rc && summary && *summary)
        rc = summary_append(doc, summary, err);
    return rc;
}

/* One output: which option names it, what renders it. */
struct output_file {
    const char *option, *format, *path;
};

enum { OUTPUT_FILES = 7 };

static void files_list(const struct gam_gate_output *o, struct output_file file[OUTPUT_FILES])
{
    const struct output_file all[OUTPUT_FILES] = {
        { "result", "json", o->result }, { "junit", "junit", o->junit },    { "sarif", "sarif", o->sarif },
        { "md", "md", o->md },           { "gitlab", "gitlab", o->gitlab }, { "openmetrics", "openmetrics", o->openmetrics },
        { "svg", "svg", o->svg },
    };

    memcpy(file, all, sizeof all);
}

int gam_gate_output_check(const struct gam_gate_output *o, struct gam_err *err)
{
    struct output_file file[OUTPUT_FILES];
    int rc = 0;

    files_list(o, file);
    for (size_t i = 0; i < OUTPUT_FILES && !rc; i++) {
        if (!file[i].path)
            continue;
        for (size_t other = 0; other < i; other++)
            if (file[other].path && !strcmp(file[i].path, file[other].path))
                return gam_err_set(err, -GAM_EINVAL, "--%s and --%s both name '%s'; give each a file of its own",
                                   file[other].option, file[i].option, file[i].path);
        rc = gam_file_check_write(file[i].path, err);
        if (rc)
            gam_err_prefix(err, "--%s", file[i].option);
    }
    return rc;
}

int gam_gate_output_write(const struct gam_doc *doc, const struct gam_gate_output *o, int json, struct gam_err *err)
{
    struct output_file file[OUTPUT_FILES];
    int rc = 0;

    files_list(o, file);
    for (size_t i = 0; i < OUTPUT_FILES; i++) {
        struct gam_err why = { 0 };
        int failed = file[i].path ? gam_cli_render_file(doc, file[i].format, file[i].path, &why) : 0;

        if (failed && !rc)
            rc = gam_err_set(err, failed, "%s", why.text);
    }
    if (o->github) {
        struct gam_err why = { 0 };
        int failed = github_write(doc, json, &why);

        if (failed && !rc)
            rc = gam_err_set(err, failed, "%s", why.text);
    }
    return rc;
}
