/* SPDX-License-Identifier: MIT */
/* OpenBLAS, opened at run time through its CBLAS interface with 32-bit integers. Own prototypes of the few calls used. */
#ifndef GAM_COMMON_VENDOR_DL_OPENBLAS_H
#define GAM_COMMON_VENDOR_DL_OPENBLAS_H

struct gam_err;

enum { GAM_CBLAS_ROW_MAJOR = 101, GAM_CBLAS_PLAIN = 111, GAM_CBLAS_TRANSPOSED = 112 };

struct gam_openblas {
    void (*sgemm)(int order, int ta, int tb, int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb,
                  float beta, float *c, int ldc);
    void (*dgemm)(int order, int ta, int tb, int m, int n, int k, double alpha, const double *a, int lda, const double *b,
                  int ldb, double beta, double *c, int ldc);
    void (*set_num_threads)(int threads);
    char *(*get_config)(void);
    char *(*get_corename)(void);
    int (*get_parallel)(void); /* 0 one thread, 1 its own threads, 2 OpenMP */
    char version[80];          /* "0.3.21 SkylakeX openmp": release, kernels chosen for this cpu, threads */
};

/* The library, one per process. Errors: not found, or a symbol missing. */
int gam_openblas_get(const struct gam_openblas **out, struct gam_err *err);

#endif
