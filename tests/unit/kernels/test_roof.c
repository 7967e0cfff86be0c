/* SPDX-License-Identifier: MIT */
/* Every roof kernel that this machine can run leaves what its oracle says, and a wrong result is seen. */
#include "common/rand.h"
#include "kernels/oracle/oracle.h"
#include "kernels/roof/roof.h"
#include "tests/unit/gam_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS = 2, STREAM_LAUNCHES = 5 };

/* An operator with its operands and a launch. */
struct bench {
    struct gam_op op;
    struct gam_operand operand[GAM_OP_MAX_OPERANDS];
    size_t n;
    void *memory[GAM_OP_MAX_OPERANDS];
    struct gam_launch launch;
    size_t out;
};

static struct gam_caps caps_here(void)
{
    return (struct gam_caps){ .device_kind = "cpu", .langs = 1u << GAM_LANG_HOST, .isa = gam_isa_detect(), .threads = WORKERS };
}

static void inputs_fill(struct bench *b, size_t i)
{
    const struct gam_operand *o = &b->operand[i];

    if (o->role == GAM_OPERAND_OUT)
        b->out = i;
    memset(b->memory[i], 0xff, o->bytes);
    if (o->role != GAM_OPERAND_IN)
        return;
    for (uint64_t e = 0; e < o->elements && o->dtype != GAM_DTYPE_I64; e++) {
        double value = (double)(gam_rand_hash(i + 1, e) >> 12) * 0x1p-52;

        if (o->dtype == GAM_DTYPE_F32)
            ((float *)b->memory[i])[e] = (float)value;
        else
            ((double *)b->memory[i])[e] = value;
    }
}

/* 0, or what `supports` says. */
static int bench_make(struct bench *b, const char *spec)
{
    struct gam_caps caps = caps_here();
    struct gam_err err = { 0 };
    const struct gam_impl *impl;

    *b = (struct bench){ .n = 0 };
    if (gam_op_parse(spec, &b->op, &err))
        fail_msg("%s: %s", spec, err.text);
    impl = gam_impl_find("roof", b->op.kind->name);
    assert_non_null(impl);
    if (impl->supports(&b->op, &caps, &err))
        return err.code;
    b->n = gam_op_operands(&b->op, b->operand);
    for (size_t i = 0; i < b->n; i++) {
        b->memory[i] = aligned_alloc(GAM_ROOF_PAGE, (b->operand[i].bytes + GAM_ROOF_PAGE - 1) / GAM_ROOF_PAGE * GAM_ROOF_PAGE);
        assert_non_null(b->memory[i]);
        inputs_fill(b, i);
    }
    assert_int_equal(impl->plan(&b->op, &caps, &b->launch, &err), 0);
    return 0;
}

static void bench_free(struct bench *b)
{
    for (size_t i = 0; i < b->n; i++)
        free(b->memory[i]);
    if (b->launch.release)
        b->launch.release(&b->launch);
}

static const struct gam_oracle *oracle_of(const char *kind)
{
    for (size_t i = 0; gam_oracles[i]; i++)
        if (!strcmp(gam_oracles[i]->kind, kind))
            return gam_oracles[i];
    return NULL;
}

/* Worst error of the output over its tolerance; NaN counts as infinite. */
static double error_of(const struct bench *b)
{
    const struct gam_operand *o = &b->operand[b->out];
    uint64_t *index = calloc(o->elements, sizeof *index);
    double *ref = calloc(o->elements, sizeof *ref), *magnitude = calloc(o->elements, sizeof *magnitude), worst = 0;

    assert_true(index && ref && magnitude);
    for (uint64_t i = 0; i < o->elements; i++)
        index[i] = i;
    assert_int_equal(oracle_of(b->op.kind->name)->reference(&b->op, b->memory, index, o->elements, ref, magnitude), 0);
    for (uint64_t i = 0; i < o->elements; i++) {
        double y = o->dtype == GAM_DTYPE_F32 ? (double)((float *)b->memory[b->out])[i] : ((double *)b->memory[b->out])[i];
        double error = fabs(y - ref[i]) / magnitude[i];

        worst = isnan(error) ? INFINITY : fmax(worst, error);
    }
    free(index);
    free(ref);
    free(magnitude);
    return worst / gam_op_tolerance(&b->op);
}

static int launch_once(struct bench *b)
{
    return b->launch.run(&b->launch, b->memory);
}

static void expect_right(const char *spec, struct bench *b)
{
    double error;

    assert_int_equal(launch_once(b), 0);
    error = error_of(b);
    if (!(error <= 1))
        fail_msg("%s: error is %g times the tolerance", spec, error);
}

/* Error of a kernel that took `steps` steps instead of the operator's. */
static double error_after(struct bench *b, const struct gam_roof_fma_kernel *k, int64_t steps)
{
    struct gam_roof_coef coef;
    struct gam_roof_fma shape;

    gam_roof_fma_shape(&b->op, &shape);
    gam_roof_coef_make(&shape, &coef);
    for (uint64_t i = 0; i < shape.per_thread; i++) {
        if (shape.dtype == GAM_DTYPE_F32)
            ((float *)b->memory[0])[i] = (float)gam_roof_start(i);
        else
            ((double *)b->memory[0])[i] = gam_roof_start(i);
    }
    k->run(b->memory[0], steps, &coef);
    return error_of(b);
}

/* The result of n steps is right; that of an eighth more is not (exp converges: only its first steps tell). */
static void fma_case(const struct gam_roof_fma_kernel *k, const char *isa, int64_t n, int threads)
{
    static const char *const mixes[GAM_MIXES] = { "fma", "muladd", "fmaadd", "exp", "div", "sqrt" };
    char spec[GAM_OP_SPEC_MAX];
    struct bench b;

    snprintf(spec, sizeof spec, "roof_fma:isa=%s,class=%s,mix=%s,chains=%d,n=%lld,threads=%d,dtype=%s", isa,
             k->mix >= GAM_MIX_EXP ? "special" : "fma", mixes[k->mix], k->chains, (long long)n, threads,
             gam_dtype_info(k->dtype)->name);
    assert_int_equal(bench_make(&b, spec), 0);
    expect_right(spec, &b);
    expect_right(spec, &b); /* a second launch begins anew */
    assert_true(error_after(&b, k, n) <= 1);
    if (error_after(&b, k, n + (n / 8 + 3) / 2 * 2) <= 1 && !(k->mix == GAM_MIX_EXP && n > 3))
        fail_msg("%s: an eighth more steps pass as well", spec);
    bench_free(&b);
}

static const struct {
    const char *isa;
    enum gam_isa bit;
    const struct gam_roof_fma_kernel *fma;
    const struct gam_roof_stream_kernel *stream;
} sets[] = {
    { "base", GAM_ISA_BASE, gam_roof_fma_base, gam_roof_stream_base },
#if defined(__x86_64__)
    { "avx2", GAM_ISA_AVX2, gam_roof_fma_avx2, gam_roof_stream_avx2 },
    { "avx512", GAM_ISA_AVX512, gam_roof_fma_avx512, gam_roof_stream_avx512 },
#elif defined(__aarch64__)
    { "neon", GAM_ISA_NEON, gam_roof_fma_neon, gam_roof_stream_neon },
#endif
};

enum { SETS = sizeof sets / sizeof sets[0] };

static void test_chains(void **state)
{
    (void)state;
    for (size_t s = 0; s < SETS; s++) {
        if (!(gam_isa_detect() & sets[s].bit))
            continue;
        for (const struct gam_roof_fma_kernel *k = sets[s].fma; k->run; k++) {
            fma_case(k, sets[s].isa, 2, 1);
            fma_case(k, sets[s].isa, 6, WORKERS);
            fma_case(k, sets[s].isa, 1000, 1);
        }
    }
}

/* As long as the plan makes them. */
static void test_long_chains(void **state)
{
    (void)state;
    for (size_t s = 0; s < SETS; s++)
        for (const struct gam_roof_fma_kernel *k = sets[s].fma; k->run && gam_isa_detect() & sets[s].bit; k++)
            if (k->chains == 8)
                fma_case(k, sets[s].isa, 1 << 15, 1);
}

static void test_exp_within_two_ulp(void **state)
{
    struct bench b;

    (void)state;
    assert_int_equal(bench_make(&b, "roof_fma:isa=base,class=special,mix=exp,chains=8,n=2,dtype=f64"), 0);
    assert_int_equal(launch_once(&b), 0);
    for (uint64_t i = 0; i < b.operand[0].elements; i++) {
        double ref = exp(-exp(-gam_roof_start(i)));

        assert_true(fabs(((double *)b.memory[0])[i] - ref) <= 2 * 0x1p-53 * ref * 2);
    }
    bench_free(&b);
}

/* Goes around the working set several times in pieces that do not divide it. */
static void stream_case(const struct gam_roof_stream_kernel *k, const char *isa, int threads, unsigned pages,
                        unsigned chunk_pages)
{
    uint64_t unit = (uint64_t)GAM_ROOF_PAGE * gam_roof_arrays(k->pattern) * (uint64_t)threads;
    char spec[GAM_OP_SPEC_MAX];
    struct bench b;

    snprintf(spec, sizeof spec,
             "roof_stream:isa=%s,pattern=%s,nt=%d,level=L1,bytes=%llu,chunk=%llu,unroll=%d,threads=%d,dtype=%s", isa,
             gam_roof_pattern_words[k->pattern], k->nt, (unsigned long long)(unit * pages),
             (unsigned long long)(unit * chunk_pages), k->unroll, threads, gam_dtype_info(k->dtype)->name);
    assert_int_equal(bench_make(&b, spec), 0);
    for (int i = 0; i < STREAM_LAUNCHES; i++)
        expect_right(spec, &b);
    bench_free(&b);
}

static void test_streams(void **state)
{
    (void)state;
    for (size_t s = 0; s < SETS; s++)
        for (const struct gam_roof_stream_kernel *k = sets[s].stream; k->run && gam_isa_detect() & sets[s].bit; k++) {
            stream_case(k, sets[s].isa, 1, 3, 2);
            stream_case(k, sets[s].isa, WORKERS, 3, 7);
        }
}

/* Each word that a launch went through counts. */
static void test_stream_damage(void **state)
{
    static const char *const patterns[] = { "read", "write", "copy", "triad" };
    static const int damaged[] = { 0, 0, 1, 2 };

    (void)state;
    for (size_t p = 0; p < 4; p++) {
        char spec[GAM_OP_SPEC_MAX];
        struct bench b;

        snprintf(spec, sizeof spec, "roof_stream:isa=base,pattern=%s,level=L1,bytes=49152,chunk=24576,dtype=f64", patterns[p]);
        assert_int_equal(bench_make(&b, spec), 0);
        expect_right(spec, &b);
        ((double *)b.memory[damaged[p]])[16] += 0.5;
        assert_true(error_of(&b) > 1);
        bench_free(&b);
    }
}

static void test_stream_report_damage(void **state)
{
    (void)state;
    for (int what = 0; what < GAM_ROOF_CHECK; what++) {
        struct bench b;

        assert_int_equal(bench_make(&b, "roof_stream:isa=base,pattern=read,level=L1,bytes=16384,chunk=8192,dtype=f32"), 0);
        expect_right("read", &b);
        ((double *)b.memory[1])[what] += 1;
        assert_true(error_of(&b) > 1);
        bench_free(&b);
    }
}

static void sweep_case(const char *isa, const char *dtype, int fmas, int threads)
{
    uint64_t unit = (uint64_t)GAM_ROOF_PAGE * (uint64_t)threads;
    char spec[GAM_OP_SPEC_MAX];
    struct bench b;

    snprintf(spec, sizeof spec, "roof_sweep:isa=%s,fmas=%d,level=L1,bytes=%llu,chunk=%llu,threads=%d,dtype=%s", isa, fmas,
             (unsigned long long)(unit * 3), (unsigned long long)(unit * 2), threads, dtype);
    assert_int_equal(bench_make(&b, spec), 0);
    for (int i = 0; i < STREAM_LAUNCHES; i++)
        expect_right(spec, &b);
    for (size_t k = 0; k < b.op.kind->n_keys; k++)
        if (!strcmp(b.op.kind->keys[k].name, "fmas"))
            b.op.v[k].i++;
    if (error_of(&b) <= 1)
        fail_msg("%s: one FMA more passes as well", spec);
    bench_free(&b);
}

static void test_sweeps(void **state)
{
    static const int fmas[] = { 1, 2, 7, 64, 512 };

    (void)state;
    for (size_t s = 0; s < SETS; s++)
        for (size_t i = 0; i < sizeof fmas / sizeof *fmas && gam_isa_detect() & sets[s].bit; i++) {
            sweep_case(sets[s].isa, "f32", fmas[i], 1);
            sweep_case(sets[s].isa, "f64", fmas[i], WORKERS);
        }
}

/* Each element counts, and each number of the report. */
static void test_sweep_damage(void **state)
{
    static const char spec[] = "roof_sweep:isa=base,fmas=4,level=L1,bytes=12288,chunk=8192,dtype=f64";

    (void)state;
    for (int what = -1; what < GAM_ROOF_CHECK; what++) {
        struct bench b;

        assert_int_equal(bench_make(&b, spec), 0);
        expect_right(spec, &b);
        ((double *)b.memory[what < 0 ? GAM_SWEEP_A : GAM_SWEEP_CHECK])[what < 0 ? 100 : what] += 1;
        assert_true(error_of(&b) > 1);
        bench_free(&b);
    }
}

static void cycle_make(struct gam_roof_line *line, size_t n)
{
    struct gam_rand r;

    gam_rand_seed(&r, 7);
    for (size_t i = 0; i < n; i++)
        line[i].next = (int64_t)i;
    for (size_t i = n - 1; i > 0; i--) {
        size_t j = (size_t)gam_rand_below(&r, i);
        int64_t kept = line[i].next;

        line[i].next = line[j].next;
        line[j].next = kept;
    }
}

static void test_chase(void **state)
{
    struct bench b;
    double *check;

    (void)state;
    assert_int_equal(bench_make(&b, "roof_chase:level=L1,bytes=8192,steps=37,dtype=i64"), 0);
    cycle_make(b.memory[0], 128);
    check = b.memory[1];
    for (int i = 0; i < 4; i++) {
        double before = i ? check[GAM_CHASE_END] : 0;

        expect_right("chase", &b);
        assert_true(check[GAM_CHASE_START] == before);
    }
    check[GAM_CHASE_END] = check[GAM_CHASE_START];
    assert_true(error_of(&b) > 1);
    ((struct gam_roof_line *)b.memory[0])[(size_t)check[GAM_CHASE_START]].next = 999;
    assert_true(error_of(&b) > 1);
    bench_free(&b);
}

static void test_launch(void **state)
{
    struct bench b;

    (void)state;
    assert_int_equal(bench_make(&b, "roof_launch:threads=2,dtype=f64"), 0);
    expect_right("launch", &b);
    ((double *)b.memory[0])[8] = 1; /* the second worker's line */
    assert_true(error_of(&b) > 1);
    bench_free(&b);
}

static void test_unsupported(void **state)
{
    static const char *const specs[] = {
        "roof_fma:isa=avx512,chains=8,n=8,threads=3,dtype=f32", /* more workers than there are */
        "roof_fma:isa=base,chains=9,n=8,dtype=f32",             /* no such kernel */
        "roof_stream:isa=base,pattern=read,level=L1,bytes=4096,chunk=4096,unroll=3,dtype=f32",
#if defined(__x86_64__)
        "roof_stream:isa=neon,pattern=read,level=L1,bytes=4096,chunk=4096,dtype=f32",
#endif
    };
    struct bench b;

    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
        assert_int_equal(bench_make(&b, specs[i]), -GAM_EUNSUPPORTED);
}

static void test_kernel_set(void **state)
{
    char text[GAM_ROOF_KERNEL_SET_SIZE];

    (void)state;
    gam_roof_kernel_set(text);
    assert_int_equal(strlen(text), 16);
    assert_int_equal(strspn(text, "0123456789abcdef"), 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chains),  cmocka_unit_test(test_long_chains),   cmocka_unit_test(test_exp_within_two_ulp),
        cmocka_unit_test(test_streams), cmocka_unit_test(test_stream_damage), cmocka_unit_test(test_stream_report_damage),
        cmocka_unit_test(test_sweeps),  cmocka_unit_test(test_sweep_damage),  cmocka_unit_test(test_chase),
        cmocka_unit_test(test_launch),  cmocka_unit_test(test_unsupported),   cmocka_unit_test(test_kernel_set),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
