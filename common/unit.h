/* SPDX-License-Identifier: MIT */
/* Numbers for people. Decimal prefixes (GB = 1e9) except sizes of caches and memory (KiB, MiB, GiB). "-" stands for NaN. */
#ifndef GAM_COMMON_UNIT_H
#define GAM_COMMON_UNIT_H

#include <stddef.h>
#include <stdint.h>

/* Three significant digits and an SI prefix: 1.53e12, "flop/s" -> "1.53 TFLOP/s"; 2.5e6, "ns" -> "2.50 ms"; "bytes/s" -> "GB/s". */
void gam_unit_text(double value, const char *unit, char *out, size_t size);
void gam_unit_size_text(double bytes, char *out, size_t size);    /* binary: "48 KiB" */
void gam_unit_percent_text(double share, char *out, size_t size); /* 0.8734 -> "87 %" */
void gam_unit_duration_text(uint64_t ns, char *out, size_t size); /* "1 min 20 s" */

/* Terminal columns of a UTF-8 text; and its beginning cut to `columns` with an ellipsis. */
size_t gam_text_columns(const char *text);
void gam_text_cut(const char *text, size_t columns, char *out, size_t size);

#endif
