/* SPDX-License-Identifier: MIT */
/* The link to the host. Page-locked memory is what the driver gives for buffers with CL_MEM_ALLOC_HOST_PTR, mapped; copies both
 * ways at once go through two queues. */
#include "collector/device/opencl/opencl_priv.h"
#include "common/err.h"

#include <stdlib.h>

struct cl_pinned {
    gam_cl buffer;
    void *address;
    struct cl_pinned *next;
};

void *cl_pinned_address(const struct cl_state *s)
{
    return s->pinned ? s->pinned->address : NULL;
}

int cl_host_alloc(void *state, uint64_t bytes, struct gam_buffer *out, struct gam_err *err)
{
    struct cl_state *s = state;
    struct cl_pinned *p = calloc(1, sizeof *p);
    int rc = 0;

    *out = (struct gam_buffer){ .handle = NULL };
    if (!p)
        return gam_err_nomem(err);
    bytes = bytes ? bytes : 1;
    p->buffer = s->cl->create_buffer(s->context, GAM_CL_MEM_READ_WRITE | GAM_CL_MEM_ALLOC_HOST_PTR, bytes, NULL, &rc);
    if (p->buffer)
        p->address = s->cl->enqueue_map_buffer(s->queue, p->buffer, 1, GAM_CL_MAP_READ_WRITE, 0, bytes, 0, NULL, NULL, &rc);
    if (!p->address) {
        if (p->buffer)
            s->cl->release_mem_object(p->buffer);
        free(p);
        return cl_fail(s, rc, "no page-locked memory", err);
    }
    p->next = s->pinned;
    s->pinned = p;
    *out = (struct gam_buffer){ .handle = p->address, .bytes = bytes };
    return 0;
}

void cl_host_release(void *state, struct gam_buffer *buffer)
{
    struct cl_state *s = state;
    struct cl_pinned **at = &s->pinned, *p;

    while (*at && (*at)->address != buffer->handle)
        at = &(*at)->next;
    p = *at;
    *buffer = (struct gam_buffer){ .handle = NULL };
    if (!p)
        return;
    *at = p->next;
    if (!s->cl->enqueue_unmap(s->queue, p->buffer, p->address, 0, NULL, NULL))
        s->cl->finish(s->queue);
    s->cl->release_mem_object(p->buffer);
    free(p);
}

int cl_exchange(void *state, const struct gam_exchange *x, struct gam_err *err)
{
    struct cl_state *s = state;
    int rc = 0, first, second;

    if (x->bytes > x->to->bytes || x->bytes > x->out->bytes)
        return gam_err_set(err, -GAM_EINVAL, "exchange of more bytes than the buffers have");
    if (!s->second)
        s->second = s->cl->create_command_queue(s->context, s->at.device, 0, &rc);
    if (!s->second)
        return cl_fail(s, rc, "no second queue", err);
    for (uint64_t i = 0; i < x->times && !rc; i++) {
        rc = s->cl->enqueue_write_buffer(s->queue, x->to->handle, 0, 0, x->bytes, x->from, 0, NULL, NULL);
        if (!rc)
            rc = s->cl->enqueue_read_buffer(s->second, x->out->handle, 0, 0, x->bytes, x->into, 0, NULL, NULL);
        if (!rc && !i) { /* both begin before either is waited for */
            rc = s->cl->flush(s->queue);
            rc = rc ? rc : s->cl->flush(s->second);
        }
    }
    first = s->cl->finish(s->queue); /* also after a failure: nothing may still use the memory */
    second = s->cl->finish(s->second);
    rc = rc ? rc : first ? first : second;
    return rc ? cl_fail(s, rc, "copies both ways", err) : 0;
}
