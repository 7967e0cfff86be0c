/* SPDX-License-Identifier: MIT */
/* A device that computes: kernels of kernels/gpu/source, each in plain C by its name and arguments, and how long they take on a
 * device of the script's rates. A launch takes its work over the rate that it works at, but never less than starting it.
 */
#include "script.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *const *arguments;

enum { READ, WRITE, COPY, TRIAD }; /* PATTERN of roof_stream.gpu */
enum { MIX_FMA = 0, LINE = 64, STARTS = 3 };
enum { STREAM_A, STREAM_B, STREAM_C, STREAM_CHECK, STREAM_SLICE, STREAM_CHUNK, STREAM_TURN };

/* A constant that the source was compiled with; -1: it has none of that name. */
static long long constant(const char *name)
{
    char line[64];
    const char *at;

    snprintf(line, sizeof line, "#define %s ", name);
    at = strstr(fake_script()->source, line);
    return at ? strtoll(at + strlen(line), NULL, 10) : -1;
}

static int is_double(void)
{
    return strstr(fake_script()->source, "#define ACC f64") != NULL;
}

static uint64_t whole(const void *argument)
{
    return (uint64_t)(uintptr_t)argument;
}

static double real(void *const *argument)
{
    float single;
    double twice;

    memcpy(&single, argument, sizeof single);
    memcpy(&twice, argument, sizeof twice);
    return is_double() ? twice : (double)single;
}

static uint64_t at_least_a_start(double ns)
{
    double start = (double)fake_script()->rates.start_ns;

    return (uint64_t)(ns > start ? ns : start);
}

/* By where a working set of that size lies. */
static uint64_t stream_ns(double bytes, double working_set)
{
    const struct fake_script *s = fake_script();

    return at_least_a_start(bytes / (working_set <= s->device[0].l2_bytes ? s->rates.l2_bytes_per_ns : s->rates.bytes_per_ns));
}

static void elementwise_run(arguments a, const unsigned grid[3], const unsigned group[3])
{
    const float *x = a[0], *y = a[1];
    float *to = a[2];
    long long kind = constant("KIND");

    (void)grid, (void)group;
    for (uint64_t i = 0; i < whole(a[3]); i++)
        to[i] = kind == 0   ? x[i] + y[i]
                : kind == 1 ? x[i] * y[i]
                            : (float)(0.5 * (double)x[i] * (1 + erf((double)x[i] / sqrt(2)))); /* gelu */
}

static uint64_t elementwise_takes(arguments a, const unsigned grid[3], const unsigned group[3])
{
    double bytes = (double)whole(a[3]) * sizeof(float) * (constant("KIND") < 2 ? 3 : 2);

    (void)grid, (void)group;
    return stream_ns(bytes, bytes);
}

/* 1 in every double of a line. */
static void launch_run(arguments a, const unsigned grid[3], const unsigned group[3])
{
    (void)grid, (void)group;
    for (size_t i = 0; i < LINE / sizeof(double); i++)
        ((double *)a[0])[i] = 1;
}

static uint64_t launch_takes(arguments a, const unsigned grid[3], const unsigned group[3])
{
    (void)a, (void)grid, (void)group;
    return at_least_a_start(0);
}

static uint64_t lanes(const unsigned grid[3], const unsigned group[3])
{
    return (uint64_t)grid[0] * group[0] * (uint64_t)constant("WIDTH") * (uint64_t)constant("CHAINS");
}

/* A lane's result depends on where it starts, and there are three starts. */
static double chain_end(arguments a, int start, int twice)
{
    const double u[2] = { real(&a[2]), real(&a[4]) }, v[2] = { real(&a[3]), real(&a[5]) };
    double x = 0.5 + start / 16.0;
    int fma_mix = constant("MIX") == MIX_FMA;

    for (uint64_t i = 0; i < whole(a[1]); i++)
        if (fma_mix)
            x = twice ? fma(x, u[i % 2], v[i % 2]) : (double)fmaf((float)x, (float)u[i % 2], (float)v[i % 2]);
        else
            x = twice ? exp(-x) : (double)(float)exp(-x);
    return x;
}

static void fma_run(arguments a, const unsigned grid[3], const unsigned group[3])
{
    int twice = is_double();
    double end[STARTS];

    for (int i = 0; i < STARTS; i++)
        end[i] = chain_end(a, i, twice);
    for (uint64_t i = 0; i < lanes(grid, group); i++)
        if (twice)
            ((double *)a[0])[i] = end[i % STARTS];
        else
            ((float *)a[0])[i] = (float)end[i % STARTS];
}

static uint64_t fma_takes(arguments a, const unsigned grid[3], const unsigned group[3])
{
    double steps = (double)lanes(grid, group) * (double)whole(a[1]);

    return at_least_a_start(steps * (constant("MIX") == MIX_FMA ? 2 : 1) / fake_script()->rates.flop_per_ns);
}

/* The part of a group's slice that a launch goes through, in words, around at its end. */
struct piece {
    uint64_t slice, length, start;
};

static struct piece piece_of(arguments a)
{
    uint64_t wide = (uint64_t)constant("WORDS") * sizeof(uint64_t);
    uint64_t all = whole(a[STREAM_SLICE]) / wide, todo = whole(a[STREAM_CHUNK]) / wide;

    return (struct piece){ all * wide / 8, todo * wide / 8, whole(a[STREAM_TURN]) % all * (todo % all) % all * wide / 8 };
}

static uint64_t sum_of(const uint64_t *word, const struct piece *p)
{
    uint64_t turns = p->length / p->slice, all = 0, rest = 0;

    for (uint64_t i = 0; i < p->slice && turns; i++)
        all += word[i];
    for (uint64_t i = 0; i < p->length % p->slice; i++)
        rest += word[(p->start + i) % p->slice];
    return turns * all + rest;
}

static void triad(double *to, const double *a, const double *c, int twice)
{
    float x[2], z[2];

    if (twice) {
        *to = *a + 0.25 * *c;
        return;
    }
    memcpy(x, a, sizeof x);
    memcpy(z, c, sizeof z);
    x[0] += 0.25f * z[0];
    x[1] += 0.25f * z[1];
    memcpy(to, x, sizeof x);
}

static void group_run(arguments a, uint64_t which, const struct piece *p)
{
    long long pattern = constant("PATTERN");
    uint64_t stamp = UINT64_C(0x3ff0000000000000) + (whole(a[STREAM_TURN]) & 0xffffffff), at = which * p->slice, total = 0;
    double *check = (double *)a[STREAM_CHECK] + which * 8;
    uint64_t *b = (uint64_t *)a[STREAM_B] + at;

    if (pattern == READ)
        total = sum_of((const uint64_t *)a[STREAM_A] + at, p);
    for (uint64_t i = 0; i < (p->length < p->slice ? p->length : p->slice) && pattern != READ; i++) {
        uint64_t word = (p->start + i) % p->slice;

        if (pattern == WRITE)
            b[word] = stamp;
        else if (pattern == COPY)
            b[word] = ((const uint64_t *)a[STREAM_A])[at + word];
        else
            triad((double *)b + word, (const double *)a[STREAM_A] + at + word, (const double *)a[STREAM_C] + at + word,
                  is_double());
    }
    check[0] = (double)which + 1;
    check[1] = (double)(p->start * 8);
    check[2] = (double)whole(a[STREAM_CHUNK]);
    check[3] = (double)(total & 0xffffffff);
    check[4] = (double)(total >> 32);
    check[5] = pattern == WRITE ? (double)(stamp & 0xffffffff) : 0;
    check[6] = check[7] = 1;
}

static void stream_run(arguments a, const unsigned grid[3], const unsigned group[3])
{
    struct piece p = piece_of(a);

    (void)group;
    for (unsigned i = 0; i < grid[0]; i++)
        group_run(a, i, &p);
}

static uint64_t stream_takes(arguments a, const unsigned grid[3], const unsigned group[3])
{
    static const int arrays[] = { [READ] = 1, [WRITE] = 1, [COPY] = 2, [TRIAD] = 3 };
    double parts = (double)grid[0] * arrays[constant("PATTERN")];

    (void)group;
    return stream_ns(parts * (double)whole(a[STREAM_CHUNK]), parts * (double)whole(a[STREAM_SLICE]));
}

/* Through the lines of `next`, whose second word says where the next one begins. */
static void chase_run(arguments a, const unsigned grid[3], const unsigned group[3])
{
    const int64_t *next = a[0];
    double *check = a[1], start = check[1] >= 0 && check[1] < (double)whole(a[2]) ? floor(check[1]) : 0;
    int64_t at = (int64_t)start * 8;

    (void)grid, (void)group;
    for (uint64_t i = 0; i < whole(a[3]); i++)
        at = next[at + 1];
    check[0] = start;
    check[1] = (double)(at / 8);
    check[2] = (double)whole(a[3]);
}

static uint64_t chase_takes(arguments a, const unsigned grid[3], const unsigned group[3])
{
    (void)grid, (void)group;
    return at_least_a_start((double)whole(a[3]) * (double)fake_script()->rates.load_ns);
}

void fake_compute(struct fake_script *s)
{
    static const struct fake_kernel kernels[] = {
        { .name = "elementwise", .run = elementwise_run, .takes = elementwise_takes, .n_operands = 4 },
        { .name = "roof_launch", .run = launch_run, .takes = launch_takes, .n_operands = 1 },
        { .name = "roof_fma", .run = fma_run, .takes = fma_takes, .n_operands = 6 },
        { .name = "roof_stream", .run = stream_run, .takes = stream_takes, .n_operands = 7 },
        { .name = "roof_chase", .run = chase_run, .takes = chase_takes, .n_operands = 4 },
    };

    memcpy(s->kernel, kernels, sizeof kernels);
    s->rates = (struct fake_rates){
        .start_ns = 5000, .load_ns = 200, .flop_per_ns = 10000, .l2_bytes_per_ns = 2000, .bytes_per_ns = 500
    };
    s->device[0].major = 7; /* a part without the tensor cores that the program has kernels for */
    s->lazy = s->copies_wait = 1;
}
