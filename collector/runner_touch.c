/* SPDX-License-Identifier: MIT */
/* Memory that nobody touched for a while is slow the first time where a kernel or a hypervisor watches which pages are in use
 * (DAMON, shadow page tables): by a quarter after a second, by more than half after ten, on one such virtual machine. A visit is
 * about memory in use, so every page is touched before it.
 */
#include "collector/runner_priv.h"

enum { TOUCH_PAGE_BYTES = 4096 };

static void buffer_touch(const struct pool_buffer *b, int threads)
{
    const volatile unsigned char *byte = b->memory.handle;
    int64_t pages = (int64_t)(b->memory.bytes / TOUCH_PAGE_BYTES);

    (void)threads; /* of no use without OpenMP */
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t i = 0; i < pages; i++)
        (void)byte[i * TOUCH_PAGE_BYTES];
}

void gam_slot_touch(const struct runner *r, const struct slot *s)
{
    if (!gam_slot_is_host(s))
        return;
    for (size_t i = 0; i < s->n_operands; i++)
        buffer_touch(&r->buffer[s->buffer[i]], s->item->threads);
}
