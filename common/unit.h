/* SPDX-License-Identifier: MIT */
/* Numbers for people. Decimal prefixes (GB = 1e9) except sizes of caches and memory (KiB, MiB, GiB). "-" stands for NaN. */
#ifndef GAM_COMMON_UNIT_H
#define GAM_COMMON_UNIT_H

#include <stddef.h>
#include <stdint.h>

/* Three significant digits and an SI prefix: 1.53e12, "flop/s" -> "1.53 TFLOP/s"; 2.5e6, "ns" -> "2.50 ms"; "bytes/s" -> "GB/s".
 * Units: ns s flop flop/s bytes bytes/s flop/byte hz joule watt 1; another one is printed as it stands, without a prefix. */
void gam_unit_text(double value, const char *unit, char *out, size_t size);
void gam_unit_size_text(double bytes, char *out, size_t size);    /* binary: "48 KiB" */
void gam_unit_percent_text(double share, char *out, size_t size); /* 0.8734 -> "87 %"; 0.0123 -> "1.2 %" */
void gam_unit_duration_text(uint64_t ns, char *out, size_t size); /* "2.50 ms" "41.0 s" "1 min 20 s" "2 h 5 min" */

/* Terminal columns of a UTF-8 text; and its beginning cut to `columns` with an ellipsis. Both count, and the second writes,
 * U+FFFD for malformed bytes, control characters and marks that reorder a line, so that `out` is safe to print. */
size_t gam_text_columns(const char *text);
void gam_text_cut(const char *text, size_t columns, char *out, size_t size);

#endif
