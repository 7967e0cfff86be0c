/* SPDX-License-Identifier: MIT */
/* PAPI, opened at run time. Own prototypes of the few calls used, stable from PAPI 6 on, so that no header is needed. */
#ifndef GAM_COMMON_VENDOR_DL_PAPI_H
#define GAM_COMMON_VENDOR_DL_PAPI_H

struct gam_err;

enum { GAM_PAPI_OK = 0, GAM_PAPI_NULL = -1 };

struct gam_papi {
    int (*library_init)(int version);
    int (*create_eventset)(int *set);
    int (*assign_eventset_component)(int set, int component);
    int (*attach)(int set, unsigned long tid);
    int (*add_named_event)(int set, const char *name);
    int (*start)(int set);
    int (*stop)(int set, long long *values);
    int (*cleanup_eventset)(int set);
    int (*destroy_eventset)(int *set);
    int (*num_cmp_hwctrs)(int component);
    int (*get_component_index)(const char *name);
    char *(*strerror)(int code);
    char version[16]; /* of the library that answered, "7.0" */
};

/* The initialised library, one per process. Errors: not found, or its initialisation failed (with PAPI's own words). */
int gam_papi_get(const struct gam_papi **out, struct gam_err *err);

#endif
