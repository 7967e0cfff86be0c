/* SPDX-License-Identifier: MIT */
/* Register tiles, packing and the other pieces of matrix products, of every instruction set that this cpu has, against plain
 * loops in double: every tile size, widths that fill no vector, guard elements around what is written.
 */
#include "../gam_test.h"

#include "common/rand.h"
#include "kernels/cpu/simd/tile/tile.h"
#include "kernels/impl.h"

#include <math.h>
#include <stdlib.h>

enum { GUARD = 64 };

#define GUARD_VALUE (-77.0)

/* Numbers of a kit's type, with guards before and after. */
struct numbers {
    const struct gam_tile_kit *kit;
    size_t n;
    char *memory;
};

static void *at(const struct numbers *v, size_t i)
{
    return v->memory + (GUARD + i) * v->kit->width_bytes;
}

static double get(const struct numbers *v, size_t i)
{
    return v->kit->dtype == GAM_DTYPE_F32 ? (double)*(const float *)at(v, i) : *(const double *)at(v, i);
}

static void set(const struct numbers *v, size_t i, double x)
{
    if (v->kit->dtype == GAM_DTYPE_F32)
        *(float *)at(v, i) = (float)x;
    else
        *(double *)at(v, i) = x;
}

static struct numbers numbers_new(const struct gam_tile_kit *kit, size_t n, uint64_t seed)
{
    struct numbers v = { kit, n, aligned_alloc(64, (n + 2 * GUARD + 64) / 64 * 64 * kit->width_bytes) };
    struct gam_rand r;

    assert_non_null(v.memory);
    gam_rand_seed(&r, seed);
    for (size_t i = 0; i < n + 2 * GUARD; i++)
        set(&v, i - GUARD, GUARD_VALUE);
    for (size_t i = 0; seed && i < n; i++)
        set(&v, i, 2 * gam_rand_unit(&r) - 1);
    return v;
}

static void guards_check(const struct numbers *v, const char *what)
{
    for (size_t i = 0; i < GUARD; i++)
        if (get(v, v->n + i) != GUARD_VALUE || get(v, i - GUARD) != GUARD_VALUE)
            fail_msg("%s %s: wrote outside", v->kit->isa, what);
}

static double tolerance(const struct gam_tile_kit *kit, size_t terms)
{
    return (2 + (double)terms) * gam_dtype_info(kit->dtype)->epsilon;
}

static void near(const struct gam_tile_kit *kit, const char *what, double value, double expected, double allowed)
{
    if (!(fabs(value - expected) <= allowed))
        fail_msg("%s %s %s: %.17g, expected %.17g, allowed difference %g", kit->isa, kit->dtype == GAM_DTYPE_F32 ? "f32" : "f64",
                 what, value, expected, allowed);
}

static void each_kit(void (*body)(const struct gam_tile_kit *))
{
    int ran = 0;

    for (size_t i = 0; gam_tile_kit_at(i); i++)
        if (gam_tile_kit_at(i)->isa_bit & gam_isa_detect()) {
            body(gam_tile_kit_at(i));
            ran++;
        }
    if (!ran)
        skip(); /* this cpu has none of the instruction sets */
}

enum mode { PACKED, STRIDED, PACKING };

struct tile_case {
    enum mode mode;
    size_t rows, vectors, k;
    double alpha, beta;
};

static gam_tile_fn tile_function(const struct gam_tile_kit *kit, const struct tile_case *t)
{
    if (t->mode == PACKING)
        return kit->packing[t->rows - 1];
    return (t->mode == PACKED ? kit->packed : kit->strided)[(t->vectors - 1) * kit->rows + t->rows - 1];
}

static void check_tile(const struct gam_tile_kit *kit, const struct tile_case *t)
{
    const size_t width = t->vectors * kit->lanes, c_row = width + 3, b_row = width + 5, a_row = t->mode == STRIDED ? t->k + 2 : 1;
    const size_t a_step = t->mode == STRIDED ? 1 : t->rows;
    struct numbers a = numbers_new(kit, t->rows * t->k + 2 * t->rows, 1), b = numbers_new(kit, b_row * t->k, 2);
    struct numbers c = numbers_new(kit, (t->rows - 1) * c_row + width, t->beta != 0 ? 3 : 0), old = numbers_new(kit, c.n, 0);
    struct numbers copy = numbers_new(kit, width * t->k, 0);
    int32_t *offset = calloc(t->k + GAM_TILE_OFFSETS_SLACK, sizeof *offset);
    struct gam_tile_job job = {
        .k = t->k,
        .a = at(&a, 0),
        .a_row = (int64_t)a_row,
        .a_step = (int64_t)a_step,
        .b = at(&b, 0),
        .b_offset = offset,
        .b_to = at(&copy, 0),
        .c = at(&c, 0),
        .c_row = (int64_t)c_row,
        .alpha = t->alpha,
        .beta = t->beta,
        .ahead = { at(&a, 0), at(&b, 0) },
    };

    assert_non_null(offset);
    for (size_t p = 0; p < t->k; p++)
        offset[p] = (int32_t)((t->k - 1 - p) * b_row); /* any order is right */
    for (size_t i = 0; i < c.n; i++)
        set(&old, i, get(&c, i));
    tile_function(kit, t)(&job);
    for (size_t i = 0; i < t->rows; i++)
        for (size_t j = 0; j < c_row && i * c_row + j < c.n; j++) {
            double sum = 0, before = get(&old, i * c_row + j);

            for (size_t p = 0; p < t->k && j < width; p++)
                sum += get(&a, i * a_row + p * a_step) * get(&b, (size_t)offset[p] + j);
            near(kit, "tile", get(&c, i * c_row + j), j < width ? t->alpha * sum + (t->beta != 0 ? t->beta * before : 0) : before,
                 j < width ? tolerance(kit, t->k) * (1 + (double)t->k) : 0);
        }
    for (size_t p = 0; t->mode == PACKING && p < t->k; p++)
        for (size_t j = 0; j < width; j++)
            near(kit, "packed b", get(&copy, p * width + j), get(&b, (size_t)offset[p] + j), 0);
    guards_check(&c, "tile");
    guards_check(&copy, "packed b");
    free(offset);
    free(a.memory);
    free(b.memory);
    free(c.memory);
    free(old.memory);
    free(copy.memory);
}

static void tiles(const struct gam_tile_kit *kit)
{
    static const size_t depths[] = { 1, 3, 4, 9, 37 };

    for (size_t rows = 1; rows <= kit->rows; rows++)
        for (size_t vectors = 1; vectors <= kit->vectors; vectors++)
            for (size_t d = 0; d < sizeof depths / sizeof depths[0]; d++)
                for (enum mode mode = PACKED; mode <= PACKING; mode++) {
                    const double beta = d % 2 ? 0 : -0.5, alpha = d % 3 ? 1 : 0.75;
                    const struct tile_case t = { mode, rows, vectors, depths[d], alpha, beta };

                    if (mode != PACKING || vectors == kit->vectors)
                        check_tile(kit, &t);
                }
}

/* Both ways, all widths up to two vectors and one more. */
static void check_pack(const struct gam_tile_kit *kit, unsigned width, unsigned panel, size_t k, int turned)
{
    const size_t across = turned ? k + 3 : 1, along = turned ? 1 : panel + 2;
    struct numbers from = numbers_new(kit, (width - 1) * across + (k - 1) * along + 1, 5), to = numbers_new(kit, k * panel, 0);
    const struct gam_pack_job job = {
        .from = at(&from, 0),
        .across = (int64_t)across,
        .along = (int64_t)along,
        .k = k,
        .width = width,
        .panel = panel,
        .to = at(&to, 0),
    };

    kit->pack(&job);
    for (size_t p = 0; p < k; p++)
        for (size_t w = 0; w < panel; w++)
            if (w < width)
                near(kit, turned ? "turned panel" : "copied panel", get(&to, p * panel + w), get(&from, w * across + p * along),
                     0);
            else
                assert_true(fabs(get(&to, p * panel + w)) <= 1); /* a zero or a copy */
    guards_check(&to, "panel");
    free(from.memory);
    free(to.memory);
}

static void packs(const struct gam_tile_kit *kit)
{
    for (unsigned panel = 1; panel <= 2 * kit->lanes + 1; panel++)
        for (unsigned width = panel; width >= 1 && width + 3 > panel; width--)
            for (size_t k = 1; k <= 11; k += 2)
                for (int turned = 0; turned < 2; turned++)
                    check_pack(kit, width, panel, k, turned);
}

static double activated(enum gam_activation act, double x)
{
    const double root_half = 0.70710678118654752, root_2_pi = 0.79788456080286536;

    return act == GAM_ACT_NONE   ? x
           : act == GAM_ACT_RELU ? fmax(x, 0)
           : act == GAM_ACT_GELU ? x * 0.5 * erfc(-x * root_half)
           : act == GAM_ACT_SILU ? x / (1 + exp(-x))
                                 : x * 0.5 * (1 + tanh(root_2_pi * (x + 0.044715 * x * x * x)));
}

static void check_finish(const struct gam_tile_kit *kit, enum gam_activation act, size_t columns, int biases)
{
    const size_t rows = 3, t_row = columns + 1, c_row = columns + 2;
    const double beta = biases == 1 ? 0.5 : 0;
    struct numbers t = numbers_new(kit, rows * t_row, 6), c = numbers_new(kit, (rows - 1) * c_row + columns, 7);
    struct numbers old = numbers_new(kit, c.n, 7), by_row = numbers_new(kit, 2 * rows, 8),
                   by_column = numbers_new(kit, columns, 9);
    const struct gam_finish_job job = {
        .t = at(&t, 0),
        .t_row = (int64_t)t_row,
        .c = at(&c, 0),
        .c_row = (int64_t)c_row,
        .rows = rows,
        .columns = columns,
        .beta = beta,
        .bias_row = biases > 1 ? at(&by_row, 0) : NULL,
        .bias_row_step = 2,
        .bias_column = biases > 0 ? at(&by_column, 0) : NULL,
        .act = act,
    };

    kit->finish(&job);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < c_row && i * c_row + j < c.n; j++) {
            const double before = get(&old, i * c_row + j), row = biases > 1 ? get(&by_row, 2 * i) : 0;
            const double x = get(&t, i * t_row + j) + beta * before + row + (biases > 0 && j < columns ? get(&by_column, j) : 0);

            near(kit, "finish", get(&c, i * c_row + j), j < columns ? activated(act, x) : before,
                 j < columns ? tolerance(kit, 30) : 0);
        }
    guards_check(&c, "finish");
    free(t.memory);
    free(c.memory);
    free(old.memory);
    free(by_row.memory);
    free(by_column.memory);
}

static void finishes(const struct gam_tile_kit *kit)
{
    for (enum gam_activation act = GAM_ACT_NONE; act <= GAM_ACT_GELU_TANH; act++)
        for (size_t columns = 1; columns <= 2 * kit->lanes + 1; columns++)
            for (int biases = 0; biases < 3; biases++)
                check_finish(kit, act, columns, biases);
}

static void check_vector(const struct gam_tile_kit *kit, size_t k, size_t n, int dots)
{
    const size_t x_step = dots ? 1 : 3, b_row = (dots ? k : n) + 1;
    struct numbers x = numbers_new(kit, k * x_step, 10), b = numbers_new(kit, (dots ? n : k) * b_row, 11),
                   y = numbers_new(kit, n, 0);
    const struct gam_vector_job job = {
        .x = at(&x, 0),
        .x_step = (int64_t)x_step,
        .b = at(&b, 0),
        .b_row = (int64_t)b_row,
        .k = k,
        .n = n,
        .alpha = -1.5,
        .y = at(&y, 0),
    };

    (dots ? kit->dot_rows : kit->sum_rows)(&job);
    for (size_t j = 0; j < n; j++) {
        double sum = 0;

        for (size_t p = 0; p < k; p++)
            sum += get(&x, p * x_step) * get(&b, dots ? j * b_row + p : p * b_row + j);
        near(kit, dots ? "dot products" : "sum of rows", get(&y, j), -1.5 * sum, tolerance(kit, k) * (1 + (double)k));
    }
    guards_check(&y, "vector");
    free(x.memory);
    free(b.memory);
    free(y.memory);
}

static void vectors(const struct gam_tile_kit *kit)
{
    for (size_t k = 1; k <= 70; k += k < 20 ? 1 : 7)
        for (size_t n = 1; n <= 40; n += 3)
            for (int dots = 0; dots < 2; dots++)
                check_vector(kit, k, n, dots);
}

static void filters(const struct gam_tile_kit *kit)
{
    static const int32_t offset[] = { 4, 0, 9, 2, 7 };
    enum { TAPS = sizeof offset / sizeof offset[0] };

    for (size_t n = 1; n <= 20 * (size_t)kit->lanes; n += 5) {
        const size_t slack = kit->lanes; /* may be read and written */
        struct numbers x = numbers_new(kit, n + 9 + slack, 12), weight = numbers_new(kit, TAPS, 13),
                       y = numbers_new(kit, n + slack, 0);
        const struct gam_filter_job job = { at(&x, 0), at(&weight, 0), offset, TAPS, n, at(&y, 0) };

        kit->filter(&job);
        for (size_t j = 0; j < n; j++) {
            double sum = 0;

            for (size_t t = 0; t < TAPS; t++)
                sum += get(&weight, t) * get(&x, (size_t)offset[t] + j);
            near(kit, "filter", get(&y, j), sum, tolerance(kit, TAPS) * TAPS);
        }
        guards_check(&y, "filter");
        free(x.memory);
        free(weight.memory);
        free(y.memory);
    }
}

static void check_pick(const struct gam_tile_kit *kit, int64_t step, size_t n, size_t edge)
{
    const size_t read = n ? (n - 1) * (size_t)step + 1 : 0;
    struct numbers from = numbers_new(kit, read, 14), to = numbers_new(kit, 2 * edge + n, 0);
    const struct gam_pick_job job = {
        .from = at(&from, 0), .step = step, .before = edge, .n = n, .after = edge, .to = at(&to, 0)
    };

    kit->pick(&job);
    for (size_t i = 0; i < to.n; i++)
        near(kit, "pick", get(&to, i), i >= edge && i < edge + n ? get(&from, (i - edge) * (size_t)step) : 0, 0);
    guards_check(&to, "pick");
    free(from.memory);
    free(to.memory);
}

static void picks(const struct gam_tile_kit *kit)
{
    for (int64_t step = 1; step <= 3; step++)
        for (size_t n = 0; n <= 5 * (size_t)kit->lanes; n++)
            for (size_t edge = 0; edge < 3; edge++)
                check_pick(kit, step, n, edge);
}

static void test_tiles(void **state)
{
    (void)state;
    each_kit(tiles);
}

static void test_packs(void **state)
{
    (void)state;
    each_kit(packs);
}

static void test_finishes(void **state)
{
    (void)state;
    each_kit(finishes);
}

static void test_vectors(void **state)
{
    (void)state;
    each_kit(vectors);
}

static void test_filters(void **state)
{
    (void)state;
    each_kit(filters);
}

static void test_picks(void **state)
{
    (void)state;
    each_kit(picks);
}

static void test_find(void **state)
{
    (void)state;
    assert_null(gam_tile_kit_find(GAM_ISA_BASE, GAM_DTYPE_F32));
    assert_null(gam_tile_kit_find(~0u, GAM_DTYPE_BF16));
    for (size_t i = 0; gam_tile_kit_at(i); i++)
        assert_ptr_equal(gam_tile_kit_find(gam_tile_kit_at(i)->isa_bit | GAM_ISA_BASE, gam_tile_kit_at(i)->dtype),
                         gam_tile_kit_at(i));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tiles),   cmocka_unit_test(test_packs),   cmocka_unit_test(test_finishes),
        cmocka_unit_test(test_vectors), cmocka_unit_test(test_filters), cmocka_unit_test(test_picks),
        cmocka_unit_test(test_find),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
