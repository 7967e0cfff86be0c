/* SPDX-License-Identifier: MIT */
/* Analyses with the allocator failing at call N, for N = 1, 2, ... until an analysis needs no N calls. Each time it must say
 * "out of memory" and leave an empty report. Linked with --wrap of the allocator; a sanitizer finds what leaks on the way.
 */
#include "../unit/analyzer/fixture_machine.h"

#include "analyzer/compare/compare.h"
#include "analyzer/cost/cost.h"
#include "analyzer/whatif/project.h"
#include "common/err.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);

static long calls_left = -1; /* until one fails; -1: none fails */

static int refuse(void)
{
    return calls_left > 0 && --calls_left == 0;
}

void *__wrap_malloc(size_t n)
{
    return refuse() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return refuse() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t n)
{
    return refuse() ? NULL : __real_realloc(p, n);
}

/* A run that reaches every step: roofs of all kinds, operators of many labels, readings, and enough operators for several blocks.
 */
static void build(struct machine *m)
{
    char spec[64];
    machine_init(m, 10, 0.01);
    m->doubling = 2.2;
    machine_roofs(m, &machine_usual);
    int64_t k = machine_op(m, "gemm:m=1024,n=1024,k=1024,dtype=f32", 9e6);
    machine_reading(m, k, "fp_ops_f32", GAM_QUANTITY_DELTA, 1, 3e9);
    machine_op(m, "add:n=3000000,dtype=f32", 6e5);
    machine_op(m, "gemm:m=16,n=16,k=16,dtype=f32", 500);
    machine_measure(m, GAM_ROLE_SUBJECT, "gemm:m=16,n=16,k=16,dtype=f32", "openblas");
    for (int i = 0; i < 40; i++) {
        snprintf(spec, sizeof spec, "add:n=%d,dtype=f32", 1000 + i);
        machine_op(m, spec, 5000);
    }
}

/* The same for a projection of that run onto its own device. */
static int projections(const struct machine *m)
{
    struct gam_machine there;
    struct gam_projection p;
    struct gam_report r;
    int faults = 0;
    long n;
    if (gam_analyze(&m->set, &m->set, NULL, &r, NULL))
        return 1;
    gam_machine_from_report(&r, 0, 2, &there);
    for (n = 1;; n++) {
        struct gam_err err = { 0 };
        calls_left = n;
        int rc = gam_project(&r, 0, &there, NULL, &p, &err);
        long left = calls_left;
        calls_left = -1;
        gam_projection_release(&p);
        if (left > 0) {
            faults += rc != 0;
            break;
        }
        faults += rc != -GAM_ENOMEM;
    }
    gam_report_release(&r);
    printf("projections failed at up to %ld calls, %d faults\n", n, faults);
    return faults;
}

/* The same for a comparison of that run with another. */
static int comparisons(const struct machine *m, const struct machine *other)
{
    struct gam_compare c;
    struct gam_report a, b;
    int faults = 0;
    long n;
    if (gam_analyze(&m->set, &m->set, NULL, &a, NULL) || gam_analyze(&other->set, &other->set, NULL, &b, NULL))
        return 1;
    for (n = 1;; n++) {
        struct gam_err err = { 0 };
        calls_left = n;
        int rc = gam_compare(&a, &b, 0.03, &c, &err);
        long left = calls_left;
        calls_left = -1;
        gam_compare_release(&c);
        if (left > 0) {
            faults += rc != 0;
            break;
        }
        faults += rc != -GAM_ENOMEM || !strstr(err.text, "memory");
    }
    gam_report_release(&a);
    gam_report_release(&b);
    printf("comparisons failed at up to %ld calls, %d faults\n", n, faults);
    return faults || n < 3;
}

/* The same for a ranking of three rows, one of them ruled out and one with a risk. */
static int rankings(void)
{
    struct gam_cost_row rows[3];
    struct gam_cost_report cost;
    int faults = 0;
    long n;
    for (n = 1;; n++) {
        struct gam_err err = { 0 };
        gam_cost_init(&cost);
        cost.row = rows;
        cost.n = 3;
        cost.limit[GAM_LIMIT_WATT] = 250;
        for (size_t i = 0; i < 3; i++) {
            gam_cost_row_init(&rows[i]);
            rows[i].id = rows[i].name = "device";
            rows[i].time_ns = gam_quantity_exact(1e6 * (double)(i + 1), "ns", GAM_SOURCE_DATASHEET);
            rows[i].here_ns = 1e9;
            rows[i].measure[GAM_MEASURE_WATT] = 100 * (double)(i + 1);
            rows[i].measure[GAM_MEASURE_PROGRAMMABLE] = i == 1;
        }
        calls_left = n;
        int rc = gam_cost_decide(&cost, &err);
        long left = calls_left;
        calls_left = -1;
        gam_cost_release(&cost);
        if (left > 0) {
            faults += rc != 0;
            break;
        }
        faults += rc != -GAM_ENOMEM;
    }
    printf("rankings failed at up to %ld calls, %d faults\n", n, faults);
    return faults || n < 2;
}

int main(void)
{
    struct machine m, other;
    struct gam_report r;
    long n;
    int faults = 0;
    build(&m);
    build(&other); /* its roofs are used in every second analysis */
    for (n = 1;; n += n < 500 ? 1 : n / 50) {
        struct gam_err err = { 0 };
        calls_left = n;
        int rc = gam_analyze(&m.set, n % 2 ? &m.set : &other.set, NULL, &r, &err);
        long left = calls_left;
        calls_left = -1;
        if (left > 0) { /* it needed fewer calls */
            faults += rc != 0 || r.n_ops == 0;
            gam_report_release(&r);
            if (n % 2 == 0)
                break;
            continue;
        }
        if (rc != -GAM_ENOMEM || !strstr(err.text, "memory") || r.n_ops || r.memory) {
            printf("call %ld failing: returned %d: %s\n", n, rc, err.text);
            faults++;
        }
    }
    printf("failed at up to %ld calls, %d faults\n", n, faults);
    faults += projections(&m) + comparisons(&m, &other) + rankings();
    machine_release(&m);
    machine_release(&other);
    return faults || n < 10;
}
