/* SPDX-License-Identifier: MIT */
#include "common/strbuf.h"

#include "common/err.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

void gam_strbuf_init(struct gam_strbuf *s, size_t cap)
{
    *s = (struct gam_strbuf)GAM_STRBUF_INIT(cap);
}

void gam_strbuf_release(struct gam_strbuf *s)
{
    free(s->text);
    gam_strbuf_init(s, s->cap);
}

void gam_strbuf_reset(struct gam_strbuf *s)
{
    s->length = 0;
    s->failed = 0;
    if (s->text)
        s->text[0] = '\0';
}

/* Makes room for n more bytes and the NUL. */
static int strbuf_reserve(struct gam_strbuf *s, size_t n)
{
    size_t capacity = s->capacity ? s->capacity : FIRST_CAPACITY;
    char *grown;

    if (s->failed)
        return s->failed;
    if (n > s->cap - s->length)
        return s->failed = -GAM_EINVAL;
    if (s->length + n < s->capacity)
        return 0;
    while (capacity <= s->length + n)
        capacity = capacity > s->cap / 2 ? s->cap + 1 : capacity * 2;
    grown = realloc(s->text, capacity);
    if (!grown)
        return s->failed = -GAM_ENOMEM;
    s->text = grown;
    s->capacity = capacity;
    return 0;
}

int gam_strbuf_bytes(struct gam_strbuf *s, const void *bytes, size_t n)
{
    int rc = strbuf_reserve(s, n);

    if (rc)
        return rc;
    if (n)
        memcpy(s->text + s->length, bytes, n);
    s->length += n;
    s->text[s->length] = '\0';
    return 0;
}

int gam_strbuf_text(struct gam_strbuf *s, const char *text)
{
    return gam_strbuf_bytes(s, text, strlen(text));
}

int gam_strbuf_char(struct gam_strbuf *s, char c)
{
    return gam_strbuf_bytes(s, &c, 1);
}

int gam_strbuf_vprintf(struct gam_strbuf *s, const char *format, va_list args)
{
    va_list again;
    int n, rc;

    va_copy(again, args);
    n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (n < 0)
        return s->failed = s->failed ? s->failed : -GAM_EINVAL;
    rc = strbuf_reserve(s, (size_t)n);
    if (rc)
        return rc;
    vsnprintf(s->text + s->length, (size_t)n + 1, format, args);
    s->length += (size_t)n;
    return 0;
}

int gam_strbuf_printf(struct gam_strbuf *s, const char *format, ...)
{
    va_list args;
    int rc;

    va_start(args, format);
    rc = gam_strbuf_vprintf(s, format, args);
    va_end(args);
    return rc;
}

const char *gam_strbuf_get(const struct gam_strbuf *s)
{
    return s->text ? s->text : "";
}

char *gam_strbuf_take(struct gam_strbuf *s)
{
    char *text;

    if (!s->failed && !s->text)
        gam_strbuf_bytes(s, "", 0);
    if (s->failed) {
        gam_strbuf_release(s);
        return NULL;
    }
    text = s->text;
    gam_strbuf_init(s, s->cap);
    return text;
}

int gam_strbuf_status(const struct gam_strbuf *s, struct gam_err *err)
{
    if (s->failed == -GAM_ENOMEM)
        return gam_err_nomem(err);
    if (s->failed)
        return gam_err_set(err, s->failed, "text is longer than its limit of %zu bytes", s->cap);
    return 0;
}
