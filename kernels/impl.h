/* SPDX-License-Identifier: MIT */
/* How an operator is computed: several implementations per operator.
 *
 * To add one: a file kernels/<place>/<kind>.c with `const struct gam_impl gam_impl_<name>_<kind>` (found and registered by
 * the build). Files named *_avx2.c, *_avx512.c, *_neon.c are compiled with those instruction sets, on their architecture
 * only; call them after a look at gam_caps.isa.
 */
#ifndef GAM_KERNELS_IMPL_H
#define GAM_KERNELS_IMPL_H

#include "ops/op.h"

struct gam_err;

enum gam_lang { GAM_LANG_HOST, GAM_LANG_OPENCL, GAM_LANG_CUDA, GAM_LANG_HIP };
#define GAM_LANGS_GPU (1u << GAM_LANG_OPENCL | 1u << GAM_LANG_CUDA | 1u << GAM_LANG_HIP)

enum gam_isa {
    GAM_ISA_BASE = 1u << 0,   /* what the compiler's default target has */
    GAM_ISA_AVX2 = 1u << 1,   /* AVX2 and FMA, and the system saves their state */
    GAM_ISA_AVX512 = 1u << 2, /* F, BW, DQ, VL */
    GAM_ISA_NEON = 1u << 3
};

/* What a device offers; filled by its backend, read only here. */
struct gam_caps {
    const char *device_kind;                /* cpu gpu accelerator */
    unsigned langs;                         /* 1u << enum gam_lang */
    unsigned isa;                           /* enum gam_isa bits */
    int threads;                            /* workers of this measurement */
    uint64_t l1_bytes, l2_bytes, llc_bytes; /* data caches: of one core, of one core, and the last level's reach; 0 unknown */
    uint64_t memory_bytes;                  /* that may be used */
    const void *host;                       /* backend-specific, may be NULL */
    /* of devices that run source code; 0 or empty on the host */
    uint64_t dtypes;      /* 1u << enum gam_dtype that kernels can compute in */
    uint64_t local_bytes; /* memory that a work-group shares */
    uint32_t group_items; /* most work-items of a group */
    uint32_t units;       /* that run groups side by side */
    uint32_t variant;     /* which of gam_impl.variants to plan */
    unsigned offers;      /* enum gam_offer bits */
};

/* What a backend of devices can do beside running kernels one after another. */
enum gam_offer {
    GAM_OFFER_PINNED = 1u << 0,   /* page-locked memory of the host */
    GAM_OFFER_EXCHANGE = 1u << 1, /* copies both ways at once */
    GAM_OFFER_GRAPH = 1u << 2     /* kernels recorded once and started together */
};

/* An argument of a device kernel. */
enum gam_arg_kind {
    GAM_ARG_OPERAND, /* the buffer of operand number `operand`; a null pointer if that is negative */
    GAM_ARG_SCRATCH, /* the launch's scratch memory, whose content nobody keeps */
    GAM_ARG_VALUE,   /* `bytes` (4 or 8) of `value` */
    GAM_ARG_TURN     /* int64: runs of this launch so far, counted by the backend in gam_launch.turn */
};

struct gam_launch_arg {
    enum gam_arg_kind kind;
    int operand;
    uint32_t bytes;
    unsigned char value[8];
};

enum { GAM_LAUNCH_ARGS = 28 };

/* A kernel to start: `groups` work-groups of `local` items in each dimension. */
struct gam_launch_step {
    const char *entry;
    uint64_t groups[3];
    uint32_t local[3];
    uint32_t n_args;
    struct gam_launch_arg arg[GAM_LAUNCH_ARGS];
};

/* A prepared operator. `operand` pointers come in the order of gam_op_operands. It may keep what it derived from an operand's
 * content or address: the runner plans anew when it has filled other memory. */
struct gam_launch {
    enum gam_lang lang;
    /* GAM_LANG_HOST: computes the whole operator once with `threads` OpenMP threads; 0 or a negative gam_code. No allocation and
     * no system call in steady state. */
    int (*run)(struct gam_launch *launch, void *const *operand);
    void *state;                                /* packed buffers, library handles */
    void (*release)(struct gam_launch *launch); /* frees state; NULL if nothing to free */
    int threads;
    char detail[160];        /* what was chosen: "avx512 14x32 mc=168 kc=384" */
    unsigned tile_m, tile_n; /* edges the verification should visit; 0: none */
    double flop_scale;       /* executed / useful FLOPs by design; 1 if as the shape says */
    /* Device languages: the whole source text, definitions and prelude included, and the kernels to start one after another.
     * Equal texts may be compiled once. Both live in `state`. */
    const char *source;
    const struct gam_launch_step *step;
    size_t n_steps;
    uint64_t scratch_bytes; /* 0: none */
    uint32_t graph;         /* > 0, only where the device offers it: all steps that many times, recorded once, are one run */
    uint64_t turn;
};

struct gam_impl {
    const char *name;                /* portable simd openblas onednn ...; one name may serve many kinds */
    const char *kinds[10];           /* operator kinds, NULL-terminated */
    int (*serves)(const char *kind); /* instead of `kinds`, where they are not known in advance; may be NULL */
    enum gam_lang lang;
    unsigned langs;               /* 1u << enum gam_lang, where one description serves several; 0: only `lang` */
    const char *(*version)(void); /* NULL: the tool's own version; for a library, what is loaded */
    /* 0, or -GAM_EUNSUPPORTED with the reason ("library not found: ..."). Cheap after the first call. */
    int (*supports)(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why);
    int (*plan)(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err);
    /* How many ways there are to plan it on this device (tile and group sizes): gam_caps.variant says which one. The runner tries
     * each and keeps the fastest right one; launch->detail names it in the record. NULL: one. */
    uint32_t (*variants)(const struct gam_op *op, const struct gam_caps *caps);
};

extern const struct gam_impl *const gam_impls[]; /* generated; NULL-terminated */

/* Walks the implementations of a kind: start with NULL; NULL at the end. */
const struct gam_impl *gam_impl_next(const struct gam_impl *previous, const char *kind);
const struct gam_impl *gam_impl_find(const char *name, const char *kind);
unsigned gam_impl_langs(const struct gam_impl *impl); /* 1u << enum gam_lang */
void gam_launch_release(struct gam_launch *launch);

unsigned gam_isa_detect(void);              /* of the cpu this runs on */
const char *gam_isa_word(enum gam_isa one); /* "base" "avx2" "avx512" "neon" */
int gam_isa_parse(const char *word);        /* one bit of enum gam_isa or -1 */

#endif
