/* SPDX-License-Identifier: MIT */
/* A growing byte string with a mandatory cap. A failed append sets a sticky error (reported by gam_strbuf_status), so a
 * writer may append many times and check once. Start from GAM_STRBUF_INIT(cap) or gam_strbuf_init.
 */
#ifndef GAM_COMMON_STRBUF_H
#define GAM_COMMON_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

struct gam_err;

struct gam_strbuf {
    char *text; /* always NUL-terminated once anything was appended; NULL before */
    size_t length, capacity, cap;
    int failed; /* 0 or negative enum gam_code */
};

#define GAM_STRBUF_INIT(limit)                                                                                                   \
    {                                                                                                                            \
        .text = NULL, .length = 0, .capacity = 0, .cap = (limit), .failed = 0                                                    \
    }

void gam_strbuf_init(struct gam_strbuf *s, size_t cap);
void gam_strbuf_release(struct gam_strbuf *s);
void gam_strbuf_reset(struct gam_strbuf *s); /* empties, keeps memory, clears the error */
int gam_strbuf_bytes(struct gam_strbuf *s, const void *bytes, size_t n);
int gam_strbuf_text(struct gam_strbuf *s, const char *text);
int gam_strbuf_char(struct gam_strbuf *s, char c);
int gam_strbuf_printf(struct gam_strbuf *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
int gam_strbuf_vprintf(struct gam_strbuf *s, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
const char *gam_strbuf_get(const struct gam_strbuf *s);                 /* never NULL; borrowed */
char *gam_strbuf_take(struct gam_strbuf *s);                            /* caller frees; NULL after a failure */
int gam_strbuf_status(const struct gam_strbuf *s, struct gam_err *err); /* 0, -GAM_ENOMEM, -GAM_EINVAL (over the cap) */

#endif
