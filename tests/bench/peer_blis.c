/* SPDX-License-Identifier: MIT */
/* BLIS through its CBLAS interface, opened at run time. Only the benchmark uses it. */
#include "bench.h"

#include "common/err.h"
#include "common/vendor/dl.h"
#include "ops/kind/gemm.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROW_MAJOR = 101, PLAIN = 111, TRANSPOSED = 112 };

struct blis {
    void (*sgemm)(int order, int ta, int tb, int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb,
                  float beta, float *c, int ldc);
    void (*dgemm)(int order, int ta, int tb, int m, int n, int k, double alpha, const double *a, int lda, const double *b,
                  int ldb, double beta, double *c, int ldc);
    void (*set_num_threads)(long threads);
    const char *(*version)(void);
    int (*arch)(void);
    const char *(*arch_string)(int arch);
};

static const char *const sonames[] = {
#if defined(__x86_64__)
    "/usr/lib/x86_64-linux-gnu/blis-openmp/libblis.so.4",
#elif defined(__aarch64__)
    "/usr/lib/aarch64-linux-gnu/blis-openmp/libblis.so.4",
#endif
    "libblis.so.4",
    NULL,
};

static const struct gam_dl_symbol symbols[] = {
    { "cblas_sgemm", offsetof(struct blis, sgemm), 0 },
    { "cblas_dgemm", offsetof(struct blis, dgemm), 0 },
    { "bli_thread_set_num_threads", offsetof(struct blis, set_num_threads), 0 },
    { "bli_info_get_version_str", offsetof(struct blis, version), 1 },
    { "bli_arch_query_id", offsetof(struct blis, arch), 1 },
    { "bli_arch_string", offsetof(struct blis, arch_string), 1 },
};

static struct {
    pthread_once_t once;
    struct blis blis;
    struct gam_err err;
    int rc;
    char version[80];
} loaded = { .once = PTHREAD_ONCE_INIT };

static void load(void)
{
    struct blis *b = &loaded.blis;
    void *handle = NULL;

    loaded.rc = gam_dl_open(sonames, symbols, sizeof symbols / sizeof symbols[0], b, &handle, &loaded.err);
    if (!loaded.rc)
        snprintf(loaded.version, sizeof loaded.version, "%s %s", b->version ? b->version() : "unknown",
                 b->arch && b->arch_string ? b->arch_string(b->arch()) : "unknown");
}

static const char *blis_version(void)
{
    pthread_once(&loaded.once, load);
    return loaded.rc ? NULL : loaded.version;
}

static int blis_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    enum gam_dtype dtype = gam_op_dtype(op);
    struct gam_gemm s;

    (void)caps;
    gam_gemm_shape(op, &s);
    if ((dtype != GAM_DTYPE_F32 && dtype != GAM_DTYPE_F64) || s.bias || s.act != GAM_ACT_NONE)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "f32 and f64 without bias and activation only");
    return blis_version() ? 0 : gam_err_set(why, -GAM_EUNSUPPORTED, "%s", loaded.err.text);
}

static int blis_run(struct gam_launch *launch, void *const *operand)
{
    const struct gam_op *op = launch->state;
    struct gam_gemm s;

    gam_gemm_shape(op, &s);
    loaded.blis.set_num_threads(launch->threads);
    for (int64_t i = 0; i < s.batch; i++) {
        const int m = (int)s.m, n = (int)s.n, k = (int)s.k, ta = s.ta ? TRANSPOSED : PLAIN, tb = s.tb ? TRANSPOSED : PLAIN;
        const int64_t a = i * s.m * s.k, b = i * s.k * s.n, c = i * s.m * s.n;

        if (gam_op_dtype(op) == GAM_DTYPE_F64)
            loaded.blis.dgemm(ROW_MAJOR, ta, tb, m, n, k, s.alpha, (const double *)operand[0] + a, s.ta ? m : k,
                              (const double *)operand[1] + b, s.tb ? k : n, s.beta, (double *)operand[2] + c, n);
        else
            loaded.blis.sgemm(ROW_MAJOR, ta, tb, m, n, k, (float)s.alpha, (const float *)operand[0] + a, s.ta ? m : k,
                              (const float *)operand[1] + b, s.tb ? k : n, (float)s.beta, (float *)operand[2] + c, n);
    }
    return 0;
}

static void blis_release(struct gam_launch *launch)
{
    free(launch->state);
    launch->state = NULL;
}

static int blis_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    struct gam_op *copy = malloc(sizeof *copy);

    if (!copy)
        return gam_err_nomem(err);
    *copy = *op;
    *out =
        (struct gam_launch){ .run = blis_run, .state = copy, .release = blis_release, .threads = caps->threads, .flop_scale = 1 };
    snprintf(out->detail, sizeof out->detail, "BLIS %s", loaded.version);
    return 0;
}

const struct gam_impl bench_peer_blis = {
    .name = "blis",
    .kinds = { "gemm" },
    .version = blis_version,
    .supports = blis_supports,
    .plan = blis_plan,
};
