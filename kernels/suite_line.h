/* SPDX-License-Identifier: MIT */
/* Where something stands in the text of a suite, for messages. */
#ifndef GAM_KERNELS_SUITE_LINE_H
#define GAM_KERNELS_SUITE_LINE_H

#include <stddef.h>

/* Line, from 1, of the key of the `index`-th object in the array "ops", or of that object when it has no such key or `key` is
 * NULL. The text is valid JSON. 0: not there. */
size_t gam_suite_line(const char *text, size_t length, size_t index, const char *key);

#endif
