/* SPDX-License-Identifier: MIT */
/* Suites, plans of the portable implementations and verifications with the allocator failing at call N, for N = 1, 2, ... until N
 * calls are not needed. Each time: -GAM_ENOMEM, a message, nothing left over (a sanitizer looks for leaks).
 */
#include "common/err.h"
#include "kernels/impl.h"
#include "kernels/oracle/oracle.h"
#include "kernels/suite.h"
#include "tests/lib/failing_memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char suite_text[] =
    "{\"name\": \"a\", \"unit\": \"b\", \"ops\": [{\"op\": \"add:dtype=f32\", \"bytes\": \"4*LLC\", \"name\": \"c\","
    " \"implementations\": [\"simd\", \"portable\"]}, {\"op\": \"gelu:n=7,dtype=f32\"}]}";

static int parse_suite(const char *unused, struct gam_err *err)
{
    const struct gam_machine_sizes sizes = { 1, 1, NAN, 1e6, 1e9, 2 };
    struct gam_suite suite;
    int rc = gam_suite_parse("a.json", suite_text, sizeof suite_text - 1, &sizes, &suite, err);

    (void)unused;
    if (!rc)
        gam_suite_release(&suite);
    return rc;
}

static int suite_from_spec(const char *spec, struct gam_err *err)
{
    struct gam_suite suite;
    int rc = gam_suite_from_specs(&spec, 1, NULL, &suite, err);

    if (!rc)
        gam_suite_release(&suite);
    return rc;
}

static int plan_portable(const char *spec, struct gam_err *err)
{
    struct gam_caps caps = { .device_kind = "cpu", .langs = 1u << GAM_LANG_HOST, .isa = GAM_ISA_BASE, .threads = 2 };
    struct gam_launch launch;
    struct gam_op op;
    int rc = gam_op_parse(spec, &op, err);

    if (!rc)
        rc = gam_impl_find("portable", op.kind->name)->plan(&op, &caps, &launch, err);
    if (!rc)
        gam_launch_release(&launch);
    return rc;
}

/* The output is its poison or zeros: what the verdict is does not matter here, only that there is one. */
static int verify(const char *spec, struct gam_err *err)
{
    void *operand[GAM_OP_MAX_OPERANDS] = { NULL };
    struct gam_operand info[GAM_OP_MAX_OPERANDS];
    struct gam_verdict verdict;
    struct gam_op op;
    size_t n;
    int rc = gam_op_parse(spec, &op, err);

    if (rc)
        return rc;
    n = gam_op_operands(&op, info);
    for (size_t i = 0; i < n; i++) {
        operand[i] = calloc(1, info[i].bytes);
        if (!operand[i])
            rc = gam_err_nomem(err);
        else if (info[i].role == GAM_OPERAND_IN)
            gam_inputs_fill(&op, i, operand[i], 3, 1);
    }
    if (!rc)
        rc = gam_verify(&op, operand, 8, 8, 3, &verdict, err);
    for (size_t i = 0; i < n; i++)
        free(operand[i]);
    return rc;
}

static const struct failing_case {
    const char *name;
    int (*run)(const char *spec, struct gam_err *err);
    const char *spec;
    long least_calls;
} cases[] = {
    { "suite", parse_suite, NULL, 7 },
    { "suite of one spec", suite_from_spec, "add:n=4,dtype=f32", 1 },
    { "portable gemm", plan_portable, "gemm:m=8,n=8,k=8,dtype=f32", 2 },
    { "portable attention", plan_portable, "attention:hq=1,sq=4,d=4,dtype=f64", 2 },
    { "verify a small gemm", verify, "gemm:m=8,n=8,k=8,beta=1,dtype=f32", 3 },
    { "verify a gemm by sample", verify, "gemm:m=300,n=300,k=300,beta=1,dtype=f32", 5 },
    { "verify a conv2d by sample", verify, "conv2d:c=32,h=60,k=48,r=3,pad=1,dtype=f32", 5 },
    { "verify an attention by sample", verify, "attention:hq=2,sq=600,d=64,dtype=f32", 5 },
};

static int run_case(const struct failing_case *c)
{
    int faults = 0;

    for (long n = 1;; n++) {
        struct gam_err err = { 0 };
        int rc, failed;

        failing_memory_start(n);
        rc = c->run(c->spec, &err);
        failed = failing_memory_stop();
        if (!failed) {
            printf("%s: needs %ld calls, returned %d\n", c->name, n - 1, rc);
            return faults + (rc != 0) + (n - 1 < c->least_calls);
        }
        if (rc != -GAM_ENOMEM || !strstr(err.text, "memory")) {
            printf("%s: call %ld failing returned %d: %s\n", c->name, n, rc, err.text);
            faults++;
        }
    }
}

int main(void)
{
    int faults = 0;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        faults += run_case(&cases[i]);
    return faults != 0;
}
