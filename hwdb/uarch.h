/* SPDX-License-Identifier: MIT */
/* Facts about CPU microarchitectures (hwdb/uarch/<id>.json, built in): what one core can do per cycle, with sources. Unknown
 * hardware gives -GAM_ENOENT, never a default.
 */
#ifndef GAM_HWDB_UARCH_H
#define GAM_HWDB_UARCH_H

#include <stddef.h>
#include <stdint.h>

struct gam_err;

enum { GAM_UARCH_RATES = 48 };

struct gam_uarch_rate {
    char what[16];  /* "flop" or "bytes" */
    char isa[12];   /* base avx2 avx512 neon */
    char dtype[8];  /* f32 f64; empty for bytes */
    char level[8];  /* L1 L2; empty for flop */
    char pattern[16]; /* flop: fma muladd; bytes: read write copy */
    double per_cycle; /* of one core */
};

struct gam_uarch {
    char id[40], name[80];
    struct gam_uarch_rate rate[GAM_UARCH_RATES];
    size_t n_rates;
    char source[400];
};

/* Matches vendor ("GenuineIntel", "AuthenticAMD", "ARM"), family and model (Arm: family = implementer, model = part). */
int gam_uarch_find(const char *vendor, int64_t family, int64_t model, struct gam_uarch *out, struct gam_err *err);
double gam_uarch_rate(const struct gam_uarch *u, const char *what, const char *isa, const char *dtype, const char *level, const char *pattern); /* NaN */

#endif
