/* SPDX-License-Identifier: MIT */
/* The sum that a worker of roof_sweep reports, from the elements of its piece. k - 1 steps x = u x + v are the affine map
 * x -> p x + q, so that the sum over n elements, times u, is u (p sum(x) + q n): no step is replayed.
 */
#include "kernels/oracle/oracle.h"
#include "kernels/roof/roof.h"

#include <math.h>
#include <string.h>

struct piece {
    const struct gam_roof_sweep *shape;
    const unsigned char *slice;
    double sum, magnitude; /* of x and |x| */
};

static double element_at(const struct gam_roof_sweep *s, const unsigned char *at)
{
    double wide;
    float narrow;

    if (s->dtype == GAM_DTYPE_F64) {
        memcpy(&wide, at, sizeof wide);
        return wide;
    }
    memcpy(&narrow, at, sizeof narrow);
    return (double)narrow;
}

static void piece_add(struct piece *p, uint64_t from, uint64_t to)
{
    uint64_t size = p->shape->dtype == GAM_DTYPE_F64 ? sizeof(double) : sizeof(float);

    for (uint64_t at = from; at < to; at += size) {
        double x = element_at(p->shape, p->slice + at);

        p->sum += x;
        p->magnitude += fabs(x);
    }
}

static void sum_expected(struct piece *p, uint64_t start, double *value, double *magnitude)
{
    const struct gam_roof_sweep *s = p->shape;
    int single = s->dtype == GAM_DTYPE_F32;
    double u = single ? (double)(float)GAM_SWEEP_U : GAM_SWEEP_U, v = single ? (double)(float)GAM_SWEEP_V : GAM_SWEEP_V;
    double scale = 1, offset = 0, n = (double)s->chunk_bytes / gam_dtype_bytes(s->dtype);
    uint64_t end = start + s->chunk_bytes;

    for (int64_t k = 1; k < s->fmas; k++) {
        scale *= u;
        offset = u * offset + v;
    }
    piece_add(p, start, end < s->slice_bytes ? end : s->slice_bytes);
    if (end > s->slice_bytes)
        piece_add(p, 0, end - s->slice_bytes);
    *value = u * (scale * p->sum + offset * n);
    *magnitude = u * (scale * p->magnitude + offset * n);
}

static void worker_expected(const struct gam_roof_sweep *s, void *const *operand, uint64_t which, double value[GAM_ROOF_CHECK],
                            double magnitude[GAM_ROOF_CHECK])
{
    const double *check = (const double *)operand[GAM_SWEEP_CHECK] + which * GAM_ROOF_CHECK;
    struct piece p = { .shape = s, .slice = (const unsigned char *)operand[GAM_SWEEP_A] + which * s->slice_bytes };
    double start = check[GAM_SWEEP_START];
    int valid = start >= 0 && start < (double)s->slice_bytes && fmod(start, GAM_ROOF_PAGE) == 0;

    for (int i = 0; i < GAM_ROOF_CHECK; i++)
        value[i] = 1;
    value[GAM_SWEEP_WORKER] = (double)which + 1;
    value[GAM_SWEEP_START] = valid ? start : -1;
    value[GAM_SWEEP_BYTES] = (double)s->chunk_bytes;
    for (int i = 0; i < GAM_ROOF_CHECK; i++)
        magnitude[i] = fmax(1, fabs(value[i]));
    sum_expected(&p, valid ? (uint64_t)start : 0, &value[GAM_SWEEP_SUM], &magnitude[GAM_SWEEP_SUM]);
}

static int sweep_reference(const struct gam_op *op, void *const *operand, const uint64_t *index, size_t n, double *value,
                           double *magnitude)
{
    double worker_value[GAM_ROOF_CHECK], worker_magnitude[GAM_ROOF_CHECK];
    uint64_t known = UINT64_MAX;
    struct gam_roof_sweep s;

    gam_roof_sweep_shape(op, &s);
    for (size_t i = 0; i < n; i++) {
        uint64_t which = index[i] / GAM_ROOF_CHECK;

        if (which != known)
            worker_expected(&s, operand, which, worker_value, worker_magnitude);
        known = which;
        value[i] = worker_value[index[i] % GAM_ROOF_CHECK];
        magnitude[i] = worker_magnitude[index[i] % GAM_ROOF_CHECK];
    }
    return 0;
}

const struct gam_oracle gam_oracle_roof_sweep = {
    .kind = "roof_sweep",
    .reference = sweep_reference,
};
