/* SPDX-License-Identifier: MIT */
#include "cli/cli_render.h"

#include "cli/cli_support.h"
#include "common/embedded.h"
#include "common/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_CAP = 256 * 1024 * 1024, NAMES_CAP = 400 };

/* NULL: built without Node.js, the page is static. */
static const char *page_script(void)
{
    return gam_embedded_page[0].name ? gam_embedded_page[0].text : NULL;
}

/* The locale's own word, terminal or not; where nothing is set, nothing says that it cannot. */
int gam_cli_ascii(void)
{
    const char *lang = getenv("LC_ALL");

    if (!lang || !*lang)
        lang = getenv("LC_CTYPE");
    if (!lang || !*lang)
        lang = getenv("LANG");
    return lang && *lang && !strcasestr(lang, "utf");
}

static struct gam_render_options options_terminal(void)
{
    const char *columns = getenv("COLUMNS");
    struct gam_render_options o = { .columns = gam_cli_columns(), .script = page_script() };

    if (columns && !o.columns)
        o.columns = (int)strtol(columns, NULL, 10);
    o.colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    o.ascii = gam_cli_ascii();
    return o;
}

void gam_cli_format_names(enum gam_doc_kind kind, char *out, size_t size)
{
    struct gam_strbuf names = GAM_STRBUF_INIT(NAMES_CAP);

    for (size_t i = 0; gam_renderers[i]; i++)
        if (gam_renderers[i]->kinds & 1u << kind)
            gam_strbuf_printf(&names, "%s%s", names.length ? " " : "", gam_renderers[i]->name);
    snprintf(out, size, "%s", gam_strbuf_get(&names));
    gam_strbuf_release(&names);
}

const char *gam_cli_format_choose(const char *format, int json, const char *path)
{
    const char *dot = path ? strrchr(path, '.') : NULL;

    if (json)
        return "json";
    if (format)
        return format;
    for (size_t i = 0; dot && gam_renderers[i]; i++)
        if (!strcmp(gam_renderers[i]->suffix, dot + 1))
            return gam_renderers[i]->name;
    return "text";
}

static const struct gam_renderer *renderer_for(const struct gam_doc *doc, const char *format, struct gam_err *err)
{
    const struct gam_renderer *r = gam_renderer_find(format);
    char names[NAMES_CAP];

    if (r && (r->kinds & (1u << doc->kind)))
        return r;
    gam_cli_format_names(doc->kind, names, sizeof names);
    gam_err_set(err, -GAM_EINVAL, "format '%s' cannot show this; formats that can: %s", format, names);
    return NULL;
}

int gam_cli_render_stdout(const struct gam_doc *doc, const char *format, struct gam_err *err)
{
    struct gam_render_options o = options_terminal();
    struct gam_byte_sink sink = gam_cli_sink_stdout();
    const struct gam_renderer *r = renderer_for(doc, format, err);

    return r ? r->render(doc, &o, &sink, err) : err->code;
}

static int bytes_collect(void *ctx, const void *bytes, size_t n, struct gam_err *err)
{
    struct gam_strbuf *s = ctx;

    gam_strbuf_bytes(s, bytes, n);
    return gam_strbuf_status(s, err);
}

int gam_cli_render_file(const struct gam_doc *doc, const char *format, const char *path, struct gam_err *err)
{
    struct gam_render_options o = { .script = page_script() };
    struct gam_strbuf bytes = GAM_STRBUF_INIT(FILE_CAP);
    struct gam_byte_sink sink = { bytes_collect, &bytes };
    const struct gam_renderer *r = renderer_for(doc, format, err);
    int rc = r ? r->render(doc, &o, &sink, err) : err->code;

    if (!rc)
        rc = gam_file_write(path, gam_strbuf_get(&bytes), bytes.length, err);
    gam_strbuf_release(&bytes);
    return rc;
}
