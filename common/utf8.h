/* SPDX-License-Identifier: MIT */
/* UTF-8, strictly: no overlong forms, no surrogates, nothing above U+10FFFF. */
#ifndef GAM_COMMON_UTF8_H
#define GAM_COMMON_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of the code point that `text` begins with (of at most `n` bytes), or 0 when it is malformed or n is 0. */
size_t gam_utf8_next(const char *text, size_t n, uint32_t *code);

#endif
