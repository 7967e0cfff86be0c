/* SPDX-License-Identifier: MIT */
#include "common/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* An error is one line that a terminal can show, whatever names from files and programs are in it. */
static void line_keep(struct gam_err *err)
{
    for (char *p = err->text; *p; p++)
        if ((unsigned char)*p < 0x20 || *p == 0x7f)
            *p = '?';
}

int gam_err_set(struct gam_err *err, int code, const char *format, ...)
{
    va_list args;

    if (!err)
        return code;
    err->code = code;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    line_keep(err);
    return code;
}

int gam_err_prefix(struct gam_err *err, const char *format, ...)
{
    char old[sizeof err->text];
    va_list args;
    int n;

    if (!err)
        return -GAM_EINTERNAL;
    memcpy(old, err->text, sizeof old);
    va_start(args, format);
    n = vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    if (n >= 0 && (size_t)n < sizeof err->text)
        snprintf(err->text + n, sizeof err->text - (size_t)n, ": %s", old);
    line_keep(err);
    return err->code;
}

int gam_err_nomem(struct gam_err *err)
{
    return gam_err_set(err, -GAM_ENOMEM, "out of memory");
}
