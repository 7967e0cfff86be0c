/* SPDX-License-Identifier: MIT */
/* A folder for one gate, removed with everything in it at the end; and by a later gate, when this one was killed. A lock that
 * dies with its process tells the two apart.
 */
#ifndef GAM_COLLECTOR_SLOTS_SCRATCH_H
#define GAM_COLLECTOR_SLOTS_SCRATCH_H

#include <stddef.h>

struct gam_err;

struct gam_scratch {
    char folder[256]; /* empty: none */
    int lock;
};

/* "<parent>/gambrel-gate-XXXXXX"; -GAM_EIO or -GAM_EINVAL. */
int gam_scratch_open(struct gam_scratch *s, const char *parent, struct gam_err *err);
void gam_scratch_close(struct gam_scratch *s); /* also after a failed open */

/* Removes those of this user below `parent` whose makers are gone, after a call of `leaving` (NULL: none) for each; returns how
 * many.
 */
size_t gam_scratch_sweep(const char *parent, void (*leaving)(void *ctx, const char *folder), void *ctx);

#endif
