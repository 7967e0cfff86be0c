/* SPDX-License-Identifier: MIT */
/* A comparison for an issue or a pull request: what stands out, the rest folded. */
#include "reports/md/priv.h"

#include "reports/compare_view.h"
#include "reports/escape.h"
#include "reports/fmt.h"

#include <stdio.h>

static void cell(struct gam_strbuf *out, const char *text)
{
    gam_strbuf_text(out, " | ");
    gam_escape_markdown(out, text);
}

static void row_write(struct gam_strbuf *out, const struct gam_compare_row *r, size_t number)
{
    const struct gam_quantity gone = gam_quantity_missing("ns", NULL);
    char text[256];

    gam_strbuf_printf(out, "| %zu", number);
    gam_escape_cut(gam_compare_name(r), GAM_NAME_COLUMNS, text, sizeof text);
    cell(out, text);
    gam_compare_by(r, " → ", text, sizeof text);
    cell(out, text);
    gam_fmt_quantity(r->base ? &r->base->time_ns : &gone, text, sizeof text);
    cell(out, text);
    gam_fmt_quantity(r->cand ? &r->cand->time_ns : &gone, text, sizeof text);
    cell(out, text);
    gam_fmt_ratio(&r->time, text, sizeof text);
    cell(out, text);
    gam_fmt_ratio_range(&r->time, text, sizeof text);
    cell(out, text);
    gam_fmt_ratio(&r->roof, text, sizeof text);
    cell(out, text);
    gam_compare_share(r, " → ", text, sizeof text);
    cell(out, text);
    cell(out, gam_compare_change_word(r->change));
    cell(out, gam_compare_moved(r));
    gam_strbuf_text(out, " |\n");
}

static size_t rows_write(struct gam_strbuf *out, const struct gam_compare *c, int stands_out)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n_rows; i++) {
        if (gam_compare_stands_out(&c->row[i]) != stands_out || c->row[i].change == GAM_CHANGE_UNTIMED)
            continue;
        if (!n++)
            gam_strbuf_text(out, "| # | operator | by | base | candidate | time | between | roof | of roof | change | moved |\n"
                                 "|--:|:--|:--|--:|--:|--:|--:|--:|--:|:--|:--|\n");
        row_write(out, &c->row[i], i + 1);
    }
    return n;
}

static void findings_write(struct gam_strbuf *out, const struct gam_compare *c)
{
    for (size_t i = 0; i < c->n_findings; i++) {
        const struct gam_finding *f = &c->finding[i];

        gam_strbuf_printf(out, "- **%s**: ", f->code);
        gam_escape_markdown(out, f->text);
        if (f->evidence) {
            gam_strbuf_text(out, " (");
            gam_escape_markdown(out, f->evidence);
            gam_strbuf_char(out, ')');
        }
        gam_strbuf_char(out, '\n');
    }
}

void gam_md_compare(struct gam_strbuf *out, const struct gam_doc *doc)
{
    const struct gam_compare *c = doc->compare;
    char text[600];

    gam_compare_headline(c, text, sizeof text);
    gam_strbuf_printf(out, "# %s\n\n", text);
    gam_compare_run(c->base, doc->base_id, text, sizeof text);
    gam_strbuf_text(out, "Base: ");
    gam_escape_markdown(out, text);
    gam_compare_run(c->cand, doc->run_id, text, sizeof text);
    gam_strbuf_text(out, "; candidate: ");
    gam_escape_markdown(out, text);
    gam_compare_counts(c, text, sizeof text);
    gam_strbuf_printf(out, ". Operators: %s.\n\n", text);
    findings_write(out, c);
    gam_strbuf_char(out, '\n');
    rows_write(out, c, 1);
    gam_strbuf_text(out, "\n<details><summary>The same as before</summary>\n\n");
    if (!rows_write(out, c, 0))
        gam_strbuf_text(out, "none\n");
    gam_strbuf_text(out, "\n</details>\n");
}
