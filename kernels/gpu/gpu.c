/* SPDX-License-Identifier: MIT */
/* From a description, an operator and a device to a launch. */
#include "kernels/gpu/gpu.h"

#include "common/err.h"
#include "kernels/gpu/args.h"
#include "kernels/gpu/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a launch keeps. */
struct gpu_state {
    char *source;
    struct gam_launch_step step[GPU_STEPS];
};

static void state_release(struct gam_launch *launch)
{
    struct gpu_state *state = launch->state;

    if (state)
        free(state->source);
    free(state);
    launch->state = NULL;
}

static uint32_t local_of(const struct gam_op *op, const struct gpu_tuning *tuning, int dimension)
{
    return tuning->local[dimension] ? tuning->local[dimension] : (uint32_t)gam_op_int(op, "items");
}

static void values_make(const struct gam_gpu_kernel *kernel, const struct gam_op *op, const struct gpu_tuning *tuning,
                        struct gpu_values *out)
{
    out->n = out->n_reals = 0;
    for (size_t i = 0; i < op->kind->n_keys; i++)
        if (op->kind->keys[i].type == GAM_KEY_INT || op->kind->keys[i].type == GAM_KEY_WORD)
            gpu_values_add(out, op->kind->keys[i].name, op->v[i].i);
    for (int i = 0; i < GPU_TUNING_VALUES && tuning->v[i].name; i++)
        gpu_values_add(out, tuning->v[i].name, tuning->v[i].value);
    gpu_values_add(out, "GROUP_X", local_of(op, tuning, 0));
    gpu_values_add(out, "GROUP_Y", local_of(op, tuning, 1));
    if (kernel->derive)
        kernel->derive(op, out);
}

static int types_support(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    const enum gam_dtype types[] = { gpu_type_in(op), gpu_type_weights(op), gpu_type_out(op), gpu_type_acc(op) };

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (!gpu_type_word(types[i]))
            return gam_err_set(why, -GAM_EUNSUPPORTED, "gpu: has no kernel for elements of type %s",
                               gam_dtype_info(types[i])->name);
        if (types[i] == GAM_DTYPE_F64 && !(caps->dtypes & 1u << GAM_DTYPE_F64))
            return gam_err_set(why, -GAM_EUNSUPPORTED, "gpu: the device has no f64");
    }
    if (gpu_type_acc(op) != GAM_DTYPE_F32 && gpu_type_acc(op) != GAM_DTYPE_F64)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "gpu: sums in f32 or f64, not in %s", gam_dtype_info(gpu_type_acc(op))->name);
    return 0;
}

/* The n-th tuning row that this device can run; NULL: there are fewer. */
static const struct gpu_tuning *tuning_find(const struct gam_gpu_kernel *kernel, const struct gam_op *op,
                                            const struct gam_caps *caps, uint32_t n)
{
    for (size_t i = 0; i < kernel->n_tunings; i++) {
        const struct gpu_tuning *t = &kernel->tuning[i];
        uint64_t elements = 0;
        struct gpu_values values;

        if (t->device_kind && caps->device_kind && strcmp(t->device_kind, strcmp(caps->device_kind, "cpu") ? "gpu" : "cpu") != 0)
            continue;
        if (caps->group_items && (uint64_t)local_of(op, t, 0) * t->local[1] * t->local[2] > caps->group_items)
            continue;
        values_make(kernel, op, t, &values);
        if (kernel->local_elements && (gpu_expression(&values, kernel->local_elements, &elements, NULL) ||
                                       (double)elements * gam_dtype_bytes(gpu_type_acc(op)) > (double)caps->local_bytes))
            continue;
        if (n-- == 0)
            return t;
    }
    return NULL;
}

int gpu_supports(const struct gam_gpu_kernel *kernel, const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    int rc;

    if (!(caps->langs & GAM_LANGS_GPU))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "gpu: runs on devices that take OpenCL C, CUDA or HIP only");
    rc = kernel->moves_only ? 0 : types_support(op, caps, why);
    if (!rc && kernel->supports)
        rc = kernel->supports(op, caps, why);
    if (!rc && !tuning_find(kernel, op, caps, 0))
        rc = gam_err_set(why, -GAM_EUNSUPPORTED,
                         "gpu: no tile of %s fits this device's groups of %u and its %llu bytes of local memory", kernel->source,
                         caps->group_items, (unsigned long long)caps->local_bytes);
    return rc;
}

uint32_t gpu_variants(const struct gam_gpu_kernel *kernel, const struct gam_op *op, const struct gam_caps *caps)
{
    uint32_t n = 0;

    while (tuning_find(kernel, op, caps, n))
        n++;
    return n;
}

static size_t steps_of(const struct gam_gpu_kernel *kernel, const struct gpu_tuning *tuning)
{
    return tuning->n_steps ? tuning->n_steps : kernel->n_steps;
}

static int steps_make(const struct gam_gpu_kernel *kernel, const struct gam_op *op, const struct gpu_tuning *tuning,
                      const struct gpu_values *values, struct gam_launch_step *out, struct gam_err *err)
{
    int rc = kernel->n_steps <= GPU_STEPS ? 0 : gam_err_set(err, -GAM_EINTERNAL, "gpu kernel %s: too many steps", kernel->source);

    for (size_t i = 0; i < steps_of(kernel, tuning) && !rc; i++) {
        const struct gpu_step *from = &kernel->step[i];

        out[i] = (struct gam_launch_step){ .entry = from->entry, .groups = { 1, 1, 1 } };
        for (int d = 0; d < 3 && !rc; d++) {
            out[i].local[d] = local_of(op, tuning, d);
            if (from->groups[d])
                rc = gpu_expression(values, from->groups[d], &out[i].groups[d], err);
        }
        if (!rc)
            rc = gpu_args(op, values, from->args, &out[i], err);
    }
    return rc;
}

static void detail_write(const struct gam_op *op, const struct gpu_tuning *tuning, char *out, size_t size)
{
    int n = snprintf(out, size, "groups of %ux%u", local_of(op, tuning, 0), tuning->local[1]);

    for (int i = 0; i < GPU_TUNING_VALUES && tuning->v[i].name && n > 0 && (size_t)n < size; i++)
        n += snprintf(out + n, size - (size_t)n, " %s=%lld", tuning->v[i].name, (long long)tuning->v[i].value);
}

static void tile_write(const struct gam_gpu_kernel *kernel, const struct gpu_values *values, struct gam_launch *out)
{
    uint64_t m = 0, n = 0;

    if (kernel->tile_m && !gpu_expression(values, kernel->tile_m, &m, NULL))
        out->tile_m = (unsigned)m;
    if (kernel->tile_n && !gpu_expression(values, kernel->tile_n, &n, NULL))
        out->tile_n = (unsigned)n;
}

int gpu_plan(const struct gam_gpu_kernel *kernel, const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out,
             struct gam_err *err)
{
    const struct gpu_tuning *tuning;
    struct gpu_values values;
    struct gpu_state *state;
    uint64_t scratch = 0;
    int rc = gpu_supports(kernel, op, caps, err);

    if (rc)
        return rc;
    tuning = tuning_find(kernel, op, caps, caps->variant);
    if (!tuning)
        return gam_err_set(err, -GAM_EINVAL, "gpu: there is no variant %u of %s", caps->variant, kernel->source);
    state = calloc(1, sizeof *state);
    if (!state)
        return gam_err_nomem(err);
    *out = (struct gam_launch){ .state = state, .release = state_release, .threads = 1, .flop_scale = 1 };
    out->lang = caps->langs & 1u << GAM_LANG_CUDA  ? GAM_LANG_CUDA
                : caps->langs & 1u << GAM_LANG_HIP ? GAM_LANG_HIP
                                                   : GAM_LANG_OPENCL;
    values_make(kernel, op, tuning, &values);
    rc = gpu_source(kernel, op, caps, tuning, &values, &state->source, err);
    if (!rc)
        rc = steps_make(kernel, op, tuning, &values, state->step, err);
    if (!rc && kernel->scratch_elements)
        rc = gpu_expression(&values, kernel->scratch_elements, &scratch, err);
    if (rc) {
        gam_launch_release(out);
        return rc;
    }
    out->graph = gam_op_has(op, "graph") ? (uint32_t)gam_op_int(op, "graph") : 0;
    out->source = state->source;
    out->step = state->step;
    out->n_steps = steps_of(kernel, tuning);
    out->scratch_bytes = gam_dtype_storage_bytes(gpu_type_acc(op), scratch);
    detail_write(op, tuning, out->detail, sizeof out->detail);
    tile_write(kernel, &values, out);
    return 0;
}
