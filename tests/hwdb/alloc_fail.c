/* SPDX-License-Identifier: MIT */
/* The device database and its tables with the allocator failing at call N, for N = 1, 2, ... until loading needs no N calls. Each
 * time it must say "out of memory" and leave nothing behind. Linked with --wrap; a sanitizer finds what leaks on the way.
 */
#include "common/embedded.h"
#include "common/err.h"
#include "hwdb/devices.h"
#include "hwdb/prices.h"
#include "hwdb/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
char *__wrap_strdup(const char *text);

static long calls_left = -1; /* until one fails; -1: none fails */

static int refuse(void)
{
    return calls_left > 0 && --calls_left == 0;
}

void *__wrap_malloc(size_t n)
{
    return refuse() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return refuse() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t n)
{
    return refuse() ? NULL : __real_realloc(p, n);
}

char *__wrap_strdup(const char *text)
{
    return refuse() ? NULL : __real_strdup(text);
}

/* Enough prices that their list grows. */
static int prices(const struct gam_hw_db *db, struct gam_err *err)
{
    char text[20000] = "# as_of: 2026-01-01\ndevice,kind,usd\n";
    struct gam_prices list = { .n = 0 };
    size_t used = strlen(text);
    int rc;

    for (int i = 0; i < 600; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "device-%d,rent,%d\n", i % 7, i + 1);
    rc = gam_prices_read("p.csv", text, used, NULL, &list, err);
    gam_prices_match(&list, db, NULL);
    gam_prices_release(&list);
    return rc;
}

/* Three devices, one of them of the user's own, a table and prices. */
static int load(struct gam_err *err)
{
    struct gam_hw_db db = { .n = 0 };
    struct gam_hw_table table = { .n = 0 };
    int rc = 0;

    for (size_t i = 0; i < 3 && !rc; i++) {
        const struct gam_embedded *e = &gam_embedded_devices[i];

        rc = gam_hw_db_add(&db, i == 2 ? "own.json" : NULL, e->name, e->text, e->length, err);
    }
    if (!rc)
        rc = gam_hw_table_load("links", &table, err);
    if (!rc)
        rc = prices(&db, err);
    gam_hw_table_release(&table);
    gam_hw_db_release(&db);
    return rc;
}

int main(void)
{
    int faults = 0;
    long n;

    for (n = 1;; n++) {
        struct gam_err err = { 0 };
        long left;
        int rc;

        calls_left = n;
        rc = load(&err);
        left = calls_left;
        calls_left = -1;
        if (left > 0) { /* it needed fewer calls */
            faults += rc != 0;
            break;
        }
        if (rc != -GAM_ENOMEM || !strstr(err.text, "memory")) {
            printf("call %ld failing: returned %d: %s\n", n, rc, err.text);
            faults++;
        }
    }
    printf("failed at up to %ld calls, %d faults\n", n, faults);
    return faults || n < 10;
}
