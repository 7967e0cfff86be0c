/* SPDX-License-Identifier: MIT */
/* Memory of the device. Where the device is the cores, it is made like the cpu device's: on huge pages, touched before use. */
#include "collector/device/opencl/opencl_priv.h"
#include "common/err.h"

#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>

enum { SMALL_PAGE_BYTES = 4096 };

/* What a driver for cores maps is the buffer itself. With small pages a stream loses a fifth or more to address translation. Both
 * a wish to the kernel and a map that is a copy do no harm. */
static int pages_touch(struct cl_state *s, const struct gam_buffer *buffer, struct gam_err *err)
{
    int rc = 0;
    char *memory = buffer->bytes ? s->cl->enqueue_map_buffer(s->queue, buffer->handle, 1, GAM_CL_MAP_READ_WRITE, 0,
                                                             (size_t)buffer->bytes, 0, NULL, NULL, &rc)
                                 : NULL;
    uint64_t before;

    if (!memory)
        return rc ? cl_fail(s, rc, "touching memory", err) : 0;
    before = (SMALL_PAGE_BYTES - (uintptr_t)memory % SMALL_PAGE_BYTES) % SMALL_PAGE_BYTES;
    if (before < buffer->bytes)
        (void)madvise(memory + before, (size_t)(buffer->bytes - before), MADV_HUGEPAGE);
    memset(memory, 0, (size_t)buffer->bytes);
    rc = s->cl->enqueue_unmap(s->queue, buffer->handle, memory, 0, NULL, NULL);
    if (!rc)
        rc = s->cl->finish(s->queue);
    return rc ? cl_fail(s, rc, "touching memory", err) : 0;
}

int cl_alloc(void *state, int threads, uint64_t bytes, struct gam_buffer *out, struct gam_err *err)
{
    struct cl_state *s = state;
    int rc = 0;

    (void)threads;
    *out = (struct gam_buffer){ .handle = NULL };
    if (s->most_bytes && bytes > s->most_bytes)
        return gam_err_set(err, -GAM_ENOMEM, "%" PRIu64 " MiB wanted in one piece, the device gives %" PRIu64, bytes >> 20,
                           s->most_bytes >> 20);
    out->handle = s->cl->create_buffer(s->context, GAM_CL_MEM_READ_WRITE, bytes ? bytes : 1, NULL, &rc);
    if (!out->handle)
        return cl_fail(s, rc, "no device memory", err);
    out->bytes = bytes;
    rc = cl_is_cpu(s->cl, s->at.device) ? pages_touch(s, out, err) : 0;
    if (rc)
        cl_release(s, out);
    return rc;
}

void cl_release(void *state, struct gam_buffer *buffer)
{
    struct cl_state *s = state;

    if (buffer->handle)
        s->cl->release_mem_object(buffer->handle);
    *buffer = (struct gam_buffer){ .handle = NULL };
}
