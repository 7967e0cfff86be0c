/* SPDX-License-Identifier: MIT */
#include "common/nearest.h"

#include <string.h>

enum { WORD_MAX = 63 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Three rows of the classic table: the swap of neighbours looks two rows back. */
size_t gam_edit_distance(const char *a, const char *b)
{
    size_t rows[3][WORD_MAX + 1];
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    size_t na = strnlen(a, WORD_MAX), nb = strnlen(b, WORD_MAX);

    for (size_t j = 0; j <= nb; j++)
        last[j] = before[j] = j;
    for (size_t i = 1; i <= na; i++) {
        size_t *spare = before;

        row[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            row[j] = least(least(last[j], row[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
        before = last;
        last = row;
        row = spare;
    }
    return last[nb];
}

void gam_nearest(const char *word, const char *candidate, const char **best)
{
    size_t length = strlen(word);
    size_t limit = length <= 3 ? 1 : length <= 7 ? 2 : 3;
    size_t distance = gam_edit_distance(word, candidate);

    if (distance > limit || distance >= length)
        return;
    if (!*best || distance < gam_edit_distance(word, *best))
        *best = candidate;
}
