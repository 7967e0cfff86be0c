/* SPDX-License-Identifier: MIT */
/* Errors. A function that can fail returns 0 or a negative enum gam_code and, when `err` is not NULL, says in it what
 * failed and why. Texts are lower case without a full stop: "cannot open 'x': permission denied; try 'gambrel doctor'".
 */
#ifndef GAM_COMMON_ERR_H
#define GAM_COMMON_ERR_H

enum gam_code {
    GAM_OK = 0,
    GAM_ENOMEM,       /* allocation failed */
    GAM_EINVAL,       /* the caller's or the user's value is outside what is allowed */
    GAM_ENOENT,       /* the named thing does not exist */
    GAM_EPARSE,       /* malformed text; the message holds file, line or key */
    GAM_EIO,          /* the system refused a read or a write */
    GAM_EPERM,        /* not permitted */
    GAM_EUNSUPPORTED, /* valid, but this build, machine or device cannot do it */
    GAM_EBUSY,        /* locked or in use by another */
    GAM_EDEVICE,      /* a device or a vendor library failed */
    GAM_ENUMERIC,     /* a result that cannot be true */
    GAM_ECANCELLED,   /* the user asked to stop */
    GAM_EVERSION,     /* made by a newer program */
    GAM_EINTERNAL     /* a fault of this program */
};

struct gam_err {
    int code; /* 0 or negative enum gam_code */
    char text[1000];
};

/* Replaces the text of `err` (may be NULL) and returns `code`, so that `return gam_err_set(...)` reads well. The text stays one
 * line that a terminal can show: control characters in names become question marks. */
int gam_err_set(struct gam_err *err, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Puts "context: " before the text that is there. Returns err->code (or -GAM_EINTERNAL for NULL). */
int gam_err_prefix(struct gam_err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sets "out of memory" and returns -GAM_ENOMEM. */
int gam_err_nomem(struct gam_err *err);

#endif
