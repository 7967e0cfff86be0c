/* SPDX-License-Identifier: MIT */
#include "analyzer/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 32768, ALIGN = 16 };

struct gam_arena {
    struct gam_arena *next;
    size_t used, capacity;
    _Alignas(ALIGN) unsigned char bytes[];
};

static struct gam_arena *block_add(struct gam_arena **arena, size_t bytes)
{
    size_t capacity = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
    struct gam_arena *block = calloc(1, sizeof *block + capacity);
    if (!block)
        return NULL;
    block->capacity = capacity;
    if (*arena && bytes > BLOCK_BYTES) { /* a block of its own goes behind the one in use, which still has room */
        block->next = (*arena)->next;
        (*arena)->next = block;
    } else {
        block->next = *arena;
        *arena = block;
    }
    return block;
}

void *gam_arena_get(struct gam_arena **arena, size_t n, size_t size)
{
    if (size && n > (SIZE_MAX / 2) / size)
        return NULL;
    size_t bytes = (n * size + ALIGN - 1) / ALIGN * ALIGN;
    struct gam_arena *block = *arena;
    if (!block || block->capacity - block->used < bytes)
        block = block_add(arena, bytes);
    if (!block)
        return NULL;
    void *p = block->bytes + block->used;
    block->used += bytes;
    return p;
}

const char *gam_arena_text(struct gam_arena **arena, const char *text)
{
    if (!text)
        return NULL;
    size_t n = strlen(text) + 1;
    char *copy = gam_arena_get(arena, n, 1);
    return copy ? memcpy(copy, text, n) : NULL;
}

const char *gam_arena_printf(struct gam_arena **arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = n < 0 ? NULL : gam_arena_get(arena, (size_t)n + 1, 1);
    if (text)
        vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    return text;
}

void gam_arena_free(struct gam_arena *arena)
{
    while (arena) {
        struct gam_arena *next = arena->next;
        free(arena);
        arena = next;
    }
}
