/* SPDX-License-Identifier: MIT */
/* Memory that is released together: a report's arrays and texts, or the scratch of one analysis. Zeroed, never moved.
 * An arena starts as NULL.
 */
#ifndef GAM_ANALYZER_ARENA_H
#define GAM_ANALYZER_ARENA_H

#include <stddef.h>

struct gam_arena;

/* n objects of `size` bytes, zeroed; NULL without memory or when n * size overflows. n = 0 gives a valid pointer. */
void *gam_arena_get(struct gam_arena **arena, size_t n, size_t size);
const char *gam_arena_text(struct gam_arena **arena, const char *text); /* a copy; NULL for NULL or without memory */
const char *gam_arena_printf(struct gam_arena **arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gam_arena_free(struct gam_arena *arena); /* NULL-safe */

#endif
