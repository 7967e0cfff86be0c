/* SPDX-License-Identifier: MIT */
/* roof_sweep: hands every worker the piece of its slice that this launch goes through. */
#include "common/err.h"
#include "kernels/roof/roof.h"

#include <omp.h>
#include <stdlib.h>

static const struct gam_roof_sweep_kernel *const tables[GAM_ROOF_ISAS] = {
    [GAM_ROOF_BASE] = gam_roof_sweep_base,
#if defined(__x86_64__)
    [GAM_ROOF_AVX2] = gam_roof_sweep_avx2,
    [GAM_ROOF_AVX512] = gam_roof_sweep_avx512,
#elif defined(__aarch64__)
    [GAM_ROOF_NEON] = gam_roof_sweep_neon,
#endif
};

struct sweep_state {
    struct gam_roof_sweep shape;
    const struct gam_roof_sweep_kernel *kernel;
    uint64_t position; /* the same in every worker's slice */
};

static void worker_run(const struct sweep_state *st, void *const *operand, int worker)
{
    const struct gam_roof_sweep *s = &st->shape;
    const unsigned char *slice = (const unsigned char *)operand[GAM_SWEEP_A] + (uint64_t)worker * s->slice_bytes;
    double *check = (double *)operand[GAM_SWEEP_CHECK] + (size_t)worker * GAM_ROOF_CHECK;
    uint64_t to_end = s->slice_bytes - st->position;
    uint64_t first = to_end < s->chunk_bytes ? to_end : s->chunk_bytes;
    double sum = st->kernel->run(slice + st->position, first, s->fmas);

    sum += st->kernel->run(slice, s->chunk_bytes - first, s->fmas);
    for (int i = 0; i < GAM_ROOF_CHECK; i++)
        check[i] = 1;
    check[GAM_SWEEP_WORKER] = worker + 1;
    check[GAM_SWEEP_START] = (double)st->position;
    check[GAM_SWEEP_BYTES] = (double)s->chunk_bytes;
    check[GAM_SWEEP_SUM] = sum;
}

static int sweep_run(struct gam_launch *launch, void *const *operand)
{
    struct sweep_state *st = launch->state;
    int team = 0;

    if ((uintptr_t)operand[GAM_SWEEP_A] % GAM_ROOF_LINE)
        return -GAM_EINVAL;
#pragma omp parallel num_threads(launch->threads)
    {
        int worker = omp_get_thread_num();

        if (worker == 0)
            team = omp_get_num_threads();
        worker_run(st, operand, worker);
    }
    st->position = (st->position + st->shape.chunk_bytes) % st->shape.slice_bytes;
    return team == launch->threads ? 0 : -GAM_EDEVICE;
}

static const struct gam_roof_sweep_kernel *sweep_kernel(const struct gam_roof_sweep *s)
{
    for (const struct gam_roof_sweep_kernel *k = tables[s->isa]; k && k->run; k++)
        if (k->dtype == s->dtype)
            return k;
    return NULL;
}

static int sweep_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    struct gam_roof_sweep s;
    int rc;

    gam_roof_sweep_shape(op, &s);
    if ((rc = gam_roof_supports(caps, (int)s.isa, s.threads, op->kind->name, why)))
        return rc;
    if (!sweep_kernel(&s))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "roof_sweep: no kernel isa=%s", gam_op_word(op, "isa"));
    return 0;
}

static int sweep_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    struct sweep_state *st;
    int rc = sweep_supports(op, caps, err);

    if (rc)
        return rc;
    st = calloc(1, sizeof *st);
    if (!st)
        return gam_err_nomem(err);
    gam_roof_sweep_shape(op, &st->shape);
    st->kernel = sweep_kernel(&st->shape);
    *out = (struct gam_launch){ .lang = GAM_LANG_HOST,
                                .run = sweep_run,
                                .state = st,
                                .release = gam_roof_release,
                                .threads = st->shape.threads,
                                .flop_scale = 1 };
    gam_roof_detail(out, "%s, %lld FMAs an element", gam_op_word(op, "isa"), (long long)st->shape.fmas);
    return 0;
}

const struct gam_impl gam_impl_roof_sweep = {
    .name = "roof",
    .kinds = { "roof_sweep" },
    .lang = GAM_LANG_HOST,
    .supports = sweep_supports,
    .plan = sweep_plan,
};
