/* SPDX-License-Identifier: MIT */
#include "common/err.h"
#include "common/json.h"
#include "common/utf8.h"

#include <float.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gam_jsonw_init(struct gam_jsonw *w, struct gam_strbuf *out, bool pretty)
{
    *w = (struct gam_jsonw){ .out = out, .pretty = pretty };
}

static void quoted(struct gam_strbuf *out, const char *text)
{
    static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    size_t left = strlen(text);

    gam_strbuf_char(out, '"');
    while (left) {
        const char *special = strchr(plain, *text);
        uint32_t code;
        size_t n = gam_utf8_next(text, left, &code);

        if (!n)
            gam_strbuf_text(out, "\xef\xbf\xbd");
        else if (special)
            gam_strbuf_printf(out, "\\%c", letters[special - plain]);
        else if (code < 0x20 || code == 0x7f)
            gam_strbuf_printf(out, "\\u%04x", (unsigned)code);
        else
            gam_strbuf_bytes(out, text, n);
        text += n ? n : 1;
        left -= n ? n : 1;
    }
    gam_strbuf_char(out, '"');
}

static void line_break(struct gam_jsonw *w, int depth)
{
    gam_strbuf_char(w->out, '\n');
    for (int i = 0; i < depth; i++)
        gam_strbuf_text(w->out, "  ");
}

/* Comma, line and key: everything before a value. */
static void value_begin(struct gam_jsonw *w, const char *key)
{
    if (w->depth > 0) {
        if (!w->first[w->depth - 1])
            gam_strbuf_char(w->out, ',');
        if (w->pretty)
            line_break(w, w->depth);
        w->first[w->depth - 1] = false;
    }
    if (key) {
        quoted(w->out, key);
        gam_strbuf_text(w->out, w->pretty ? ": " : ":");
    }
}

static void open(struct gam_jsonw *w, const char *key, char opener, char closer)
{
    value_begin(w, key);
    gam_strbuf_char(w->out, opener);
    if (w->depth == GAM_JSON_DEPTH_MAX) {
        w->out->failed = -GAM_EINTERNAL;
        return;
    }
    w->first[w->depth] = true;
    w->closer[w->depth++] = closer;
}

void gam_jsonw_object(struct gam_jsonw *w, const char *key)
{
    open(w, key, '{', '}');
}

void gam_jsonw_array(struct gam_jsonw *w, const char *key)
{
    open(w, key, '[', ']');
}

void gam_jsonw_end(struct gam_jsonw *w)
{
    if (w->depth == 0) {
        w->out->failed = -GAM_EINTERNAL;
        return;
    }
    w->depth--;
    if (w->pretty && !w->first[w->depth])
        line_break(w, w->depth);
    gam_strbuf_char(w->out, w->closer[w->depth]);
}

void gam_jsonw_text(struct gam_jsonw *w, const char *key, const char *value)
{
    value_begin(w, key);
    if (value)
        quoted(w->out, value);
    else
        gam_strbuf_text(w->out, "null");
}

void gam_jsonw_int(struct gam_jsonw *w, const char *key, int64_t value)
{
    value_begin(w, key);
    gam_strbuf_printf(w->out, "%" PRId64, value);
}

void gam_jsonw_uint(struct gam_jsonw *w, const char *key, uint64_t value)
{
    value_begin(w, key);
    gam_strbuf_printf(w->out, "%" PRIu64, value);
}

void gam_jsonw_real(struct gam_jsonw *w, const char *key, double value)
{
    char text[32];

    value_begin(w, key);
    gam_json_double_text(value, text, sizeof text);
    gam_strbuf_text(w->out, text);
}

void gam_jsonw_bool(struct gam_jsonw *w, const char *key, bool value)
{
    value_begin(w, key);
    gam_strbuf_text(w->out, value ? "true" : "false");
}

void gam_jsonw_null(struct gam_jsonw *w, const char *key)
{
    value_begin(w, key);
    gam_strbuf_text(w->out, "null");
}

void gam_jsonw_big(struct gam_jsonw *w, const char *key, int64_t value)
{
    value_begin(w, key);
    gam_strbuf_printf(w->out, "\"%" PRId64 "\"", value);
}

void gam_json_double_text(double value, char *out, size_t size)
{
    /* Up to DBL_DIG digits survive the way through a normal double, so %.15g finds any shorter form by itself. */
    int precision = fabs(value) < DBL_MIN ? 1 : DBL_DIG;
    const char *point = localeconv()->decimal_point;
    char *comma;

    if (!isfinite(value)) {
        snprintf(out, size, "null");
        return;
    }
    do
        snprintf(out, size, "%.*g", precision, value);
    while (strtod(out, NULL) != value && precision++ < 17);
    comma = strcmp(point, ".") ? strstr(out, point) : NULL;
    if (comma) {
        *comma = '.';
        memmove(comma + 1, comma + strlen(point), strlen(comma + strlen(point)) + 1);
    }
}
