/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4), for the Content-Security-Policy of the page: it names the hashes of its own style and script, so that
 * nothing else that might find its way into the page can run. */
#ifndef GAM_COMMON_SHA256_H
#define GAM_COMMON_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { GAM_SHA256_BYTES = 32, GAM_SHA256_TEXT = 52 /* "sha256-" and 44 of base64, NUL */ };

void gam_sha256(const void *bytes, size_t n, uint8_t out[GAM_SHA256_BYTES]);
void gam_sha256_source(const void *bytes, size_t n, char out[GAM_SHA256_TEXT]); /* "sha256-<base64>" as CSP writes it */

#endif
