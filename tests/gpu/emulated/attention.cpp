/* SPDX-License-Identifier: MIT */
/* kernels/gpu/source/cuda_flash_attention.gpu on the host. D and MASK are given by the build. */
#include "warp.h"

#define IN bf16
#define W bf16
#define OUT f32
#define ACC f32
#define WARPS 2
#define TILE 32
#define GROUP_X 64
#define GROUP_Y 1
#define GROUP_Z 1
#include "kernels/gpu/source/paste.gpu"
#include "kernels/gpu/source/prelude_cpp.gpu"
#include "kernels/gpu/source/prelude_common.gpu"
#include "kernels/gpu/source/cuda_flash_attention.gpu"

static struct {
    i64_t b, hq, hkv, sq, skv;
    unsigned short *q, *k, *v;
    float *o;
    float scale;
} p;

static void body(void)
{
    attention(p.q, p.k, p.v, p.o, p.hq, p.hkv, p.sq, p.skv, p.scale);
}

/* One query's row against a plain computation. */
static double row_error(i64_t z, i64_t h, i64_t i)
{
    const unsigned short *q = p.q + ((z * p.hq + h) * p.sq + i) * D;
    const unsigned short *k = p.k + (z * p.hkv + h / (p.hq / p.hkv)) * p.skv * D, *v = p.v + (k - p.k);
    const float *o = p.o + ((z * p.hq + h) * p.sq + i) * D;
    i64_t seen = MASK == 0 ? p.skv : MASK == 1 ? p.skv - p.sq + i + 1 : i + 1;
    double weight[512], sum = 0, most = 0, scale = p.scale != 0 ? p.scale : 1 / sqrt(static_cast<double>(D));

    seen = seen < 0 ? 0 : seen > p.skv ? p.skv : seen;
    for (i64_t j = 0; j < seen; j++) {
        double s = 0;

        for (int l = 0; l < D; l++)
            s += value_of(q[l]) * value_of(k[j * D + l]);
        sum += weight[j] = exp(s * scale);
    }
    for (int l = 0; l < D; l++) {
        double wanted = 0;

        for (i64_t j = 0; j < seen; j++)
            wanted += weight[j] * value_of(v[j * D + l]);
        most = fmax(most, fabs(o[l] - (seen ? wanted / sum : 0)));
    }
    return most;
}

static int computed(i64_t b, i64_t hq, i64_t hkv, i64_t sq, i64_t skv, float scale)
{
    i64_t n_q = b * hq * sq * D, n_kv = b * hkv * skv * D;
    double error = 0;

    p = { b, hq, hkv, sq, skv, room<unsigned short>(n_q), room<unsigned short>(n_kv), room<unsigned short>(n_kv), room<float>(n_q), scale };
    for (i64_t i = 0; i < n_q; i++) {
        p.q[i] = bf16_of(next_input());
        p.o[i] = NAN;
    }
    for (i64_t i = 0; i < n_kv; i++) {
        p.k[i] = bf16_of(next_input());
        p.v[i] = bf16_of(next_input());
    }
    for (i64_t z = 0; z < b; z++)
        for (i64_t h = 0; h < hq; h++)
            for (i64_t x = 0; x < (sq + QUERIES - 1) / QUERIES; x++)
                group_run(GROUP_X, x, h, z, body);
    for (i64_t z = 0; z < b; z++)
        for (i64_t h = 0; h < hq; h++)
            for (i64_t i = 0; i < sq; i++) {
                double one = row_error(z, h, i);

                error = one > error || one != one ? one : error;
            }
    printf("attention b=%lld hq=%lld hkv=%lld sq=%lld skv=%lld d=%d mask=%d: error %.3g\n", b, hq, hkv, sq, skv, D, MASK, error);
    free(p.q);
    free(p.k);
    free(p.v);
    free(p.o);
    return !(error < 8e-3); /* weights are rounded to bf16 */
}

static int all(void)
{
    return computed(1, 1, 1, 32, 32, 0) + computed(1, 2, 1, 48, 80, 0) + computed(2, 2, 2, 33, 31, 0.3f) + computed(1, 1, 1, 1, 100, 0) +
                computed(1, 1, 1, 70, 20, 0);
}

int main(void)
{
    int wrong = all();

    late = 1;
    return wrong + all() != 0;
}
