/* SPDX-License-Identifier: MIT */
/* roof_stream: hands every worker its slices and the piece of them that this launch goes through. */
#include "common/err.h"
#include "kernels/roof/roof.h"

#include <omp.h>
#include <stdlib.h>

static const struct gam_roof_stream_kernel *const tables[GAM_ROOF_ISAS] = {
    [GAM_ROOF_BASE] = gam_roof_stream_base,
#if defined(__x86_64__)
    [GAM_ROOF_AVX2] = gam_roof_stream_avx2,
    [GAM_ROOF_AVX512] = gam_roof_stream_avx512,
#elif defined(__aarch64__)
    [GAM_ROOF_NEON] = gam_roof_stream_neon,
#endif
};

/* A value that no two launches share and that is an ordinary double in [1, 2): 1 + launches 2^-52. */
static const uint64_t stamp_base = 0x3ff0000000000000u;

struct stream_state {
    struct gam_roof_stream shape;
    struct gam_roof_stream_operands at;
    const struct gam_roof_stream_kernel *kernel;
    uint64_t position; /* the same in every worker's slices */
    uint64_t launches;
};

static unsigned char *slice_of(void *const *operand, int place, uint64_t offset)
{
    return place < 0 ? NULL : (unsigned char *)operand[place] + offset;
}

static void report(double *check, const struct gam_roof_slice *before, const struct gam_roof_slice *after, int worker)
{
    check[GAM_CHECK_WORKER] = worker + 1;
    check[GAM_CHECK_START] = (double)before->at;
    check[GAM_CHECK_BYTES] = (double)before->todo;
    check[GAM_CHECK_LOW] = (double)(after->sum & UINT32_MAX);
    check[GAM_CHECK_HIGH] = (double)(after->sum >> 32);
    check[GAM_CHECK_STAMP] = (double)(before->stamp & UINT32_MAX);
    check[GAM_CHECK_RIGHT] = 1;
    check[GAM_CHECK_ONE] = 1;
}

static void worker_run(const struct stream_state *st, void *const *operand, int worker)
{
    const struct gam_roof_stream *s = &st->shape;
    uint64_t offset = (uint64_t)worker * s->slice_bytes;
    struct gam_roof_slice before = {
        .a = slice_of(operand, st->at.a, offset),
        .b = slice_of(operand, st->at.b, offset),
        .c = slice_of(operand, st->at.c, offset),
        .bytes = s->slice_bytes,
        .at = st->position,
        .todo = s->chunk_bytes,
        .scale = 1.0 / GAM_ROOF_SCALE_INVERSE,
        .stamp = s->pattern == GAM_PATTERN_WRITE ? stamp_base + (st->launches & UINT32_MAX) : 0,
    };
    struct gam_roof_slice slice = before;

    st->kernel->run(&slice);
    report((double *)operand[st->at.check] + (size_t)worker * GAM_ROOF_CHECK, &before, &slice, worker);
}

static int stream_run(struct gam_launch *launch, void *const *operand)
{
    struct stream_state *st = launch->state;
    int team = 0;

    for (int i = 0; i < st->at.check; i++)
        if ((uintptr_t)operand[i] % GAM_ROOF_LINE)
            return -GAM_EINVAL;
#pragma omp parallel num_threads(launch->threads)
    {
        int worker = omp_get_thread_num();

        if (worker == 0)
            team = omp_get_num_threads();
        worker_run(st, operand, worker);
    }
    st->position = (st->position + st->shape.chunk_bytes) % st->shape.slice_bytes;
    st->launches++;
    return team == launch->threads ? 0 : -GAM_EDEVICE;
}

static const struct gam_roof_stream_kernel *stream_kernel(const struct gam_roof_stream *s)
{
    for (const struct gam_roof_stream_kernel *k = tables[s->isa]; k && k->run; k++)
        if (k->pattern == s->pattern && k->dtype == s->dtype && k->nt == s->nt && k->unroll == s->unroll)
            return k;
    return NULL;
}

static int stream_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    struct gam_roof_stream s;
    int rc;

    gam_roof_stream_shape(op, &s);
    if ((rc = gam_roof_supports(caps, (int)s.isa, s.threads, op->kind->name, why)))
        return rc;
    if (!stream_kernel(&s))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "roof_stream: no kernel isa=%s pattern=%s nt=%d unroll=%d",
                           gam_op_word(op, "isa"), gam_op_word(op, "pattern"), s.nt, s.unroll);
    return 0;
}

static int stream_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    struct stream_state *st;
    int rc = stream_supports(op, caps, err);

    if (rc)
        return rc;
    st = calloc(1, sizeof *st);
    if (!st)
        return gam_err_nomem(err);
    gam_roof_stream_shape(op, &st->shape);
    st->at = gam_roof_stream_operands(st->shape.pattern);
    st->kernel = stream_kernel(&st->shape);
    *out = (struct gam_launch){ .lang = GAM_LANG_HOST,
                                .run = stream_run,
                                .state = st,
                                .release = gam_roof_release,
                                .threads = st->shape.threads,
                                .flop_scale = 1 };
    gam_roof_detail(out, "%s %s%s, %d vectors a pass", gam_op_word(op, "isa"), gam_op_word(op, "pattern"),
                    st->shape.nt ? " non-temporal" : "", st->shape.unroll);
    return 0;
}

const struct gam_impl gam_impl_roof_stream = {
    .name = "roof",
    .kinds = { "roof_stream" },
    .lang = GAM_LANG_HOST,
    .supports = stream_supports,
    .plan = stream_plan,
};
