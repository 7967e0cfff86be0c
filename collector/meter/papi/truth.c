/* SPDX-License-Identifier: MIT */
#include "collector/meter/papi/truth.h"

#include <math.h>
#include <stdlib.h>

enum { LOOP = 1000000, WALK_BYTES = 4 << 20, LINE_BYTES = 64 };

#if defined(__x86_64__)
/* Two instructions and one branch a turn. */
static void loop_instructions(int64_t n)
{
    __asm__ volatile("1:\n\tdec %0\n\tjnz 1b" : "+r"(n) : : "cc");
}

static void loop_f32(int64_t n)
{
    __asm__ volatile("xorps %%xmm0, %%xmm0\n1:\n\tmulss %%xmm0, %%xmm0\n\taddss %%xmm0, %%xmm0\n\tdec %0\n\tjnz 1b"
                     : "+r"(n)
                     :
                     : "cc", "xmm0");
}

static void loop_f64(int64_t n)
{
    __asm__ volatile("xorpd %%xmm0, %%xmm0\n1:\n\tmulsd %%xmm0, %%xmm0\n\taddsd %%xmm0, %%xmm0\n\tdec %0\n\tjnz 1b"
                     : "+r"(n)
                     :
                     : "cc", "xmm0");
}
#define HAVE_LOOPS 1
#elif defined(__aarch64__)
static void loop_instructions(int64_t n)
{
    __asm__ volatile("1:\n\tsubs %0, %0, #1\n\tb.ne 1b" : "+r"(n) : : "cc");
}

static void loop_f32(int64_t n)
{
    __asm__ volatile("fmov s0, wzr\n1:\n\tfmul s0, s0, s0\n\tfadd s0, s0, s0\n\tsubs %0, %0, #1\n\tb.ne 1b"
                     : "+r"(n)
                     :
                     : "cc", "v0");
}

static void loop_f64(int64_t n)
{
    __asm__ volatile("fmov d0, xzr\n1:\n\tfmul d0, d0, d0\n\tfadd d0, d0, d0\n\tsubs %0, %0, #1\n\tb.ne 1b"
                     : "+r"(n)
                     :
                     : "cc", "v0");
}
#define HAVE_LOOPS 1
#else
#define HAVE_LOOPS 0
#endif

int gam_papi_truth_known(enum gam_papi_truth truth)
{
    return truth == PAPI_TRUTH_NONZERO || (HAVE_LOOPS && truth != PAPI_TRUTH_NONE);
}

/* Misses caches and TLBs, and takes a branch that follows no pattern at every line. */
static void walk(void)
{
    volatile unsigned char *memory = calloc(1, WALK_BYTES);
    unsigned sum = 0, bits = 1;

    if (!memory)
        return;
    for (size_t pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < WALK_BYTES; i += LINE_BYTES) {
            bits = bits * 1664525u + 1013904223u; /* linear congruence: its high bits look random to a branch predictor */
            if (bits >> 31)
                sum += memory[i]++;
            else
                memory[i] = (unsigned char)sum;
        }
    memory[0] = (unsigned char)sum;
    free((void *)(uintptr_t)memory);
}

int64_t gam_papi_truth_run(enum gam_papi_truth truth)
{
    switch (truth) {
#if HAVE_LOOPS
    case PAPI_TRUTH_INSTRUCTIONS:
        loop_instructions(LOOP);
        return 2 * (int64_t)LOOP;
    case PAPI_TRUTH_BRANCHES:
        loop_instructions(LOOP);
        return LOOP;
    case PAPI_TRUTH_FLOP_F32:
        loop_f32(LOOP);
        return 2 * (int64_t)LOOP;
    case PAPI_TRUTH_FLOP_F64:
        loop_f64(LOOP);
        return 2 * (int64_t)LOOP;
#endif
    case PAPI_TRUTH_NONZERO:
        walk();
        return 0;
    default:
        return 0;
    }
}

double gam_papi_truth_factor(enum gam_papi_truth truth, int64_t expected, int64_t measured)
{
    if (truth == PAPI_TRUTH_NONZERO)
        return measured > 0 ? NAN : 0.0;
    if (!gam_papi_truth_known(truth) || expected <= 0)
        return NAN;
    return (double)measured / (double)expected;
}
