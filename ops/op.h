/* SPDX-License-Identifier: MIT */
/* What an operator is: its shape gives its name, FLOPs, bytes, operands and tolerance. Pure: nothing runs here.
 *
 * To add an operator kind, three files (or a part of those that its kin share, as in elementwise.c and rows.c):
 *   1. ops/kind/<kind>.c              `const struct gam_op_kind gam_op_kind_<kind>`: keys, check, cost, traffic, operands;
 *                                     written with ops/shape.h
 *   2. kernels/oracle/<kind>.c        `const struct gam_oracle gam_oracle_<kind>`: its reference, see kernels/oracle/oracle.h
 *   3. kernels/cpu/portable/<kind>.c  `const struct gam_impl gam_impl_portable_<kind>`: the first implementation, see
 *                                     kernels/cpu/portable/portable.h
 * The registries are generated from the sources; no list is edited. Its tests are rows: shapes in
 * tests/unit/kernels/shapes.h, FLOPs and bytes in tests/unit/ops/test_cost.c. A whole one: tests/figures/example/operator.
 *
 * Spec grammar: kind:key=value,key=value. Canonical: keys in declared order, those at their default omitted, dtype always
 * present and last: "gemm:m=512,n=512,k=512,dtype=f32".
 */
#ifndef GAM_OPS_OP_H
#define GAM_OPS_OP_H

#include "ops/dtype.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gam_err;

enum {
    GAM_OP_MAX_KEYS = 24,
    GAM_OP_MAX_OPERANDS = 8,
    GAM_OP_SPEC_MAX = 384 /* longest canonical spec with its NUL */
};

enum gam_op_key_type { GAM_KEY_INT, GAM_KEY_REAL, GAM_KEY_WORD, GAM_KEY_DTYPE };

struct gam_op_key {
    const char *name;
    enum gam_op_key_type type;
    bool required;
    double fallback;          /* default of an optional key: a number, a word's index, an enum gam_dtype_rule on the op's dtype */
    double least, most;       /* allowed range of INT and REAL */
    const char *const *words; /* WORD: NULL-terminated */
    const char *help;
    const char *same_as; /* INT: an optional key's default is the value of that earlier key, not `fallback`; NULL: none */
};

struct gam_op {
    const struct gam_op_kind *kind;
    union gam_op_value {
        int64_t i;        /* INT, WORD (index), DTYPE */
        double f;         /* REAL */
    } v[GAM_OP_MAX_KEYS]; /* in the order of kind->keys */
};

/* Floating-point or integer operations by class. `fma`: add, mul (an FMA is 2), compare; `special`: exp, tanh, erf, div, sqrt,
 * 1 each. Compulsory program bytes: each input read once, each output written once. */
struct gam_cost {
    double fma_flop, special_flop;
    double read_bytes, written_bytes;
    double sent_bytes, messages;  /* per rank; 0 on one host */
    enum gam_dtype compute_dtype; /* the pipe that fma_flop runs on */
};

/* What a cache of some capacity lets through to the level behind it (an upper model; never below the compulsory bytes). */
struct gam_traffic {
    double read_bytes, written_bytes;
};

enum gam_operand_role { GAM_OPERAND_IN, GAM_OPERAND_OUT, GAM_OPERAND_INOUT, GAM_OPERAND_WORK };
enum gam_fill {
    GAM_FILL_UNIFORM, /* [-1, 1) */
    GAM_FILL_NORMAL,  /* mean 0, variance 1, cut at 3.46 */
    GAM_FILL_ONE,
    GAM_FILL_POISON,
    /* One random cycle through all elements: each holds the index of the next. Elements lie bytes / elements apart (a cache line
     * for roof_chase), the int64 first; behind it where that element begins, in int64s. */
    GAM_FILL_CHAIN
};

struct gam_operand {
    const char *name; /* "a", "b", "c", "bias", ... */
    enum gam_operand_role role;
    enum gam_dtype dtype;
    enum gam_fill fill;
    uint64_t elements;
    uint64_t bytes; /* storage */
};

enum gam_op_class {
    GAM_OP_SUBJECT,
    GAM_OP_ROOF_COMPUTE,
    GAM_OP_ROOF_MEMORY,
    GAM_OP_ROOF_LATENCY,
    GAM_OP_ROOF_LAUNCH,
    GAM_OP_ROOF_LINK,     /* between ranks */
    GAM_OP_ROOF_TRANSFER, /* between host and device */
    GAM_OP_ROOF_SWEEP,    /* no ceiling itself: how far two resources overlap */
    GAM_OP_DISTRIBUTED    /* a subject of several ranks: gambrel-mpi computes it, not an implementation */
};

struct gam_op_kind {
    const char *name, *summary;
    enum gam_op_class class;
    const struct gam_op_key *keys; /* "dtype" last */
    size_t n_keys;
    /* The INT key that `bytes=` in a suite scales (it must not be fixed there too); NULL: none. */
    const char *size_key;
    /* The INT key that scales the work of one launch at constant footprint (roofs: the self-test doubles it). */
    const char *work_key;
    const char *example;                                        /* a spec, for --help and tests */
    int (*check)(const struct gam_op *op, struct gam_err *err); /* may be NULL; relations between keys */
    void (*cost)(const struct gam_op *op, struct gam_cost *out);
    void (*traffic)(const struct gam_op *op, double capacity_bytes, struct gam_traffic *out); /* NULL: compulsory */
    size_t (*operands)(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS]);
    /* max |y - ref| / sum |ab| that a right result may show: c sqrt(k) eps(accumulate) + eps(out). NULL: not verified that way */
    double (*tolerance)(const struct gam_op *op);
};

extern const struct gam_op_kind *const gam_op_kinds[]; /* generated; NULL-terminated, by name */

const struct gam_op_kind *gam_op_kind_find(const char *name);

/* Parses a spec. Errors name the kind, the key and what is allowed: -GAM_EPARSE for malformed text, -GAM_EINVAL for the rest
 * (unknown, duplicate, missing, out of range, operands that pass 2^63 bytes). */
int gam_op_parse(const char *spec, struct gam_op *out, struct gam_err *err);
/* The same for a spec that leaves out kind->size_key, which is then set as gam_op_fit_bytes does. */
int gam_op_parse_fit(const char *spec, double bytes, struct gam_op *out, struct gam_err *err);
/* Writes the canonical spec; returns its length, or -GAM_EINVAL if `size` is too small (GAM_OP_SPEC_MAX always suffices). */
int gam_op_spec(const struct gam_op *op, char *out, size_t size);
bool gam_op_equal(const struct gam_op *a, const struct gam_op *b);

/* Value of a key by name. The key must exist in the kind (a fault of the program otherwise: asserts). */
int64_t gam_op_int(const struct gam_op *op, const char *key);
double gam_op_real(const struct gam_op *op, const char *key);
enum gam_dtype gam_op_dtype(const struct gam_op *op); /* the key "dtype" */
const char *gam_op_word(const struct gam_op *op, const char *key);
bool gam_op_has(const struct gam_op *op, const char *key); /* the kind has such a key */
/* Every operand and the accumulator have this dtype. An implementation for one dtype asks this in `supports`: "acc", "out" and
 * "wdtype" may differ from "dtype", and then buffers are smaller or larger than that implementation believes. */
bool gam_op_is_uniform(const struct gam_op *op, enum gam_dtype dtype);

void gam_op_cost(const struct gam_op *op, struct gam_cost *out);
void gam_op_traffic(const struct gam_op *op, double capacity_bytes, struct gam_traffic *out);
size_t gam_op_operands(const struct gam_op *op, struct gam_operand out[GAM_OP_MAX_OPERANDS]);
uint64_t gam_op_footprint(const struct gam_op *op); /* sum of operand bytes */
double gam_op_tolerance(const struct gam_op *op);   /* NaN: none */

/* Sets kind->size_key to the least value whose compulsory bytes reach `bytes`. */
int gam_op_fit_bytes(struct gam_op *op, double bytes, struct gam_err *err);

#endif
