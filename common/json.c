/* SPDX-License-Identifier: MIT */
#include "common/json.h"

#include "common/err.h"
#include "common/json_scan.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double int_limit = 9007199254740992.0; /* 2^53 */

int gam_json_fail(const struct gam_json *at, struct gam_err *err, const char *format, ...)
{
    char what[600];
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return gam_err_set(err, -GAM_EPARSE, "%s: %s%s%s", at->file, at->path, *at->path ? ": " : "", what);
}

/* Appends to a path as much as fits; what is lost of a very deep or hostile one only shortens a message. */
static void path_append(struct gam_json *at, const char *piece)
{
    size_t used = strlen(at->path), room = sizeof at->path - 1 - used, n = strnlen(piece, room);

    memcpy(at->path + used, piece, n);
    at->path[used + n] = '\0';
}

static struct gam_json child(const struct gam_json *object, const char *key, const cJSON *node)
{
    struct gam_json at = { .file = object->file, .node = node };

    path_append(&at, object->path);
    path_append(&at, *object->path ? "." : "");
    path_append(&at, key);
    return at;
}

static struct gam_json item(const struct gam_json *array, size_t i, const cJSON *node)
{
    struct gam_json at = { .file = array->file, .node = node, .index = i };
    char index[24];

    snprintf(index, sizeof index, "[%zu]", i);
    path_append(&at, array->path);
    path_append(&at, index);
    return at;
}

static int key_compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int duplicate_check(const struct gam_json *object, struct gam_err *err)
{
    size_t n = (size_t)cJSON_GetArraySize(object->node), i = 0;
    const char **keys, *twice = NULL;
    const cJSON *member;

    if (n < 2)
        return 0;
    keys = malloc(n * sizeof *keys);
    if (!keys)
        return gam_err_nomem(err);
    cJSON_ArrayForEach(member, object->node) keys[i++] = member->string;
    qsort(keys, n, sizeof *keys, key_compare);
    for (i = 1; i < n && !twice; i++)
        if (!strcmp(keys[i - 1], keys[i]))
            twice = keys[i];
    free(keys);
    return twice ? gam_json_fail(object, err, "key '%.100s' stands twice", twice) : 0;
}

/* Depth is bounded by the scan. */
static int duplicates_check(const struct gam_json *at, struct gam_err *err)
{
    size_t i = 0;
    const cJSON *node;

    if (cJSON_IsObject(at->node)) {
        int rc = duplicate_check(at, err);

        if (rc)
            return rc;
    }
    cJSON_ArrayForEach(node, at->node)
    {
        struct gam_json next;
        int rc;

        i++;
        if (!cJSON_IsObject(node) && !cJSON_IsArray(node))
            continue;
        next = node->string ? child(at, node->string, node) : item(at, i - 1, node);
        rc = duplicates_check(&next, err);
        if (rc)
            return rc;
    }
    return 0;
}

int gam_json_parse(const char *label, const char *text, size_t length, struct gam_json *root, struct gam_err *err)
{
    int rc;

    *root = (struct gam_json){ .file = label };
    if (length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) { /* a byte order mark */
        text += 3;
        length -= 3;
    }
    rc = gam_json_scan(label, text, length, err);
    if (rc)
        return rc;
    root->node = cJSON_ParseWithLength(text, length);
    if (!root->node) /* the text is right, so memory is what was missing */
        return gam_err_nomem(err);
    rc = duplicates_check(root, err);
    if (rc)
        gam_json_free(root);
    return rc;
}

void gam_json_free(struct gam_json *root)
{
    union {
        const cJSON *borrowed;
        cJSON *owned;
    } node = { .borrowed = root->node };

    cJSON_Delete(node.owned);
    root->node = NULL;
}

static const cJSON *find(const struct gam_json *object, const char *key)
{
    return cJSON_IsObject(object->node) ? cJSON_GetObjectItemCaseSensitive(object->node, key) : NULL;
}

bool gam_json_has(const struct gam_json *object, const char *key)
{
    const cJSON *node = find(object, key);

    return node && !cJSON_IsNull(node);
}

int gam_json_member(const struct gam_json *object, const char *key, struct gam_json *out, struct gam_err *err)
{
    const cJSON *node = find(object, key);

    if (!cJSON_IsObject(object->node))
        return gam_json_fail(object, err, "expected an object");
    if (!node)
        return gam_json_fail(object, err, "key '%s' is missing", key);
    *out = child(object, key, node);
    return 0;
}

static int expected(const struct gam_json *object, const char *key, const char *what, struct gam_err *err)
{
    struct gam_json at = child(object, key, NULL);

    return gam_json_fail(&at, err, "expected %s", what);
}

int gam_json_text(const struct gam_json *object, const char *key, const char **out, struct gam_err *err)
{
    struct gam_json at;
    int rc = gam_json_member(object, key, &at, err);

    if (rc)
        return rc;
    if (!cJSON_IsString(at.node))
        return expected(object, key, "text", err);
    *out = at.node->valuestring;
    return 0;
}

int gam_json_value_text(const struct gam_json *at, const char **out, struct gam_err *err)
{
    if (!cJSON_IsString(at->node))
        return gam_json_fail(at, err, "expected text");
    *out = at->node->valuestring;
    return 0;
}

int gam_json_text_or(const struct gam_json *object, const char *key, const char *fallback, const char **out, struct gam_err *err)
{
    *out = fallback;
    return gam_json_has(object, key) ? gam_json_text(object, key, out, err) : 0;
}

int gam_json_int(const struct gam_json *object, const char *key, int64_t *out, struct gam_err *err)
{
    struct gam_json at;
    int rc = gam_json_member(object, key, &at, err);

    if (rc)
        return rc;
    if (!cJSON_IsNumber(at.node) || !(fabs(at.node->valuedouble) < int_limit) ||
        floor(at.node->valuedouble) != at.node->valuedouble)
        return expected(object, key, "a whole number below 2^53", err);
    *out = (int64_t)at.node->valuedouble;
    return 0;
}

int gam_json_int_or(const struct gam_json *object, const char *key, int64_t fallback, int64_t *out, struct gam_err *err)
{
    *out = fallback;
    return gam_json_has(object, key) ? gam_json_int(object, key, out, err) : 0;
}

int gam_json_real(const struct gam_json *object, const char *key, double *out, struct gam_err *err)
{
    struct gam_json at;
    int rc = gam_json_member(object, key, &at, err);

    if (rc)
        return rc;
    if (!cJSON_IsNumber(at.node))
        return expected(object, key, "a number", err);
    *out = at.node->valuedouble;
    return 0;
}

int gam_json_real_or(const struct gam_json *object, const char *key, double fallback, double *out, struct gam_err *err)
{
    *out = fallback;
    return gam_json_has(object, key) ? gam_json_real(object, key, out, err) : 0;
}

int gam_json_bool_or(const struct gam_json *object, const char *key, bool fallback, bool *out, struct gam_err *err)
{
    const cJSON *node = find(object, key);

    *out = fallback;
    if (!node || cJSON_IsNull(node))
        return 0;
    if (!cJSON_IsBool(node))
        return expected(object, key, "true or false", err);
    *out = cJSON_IsTrue(node);
    return 0;
}

int gam_json_array(const struct gam_json *object, const char *key, struct gam_json *out, size_t *n, struct gam_err *err)
{
    int rc = gam_json_member(object, key, out, err);

    if (rc)
        return rc;
    if (!cJSON_IsArray(out->node))
        return expected(object, key, "an array", err);
    *n = (size_t)cJSON_GetArraySize(out->node);
    return 0;
}

int gam_json_item(const struct gam_json *array, size_t i, struct gam_json *out, struct gam_err *err)
{
    const cJSON *node = cJSON_IsArray(array->node) && i <= INT32_MAX ? cJSON_GetArrayItem(array->node, (int)i) : NULL;

    if (!node)
        return gam_json_fail(array, err, "no item %zu", i);
    *out = item(array, i, node);
    return 0;
}

int gam_json_item_real(const struct gam_json *array, size_t i, double *out, struct gam_err *err)
{
    struct gam_json at;
    int rc = gam_json_item(array, i, &at, err);

    if (rc)
        return rc;
    if (!cJSON_IsNumber(at.node))
        return gam_json_fail(&at, err, "expected a number");
    *out = at.node->valuedouble;
    return 0;
}

bool gam_json_next(const struct gam_json *array, struct gam_json *at)
{
    size_t index = at->node ? at->index + 1 : 0;
    const cJSON *node = at->node ? at->node->next : array->node->child;

    if (!node)
        return false;
    *at = item(array, index, node);
    return true;
}

int gam_json_only(const struct gam_json *object, const char *const *keys, struct gam_err *err)
{
    const cJSON *member;

    if (!cJSON_IsObject(object->node))
        return gam_json_fail(object, err, "expected an object");
    cJSON_ArrayForEach(member, object->node)
    {
        char list[400] = "";
        size_t i, used = 0;

        for (i = 0; keys[i] && strcmp(keys[i], member->string); i++)
            ;
        if (keys[i])
            continue;
        for (i = 0; keys[i] && used + strlen(keys[i]) + 3 < sizeof list; i++)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", keys[i]);
        return gam_json_fail(object, err, "unknown key '%.100s'; known are %s", member->string, list);
    }
    return 0;
}
