/* SPDX-License-Identifier: MIT */
#ifndef GAM_COLLECTOR_DEVICE_CPU_CPU_PRIV_H
#define GAM_COLLECTOR_DEVICE_CPU_CPU_PRIV_H

#include "collector/device.h"

#include <hwloc.h>

struct cpu_state {
    const struct gam_topology *topology; /* borrowed */
    int threads;                         /* most workers */
    unsigned isa;                        /* enum gam_isa bits */
    int *tid;                            /* of the thread that was bound as worker i; 0: none yet */
    hwloc_bitmap_t *place;               /* where worker i belongs */
    hwloc_bitmap_t saved;                /* the calling thread's binding before; NULL: not known */
    int bind_failed;                     /* the system refused a binding */
};

/* Brings up a team of `threads` and binds those of its threads that are not yet. */
int gam_cpu_bind(struct cpu_state *s, int threads, struct gam_err *err);

int gam_cpu_alloc(void *state, int threads, uint64_t bytes, struct gam_buffer *out, struct gam_err *err);
void gam_cpu_release(void *state, struct gam_buffer *buffer);

#endif
