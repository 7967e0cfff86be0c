/* SPDX-License-Identifier: MIT */
/* Strings that are freed together: a list of blocks. Whoever owns records or a report keeps one pointer, NULL at first. */
#ifndef GAM_COMMON_RECORD_TEXT_BLOCK_H
#define GAM_COMMON_RECORD_TEXT_BLOCK_H

struct gam_text_block;

/* A copy that lives until gam_text_block_free; NULL for NULL or out of memory. */
const char *gam_text_block_add(struct gam_text_block **blocks, const char *text);
void gam_text_block_free(struct gam_text_block *blocks);

#endif
