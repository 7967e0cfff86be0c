/* SPDX-License-Identifier: MIT */
#include "cli/cli_analyze.h"
#include "cli/cli_render.h"
#include "cli/cli_support.h"
#include "common/file.h"
#include "store/run_json.h"

#include <stdio.h>
#include <string.h>

enum { FILE_CAP = 1 << 30 };

struct report_opts {
    const char *run, *format, *out, *db;
    int json, quiet;
};

/* The run, the one whose roofs it uses (or the run itself), and its id in the database. */
struct loaded {
    int interrupted;
    struct gam_runset set, other;
    const struct gam_runset *roofs;
    int64_t id;
};

/* A path is told from an id, tag or uuid by what those never hold. */
static int is_file(const char *run)
{
    size_t n = strlen(run);

    return strchr(run, '/') || !strcmp(run, "-") || (n > 5 && !strcmp(run + n - 5, ".json"));
}

/* uuid of the run whose roofs this one uses; NULL: its own. */
static const char *roof_uuid(const struct loaded *l)
{
    return gam_runset_run_n(&l->set) ? gam_runset_run(&l->set)->roof_run : NULL;
}

/* A run that reused roofs is held against them; without them only against what it measured itself, and that is said. */
static void roofs_missing(const char *uuid)
{
    char text[200];

    snprintf(text, sizeof text, "the run %s whose roofs this one uses is not here; import it for the full report", uuid);
    gam_cli_warn(text);
}

static int file_load(const char *path, struct loaded *l, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(FILE_CAP);
    int rc = gam_file_read(path, &text, err);

    if (!rc)
        rc = gam_run_json_read(path, gam_strbuf_get(&text), text.length, &l->set, &l->other, err);
    if (!rc && gam_runset_run_n(&l->other))
        l->roofs = &l->other;
    else if (!rc && roof_uuid(l))
        roofs_missing(roof_uuid(l));
    gam_strbuf_release(&text);
    return rc;
}

static int roofs_load(struct gam_store *store, struct loaded *l, struct gam_err *err)
{
    struct gam_err why = { 0 };
    int64_t id;
    int rc;

    if (!roof_uuid(l))
        return 0;
    rc = gam_store_find_uuid(store, roof_uuid(l), &id, &why);
    if (rc == -GAM_ENOENT) {
        roofs_missing(roof_uuid(l));
        return 0;
    }
    if (rc)
        return gam_err_set(err, rc, "%s", why.text);
    rc = gam_store_load(store, id, &l->other, err);
    if (!rc)
        l->roofs = &l->other;
    return rc;
}

static int store_load(const struct report_opts *o, struct loaded *l, struct gam_err *err)
{
    struct gam_store *store = NULL;
    int rc = gam_cli_db_open(o->db, GAM_STORE_READ, &store, err);

    if (!rc)
        rc = gam_store_resolve(store, o->run, &l->id, err);
    if (!rc)
        rc = gam_store_load(store, l->id, &l->set, err);
    if (!rc && gam_runset_run_n(&l->set))
        l->interrupted = gam_store_interrupted(store, gam_runset_run(&l->set));
    if (!rc)
        rc = roofs_load(store, l, err);
    gam_store_close(store);
    return rc;
}

/* --format, else what the file's name ends in, else text. */
static const char *format_choose(const struct report_opts *o)
{
    const char *dot = o->out ? strrchr(o->out, '.') : NULL;

    if (o->json)
        return "json";
    if (o->format)
        return o->format;
    for (size_t i = 0; dot && gam_renderers[i]; i++)
        if (!strcmp(gam_renderers[i]->suffix, dot + 1))
            return gam_renderers[i]->name;
    return "text";
}

static int report_write(const struct report_opts *o, const struct loaded *l, struct gam_err *err)
{
    struct gam_report report = { 0 };
    struct gam_doc doc = { .kind = GAM_DOC_REPORT,
                           .report = &report,
                           .interrupted = l->interrupted,
                           .run_id = l->id,
                           .tool_version = gam_cli_version(),
                           .tool_commit = gam_cli_commit() };
    int rc = gam_cli_analyze(&l->set, l->roofs, &report, err);

    if (!rc && o->out)
        rc = gam_cli_render_file(&doc, format_choose(o), o->out, err);
    else if (!rc && !o->quiet)
        rc = gam_cli_render_stdout(&doc, format_choose(o), err);
    gam_report_release(&report);
    return rc;
}

static int report_run(const struct report_opts *o, struct gam_err *err)
{
    struct loaded l = { 0 };
    int rc;

    gam_runset_init(&l.set);
    gam_runset_init(&l.other);
    l.roofs = &l.set;
    rc = is_file(o->run) ? file_load(o->run, &l, err) : store_load(o, &l, err);
    if (!rc)
        rc = report_write(o, &l, err);
    gam_runset_release(&l.other);
    gam_runset_release(&l.set);
    return rc;
}

static int report_main(int argc, char **argv)
{
    struct report_opts o = { .run = "last" };
    char names[200], formats[300];
    const struct gam_opt opts[] = {
        { "format", 'f', GAM_OPT_TEXT, &o.format, "NAME", formats, 0, 0 },
        { "output", 'o', GAM_OPT_TEXT, &o.out, "FILE", "write there instead of to standard output", 0, 0 },
        { "json", 0, GAM_OPT_FLAG, &o.json, NULL, "the same as --format json", 0, 0 },
        { "db", 0, GAM_OPT_TEXT, &o.db, "FILE", "the database (default: $XDG_DATA_HOME/gambrel/gambrel.db)", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &o.quiet, NULL, "print only errors", 0, 0 },
    };
    const struct gam_opt_spec spec = { "gambrel report",
                                       "show a stored run: RUN is an id, 'last', a tag, a uuid or a gambrel-run/1 file",
                                       "[RUN]",
                                       "gambrel report last --format html -o report.html",
                                       opts,
                                       sizeof opts / sizeof opts[0],
                                       1 };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code;

    gam_cli_format_names(GAM_DOC_REPORT, names, sizeof names);
    snprintf(formats, sizeof formats, "one of %s (default: by the file's name, else text)", names);
    code = gam_cli_parse(&spec, argc, argv, &result);
    if (code >= 0)
        return code;
    if (result.n_positional)
        o.run = result.positional[0];
    if (report_run(&o, &err))
        return gam_cli_fail(&err);
    return gam_cli_finish(GAM_EXIT_OK);
}

const struct gam_command gam_command_report = {
    .name = "report",
    .summary = "show a stored run in any of the report formats",
    .order = 20,
    .main = report_main,
};
