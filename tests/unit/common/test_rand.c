/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "common/rand.h"

#include <math.h>

static void stream_is_known(void **state)
{
    /* xoshiro256** from the state {1, 2, 3, 4}: the first outputs of the authors' reference code. */
    static const uint64_t expected[] = { 11520u, 0u, 1509978240u, 1215971899390074240u };
    struct gam_rand r = { { 1, 2, 3, 4 } };

    (void)state;
    for (int i = 0; i < 4; i++)
        assert_true(gam_rand_u64(&r) == expected[i]);
}

static void seeds_differ_and_repeat(void **state)
{
    struct gam_rand a, b, c;
    int same = 0;

    (void)state;
    gam_rand_seed(&a, 0);
    gam_rand_seed(&b, 0);
    gam_rand_seed(&c, 1);
    /* splitmix64 of seed 0 begins with this value (reference code) */
    assert_true(a.s[0] == 0xe220a8397b1dcdafu);
    for (int i = 0; i < 100; i++) {
        uint64_t x = gam_rand_u64(&a);

        assert_true(x == gam_rand_u64(&b));
        same += x == gam_rand_u64(&c);
    }
    assert_int_equal(same, 0);
}

static void below_is_uniform(void **state)
{
    enum { CELLS = 7, DRAWS = 70000 };
    double chi_square = 0;
    int count[CELLS] = { 0 };
    struct gam_rand r;

    (void)state;
    gam_rand_seed(&r, 42);
    for (int i = 0; i < DRAWS; i++) {
        uint64_t x = gam_rand_below(&r, CELLS);

        assert_true(x < CELLS);
        count[x]++;
    }
    for (int i = 0; i < CELLS; i++)
        chi_square += pow(count[i] - DRAWS / CELLS, 2) / (DRAWS / CELLS);
    assert_true(chi_square < 22.5); /* 6 degrees of freedom, p = 0.001 */
    assert_int_equal(gam_rand_below(&r, 1), 0);
    assert_true(gam_rand_below(&r, UINT64_MAX) < UINT64_MAX);
}

static void unit_and_normal_have_their_moments(void **state)
{
    enum { DRAWS = 100000 };
    double unit = 0, normal = 0, square = 0;
    struct gam_rand r;

    (void)state;
    gam_rand_seed(&r, 7);
    for (int i = 0; i < DRAWS; i++) {
        double u = gam_rand_unit(&r), z = gam_rand_normal(&r);

        assert_true(u >= 0 && u < 1 && isfinite(z));
        unit += u;
        normal += z;
        square += z * z;
    }
    assert_true(fabs(unit / DRAWS - 0.5) < 5 * sqrt(1.0 / 12 / DRAWS));
    assert_true(fabs(normal / DRAWS) < 5 / sqrt(DRAWS));
    assert_true(fabs(square / DRAWS - 1) < 5 * sqrt(2.0 / DRAWS));
}

static void shuffle_permutes(void **state)
{
    size_t order[50];
    int seen[50] = { 0 }, moved = 0;
    struct gam_rand r;

    (void)state;
    for (size_t i = 0; i < 50; i++)
        order[i] = i;
    gam_rand_seed(&r, 3);
    gam_rand_shuffle(&r, order, 50);
    for (size_t i = 0; i < 50; i++) {
        seen[order[i]]++;
        moved += order[i] != i;
    }
    for (size_t i = 0; i < 50; i++)
        assert_int_equal(seen[i], 1);
    assert_true(moved > 30);
    gam_rand_shuffle(&r, order, 0);
}

static void hash_spreads(void **state)
{
    uint64_t row[3];
    int bits = 0;

    (void)state;
    assert_true(gam_rand_hash(1, 2) == gam_rand_hash(1, 2));
    assert_true(gam_rand_hash(1, 2) != gam_rand_hash(2, 1));
    gam_rand_hashes(9, 40, 3, row);
    for (uint64_t i = 0; i < 3; i++)
        assert_true(row[i] == gam_rand_hash(9, 40 + i));
    for (uint64_t i = 0; i < 1000; i++)
        bits += __builtin_popcountll(gam_rand_hash(9, i) ^ gam_rand_hash(9, i + 1));
    assert_true(bits > 31000 && bits < 33000); /* half of the 64 bits change */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stream_is_known),  cmocka_unit_test(seeds_differ_and_repeat),
        cmocka_unit_test(below_is_uniform), cmocka_unit_test(unit_and_normal_have_their_moments),
        cmocka_unit_test(shuffle_permutes), cmocka_unit_test(hash_spreads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
