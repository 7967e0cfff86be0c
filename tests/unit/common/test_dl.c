/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "common/vendor/dl.h"

#include <math.h>

struct pointers {
    double (*cosine)(double);
    void (*absent)(void);
};

static const struct gam_dl_symbol optional[] = {
    { "cos", offsetof(struct pointers, cosine), 0 },
    { "no_such_symbol", offsetof(struct pointers, absent), 1 },
};
static const struct gam_dl_symbol required[] = {
    { "cos", offsetof(struct pointers, cosine), 0 },
    { "no_such_symbol", offsetof(struct pointers, absent), 0 },
};

#ifdef GAM_NO_DLOPEN
static void opens_nothing(void **state)
{
    const char *const libm[] = { "libm.so.6", NULL };
    struct pointers p;
    void *handle = NULL;
    struct gam_err err = { 0 };

    (void)state;
    gam_dl_open(libm, optional, 2, &p, &handle, &err);
    assert_error(&err, -GAM_ENOENT, "libm.so.6 is not opened: this program was built without");
    assert_null(handle);
    assert_int_equal(gam_dl_open(libm, required, 2, &p, &handle, NULL), -GAM_ENOENT);
}
#else
static void fills_pointers(void **state)
{
    const char *const names[] = { "libnonesuch.so.9", "libm.so.6", NULL };
    struct pointers p = { 0 };
    void *handle = NULL;
    struct gam_err err = { 0 };

    (void)state;
    if (gam_dl_open(names, optional, 2, &p, &handle, &err))
        fail_msg("%s", err.text);
    assert_non_null(handle);
    assert_true(p.cosine(0) == 1);
    assert_null(p.absent);
}

static void says_what_lacks(void **state)
{
    const char *const none[] = { "libnonesuch.so.9", "libnonesuch.so", NULL }, *const libm[] = { "libm.so.6", NULL };
    struct pointers p;
    void *handle = NULL;
    struct gam_err err = { 0 };

    (void)state;
    gam_dl_open(none, optional, 2, &p, &handle, &err);
    assert_error(&err, -GAM_ENOENT, "library not found: libnonesuch.so.9, libnonesuch.so");
    gam_dl_open(libm, required, 2, &p, &handle, &err);
    assert_error(&err, -GAM_EVERSION, "libm.so.6 lacks symbol no_such_symbol");
    assert_null(handle);
}

#endif

int main(void)
{
#ifdef GAM_NO_DLOPEN
    const struct CMUnitTest tests[] = { cmocka_unit_test(opens_nothing) };
#else
    const struct CMUnitTest tests[] = { cmocka_unit_test(fills_pointers), cmocka_unit_test(says_what_lacks) };
#endif

    return cmocka_run_group_tests(tests, NULL, NULL);
}
