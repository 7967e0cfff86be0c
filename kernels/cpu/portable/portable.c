/* SPDX-License-Identifier: MIT */
#include "kernels/cpu/portable/portable.h"

#include "common/err.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64 };

int portable_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    if (!(caps->langs & 1u << GAM_LANG_HOST))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "portable: runs on the host only");
    if (!gam_op_is_uniform(op, GAM_DTYPE_F32) && !gam_op_is_uniform(op, GAM_DTYPE_F64))
        return gam_err_set(why, -GAM_EUNSUPPORTED,
                           "portable: computes in f32 or f64 throughout, not in %s with mixed or other types",
                           gam_dtype_info(gam_op_dtype(op))->name);
    return 0;
}

static void state_release(struct gam_launch *launch)
{
    struct portable_state *state = launch->state;

    free(state->scratch);
    free(state);
    launch->state = NULL;
}

int portable_plan(const struct gam_op *op, const struct gam_caps *caps, const struct portable_run *run, struct gam_launch *out,
                  struct gam_err *err)
{
    int f64 = gam_op_dtype(op) == GAM_DTYPE_F64, threads = caps->threads > 0 ? caps->threads : 1;
    struct portable_state *state = calloc(1, sizeof *state);
    size_t bytes;

    if (!state)
        return gam_err_nomem(err);
    *out =
        (struct gam_launch){ .lang = GAM_LANG_HOST, .run = f64 ? run->f64 : run->f32, .state = state, .release = state_release };
    out->threads = threads;
    out->flop_scale = 1;
    if (__builtin_mul_overflow(run->scratch_elements, f64 ? sizeof(double) : sizeof(float), &bytes) ||
        bytes > SIZE_MAX / 2 / (size_t)threads - LINE) {
        state_release(out);
        return gam_err_nomem(err);
    }
    state->scratch_bytes = (bytes + LINE - 1) / LINE * LINE;
    state->scratch = bytes ? aligned_alloc(LINE, state->scratch_bytes * (size_t)threads) : NULL;
    if (bytes && !state->scratch) {
        state_release(out);
        return gam_err_nomem(err);
    }
    if (bytes)
        memset(state->scratch, 0, state->scratch_bytes * (size_t)threads);
    return 0;
}

void *portable_scratch(const struct portable_state *state)
{
    return state->scratch + (size_t)omp_get_thread_num() * state->scratch_bytes;
}
