/* SPDX-License-Identifier: MIT */
/* What CUDA and HIP devices have in common: nearly everything. An API is a description, struct gpu_api, filled as data by
 * collector/device/cuda/cuda.c and collector/device/hip/hip.c; all calls go through the tables of common/vendor/gpu_driver.h
 * and gpu_rtc.h.
 *
 * To add an API of this family: common/vendor/dl_<api>.[ch] with its names, collector/device/<api>/<api>.c with its numbers.
 */
#ifndef GAM_COLLECTOR_DEVICE_GPU_GPU_H
#define GAM_COLLECTOR_DEVICE_GPU_GPU_H

#include "collector/device.h"
#include "common/err.h"
#include "common/vendor/gpu_driver.h"
#include "common/vendor/gpu_rtc.h"
#include "kernels/gpu/queue.h"

enum gpu_attribute {
    GPU_UNITS, /* multiprocessors, compute units: those of this part or slice, whatever the full chip has */
    GPU_GROUP_MOST,
    GPU_SHARED_BYTES, /* of one work-group, without asking for more */
    GPU_L2_BYTES,
    GPU_MAJOR,
    GPU_MINOR,
    GPU_ATTRIBUTES
};

/* An error number of the driver: which of ours it is, and whether the device is of no more use afterwards (every later call
 * gives the same error). Numbers that have no row are -GAM_EDEVICE, not fatal. */
struct gpu_error {
    int number, code, fatal;
    const char *meaning; /* in place of the API's name of it; NULL: that name says enough */
};

struct gpu_api {
    const char *name, *vendor;
    enum gam_lang lang;
    int (*driver)(const struct gam_gpu_driver **out, struct gam_err *err);
    int (*compiler)(int driver_version, struct gam_gpu_rtc *out, struct gam_err *err);
    int attribute[GPU_ATTRIBUTES]; /* the API's number of it */
    const struct gpu_error *error;
    size_t n_errors;
    const char *node;                                /* the device file without which there is no device */
    int version_least, version_major, version_minor; /* of the driver: the oldest that works; what a major, a minor one counts */
    const char *version_name;
    const char *library_remedy, *node_remedy, *access_remedy, *version_remedy;
    /* The architecture as its compiler names it ("sm_90"), and the option that asks for it (empty: that of the device in use). */
    void (*arch)(int major, int minor, char *out, size_t size);
    uint64_t (*dtypes)(int major, int minor); /* 1u << enum gam_dtype that its kernels can compute in */
    const char *arch_option;
    const char *const *options; /* of every compilation; NULL-terminated */
};

struct gpu_program {
    char *source;
    void *module;
    struct gpu_program *next;
};

struct gpu_state {
    const struct gpu_api *api;
    const struct gam_gpu_driver *driver;
    struct gam_gpu_rtc compiler;
    struct gam_err compiler_missing; /* code 0: it is there */
    int device;                      /* the API's handle */
    int value[GPU_ATTRIBUTES];       /* 0 where the driver does not say */
    int driver_version;
    char arch[32], id[64];
    void *context, *stream, *event[2];
    void *second;               /* stream for copies beside those of `stream`; made when first needed */
    struct gam_gpu_queue queue; /* for libraries */
    struct gpu_program *programs;
    uint64_t scratch, scratch_bytes; /* address of memory for launches, and how large it is */
    struct gam_err lost;             /* code 0: the device works; else what ended it */
    char notice[300];
};

/* The functions of struct gam_device_backend that need to know the API. */
void gam_gpu_probe(const struct gpu_api *api, struct gam_probe *out);
int gam_gpu_count(const struct gpu_api *api, struct gam_err *err);
int gam_gpu_info(const struct gpu_api *api, int index, struct gam_device_info *out, struct gam_err *err);
int gam_gpu_open(const struct gpu_api *api, void *state, int index, struct gam_err *err);
/* The others. */
void gam_gpu_close(void *state);
void gam_gpu_caps(void *state, int threads, struct gam_caps *out);
int gam_gpu_alloc(void *state, int threads, uint64_t bytes, struct gam_buffer *out, struct gam_err *err);
void gam_gpu_release(void *state, struct gam_buffer *buffer);
int gam_gpu_upload(void *state, struct gam_buffer *to, const void *from, uint64_t bytes, struct gam_err *err);
int gam_gpu_download(void *state, void *to, const struct gam_buffer *from, uint64_t bytes, struct gam_err *err);
int gam_gpu_run(void *state, struct gam_launch *launch, void *const *const *set, size_t sets, uint64_t start, uint64_t iterations,
                uint64_t *duration_ns, struct gam_err *err);
const char *gam_gpu_notice(void *state);
int gam_gpu_host_alloc(void *state, uint64_t bytes, struct gam_buffer *out, struct gam_err *err);
void gam_gpu_host_release(void *state, struct gam_buffer *buffer);
int gam_gpu_exchange(void *state, const struct gam_exchange *copies, struct gam_err *err);

/* Steps of one launch made ready: what is the same for all iterations. */
enum { GPU_STEPS_MOST = 8 };
struct gpu_shot {
    void *function[GPU_STEPS_MOST];
    void *graph, *exec; /* instead of single launches, where the launch asks for it */
};
/* Starts all kernels of one run on the stream. */
int gam_gpu_fire(struct gpu_state *s, struct gam_launch *launch, const struct gpu_shot *shot, void *const *operand,
                 struct gam_err *err);
int gam_gpu_has_graphs(const struct gpu_state *s);
/* Records launch->graph runs, makes them one graph and starts it once, untimed: the first start sends it to the device. */
int gam_gpu_graph_make(struct gpu_state *s, struct gam_launch *launch, struct gpu_shot *shot, void *const *operand,
                       struct gam_err *err);
void gam_gpu_graph_release(struct gpu_state *s, struct gpu_shot *shot);

/* What a backend of such an API consists of, in its file: those functions of struct gam_device_backend that get no state to know
 * the API by, and the members that are the same for all. `api` is the struct gpu_api. */
#define GPU_API_FUNCTIONS(api)                                                                                                   \
    static void api_probe(struct gam_probe *out)                                                                                 \
    {                                                                                                                            \
        gam_gpu_probe(&(api), out);                                                                                              \
    }                                                                                                                            \
    static int api_count(const struct gam_device_config *config, struct gam_err *err)                                            \
    {                                                                                                                            \
        (void)config;                                                                                                            \
        return gam_gpu_count(&(api), err);                                                                                       \
    }                                                                                                                            \
    static int api_info(int index, const struct gam_device_config *config, struct gam_device_info *out, struct gam_err *err)     \
    {                                                                                                                            \
        (void)config;                                                                                                            \
        return gam_gpu_info(&(api), index, out, err);                                                                            \
    }                                                                                                                            \
    static int api_open(void *state, int index, const struct gam_device_config *config, struct gam_err *err)                     \
    {                                                                                                                            \
        (void)config;                                                                                                            \
        return gam_gpu_open(&(api), state, index, err);                                                                          \
    }
#define GPU_API_MEMBERS                                                                                                          \
    .abi = GAM_DEVICE_ABI, .state_size = sizeof(struct gpu_state), .time_source = GAM_TIME_DEVICE_CLOCK, .probe = api_probe,     \
    .count = api_count, .info = api_info, .open = api_open, .close = gam_gpu_close, .caps = gam_gpu_caps,                        \
    .alloc = gam_gpu_alloc, .release = gam_gpu_release, .upload = gam_gpu_upload, .download = gam_gpu_download,                  \
    .host_alloc = gam_gpu_host_alloc, .host_release = gam_gpu_host_release, .exchange = gam_gpu_exchange, .run = gam_gpu_run,    \
    .notice = gam_gpu_notice

/* 0 for number 0; else says "<what>: <meaning or name>" and, when the error is fatal, marks the device as lost. */
int gam_gpu_check(struct gpu_state *s, int number, const char *what, struct gam_err *err);
/* The same without a device at hand. */
int gam_gpu_explain(const struct gpu_api *api, const struct gam_gpu_driver *driver, int number, const char *what,
                    struct gam_err *err);
/* Makes the device the calling thread's; -GAM_EDEVICE with the old reason when it was lost. */
int gam_gpu_enter(struct gpu_state *s, struct gam_err *err);

/* The initialised driver, checked: library, version, permission. Errors name the remedy too (remedy may be NULL). */
int gam_gpu_driver(const struct gpu_api *api, const struct gam_gpu_driver **out, int *version, const char **remedy,
                   struct gam_err *err);
int gam_gpu_attributes(const struct gpu_api *api, const struct gam_gpu_driver *driver, int device, int value[GPU_ATTRIBUTES]);

/* The kernel `entry` of `source`, compiled for this device once and kept. A compiler's error is given with the first error of
 * its log. */
int gam_gpu_function(struct gpu_state *s, const char *source, const char *entry, void **out, struct gam_err *err);
void gam_gpu_programs_release(struct gpu_state *s);

#endif
