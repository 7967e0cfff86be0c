/* SPDX-License-Identifier: MIT */
#include "common/vendor/dl_rocblas.h"

#include "common/err.h"
#include "common/vendor/dl.h"

#include <pthread.h>
#include <stdio.h>

static const char *const sonames[] = { "librocblas.so.5", "librocblas.so.4", "librocblas.so.0", "librocblas.so", NULL };

#define SYMBOL(field, name)                                                                                                      \
    {                                                                                                                            \
        "rocblas_" name, offsetof(struct gam_rocblas, field), 0                                                                  \
    }
static const struct gam_dl_symbol symbols[] = {
    SYMBOL(create_handle, "create_handle"), SYMBOL(destroy_handle, "destroy_handle"), SYMBOL(set_stream, "set_stream"),
    SYMBOL(version, "get_version_string"),  SYMBOL(status_text, "status_to_string"),  SYMBOL(gemm, "gemm_strided_batched_ex"),
};
#undef SYMBOL

static struct {
    pthread_once_t once;
    struct gam_rocblas library;
    struct gam_err err;
    int rc;
} loaded = { .once = PTHREAD_ONCE_INIT };

static void load(void)
{
    void *handle = NULL;

    loaded.rc = gam_dl_open(sonames, symbols, sizeof symbols / sizeof symbols[0], &loaded.library, &handle, &loaded.err);
    if (!loaded.rc && loaded.library.version(loaded.library.text, sizeof loaded.library.text))
        snprintf(loaded.library.text, sizeof loaded.library.text, "unknown");
}

int gam_rocblas_get(const struct gam_rocblas **out, struct gam_err *err)
{
    pthread_once(&loaded.once, load);
    if (loaded.rc)
        return gam_err_set(err, loaded.rc, "%s", loaded.err.text);
    *out = &loaded.library;
    return 0;
}
