/* SPDX-License-Identifier: MIT */
#include "common/vendor/dl_openblas.h"

#include "common/err.h"
#include "common/vendor/dl.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* The build with OpenMP first, whichever the system's default is: it works in the same threads as the other implementations,
 * on the cores where those are bound. */
static const char *const sonames[] = {
#if defined(__x86_64__)
    "/usr/lib/x86_64-linux-gnu/openblas-openmp/libopenblas.so.0",
#elif defined(__aarch64__)
    "/usr/lib/aarch64-linux-gnu/openblas-openmp/libopenblas.so.0",
#endif
    "libopenblaso.so.0", /* Fedora's name of it */
    "libopenblas.so.0",
    "libopenblas.so",
    NULL,
};

#define SYMBOL(name, field, optional)                                                                                            \
    {                                                                                                                            \
        name, offsetof(struct gam_openblas, field), optional                                                                     \
    }
static const struct gam_dl_symbol symbols[] = {
    SYMBOL("cblas_sgemm", sgemm, 0),
    SYMBOL("cblas_dgemm", dgemm, 0),
    SYMBOL("openblas_set_num_threads", set_num_threads, 0),
    SYMBOL("openblas_get_config", get_config, 1),
    SYMBOL("openblas_get_corename", get_corename, 1),
    SYMBOL("openblas_get_parallel", get_parallel, 1),
};
#undef SYMBOL

static struct {
    pthread_once_t once;
    struct gam_openblas openblas;
    struct gam_err err;
    int rc;
} loaded = { .once = PTHREAD_ONCE_INIT };

/* The release is the second word of the configuration, "OpenBLAS 0.3.21 DYNAMIC_ARCH ...". */
static void describe(struct gam_openblas *o)
{
    static const char *const parallel[] = { "sequential", "pthreads", "openmp" };
    const char *config = o->get_config ? o->get_config() : "", *core = o->get_corename ? o->get_corename() : "unknown";
    int kind = o->get_parallel ? o->get_parallel() : -1;
    char release[32] = "unknown";

    (void)sscanf(config, "OpenBLAS %31s", release);
    snprintf(o->version, sizeof o->version, "%s %s %s", release, core, kind >= 0 && kind <= 2 ? parallel[kind] : "unknown");
}

static void load(void)
{
    void *handle = NULL;

    loaded.rc = gam_dl_open(sonames, symbols, sizeof symbols / sizeof symbols[0], &loaded.openblas, &handle, &loaded.err);
    if (!loaded.rc)
        describe(&loaded.openblas);
}

int gam_openblas_get(const struct gam_openblas **out, struct gam_err *err)
{
    pthread_once(&loaded.once, load);
    if (loaded.rc)
        return gam_err_set(err, loaded.rc, "%s", loaded.err.text);
    *out = &loaded.openblas;
    return 0;
}
