/* SPDX-License-Identifier: MIT */
/* Shared by uarch.c and uarch_json.c only. */
#ifndef GAM_HWDB_UARCH_PRIV_H
#define GAM_HWDB_UARCH_PRIV_H

#include <stddef.h>
#include <stdint.h>

struct gam_err;

struct uarch_key {
    const char *vendor;
    int64_t family, model;
    const char *core; /* NULL: not named */
};

enum uarch_match { UARCH_NO_MATCH, UARCH_OTHER_CORE /* the model, but another or an unnamed kind of core */, UARCH_MATCH };

int uarch_document_match(const char *label, const char *text, size_t length, const struct uarch_key *key, enum uarch_match *out,
                         struct gam_err *err);

#endif
