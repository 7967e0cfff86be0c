/* SPDX-License-Identifier: MIT */
#include "common/vendor/dl_cublaslt.h"

#include "common/err.h"
#include "common/vendor/dl.h"

#include <pthread.h>
#include <stdio.h>

static const char *const sonames[] = {
    "libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so.11", "libcublasLt.so", "/usr/local/cuda/lib64/libcublasLt.so", NULL
};

#define SYMBOL(field, name)                                                                                                      \
    {                                                                                                                            \
        "cublasLt" name, offsetof(struct gam_cublaslt, field), 0                                                                 \
    }
static const struct gam_dl_symbol symbols[] = {
    SYMBOL(version, "GetVersion"),
    SYMBOL(create, "Create"),
    SYMBOL(destroy, "Destroy"),
    SYMBOL(status_name, "GetStatusName"),
    SYMBOL(desc_create, "MatmulDescCreate"),
    SYMBOL(desc_destroy, "MatmulDescDestroy"),
    SYMBOL(desc_set, "MatmulDescSetAttribute"),
    SYMBOL(layout_create, "MatrixLayoutCreate"),
    SYMBOL(layout_destroy, "MatrixLayoutDestroy"),
    SYMBOL(layout_set, "MatrixLayoutSetAttribute"),
    SYMBOL(preference_create, "MatmulPreferenceCreate"),
    SYMBOL(preference_destroy, "MatmulPreferenceDestroy"),
    SYMBOL(preference_set, "MatmulPreferenceSetAttribute"),
    SYMBOL(choose, "MatmulAlgoGetHeuristic"),
    SYMBOL(matmul, "Matmul"),
};
#undef SYMBOL

static struct {
    pthread_once_t once;
    struct gam_cublaslt library;
    struct gam_err err;
    int rc;
} loaded = { .once = PTHREAD_ONCE_INIT };

static void load(void)
{
    void *handle = NULL;
    size_t v;

    loaded.rc = gam_dl_open(sonames, symbols, sizeof symbols / sizeof symbols[0], &loaded.library, &handle, &loaded.err);
    if (loaded.rc)
        return;
    v = loaded.library.version();
    snprintf(loaded.library.text, sizeof loaded.library.text, "%zu.%zu.%zu", v / 10000, v / 100 % 100, v % 100);
}

int gam_cublaslt_get(const struct gam_cublaslt **out, struct gam_err *err)
{
    pthread_once(&loaded.once, load);
    if (loaded.rc)
        return gam_err_set(err, loaded.rc, "%s", loaded.err.text);
    *out = &loaded.library;
    return 0;
}
