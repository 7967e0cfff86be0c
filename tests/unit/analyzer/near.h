/* SPDX-License-Identifier: MIT */
/* Comparison of doubles that shows both values. */
#ifndef GAM_TESTS_UNIT_ANALYZER_NEAR_H
#define GAM_TESTS_UNIT_ANALYZER_NEAR_H

#include "../gam_test.h"

#include <math.h>

static inline void near_check(double value, double expected, double tolerance, const char *text, const char *file, int line)
{
    if (fabs(value - expected) <= tolerance)
        return;
    print_error("%s = %.17g, expected %.17g within %g\n", text, value, expected, tolerance);
    _fail(file, line);
}

#define assert_near(value, expected, tolerance) near_check((value), (expected), (tolerance), #value, __FILE__, __LINE__)

#endif
