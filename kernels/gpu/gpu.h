/* SPDX-License-Identifier: MIT */
/* Kernels written once for every GPU language (OpenCL C, CUDA, HIP): a source in the dialect of kernels/gpu/source/prelude_*.gpu
 * and a description of how to start it, which is data.
 *
 * To add an operator to all of them, two files:
 *   1. kernels/gpu/source/<kind>.gpu  the source
 *   2. kernels/gpu/<kind>.c           `const struct gam_gpu_kernel gam_gpu_kernel_<kind>`, registered by the build
 * Its shapes stand in tests/unit/kernels/ already, since the operator has other implementations.
 *
 * Names. A description speaks of numbers by name: the operator's keys (integers; words by their index), those of the tuning row
 * in use, and those that `derive` adds. The source sees as definitions: IN, W, OUT, ACC (element types of inputs, weights,
 * result, sums, by their words f64 f32 f16 bf16), every name of the tuning row, every name in `constants`, in upper case.
 */
#ifndef GAM_KERNELS_GPU_GPU_H
#define GAM_KERNELS_GPU_GPU_H

#include "kernels/impl.h"

enum { GPU_VALUES = 64, GPU_TUNING_VALUES = 10, GPU_STEPS = 3, GPU_REALS = 8 };

struct gpu_value {
    const char *name;
    int64_t value;
};

struct gpu_values {
    struct gpu_value v[GPU_VALUES];
    size_t n;
    struct gpu_real {
        const char *name;
        double value;
    } real[GPU_REALS];
    size_t n_reals;
};

/* One choice of sizes. Rows that a device cannot run (group too large, too little local memory) are left out. */
struct gpu_tuning {
    const char *device_kind; /* "cpu" or "gpu": meant for such devices; NULL: for all */
    uint32_t local[3];       /* work-items of a group; 0 along x: the operator's key "items" */
    size_t n_steps;          /* the first n of the kernel's; 0: all */
    const char *source;      /* in place of the kernel's; NULL: that one */
    struct gpu_value v[GPU_TUNING_VALUES];
};

/* An expression is a sum of products of names and numbers over another, rounded up: "n / TILE_N", "batch * hq", "n + 7 / 8": the
 * line of the fraction is below all that stands before it. */
struct gpu_step {
    const char *entry;
    const char *groups[3]; /* expressions; NULL: 1 */
    /* In the kernel's order, separated by blanks: *name an operand's buffer (a null pointer when the operator has none of that
     * name), a name an int64, =name a real key, or a real that `derive` added, in the type ACC, %scratch, %turn. */
    const char *args;
};

struct gam_gpu_kernel {
    const char *kind;      /* operator kind */
    const char *source;    /* kernels/gpu/source/<source>.gpu; several, separated by blanks, are put together */
    const char *constants; /* names that the source sees as definitions, separated by blanks; may be NULL */
    const struct gpu_step *step;
    size_t n_steps;
    const struct gpu_tuning *tuning;
    size_t n_tunings;
    int moves_only; /* computes in no element type: the device need not have the operator's, and the source sees f32 */
    const char *local_elements;   /* expression: elements of type ACC in local memory; NULL: none */
    const char *scratch_elements; /* likewise in scratch memory */
    const char *tile_m, *tile_n;  /* names of the tile's edges, for the verification; may be NULL */
    void (*derive)(const struct gam_op *op, struct gpu_values *out); /* adds names; may be NULL */
    /* Further conditions; may be NULL. */
    int (*supports)(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why);
};

extern const struct gam_gpu_kernel *const gam_gpu_kernels[]; /* generated; NULL-terminated */

/* What gam_impl's members of the same names do: the implementation `gpu` calls them with the registered kernel of the operator's
 * kind. Implementations of a single API that keep to this form may call them too. */
int gpu_supports(const struct gam_gpu_kernel *kernel, const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why);
int gpu_plan(const struct gam_gpu_kernel *kernel, const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out,
             struct gam_err *err);
uint32_t gpu_variants(const struct gam_gpu_kernel *kernel, const struct gam_op *op, const struct gam_caps *caps);

/* "kernels 0123abcd": tells apart what was built from other sources or sizes. */
const char *gpu_version(void);

void gpu_values_add(struct gpu_values *values, const char *name, int64_t value);
void gpu_values_add_real(struct gpu_values *values, const char *name, double value);
/* -GAM_EINTERNAL when a name is unknown: a fault of the description. */
int gpu_expression(const struct gpu_values *values, const char *text, uint64_t *out, struct gam_err *err);

#endif
