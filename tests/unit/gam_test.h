/* SPDX-License-Identifier: MIT */
/* cmocka with what it needs included, and the checks that most tests make. */
#ifndef GAM_TESTS_UNIT_GAM_TEST_H
#define GAM_TESTS_UNIT_GAM_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/err.h"

#include <string.h>

/* The error's text holds `part`; shows both when it does not. */
static inline void assert_error(const struct gam_err *err, int code, const char *part)
{
    if (err->code != code || !strstr(err->text, part))
        fail_msg("code %d, text '%s'; expected code %d and '%s'", err->code, err->text, code, part);
}

#endif
