/* SPDX-License-Identifier: MIT */
#include "alloc.h"

#include "../unit/gam_test.h"

#include <cjson/cJSON.h>
#include <malloc.h>
#include <sqlite3.h>
#include <stdlib.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void __real_free(void *p);
int __real_posix_memalign(void **out, size_t alignment, size_t n);
void *__real_aligned_alloc(size_t alignment, size_t n);

void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
void __wrap_free(void *p);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t n);
int __wrap_posix_memalign(void **out, size_t alignment, size_t n);
void *__wrap_aligned_alloc(size_t alignment, size_t n);

/* Single-threaded, like the tests. */
static struct {
    int armed, all_after, failed;
    long seen, fail_at, live;
} state;

static int must_fail(void)
{
    if (!state.armed)
        return 0;
    state.seen++;
    if (state.seen != state.fail_at && !(state.all_after && state.seen > state.fail_at))
        return 0;
    state.failed = 1;
    return 1;
}

static void *counted(void *p)
{
    state.live += p != NULL;
    return p;
}

void *__wrap_malloc(size_t n)
{
    return must_fail() ? NULL : counted(__real_malloc(n));
}

void *__wrap_calloc(size_t n, size_t size)
{
    return must_fail() ? NULL : counted(__real_calloc(n, size));
}

void *__wrap_realloc(void *p, size_t n)
{
    void *moved = must_fail() ? NULL : __real_realloc(p, n);

    if (!p)
        counted(moved);
    return moved;
}

void __wrap_free(void *p)
{
    state.live -= p != NULL;
    __real_free(p);
}

char *__wrap_strndup(const char *text, size_t n)
{
    size_t length = strnlen(text, n);
    char *copy = __wrap_malloc(length + 1);

    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

char *__wrap_strdup(const char *text)
{
    return __wrap_strndup(text, strlen(text));
}

int __wrap_posix_memalign(void **out, size_t alignment, size_t n)
{
    int rc = must_fail() ? 12 /* ENOMEM */ : __real_posix_memalign(out, alignment, n);

    if (!rc)
        counted(*out);
    return rc;
}

void *__wrap_aligned_alloc(size_t alignment, size_t n)
{
    return must_fail() ? NULL : counted(__real_aligned_alloc(alignment, n));
}

static void *sqlite_malloc(int n)
{
    return __wrap_malloc((size_t)n);
}

static void *sqlite_realloc(void *p, int n)
{
    return __wrap_realloc(p, (size_t)n);
}

static int sqlite_size(void *p)
{
    return p ? (int)malloc_usable_size(p) : 0;
}

static int sqlite_roundup(int n)
{
    return (n + 7) & ~7;
}

static int sqlite_init(void *data)
{
    (void)data;
    return SQLITE_OK;
}

static void sqlite_shutdown(void *data)
{
    (void)data;
}

void torture_setup(void)
{
    static sqlite3_mem_methods methods = { sqlite_malloc,  __wrap_free, sqlite_realloc,  sqlite_size,
                                           sqlite_roundup, sqlite_init, sqlite_shutdown, NULL };
    static cJSON_Hooks hooks = { __wrap_malloc, __wrap_free };

    assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &methods), SQLITE_OK);
    assert_int_equal(sqlite3_initialize(), SQLITE_OK); /* what it takes for good is not the bodies' */
    cJSON_InitHooks(&hooks);
}

static int body_run(torture_body *body, void *ctx, long fail_at, int all_after, struct gam_err *err)
{
    int rc;

    err->code = 0;
    err->text[0] = '\0';
    state.seen = 0;
    state.failed = 0;
    state.fail_at = fail_at;
    state.all_after = all_after;
    state.armed = 1;
    rc = body(ctx, err);
    state.armed = 0;
    return rc;
}

/* 0 when the body needed fewer allocations than fail_at. */
static int failure_try(const char *name, torture_body *body, void *ctx, long fail_at, int all_after)
{
    struct gam_err err;
    long before = state.live;
    int rc = body_run(body, ctx, fail_at, all_after, &err);

    if (state.live != before)
        fail_msg("%s: allocation %ld failing%s: %ld blocks kept (%d: %s)", name, fail_at, all_after ? " with all after" : "",
                 state.live - before, rc, err.text);
    if (rc && (rc != -GAM_ENOMEM || err.code != rc || !*err.text))
        fail_msg("%s: allocation %ld failing%s: returned %d, error %d: '%s'", name, fail_at, all_after ? " with all after" : "",
                 rc, err.code, err.text);
    if (!state.failed && rc)
        fail_msg("%s: failed without a failing allocation: %s", name, err.text);
    return state.failed;
}

long torture_run(const char *name, torture_body *body, void *ctx, long step)
{
    struct gam_err err;
    int rc = body_run(body, ctx, 0, 0, &err); /* first as it should be: caches fill */
    long all = state.seen, tried = 0;

    if (rc)
        fail_msg("%s: %d: %s", name, rc, err.text);
    for (long n = 1; failure_try(name, body, ctx, n, 0) + failure_try(name, body, ctx, n, 1); n += step)
        tried++;
    print_message("%s: %ld allocations, %ld of them failed in turn\n", name, all, tried);
    assert_true(tried > 0);
    return all;
}
