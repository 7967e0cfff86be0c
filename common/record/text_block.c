/* SPDX-License-Identifier: MIT */
#include "common/record/text_block.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BYTES = 1024, MOST_BYTES = 64 * 1024 };

struct gam_text_block {
    struct gam_text_block *next;
    size_t used, size;
    char bytes[];
};

static struct gam_text_block *block_new(const struct gam_text_block *last, size_t need)
{
    size_t size = last ? last->size * 2 : FIRST_BYTES;
    struct gam_text_block *block;

    if (size > MOST_BYTES)
        size = MOST_BYTES;
    if (size < need)
        size = need;
    block = malloc(sizeof *block + size);
    if (block) {
        block->used = 0;
        block->size = size;
    }
    return block;
}

const char *gam_text_block_add(struct gam_text_block **blocks, const char *text)
{
    struct gam_text_block *block = *blocks;
    size_t need;
    char *copy;

    if (!text)
        return NULL;
    need = strlen(text) + 1;
    if (!block || block->size - block->used < need) {
        block = block_new(*blocks, need);
        if (!block)
            return NULL;
        block->next = *blocks;
        *blocks = block;
    }
    copy = block->bytes + block->used;
    memcpy(copy, text, need);
    block->used += need;
    return copy;
}

void gam_text_block_free(struct gam_text_block *blocks)
{
    while (blocks) {
        struct gam_text_block *next = blocks->next;

        free(blocks);
        blocks = next;
    }
}
