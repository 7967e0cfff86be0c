/* SPDX-License-Identifier: MIT */
#include "reports/text/priv.h"

#include "common/unit.h"
#include "reports/escape.h"

#include <string.h>

void gam_text_colour_on(const struct gam_text *t, int colour)
{
    if (!t->colour || colour == GAM_ANSI_NONE)
        return;
    if (colour > 0)
        gam_strbuf_printf(t->out, "\033[38;5;%dm", colour);
    else
        gam_strbuf_text(t->out, colour == GAM_ANSI_DIM ? "\033[2m" : "\033[1m");
}

void gam_text_colour_off(const struct gam_text *t, int colour)
{
    if (t->colour && colour != GAM_ANSI_NONE)
        gam_strbuf_text(t->out, "\033[0m");
}

void gam_text_done(const struct gam_text *t, struct gam_strbuf *part)
{
    if (part->failed && !t->out->failed)
        t->out->failed = part->failed;
    gam_strbuf_release(part);
}

void gam_text_again(const struct gam_text *t, struct gam_strbuf *part)
{
    if (part->failed && !t->out->failed)
        t->out->failed = part->failed;
    gam_strbuf_reset(part);
}

void gam_text_heading(const struct gam_text *t, const char *text)
{
    gam_strbuf_char(t->out, '\n');
    gam_text_colour_on(t, GAM_ANSI_BOLD);
    gam_text_fill(t, 0, 0, text);
    gam_text_colour_off(t, GAM_ANSI_BOLD);
}

static void pad(const struct gam_text *t, size_t n)
{
    for (size_t i = 0; i < n; i++)
        gam_strbuf_char(t->out, ' ');
}

/* One word that is longer than a line, broken where the line ends. */
static size_t break_word(const struct gam_text *t, size_t indent, size_t at, const char *word, size_t bytes)
{
    const char *end = word + bytes;

    while (word < end) {
        char one[8] = { 0 };
        size_t n = 1, width;

        while (word + n < end && (word[n] & 0xC0) == 0x80 && n < 4)
            n++;
        memcpy(one, word, n);
        width = gam_text_columns(one);
        if (at + width > t->columns && at > indent) {
            gam_strbuf_char(t->out, '\n');
            pad(t, indent);
            at = indent;
        }
        gam_strbuf_bytes(t->out, word, n);
        at += width;
        word += n;
    }
    return at;
}

static size_t word_columns(const struct gam_text *t, const char *word, size_t bytes)
{
    struct gam_strbuf one = GAM_STRBUF_INIT(1 << 20);
    size_t n;

    gam_strbuf_bytes(&one, word, bytes);
    n = gam_text_columns(gam_strbuf_get(&one));
    gam_text_done(t, &one);
    return n;
}

void gam_text_fill(const struct gam_text *t, size_t indent, size_t used, const char *text)
{
    struct gam_strbuf plain = GAM_STRBUF_INIT(1 << 20);
    size_t at = used;
    int first = 1;
    const char *p;

    gam_escape_plain(&plain, text);
    p = gam_strbuf_get(&plain);
    while (*p) {
        size_t bytes = strcspn(p, " "), width = word_columns(t, p, bytes);

        if (bytes && !first && at + 1 + width > t->columns) {
            gam_strbuf_char(t->out, '\n');
            pad(t, indent);
            at = indent;
        } else if (bytes && !first) {
            gam_strbuf_char(t->out, ' ');
            at++;
        }
        if (bytes)
            at = break_word(t, indent, at, p, bytes);
        first = first && !bytes;
        p += bytes;
        p += strspn(p, " ");
    }
    gam_strbuf_char(t->out, '\n');
    gam_text_done(t, &plain);
}

void gam_text_field(const struct gam_text *t, const char *label, const char *text)
{
    size_t width = gam_text_columns(label) + 2;

    if (!text || !*text)
        return;
    gam_text_colour_on(t, GAM_ANSI_DIM);
    gam_strbuf_printf(t->out, "%s: ", label);
    gam_text_colour_off(t, GAM_ANSI_DIM);
    gam_text_fill(t, width < t->columns / 3 ? width : 2, width, text);
}
