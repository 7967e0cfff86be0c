/* SPDX-License-Identifier: MIT */
#include "kernels/cpu/simd/gemm/product.h"
#include "kernels/impl.h"

enum {
    SMALL_L1_BYTES = 32 << 10, /* stand for caches whose size is unknown: right on nearly all cpus, fast on few */
    SMALL_L2_BYTES = 256 << 10,
    B_BLOCK_BYTES_MAX = 16 << 20,
    KC_LEAST = 16,
    STREAM_KC = 16 /* rows of b at a time when few rows of a wait for a b that comes from memory: streams that a cpu follows */
};

static size_t parts_of(size_t n, size_t most)
{
    return (n + most - 1) / most;
}

/* The size of equal parts of n, none larger than `most`, in units. */
static size_t even_part(size_t n, size_t most, size_t unit)
{
    size_t units = parts_of(n, unit), units_most = most / unit ? most / unit : 1;

    return parts_of(units, parts_of(units, units_most)) * unit;
}

/* Work of the busiest thread in element products of one vector, packing included, which moves about an element a cycle. */
static double grid_cost(const struct gam_tile_kit *kit, const struct gam_product_shape *s, size_t grid_m, size_t grid_n)
{
    size_t width = (size_t)kit->lanes * kit->vectors;
    double rows = (double)(parts_of(parts_of(s->m, kit->rows), grid_m) * kit->rows);
    double columns = (double)(parts_of(parts_of(s->n, width), grid_n) * width);

    return (double)s->k * (rows * columns / (2.0 * kit->lanes) + rows + columns / (double)grid_m);
}

static void choose_grid(const struct gam_tile_kit *kit, const struct gam_product_shape *s, int threads,
                        struct gam_product_blocks *out)
{
    double best = 0;

    for (int grid_n = 1; grid_n <= threads; grid_n++) {
        double cost;

        if (threads % grid_n)
            continue;
        cost = grid_cost(kit, s, (size_t)(threads / grid_n), (size_t)grid_n);
        if (grid_n == 1 || cost < best) {
            best = cost;
            out->grid_m = threads / grid_n;
            out->grid_n = grid_n;
        }
    }
}

void gam_product_blocks_choose(const struct gam_tile_kit *kit, const struct gam_product_shape *shape, const struct gam_caps *caps,
                               int threads, struct gam_product_blocks *out)
{
    size_t l1 = caps->l1_bytes ? caps->l1_bytes : SMALL_L1_BYTES, l2 = caps->l2_bytes ? caps->l2_bytes : SMALL_L2_BYTES;
    size_t llc = caps->llc_bytes > l2 ? caps->llc_bytes : l2;
    size_t width = (size_t)kit->lanes * kit->vectors, most, most_columns;

    choose_grid(kit, shape, threads, out);
    /* A panel of a lives in half the first cache while panels of b pass through it. */
    most = 2 * l1 / ((kit->rows + width) * kit->width_bytes);
    if (shape->m <= 2 * kit->rows && shape->n * shape->k * kit->width_bytes > l2)
        most = STREAM_KC;
    out->kc = even_part(shape->k, most > KC_LEAST ? most : KC_LEAST, GAM_TILE_GROUP);
    out->mc = even_part(parts_of(parts_of(shape->m, kit->rows), (size_t)out->grid_m) * kit->rows,
                        l2 / 8 / (out->kc * kit->width_bytes), kit->rows);
    most = llc / 4 < B_BLOCK_BYTES_MAX ? llc / 4 : B_BLOCK_BYTES_MAX;
    most_columns = parts_of(parts_of(shape->n, width), (size_t)out->grid_n) * width;
    out->nc = even_part(most_columns, most / (out->kc * kit->width_bytes), width);
    out->rounds = parts_of(most_columns, out->nc);
}
