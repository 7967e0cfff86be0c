/* SPDX-License-Identifier: MIT */
/* Facts about CPU microarchitectures (hwdb/uarch/<id>.json, built in): what one core can do per cycle, with sources. Unknown
 * hardware gives -GAM_ENOENT, never a default.
 *
 * To add one: a file hwdb/uarch/<id>.json (docs/schema/gambrel-uarch-1.schema.json); the tests read every file.
 */
#ifndef GAM_HWDB_UARCH_H
#define GAM_HWDB_UARCH_H

#include <stddef.h>
#include <stdint.h>

struct gam_err;

enum { GAM_UARCH_RATES = 64 };

struct gam_uarch_rate {
    char what[8];     /* "flop" or "bytes" */
    char isa[12];     /* base avx2 avx512 neon */
    char dtype[8];    /* f32 f64; empty for bytes */
    char level[8];    /* L1 L2 ...; empty for flop */
    char pattern[12]; /* flop: fma muladd fmaadd; bytes: read write copy triad */
    double per_cycle; /* of one core: an FMA is 2 flop; bytes of the program, loads and stores together */
    char source[200]; /* where the number comes from */
};

struct gam_uarch {
    char id[40], name[120];
    char notes[400]; /* what the numbers leave out; may be empty */
    struct gam_uarch_rate rate[GAM_UARCH_RATES];
    size_t n_rates;
};

/* Matches vendor ("GenuineIntel", "AuthenticAMD", "ARM"), family and model (Arm: family = implementer, model = part). A model
 * that mixes cores of several kinds is not found without naming one: -GAM_ENOENT that says so. */
int gam_uarch_find(const char *vendor, int64_t family, int64_t model, struct gam_uarch *out, struct gam_err *err);
/* Likewise for cores of one kind, "P" or "E"; a model with one kind of core matches whatever `core` says. */
int gam_uarch_find_core(const char *vendor, int64_t family, int64_t model, const char *core, struct gam_uarch *out,
                        struct gam_err *err);
/* NaN when it is not known. */
double gam_uarch_rate(const struct gam_uarch *u, const char *what, const char *isa, const char *dtype, const char *level,
                      const char *pattern);

/* Reads one document; `label` names it in errors. */
int gam_uarch_parse(const char *label, const char *text, size_t length, struct gam_uarch *out, struct gam_err *err);

#endif
