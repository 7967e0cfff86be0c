/* SPDX-License-Identifier: MIT */
/* Text for terminals and locales without Unicode. */
#ifndef GAM_REPORTS_TEXT_ASCII_H
#define GAM_REPORTS_TEXT_ASCII_H

#include <stddef.h>

/* Writes every character outside ASCII of `text` (n bytes) as something like it, else as '?', in place: no character becomes
 * longer. Returns the new length; text[that] becomes NUL when it is less than n. */
size_t gam_ascii_in_place(char *text, size_t n);

#endif
