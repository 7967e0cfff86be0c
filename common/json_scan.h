/* SPDX-License-Identifier: MIT */
/* Checks a JSON text strictly (RFC 8259, UTF-8, no U+0000, nesting <= GAM_JSON_DEPTH_MAX, finite numbers) before cJSON, which
 * is laxer and gives no place, builds the tree.
 */
#ifndef GAM_COMMON_JSON_SCAN_H
#define GAM_COMMON_JSON_SCAN_H

#include <stddef.h>

struct gam_err;

/* -GAM_EPARSE with "label:line:column: what". Columns count bytes from 1. */
int gam_json_scan(const char *label, const char *text, size_t length, struct gam_err *err);

#endif
