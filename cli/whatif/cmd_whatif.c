/* SPDX-License-Identifier: MIT */
#include "cli/cli_render.h"
#include "cli/whatif/whatif.h"
#include "common/file.h"
#include "common/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MODEL_CAP = 1 << 20 };

int gam_whatif_print(const struct gam_whatif_options *o, struct gam_whatif *w, struct gam_err *err)
{
    struct gam_doc doc = {
        .kind = GAM_DOC_WHATIF, .whatif = w, .tool_version = gam_cli_version(), .tool_commit = gam_cli_commit()
    };

    for (size_t i = 0; i < o->n_words && i < GAM_WHATIF_EDITS; i++)
        w->edit[w->n_edits++] = o->word[i];
    if (o->claim > 0)
        gam_whatif_claim(w, &o->edits, o->claim);
    return o->quiet ? 0 : gam_cli_render_stdout(&doc, o->json ? "json" : "text", err);
}

/* A file is a model when it says so; what cannot be read is left to the loader of runs, which says why. */
static int is_model(const char *subject, struct gam_strbuf *text)
{
    const char *schema;
    struct gam_json root;
    int model = 0;

    if (!strchr(subject, '.') && !strchr(subject, '/'))
        return 0;
    if (gam_file_read(subject, text, NULL) || gam_json_parse(subject, gam_strbuf_get(text), text->length, &root, NULL))
        return strstr(gam_strbuf_get(text), "gambrel-transformer/1") != NULL;
    model = !gam_json_text(&root, "schema", &schema, NULL) && !strncmp(schema, "gambrel-transformer/", 20);
    gam_json_free(&root);
    return model;
}

static int edits_parse(struct gam_whatif_options *o, const struct gam_opt_result *r, struct gam_err *err)
{
    size_t first = r->n_positional && !strchr(r->positional[0], '=');

    o->subject = first ? r->positional[0] : "last";
    o->word = r->positional + first;
    o->n_words = r->n_positional - first;
    gam_edits_init(&o->edits);
    for (size_t i = 0; i < o->n_words; i++) {
        int rc = gam_edit_parse(&o->edits, o->word[i], err);

        if (rc)
            return rc;
    }
    return 0;
}

/* The table of edits, so that help and parser say the same. */
static void summary_write(char *out, size_t size)
{
    size_t at = (size_t)snprintf(out, size,
                                 "what a run or a described transformer would take if something were different. "
                                 "SUBJECT: a run (an id, 'last', a tag, a file) or a gambrel-transformer/1 file. EDIT:");

    for (int k = 0; k < GAM_EDITS && at < size; k++) {
        const struct gam_edit_help *h = gam_edit_help((enum gam_edit_key)k);

        at += (size_t)snprintf(out + at, size - at, "%s %s=%s (%s%s)", k ? ";" : "", h->key, h->value, h->help,
                               h->of == GAM_EDIT_OF_RUN     ? "; of a run"
                               : h->of == GAM_EDIT_OF_MODEL ? "; of a model"
                                                            : "");
    }
}

static int whatif_go(const struct gam_whatif_options *o, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(MODEL_CAP);
    int rc = is_model(o->subject, &text) ? gam_whatif_model(o, &text, err) : gam_whatif_run(o, err);

    gam_strbuf_release(&text);
    return rc;
}

static int whatif_main(int argc, char **argv)
{
    struct gam_whatif_options o = { .claim = 0 };
    char summary[4000];
    const struct gam_opt opts[] = {
        { "from", 0, GAM_OPT_TEXT, &o.from, "DEVICE",
          "of the run: whose operators are meant (default: where most time was measured)", 0, 0 },
        { "class", 0, GAM_OPT_FLAG, &o.by_class, NULL, "efficiencies of operator classes, never an operator's own", 0, 0 },
        { "backtest", 0, GAM_OPT_TEXT, &o.backtest, "RUN",
          "project onto what that run measured and print the error; specs with an even hash calibrate, the others are predicted",
          0, 0 },
        { "to", 0, GAM_OPT_TEXT, &o.to, "DEVICE", "of the backtest's run (default: where most time was measured)", 0, 0 },
        { "claim", 0, GAM_OPT_REAL, &o.claim, "X", "a speed-up that somebody claims: can it be?", 1e-9, 1e12 },
        { "hwdb", 0, GAM_OPT_TEXT, &o.folder, "DIR", "your own device files (default: hwdb beside the database)", 0, 0 },
        { "db", 0, GAM_OPT_TEXT, &o.db, "FILE", "the database (default: $XDG_DATA_HOME/gambrel/gambrel.db)", 0, 0 },
        { "json", 0, GAM_OPT_FLAG, &o.json, NULL, "print JSON", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &o.quiet, NULL, "print only errors", 0, 0 },
    };
    const struct gam_opt_spec spec = { "gambrel whatif",
                                       summary,
                                       "[SUBJECT] [EDIT]...",
                                       "gambrel whatif last dtype=f32 mem=x2 device=h100-sxm",
                                       opts,
                                       sizeof opts / sizeof opts[0],
                                       40 };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code;

    summary_write(summary, sizeof summary);
    code = gam_cli_parse(&spec, argc, argv, &result);
    if (code >= 0)
        return code;
    if (edits_parse(&o, &result, &err)) {
        gam_cli_fail(&err);
        return GAM_EXIT_USAGE;
    }
    return whatif_go(&o, &err) ? gam_cli_fail(&err) : gam_cli_finish(GAM_EXIT_OK);
}

const struct gam_command gam_command_whatif = {
    .name = "whatif",
    .summary = "what a run or a described model would take if something were different",
    .order = 46,
    .main = whatif_main,
};
