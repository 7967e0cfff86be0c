/* SPDX-License-Identifier: MIT */
/* Launches. A program times the same kernel thousands of times and looks at the last result: a script that is lazy computes a
 * launch only when memory is read or written, and of equal ones only the last.
 */
#include "script.h"

#include <string.h>

enum { WAITING = 64 };

static struct fake_launch waiting[WAITING];
static int n_waiting;

static void compute(const struct fake_launch *l)
{
    fake_script()->source = l->source;
    l->kernel->run(l->operand, l->grid, l->group);
}

void fake_finish(void)
{
    for (int i = 0; i < n_waiting; i++)
        compute(&waiting[i]);
    n_waiting = 0;
}

/* Its first three operands are the memory that it works on. */
static int same_work(const struct fake_launch *a, const struct fake_launch *b)
{
    return a->kernel == b->kernel && a->source == b->source && memcmp(a->operand, b->operand, 3 * sizeof a->operand[0]) == 0;
}

static void wait_for_a_look(const struct fake_launch *l)
{
    for (int i = 0; i < n_waiting; i++)
        if (same_work(&waiting[i], l)) {
            waiting[i] = *l;
            return;
        }
    if (n_waiting == WAITING)
        fake_finish();
    waiting[n_waiting++] = *l;
}

void fake_launch(const struct fake_launch *l)
{
    struct fake_script *s = fake_script();
    struct fake_kernel *k = l->kernel;

    k->launches++;
    s->source = l->source;
    s->now_ns += k->takes ? k->takes(l->operand, l->grid, l->group) : k->ns;
    if (k->fail_at && k->launches == (uint64_t)k->fail_at)
        s->sticky = k->fail;
    if (!k->run || s->sticky) /* a kernel's failure is seen later */
        return;
    if (s->lazy)
        wait_for_a_look(l);
    else
        compute(l);
}
