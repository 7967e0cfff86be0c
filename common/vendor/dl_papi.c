/* SPDX-License-Identifier: MIT */
#include "common/vendor/dl_papi.h"

#include "common/err.h"
#include "common/vendor/dl.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

static const char *const sonames[] = {
    "libpapi.so.7.3", "libpapi.so.7.2", "libpapi.so.7.1", "libpapi.so.7.0", "libpapi.so.6.0", "libpapi.so", NULL
};

#define SYMBOL(field)                                                                                                            \
    {                                                                                                                            \
        "PAPI_" #field, offsetof(struct gam_papi, field), 0                                                                      \
    }
static const struct gam_dl_symbol symbols[] = {
    SYMBOL(library_init),   SYMBOL(create_eventset),     SYMBOL(assign_eventset_component),
    SYMBOL(attach),         SYMBOL(add_named_event),     SYMBOL(start),
    SYMBOL(stop),           SYMBOL(cleanup_eventset),    SYMBOL(destroy_eventset),
    SYMBOL(num_cmp_hwctrs), SYMBOL(get_component_index), SYMBOL(strerror),
};
#undef SYMBOL

static struct {
    pthread_once_t once;
    struct gam_papi papi;
    struct gam_err err;
    int rc;
} loaded = { .once = PTHREAD_ONCE_INIT };

/* PAPI refuses to start for a caller built against another major.minor: it must be told the one that it is. */
static int library_start(struct gam_papi *papi, struct gam_err *err)
{
    static const struct {
        int major, minor;
    } known[] = { { 7, 3 }, { 7, 2 }, { 7, 1 }, { 7, 0 }, { 6, 0 } };
    int answer = 0;

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        int version = (known[i].major << 24) | (known[i].minor << 16);

        answer = papi->library_init(version);
        if (answer == version) {
            snprintf(papi->version, sizeof papi->version, "%d.%d", known[i].major, known[i].minor);
            return 0;
        }
    }
    return gam_err_set(err, -GAM_EDEVICE, "PAPI does not start: %s",
                       answer < 0 ? papi->strerror(answer) : "its version is not known here");
}

static void load(void)
{
    void *handle = NULL;

    loaded.rc = gam_dl_open(sonames, symbols, sizeof symbols / sizeof symbols[0], &loaded.papi, &handle, &loaded.err);
    if (!loaded.rc)
        loaded.rc = library_start(&loaded.papi, &loaded.err);
}

int gam_papi_get(const struct gam_papi **out, struct gam_err *err)
{
    pthread_once(&loaded.once, load);
    if (loaded.rc)
        return gam_err_set(err, loaded.rc, "%s", loaded.err.text);
    *out = &loaded.papi;
    return 0;
}
