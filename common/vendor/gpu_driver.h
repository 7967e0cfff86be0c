/* SPDX-License-Identifier: MIT */
/* The driver API of a GPU as one table of functions. CUDA's driver and HIP's runtime offer the same calls under other names, with
 * arguments that are passed alike (a device pointer is 64 bits wide in both), so the names are data: dl_cuda.c, dl_hip.c.
 *
 * Sources: CUDA driver API reference (11.4 to 13.0), HIP runtime API reference (5.2 to 6.x).
 */
#ifndef GAM_COMMON_VENDOR_GPU_DRIVER_H
#define GAM_COMMON_VENDOR_GPU_DRIVER_H

#include "common/vendor/dl.h"

#include <stdint.h>

enum {
    GAM_GPU_STREAM_NON_BLOCKING = 1,
    GAM_GPU_FUNCTION_LOCAL_BYTES = 3, /* function attribute */
    GAM_GPU_CAPTURE_THREAD = 1,       /* only what this thread does to the stream belongs to the graph */
    GAM_GPU_OUT_OF_MEMORY = 2         /* the one error number that both name alike and callers act on themselves */
};

/* All return 0 or an error number of the API. Handles are pointers to opaque structs, devices and attributes are ints. */
struct gam_gpu_driver {
    char library[64]; /* what was opened */

    int (*init)(unsigned flags);
    int (*driver_version)(int *version); /* CUDA: 1000 major + 10 minor */
    int (*device_count)(int *n);
    int (*device_get)(int *device, int index);
    int (*device_name)(char *name, int size, int device);
    int (*device_attribute)(int *value, int attribute, int device);
    int (*device_memory)(size_t *bytes, int device);
    int (*device_pci)(char *name, int size, int device);
    int (*device_uuid)(unsigned char uuid[16], int device); /* optional */

    /* CUDA has contexts, HIP selects a device: one of the two is there. */
    int (*context_retain)(void **context, int device);
    int (*context_release)(int device);
    int (*context_set)(void *context);
    int (*device_set)(int device);

    int (*memory_info)(size_t *free, size_t *total);
    int (*memory_alloc)(uint64_t *address, size_t bytes);
    int (*memory_free)(uint64_t address);
    int (*to_device)(uint64_t to, const void *from, size_t bytes);
    int (*to_host)(void *to, uint64_t from, size_t bytes);
    int (*host_alloc)(void **address, size_t bytes, unsigned flags); /* page-locked */
    int (*host_free)(void *address);
    int (*to_device_async)(uint64_t to, const void *from, size_t bytes, void *stream);
    int (*to_host_async)(void *to, uint64_t from, size_t bytes, void *stream);

    int (*module_load)(void **module, const void *image);
    int (*module_unload)(void *module);
    int (*module_function)(void **function, void *module, const char *name);
    int (*function_attribute)(int *value, int attribute, void *function);
    int (*launch)(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                  unsigned shared_bytes, void *stream, void **arguments, void **extra);

    int (*stream_create)(void **stream, unsigned flags);
    int (*stream_destroy)(void *stream);
    int (*stream_synchronize)(void *stream);
    int (*event_create)(void **event, unsigned flags);
    int (*event_destroy)(void *event);
    int (*event_record)(void *event, void *stream);
    int (*event_synchronize)(void *event);
    int (*event_elapsed)(float *ms, void *begin, void *end);

    /* Graphs: all of them or none (older drivers). */
    int (*capture_begin)(void *stream, int mode);
    int (*capture_end)(void *stream, void **graph);
    int (*graph_instantiate)(void **exec, void *graph, unsigned long long flags);
    int (*graph_launch)(void *exec, void *stream);
    int (*graph_exec_destroy)(void *exec);
    int (*graph_destroy)(void *graph);

    /* The name of an error number, by one of the two. */
    int (*error_name_into)(int error, const char **name);
    const char *(*error_name)(int error);
};

#endif
