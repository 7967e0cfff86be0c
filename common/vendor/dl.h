/* SPDX-License-Identifier: MIT */
/* Libraries opened at run time: one file dl_<library>.[ch] each, with a struct of typed pointers filled from a name table. */
#ifndef GAM_COMMON_VENDOR_DL_H
#define GAM_COMMON_VENDOR_DL_H

#include <stddef.h>

struct gam_err;

struct gam_dl_symbol {
    const char *name;
    size_t offset; /* of the function pointer in the struct */
    int optional;
};

/* Opens the first of the NULL-terminated sonames that loads and fills `pointers`. *handle is never closed by callers that keep
 * pointers. Errors: -GAM_ENOENT "library not found: libx.so.1, libx.so", -GAM_EVERSION "libx.so.1 lacks symbol y". */
int gam_dl_open(const char *const *sonames, const struct gam_dl_symbol *symbols, size_t n, void *pointers, void **handle,
                struct gam_err *err);

/* One file, with what it needs; the error has the loader's own words. */
int gam_dl_open_file(const char *path, void **handle, struct gam_err *err);
void *gam_dl_find(void *handle, const char *symbol); /* NULL: it has none of that name */
void gam_dl_close(void *handle);

#endif
