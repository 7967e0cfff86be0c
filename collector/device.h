/* SPDX-License-Identifier: MIT */
/* A device backend: where launches run. It knows no operators. Plain C types only: this is the plug-in ABI to be.
 *
 * To add one: collector/device/<name>/<name>.c with `const struct gam_device_backend gam_device_<name>` (registered by the
 * build), and common/vendor/dl_<library>.[ch] for a library opened at run time. A whole one, small, with the check that it works:
 * tests/figures/example/device. From then on `gambrel devices` and `gambrel doctor` list it, and `gambrel run` measures on it
 * whenever its probe says ready, unless --device names others. A device of kind cpu is the machine's cores once more, and only
 * measured when it is named.
 */
#ifndef GAM_COLLECTOR_DEVICE_H
#define GAM_COLLECTOR_DEVICE_H

#include "kernels/impl.h"

#include <stddef.h>
#include <stdint.h>

struct gam_err;
struct gam_topology;

enum { GAM_DEVICE_ABI = 2, GAM_DEVICES_MOST = 1024 /* of a backend */ };

struct gam_probe {
    int ready;
    char reason[400]; /* always filled: what is there, or why not */
    char remedy[200]; /* one command or step that helps; empty when ready or nothing helps */
};

/* Texts may be empty and numbers 0 where unknown, except id and kind. */
struct gam_device_info {
    char id[64];   /* the backend's name, or <name>:<number> */
    char kind[16]; /* cpu gpu accelerator */
    char name[160];
    char class_[160]; /* equal for devices that may be compared with each other: vendor, model, architecture */
    char driver[96], isa[96];
    uint64_t memory_bytes;
    uint32_t units; /* cores, compute units */
    struct gam_device_memory {
        char level[8]; /* L1 L2 L3 L4, or DRAM: levels of other names get no roofs */
        int is_cache;
        uint64_t size_bytes;                       /* of one instance */
        uint32_t line_bytes, instances, shared_by; /* shared_by: units per instance */
    } memory[8]; /* innermost first, main memory last; its roof has to pass the cache before it, and needs one */
    uint32_t n_memory;
};

struct gam_device_config {
    const struct gam_topology *topology;
    int threads; /* most workers any measurement will ask for */
    int smt;
    const struct gam_device_backend *const *more; /* beside those that are built in (plug-ins); NULL-terminated, or NULL */
};

/* A device in use. */
struct gam_open_device {
    const struct gam_device_backend *backend;
    void *state;
    struct gam_device_info info;
    int threads;              /* N of `--threads`, or fewer when the device has no more workers */
    char uarch[40], hwdb[40]; /* ids in the hardware database, if the caller looked; for the device's record */
};

struct gam_buffer {
    void *handle; /* of the backend; on the host the address itself */
    uint64_t bytes;
};

/* Copies of both ways, `times` of each, that may overlap. */
struct gam_exchange {
    struct gam_buffer *to; /* of the device */
    const void *from;
    const struct gam_buffer *out; /* of the device */
    void *into;
    uint64_t bytes, times;
};

/* How the time of a run was taken. */
enum gam_time_source { GAM_TIME_HOST_CLOCK, GAM_TIME_DEVICE_CLOCK };

struct gam_device_backend {
    uint32_t abi;
    const char *name, *summary;
    size_t state_size; /* the core allocates it zeroed for every opened device */
    enum gam_time_source time_source;
    unsigned langs; /* 1u << enum gam_lang */
    /* Never fails, no side effects, always a reason. */
    void (*probe)(struct gam_probe *out);
    /* Number of devices, 0 or more; a negative gam_code when it cannot say. */
    int (*count)(const struct gam_device_config *config, struct gam_err *err);
    int (*info)(int index, const struct gam_device_config *config, struct gam_device_info *out, struct gam_err *err);
    int (*open)(void *state, int index, const struct gam_device_config *config, struct gam_err *err);
    void (*close)(void *state); /* also after a failed open, and twice */
    /* What a measurement with `threads` workers may use. out->threads: that many, or fewer when the device has no more. */
    void (*caps)(void *state, int threads, struct gam_caps *out);
    /* Memory that lies where `threads` workers will use it (first touch). -GAM_ENOMEM leaves the device usable. */
    int (*alloc)(void *state, int threads, uint64_t bytes, struct gam_buffer *out, struct gam_err *err);
    void (*release)(void *state, struct gam_buffer *buffer); /* NULL-safe handle */
    int (*upload)(void *state, struct gam_buffer *to, const void *from, uint64_t bytes, struct gam_err *err);
    int (*download)(void *state, void *to, const struct gam_buffer *from, uint64_t bytes, struct gam_err *err);
    /* Memory of the host that the device can fetch from by itself (page-locked); handle: its address. Only where caps say
     * GAM_OFFER_PINNED; else both are NULL. */
    int (*host_alloc)(void *state, uint64_t bytes, struct gam_buffer *out, struct gam_err *err);
    void (*host_release)(void *state, struct gam_buffer *buffer); /* NULL-safe handle */
    /* Starts the copies of both ways side by side and waits for all. Only where caps say GAM_OFFER_EXCHANGE; else NULL. */
    int (*exchange)(void *state, const struct gam_exchange *copies, struct gam_err *err);
    /* Runs `iterations` launches in a row and synchronises; iteration i uses set[(start + i) % sets], the operands' handles in
     * the order of gam_op_operands. A launch of GAM_LANG_HOST is a call of launch->run. duration_ns: of all. */
    int (*run)(void *state, struct gam_launch *launch, void *const *const *set, size_t sets, uint64_t start, uint64_t iterations,
               uint64_t *duration_ns, struct gam_err *err);
    /* Kernel thread ids of the host threads that compute, at most n; returns how many. NULL: the device has none. */
    size_t (*workers)(void *state, int *tid, size_t n);
    /* What the user should know about how it ran ("threads could not be bound"); NULL: nothing. May be NULL. */
    const char *(*notice)(void *state);
};

extern const struct gam_device_backend *const gam_device_backends[]; /* generated; NULL-terminated */

/* The i-th of all backends, first those that are built in, then `more` (may be NULL); NULL past the last. */
const struct gam_device_backend *gam_device_backend_at(const struct gam_device_backend *const *more, size_t i);

/* What a backend says of itself, looked at before it is used: a text always ends, an id is that of its backend, a number can be
 * true. probe: always a reason. count: 0 to GAM_DEVICES_MOST, or an error with a text. info: 0, or an error with a text. */
void gam_device_probe(const struct gam_device_backend *backend, struct gam_probe *out);
int gam_device_count(const struct gam_device_backend *backend, const struct gam_device_config *config, struct gam_err *err);
int gam_device_info(const struct gam_device_backend *backend, int index, const struct gam_device_config *config,
                    struct gam_device_info *out, struct gam_err *err);

/* Finds and opens the device of that id ("cpu", "cuda:0"). -GAM_ENOENT says which devices there are, or why the backend of
 * that name offers none. gam_device_close releases what is there, also after a failure. */
int gam_device_open(const char *id, const struct gam_device_config *config, struct gam_open_device *out, struct gam_err *err);
void gam_device_close(struct gam_open_device *device);

#endif
