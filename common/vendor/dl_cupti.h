/* SPDX-License-Identifier: MIT */
/* CUPTI, opened at run time: the part that counts what kernels did (range profiler and its host side). Every call takes a struct
 * whose first member is its size up to the last member used; own declarations of those members. Source: CUPTI API reference
 * (12.6 to 13.0).
 */
#ifndef GAM_COMMON_VENDOR_DL_CUPTI_H
#define GAM_COMMON_VENDOR_DL_CUPTI_H

#include <stddef.h>
#include <stdint.h>

struct gam_err;

enum {
    GAM_CUPTI_INSUFFICIENT_PRIVILEGES = 35,
    GAM_CUPTI_VIRTUAL_DEVICE = 33,
    GAM_CUPTI_VIRTUAL_PRIVILEGES = 40,
    GAM_CUPTI_CONFIDENTIAL = 41,
    GAM_CUPTI_MIG = 43,
    GAM_CUPTI_RANGE_PROFILER = 0, /* profiler type */
    GAM_CUPTI_USER_RANGE = 2,
    GAM_CUPTI_USER_REPLAY = 3
};

struct gam_cupti_plain {
    size_t size;
    void *priv;
};

struct gam_cupti_chip {
    size_t size;
    void *priv;
    size_t device;
    const char *name;
};

struct gam_cupti_availability {
    size_t size;
    void *priv;
    void *context;
    size_t bytes; /* in, out */
    uint8_t *image;
};

struct gam_cupti_host_open {
    size_t size;
    void *priv;
    int type;
    const char *chip;
    const uint8_t *availability;
    void *host; /* out */
};

struct gam_cupti_host_close {
    size_t size;
    void *priv;
    void *host;
};

struct gam_cupti_chips {
    size_t size;
    void *priv;
    size_t n; /* out */
    const char *const *names;
};

struct gam_cupti_metrics {
    size_t size;
    void *priv;
    void *host;
    const char **names;
    size_t n;
};

struct gam_cupti_config_size {
    size_t size;
    void *priv;
    void *host;
    size_t bytes; /* out */
};

struct gam_cupti_config {
    size_t size;
    void *priv;
    void *host;
    size_t bytes;
    uint8_t *image;
};

struct gam_cupti_passes {
    size_t size;
    void *priv;
    size_t bytes;
    uint8_t *image;
    size_t passes; /* out */
};

struct gam_cupti_values {
    size_t size;
    void *priv;
    void *host;
    const uint8_t *data;
    size_t bytes, range;
    const char **names;
    size_t n;
    double *values;
};

struct gam_cupti_enable {
    size_t size;
    void *priv;
    void *context;
    void *profiler; /* out */
};

struct gam_cupti_profiler {
    size_t size;
    void *priv;
    void *profiler;
};

struct gam_cupti_set_config {
    size_t size;
    void *priv;
    void *profiler;
    size_t config_bytes;
    const uint8_t *config;
    size_t data_bytes;
    uint8_t *data;
    int range, replay;
    size_t ranges_most;
    uint16_t levels, level_least;
    size_t pass;
    uint16_t level;
};

struct gam_cupti_stop {
    size_t size;
    void *priv;
    void *profiler;
    size_t pass, level; /* out */
    uint8_t complete;
};

struct gam_cupti_push {
    size_t size;
    void *priv;
    void *profiler;
    const char *name;
};

struct gam_cupti_decode {
    size_t size;
    void *priv;
    void *profiler;
    size_t dropped; /* out */
};

struct gam_cupti_data_size {
    size_t size;
    void *priv;
    void *profiler;
    const char **names;
    size_t n, ranges_most;
    uint32_t nodes_most;
    size_t bytes; /* out */
};

struct gam_cupti_data_begin {
    size_t size;
    void *priv;
    void *profiler;
    size_t bytes;
    uint8_t *data;
};

/* The size that a call is told: up to and with `last`. */
#define GAM_CUPTI_SIZE(type, last) (offsetof(struct type, last) + sizeof(((struct type *)0)->last))

/* All return 0 or an error number unless said. */
struct gam_cupti {
    int (*version)(uint32_t *version); /* 10000 major(CUDA) ... : of the library */
    int (*error_text)(int error, const char **text);
    int (*initialize)(struct gam_cupti_plain *p);
    int (*chip)(struct gam_cupti_chip *p);
    int (*availability)(struct gam_cupti_availability *p);
    int (*chips)(struct gam_cupti_chips *p);
    int (*host_open)(struct gam_cupti_host_open *p);
    int (*host_close)(struct gam_cupti_host_close *p);
    int (*host_metrics)(struct gam_cupti_metrics *p);
    int (*host_config_size)(struct gam_cupti_config_size *p);
    int (*host_config)(struct gam_cupti_config *p);
    int (*host_passes)(struct gam_cupti_passes *p);
    int (*host_values)(struct gam_cupti_values *p);
    int (*enable)(struct gam_cupti_enable *p);
    int (*disable)(struct gam_cupti_profiler *p);
    int (*data_size)(struct gam_cupti_data_size *p);
    int (*data_begin)(struct gam_cupti_data_begin *p);
    int (*set_config)(struct gam_cupti_set_config *p);
    int (*start)(struct gam_cupti_profiler *p);
    int (*stop)(struct gam_cupti_stop *p);
    int (*push)(struct gam_cupti_push *p);
    int (*pop)(struct gam_cupti_profiler *p);
    int (*decode)(struct gam_cupti_decode *p);
};

/* One per process, not yet initialised. Errors: as gam_dl_open; CUPTI before 12.6 has no range profiler. */
int gam_cupti_get(const struct gam_cupti **out, struct gam_err *err);

#endif
