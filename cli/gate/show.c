/* SPDX-License-Identifier: MIT */
/* gambrel gate show: a stored result again, in whatever form is wanted now. */
#include "cli/gate/show.h"
#include "cli/cli_render.h"
#include "cli/gate/gate.h"
#include "cli/gate/output.h"

#include "analyzer/gate/read.h"
#include "common/file.h"

#include <stdio.h>

enum { FILE_CAP = 256 << 20 };

struct show {
    const char *file, *format, *out;
    int json, quiet, code;
    struct gam_gate_output output;
};

static int show_write(const struct show *s, const struct gam_gate *gate, struct gam_err *err)
{
    struct gam_doc doc = {
        .kind = GAM_DOC_GATE, .gate = gate, .tool_version = gam_cli_version(), .tool_commit = gam_cli_commit()
    };
    const char *format = gam_cli_format_choose(s->format, s->json, s->out);
    int rc = 0;

    if (s->out)
        rc = gam_cli_render_file(&doc, format, s->out, err);
    else if (!s->quiet)
        rc = gam_cli_render_stdout(&doc, format, err);
    return rc ? rc : gam_gate_output_write(&doc, &s->output, s->json, err);
}

/* The exit code of the gate, or a negative gam_code. */
static int show_run(const struct show *s, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(FILE_CAP);
    struct gam_gate gate = { 0 };
    int rc = gam_file_read(s->file, &text, err);

    if (!rc)
        rc = gam_gate_read(s->file, gam_strbuf_get(&text), text.length, &gate, err);
    if (!rc)
        rc = show_write(s, &gate, err);
    if (!rc && s->code)
        rc = gate.exit_code;
    gam_gate_release(&gate);
    gam_strbuf_release(&text);
    return rc;
}

int gam_gate_show(int argc, char **argv)
{
    struct show s = { 0 };
    char names[200], formats[300];
    const struct gam_opt opts[] = {
        { "format", 'f', GAM_OPT_TEXT, &s.format, "NAME", formats, 0, 0 },
        { "output", 'o', GAM_OPT_TEXT, &s.out, "FILE", "write there instead of to standard output", 0, 0 },
        { "exit-code", 0, GAM_OPT_FLAG, &s.code, NULL, "exit as the gate did", 0, 0 },
        { "json", 0, GAM_OPT_FLAG, &s.json, NULL, "the same as --format json", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &s.quiet, NULL, "print only errors", 0, 0 },
        GAM_GATE_OUTPUT_OPTIONS(&s.output),
    };
    const struct gam_opt_spec spec = { "gambrel gate show",
                                       "a gate's result again, from the gambrel-gate/1 file that --result or --json wrote",
                                       "FILE",
                                       "gambrel gate show gate.json --md comment.md",
                                       opts,
                                       sizeof opts / sizeof opts[0],
                                       1 };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code, rc;

    gam_cli_format_names(GAM_DOC_GATE, names, sizeof names);
    snprintf(formats, sizeof formats, "one of %s (default: by the file's name, else text)", names);
    code = gam_cli_parse(&spec, argc, argv, &result);
    if (code >= 0)
        return code;
    if (!result.n_positional) {
        gam_err_set(&err, -GAM_EINVAL, "which result? see 'gambrel gate show --help'");
        return gam_cli_fail(&err);
    }
    s.file = result.positional[0];
    rc = gam_gate_output_check(&s.output, &err);
    if (!rc)
        rc = show_run(&s, &err);
    return rc < 0 ? gam_gate_fail(&err) : gam_cli_finish(rc);
}
