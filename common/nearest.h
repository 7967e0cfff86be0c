/* SPDX-License-Identifier: MIT */
/* "did you mean": the nearest of some names by edit distance. */
#ifndef GAM_COMMON_NEAREST_H
#define GAM_COMMON_NEAREST_H

#include <stddef.h>

/* Insertions, deletions, replacements and swaps of neighbours that turn a into b. Only the first 63 bytes count. */
size_t gam_edit_distance(const char *a, const char *b);

/* Keeps `candidate` in *best when it is nearer to `word` than what *best holds (NULL: nothing yet) and near enough to suggest:
 * at most 1 edit for words up to 3 bytes, 2 up to 7, 3 above, and never a replacement of the whole word. */
void gam_nearest(const char *word, const char *candidate, const char **best);

#endif
