/* SPDX-License-Identifier: MIT */
/* JSON. Reading: cJSON behind typed getters whose errors name the file and the path ("suite.json: ops[3].op: expected text").
 * Writing: a writer that keeps the order of calls, doubles shortest-round-trip in the C locale, NaN and infinities as null.
 */
#ifndef GAM_COMMON_JSON_H
#define GAM_COMMON_JSON_H

#include "common/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

struct cJSON;
struct gam_err;

enum { GAM_JSON_DEPTH_MAX = 64 };

/* A value and where it stands. `path` is kept by the reader on the stack of getters; copy by value. */
struct gam_json {
    const char *file; /* label for errors; borrowed */
    const struct cJSON *node;
    size_t index; /* of an item in its array */
    char path[200];
};

/* Parses a text of `length` bytes (nesting <= GAM_JSON_DEPTH_MAX, no trailing data, no duplicate keys, valid UTF-8, no U+0000).
 * Errors say "label:line:column", duplicate keys "label: path". gam_json_free releases the root. `label` must outlive it. */
int gam_json_parse(const char *label, const char *text, size_t length, struct gam_json *root, struct gam_err *err);
void gam_json_free(struct gam_json *root);

/* Member `key` of an object. Returns 0, or -GAM_EPARSE with file and path. The _or forms take a default when the key
 * is absent or null. Texts are borrowed from the root. */
int gam_json_member(const struct gam_json *object, const char *key, struct gam_json *out, struct gam_err *err);
bool gam_json_has(const struct gam_json *object, const char *key); /* present and not null */
int gam_json_text(const struct gam_json *object, const char *key, const char **out, struct gam_err *err);
int gam_json_text_or(const struct gam_json *object, const char *key, const char *fallback, const char **out, struct gam_err *err);
int gam_json_int(const struct gam_json *object, const char *key, int64_t *out, struct gam_err *err); /* integral, |x| < 2^53 */
int gam_json_int_or(const struct gam_json *object, const char *key, int64_t fallback, int64_t *out, struct gam_err *err);
int gam_json_real(const struct gam_json *object, const char *key, double *out, struct gam_err *err);
int gam_json_real_or(const struct gam_json *object, const char *key, double fallback, double *out, struct gam_err *err);
int gam_json_bool_or(const struct gam_json *object, const char *key, bool fallback, bool *out, struct gam_err *err);
int gam_json_array(const struct gam_json *object, const char *key, struct gam_json *out, size_t *n, struct gam_err *err);
int gam_json_item(const struct gam_json *array, size_t i, struct gam_json *out, struct gam_err *err);
int gam_json_item_real(const struct gam_json *array, size_t i, double *out, struct gam_err *err); /* a number at index i */
int gam_json_value_text(const struct gam_json *at, const char **out, struct gam_err *err);        /* of an item of an array */
/* The way over a long array, one step each: start with at->node NULL; false at its end. */
bool gam_json_next(const struct gam_json *array, struct gam_json *at);
/* -GAM_EPARSE naming the first member that is not in the NULL-terminated list, with the list as remedy. */
int gam_json_only(const struct gam_json *object, const char *const *keys, struct gam_err *err);
int gam_json_fail(const struct gam_json *at, struct gam_err *err, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The writer. Indented by two spaces when `pretty`, one line otherwise; no newline at the end. `pretty` may be changed between
 * calls (rows on one line each). Too deep or unbalanced calls set -GAM_EINTERNAL in the strbuf. */
struct gam_jsonw {
    struct gam_strbuf *out;
    bool pretty;
    int depth;
    bool first[GAM_JSON_DEPTH_MAX];
    char closer[GAM_JSON_DEPTH_MAX];
};

void gam_jsonw_init(struct gam_jsonw *w, struct gam_strbuf *out, bool pretty);
void gam_jsonw_object(struct gam_jsonw *w, const char *key); /* key NULL inside arrays and at the root */
void gam_jsonw_array(struct gam_jsonw *w, const char *key);
void gam_jsonw_end(struct gam_jsonw *w); /* of the innermost object or array; remembers which */
void gam_jsonw_text(struct gam_jsonw *w, const char *key, const char *value); /* NULL: null; invalid UTF-8 becomes U+FFFD */
void gam_jsonw_int(struct gam_jsonw *w, const char *key, int64_t value);
void gam_jsonw_uint(struct gam_jsonw *w, const char *key, uint64_t value);
void gam_jsonw_real(struct gam_jsonw *w, const char *key, double value);
void gam_jsonw_bool(struct gam_jsonw *w, const char *key, bool value);
void gam_jsonw_null(struct gam_jsonw *w, const char *key);
void gam_jsonw_big(struct gam_jsonw *w, const char *key, int64_t value); /* decimal string */

/* Shortest decimal text that reads back as the same double, C locale; `out` holds >= 32 bytes. */
void gam_json_double_text(double value, char *out, size_t size);

#endif
