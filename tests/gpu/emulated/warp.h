/* SPDX-License-Identifier: MIT */
/* A group of work-items on the host, one after another as coroutines, and the CUDA instructions of
 * kernels/gpu/source/cuda_mma.gpu as the PTX manual defines them (PTX ISA 8, "Matrix multiply-accumulate operation using mma
 * instruction", "ldmatrix"). What a kernel computes can so be looked at without a GPU; what it costs cannot.
 */
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ucontext.h>

enum { LANES = 1024, STACK = 256 << 10 };

static struct {
    ucontext_t context[LANES], outside;
    char done[LANES];
    int n, now, left;
    int arrived[LANES + 1], turn[LANES + 1]; /* by first lane; the last is of the whole group */
    long long group[3];
    void (*body)(void);
    const void *row[LANES];
    uint32_t a[LANES][4], b[LANES][2];
    float value[LANES];
} w;

static void lane_next(int from)
{
    do
        w.now = (w.now + 1) % w.n;
    while (w.done[w.now]);
    if (w.now != from)
        swapcontext(&w.context[from], &w.context[w.now]);
}

static void meet(int which, int n)
{
    int turn = w.turn[which];

    if (++w.arrived[which] == n) {
        w.arrived[which] = 0;
        w.turn[which]++;
        return;
    }
    while (w.turn[which] == turn)
        lane_next(w.now);
}

static void meet_warp(void)
{
    meet(w.now / 32 * 32, 32);
}

static void lane_run(void)
{
    w.body();
    w.done[w.now] = 1;
    if (--w.left == 0)
        setcontext(&w.outside);
    lane_next(w.now);
}

static void group_run(int n, long long x, long long y, long long z, void (*body)(void))
{
    static char *stack;

    if (!stack)
        stack = static_cast<char *>(malloc(static_cast<size_t>(LANES) * STACK));
    if (!stack)
        abort();
    memset(w.done, 0, sizeof w.done);
    w.n = w.left = n;
    w.now = 0;
    w.body = body;
    w.group[0] = x, w.group[1] = y, w.group[2] = z;
    for (int i = 0; i < n; i++) {
        getcontext(&w.context[i]);
        w.context[i].uc_stack.ss_sp = stack + static_cast<size_t>(i) * STACK;
        w.context[i].uc_stack.ss_size = STACK;
        makecontext(&w.context[i], lane_run, 0);
    }
    swapcontext(&w.outside, &w.context[0]);
}

/* ---- the dialect */
#define KERNEL static void
#define FUNC   static
#define GLOBAL
#define LOCAL static
#define LOCAL_AT
#define RESTRICT
#define BARRIER()   meet(LANES, w.n)
#define GROUP_ID(d) (w.group[d])
#define ITEM_ID(d)  (w.now)

typedef long long i64_t;
typedef unsigned long long u64_t;
typedef unsigned int u32_t;
typedef double elem_f64;
typedef float elem_f32;
typedef unsigned short elem_f16;
typedef unsigned short elem_bf16;

static u32_t bits_of_f32(float v)
{
    u32_t bits;

    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static float f32_of_bits(u32_t bits)
{
    float v;

    memcpy(&v, &bits, sizeof v);
    return v;
}

/* Not used by what is emulated in bf16; a kernel that used it would show. */
static unsigned short f16_of_f32(float)
{
    abort();
}

#define load_f16(p, i)     (abort(), 0.0f)
#define store_f16(p, i, v) abort()

/* ---- kernels/gpu/source/cuda_mma.gpu */
#define MMA_PAD     8
#define MMA_ALIGNED __attribute__((aligned(16)))

/* A copy may land at any time between its beginning and the wait for it. Both ends are tried: `late` ones land at the wait only.
 */
enum { COPIES = 64, COPY_GROUPS = 8 };
static int late;
static struct {
    struct {
        void *to;
        const void *from; /* NULL: zeros */
    } copy[COPY_GROUPS][COPIES];
    int n[COPY_GROUPS];
    int begun, landed; /* numbers of groups */
} copies[LANES];

static void copy_land(void *to, const void *from)
{
    if (from)
        memcpy(to, from, 16);
    else
        memset(to, 0, 16);
}

static void copy_begin(void *to, const void *from, bool inside)
{
    auto &c = copies[w.now];
    int group = c.begun % COPY_GROUPS;

    if (reinterpret_cast<uintptr_t>(to) % 16 || reinterpret_cast<uintptr_t>(from) % 16 || c.n[group] == COPIES)
        abort(); /* the instruction wants whole, aligned 16 bytes */
    if (!late)
        copy_land(to, inside ? from : nullptr);
    else
        c.copy[group][c.n[group]++] = { to, inside ? from : nullptr };
}

static void copy_group(void)
{
    if (++copies[w.now].begun - copies[w.now].landed >= COPY_GROUPS)
        abort();
}

template <int left> static void copy_wait(void)
{
    auto &c = copies[w.now];

    for (; c.begun - c.landed > left; c.landed++) {
        int group = c.landed % COPY_GROUPS;

        for (int i = 0; i < c.n[group]; i++)
            copy_land(c.copy[group][i].to, c.copy[group][i].from);
        c.n[group] = 0;
    }
}

/* Room whose beginning is aligned like that of device memory. */
template <typename T> static T *room(long long n)
{
    void *p = aligned_alloc(256, (static_cast<size_t>(n) * sizeof(T) + 511) / 256 * 256);

    if (!p)
        abort();
    return static_cast<T *>(p);
}

static unsigned short cell(int lane, int col)
{
    return static_cast<const unsigned short *>(w.row[lane])[col];
}

static void blocks_load(u32_t to[4], const void *row)
{
    int first = w.now / 32 * 32, lane = w.now % 32;

    if (reinterpret_cast<uintptr_t>(row) % 16)
        abort(); /* the instruction wants it */
    w.row[w.now] = row;
    meet_warp();
    for (int i = 0; i < 4; i++) {
        int from = first + 8 * i + lane / 4, col = lane % 4 * 2;

        to[i] = static_cast<u32_t>(cell(from, col)) | static_cast<u32_t>(cell(from, col + 1)) << 16;
    }
    meet_warp();
}

static void blocks_load_turned(u32_t to[4], const void *row)
{
    int first = w.now / 32 * 32, lane = w.now % 32;

    if (reinterpret_cast<uintptr_t>(row) % 16)
        abort();
    w.row[w.now] = row;
    meet_warp();
    for (int i = 0; i < 4; i++) {
        int from = first + 8 * i + lane % 4 * 2, col = lane / 4;

        to[i] = static_cast<u32_t>(cell(from, col)) | static_cast<u32_t>(cell(from + 1, col)) << 16;
    }
    meet_warp();
}

static float half_of_word(u32_t word, int upper)
{
    return f32_of_bits(upper ? word & 0xffff0000u : word << 16); /* bf16 */
}

static void mma(float sum[4], const u32_t a[4], const u32_t b[2])
{
    int first = w.now / 32 * 32, lane = w.now % 32;

    memcpy(w.a[w.now], a, sizeof w.a[0]);
    memcpy(w.b[w.now], b, sizeof w.b[0]);
    meet_warp();
    for (int e = 0; e < 4; e++) {
        int row = lane / 4 + e / 2 * 8, col = lane % 4 * 2 + e % 2;

        for (int k = 0; k < 16; k++) {
            int from_a = first + row % 8 * 4 + k % 8 / 2, from_b = first + col * 4 + k % 8 / 2;

            sum[e] += half_of_word(w.a[from_a][row / 8 + k / 8 * 2], k % 2) * half_of_word(w.b[from_b][k / 8], k % 2);
        }
    }
    meet_warp();
}

#ifdef MMA_TYPE
/* ---- kernels/gpu/source/cuda_mma_types.gpu: the rows of gam_mma_types in turn */
#if MMA_TYPE == 3
typedef int mma_sum;
#else
typedef float mma_sum;
#endif

/* Element e of a register. */
static mma_sum element_of(u32_t word, int e)
{
    int bits = 256 / MMA_DEPTH;
    u32_t v = bits == 32 ? word : word >> bits * e & ((1u << bits) - 1);

#if MMA_TYPE == 0
    return (v & 0x8000 ? -1.0f : 1.0f) * ldexpf(static_cast<float>(1024 + (v & 1023)), static_cast<int>(v >> 10 & 31) - 25);
#elif MMA_TYPE == 1
    return f32_of_bits(v << 16);
#elif MMA_TYPE == 2
    if (v & 0x1fff)
        abort(); /* bits that tf32 has not */
    return f32_of_bits(v);
#elif MMA_TYPE == 3
    return static_cast<signed char>(v);
#else
    return (v & 0x80 ? -1.0f : 1.0f) * ldexpf(static_cast<float>(8 + (v & 7)), static_cast<int>(v >> 3 & 15) - 10);
#endif
}

static void mma_step(mma_sum sum[4], const u32_t a[4], const u32_t b[2])
{
    int first = w.now / 32 * 32, lane = w.now % 32, each = MMA_DEPTH / 8;

    memcpy(w.a[w.now], a, sizeof w.a[0]);
    memcpy(w.b[w.now], b, sizeof w.b[0]);
    meet_warp();
    for (int e = 0; e < 4; e++) {
        int row = lane / 4 + e / 2 * 8, col = lane % 4 * 2 + e % 2;

        for (int k = 0; k < MMA_DEPTH; k++) {
            int quad = k % (4 * each) / each, upper = k / (4 * each);

            sum[e] += element_of(w.a[first + row % 8 * 4 + quad][row / 8 + upper * 2], k % each) *
                      element_of(w.b[first + col * 4 + quad][upper], k % each);
        }
    }
    meet_warp();
}
#endif

static float __shfl_xor_sync(unsigned, float x, int mask)
{
    float other;

    w.value[w.now] = x;
    meet_warp();
    other = w.value[w.now ^ mask];
    meet_warp();
    return other;
}

/* ---- for the programs */
static unsigned short bf16_of(double v)
{
    u32_t bits = bits_of_f32(static_cast<float>(v));

    return static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static double value_of(unsigned short v)
{
    return f32_of_bits(static_cast<u32_t>(v) << 16);
}

/* In [-1, 1), the same in every run. */
static double next_input(void)
{
    static uint64_t state = 88172645463325252u;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return value_of(bf16_of(static_cast<double>(state >> 11) / 4503599627370496.0 - 1));
}
