/* SPDX-License-Identifier: MIT */
#include "analyzer/model.h"
#include "common/rand.h"

#include "near.h"

#include <math.h>

static void leaf(struct gam_model *m, enum gam_resource_kind kind, double time)
{
    m->kind[m->n] = kind;
    m->time[m->n++] = time;
}

static struct gam_model_result eval(const struct gam_model *m)
{
    struct gam_model_result r;
    gam_model_eval(m, &r);
    return r;
}

/* A device that takes 100 and a network that takes 200, overlapped by omega. */
static void overlap_of_device_and_network(void **state)
{
    static const struct {
        double omega, mod, e_network;
    } row[] = { { 0, 300, 0.667 }, { 0.8, 220, 0.909 }, { 1, 200, 1 } };
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct gam_model m = { .p = 1, .omega = row[i].omega };
        leaf(&m, GAM_RESOURCE_COMPUTE, 100);
        leaf(&m, GAM_RESOURCE_NETWORK, 200);
        struct gam_model_result r = eval(&m);
        assert_near(r.mod, row[i].mod, 1e-12 * row[i].mod);
        assert_near(r.elasticity[1], row[i].e_network, 5e-4);
    }
}

/* The network is the largest single resource but is hidden behind the device's sum. */
static void hidden_network_has_no_elasticity(void **state)
{
    struct gam_model m = { .p = 1, .omega = 1 };
    (void)state;
    leaf(&m, GAM_RESOURCE_COMPUTE, 70);
    leaf(&m, GAM_RESOURCE_MEMORY, 50);
    leaf(&m, GAM_RESOURCE_NETWORK, 100);
    struct gam_model_result r = eval(&m);
    assert_near(r.mod, 120, 1e-12);
    assert_near(r.elasticity_of_kind[GAM_RESOURCE_NETWORK], 0, 0);
    assert_near(r.elasticity[0], 70.0 / 120, 1e-12);
    assert_near(r.lo, 100, 0);
    assert_near(r.hi, 220, 0);
}

static void equal_times_share_evenly(void **state)
{
    struct gam_model m = { .p = INFINITY, .omega = 1 };
    (void)state;
    leaf(&m, GAM_RESOURCE_MEMORY, 10);
    leaf(&m, GAM_RESOURCE_MEMORY, 10);
    leaf(&m, GAM_RESOURCE_MEMORY, 4);
    leaf(&m, GAM_RESOURCE_NETWORK, 6);
    leaf(&m, GAM_RESOURCE_NETWORK, 4);
    struct gam_model_result r = eval(&m); /* device 10, network 10, overlapped */
    assert_near(r.mod, 10, 0);
    assert_near(r.elasticity[0], 0.25, 1e-15);
    assert_near(r.elasticity[1], 0.25, 1e-15);
    assert_near(r.elasticity[2], 0, 0);
    assert_near(r.elasticity[3], 0.30, 1e-15);
    assert_near(r.elasticity[4], 0.20, 1e-15);
}

static void nothing_to_do(void **state)
{
    struct gam_model m = { .p = 2 };
    (void)state;
    leaf(&m, GAM_RESOURCE_COMPUTE, 0);
    leaf(&m, GAM_RESOURCE_OVERHEAD, 0);
    struct gam_model_result r = eval(&m);
    assert_near(r.mod, 0, 0);
    assert_near(r.elasticity[0] + r.elasticity[1], 0, 0);
    leaf(&m, GAM_RESOURCE_NETWORK, 5); /* no device time: its share is 0, the network's 1 */
    r = eval(&m);
    assert_near(r.elasticity[2], 1, 0);
    assert_near(r.elasticity_of_kind[GAM_RESOURCE_COMPUTE], 0, 0);
}

static void pnorm_between_max_and_sum(void **state)
{
    const double v[3] = { 3, 4, 0 };
    (void)state;
    assert_near(gam_pnorm(v, 3, 1), 7, 1e-15);
    assert_near(gam_pnorm(v, 3, 2), 5, 1e-15);
    assert_near(gam_pnorm(v, 3, INFINITY), 4, 0);
    const double large[2] = { 3e200, 4e200 };
    assert_near(gam_pnorm(large, 2, 2) / 1e200, 5, 1e-12);
}

/* T_dev = sqrt(3^2 + 4^2) = 5, and neither the copies nor the launch hide in it: 5 + 5 + 2. */
static void the_link_to_the_host_is_added(void **state)
{
    struct gam_model m = { .p = 2 };
    (void)state;
    leaf(&m, GAM_RESOURCE_COMPUTE, 3);
    leaf(&m, GAM_RESOURCE_MEMORY, 4);
    leaf(&m, GAM_RESOURCE_HOST_LINK, 5);
    leaf(&m, GAM_RESOURCE_OVERHEAD, 2);
    struct gam_model_result r = eval(&m);
    assert_near(r.device, 5, 1e-15);
    assert_near(r.mod, 12, 1e-15);
    assert_near(r.lo, 5, 0);
    assert_near(r.hi, 14, 0);
    assert_near(r.elasticity[0], 0.15, 1e-15);     /* 9/25 of 5/12 */
    assert_near(r.elasticity[1], 4.0 / 15, 1e-15); /* 16/25 of 5/12 */
    assert_near(r.elasticity[2], 5.0 / 12, 1e-15);
    assert_near(r.elasticity[3], 1.0 / 6, 1e-15);
    assert_near(gam_model_without(&m, GAM_RESOURCE_HOST_LINK), 7, 1e-15);
}

static void without_a_resource(void **state)
{
    struct gam_model m = { .p = 1 };
    (void)state;
    leaf(&m, GAM_RESOURCE_COMPUTE, 7);
    leaf(&m, GAM_RESOURCE_MEMORY, 2);
    leaf(&m, GAM_RESOURCE_MEMORY, 3);
    assert_near(gam_model_without(&m, GAM_RESOURCE_MEMORY), 7, 0);
    assert_near(gam_model_without(&m, GAM_RESOURCE_COMPUTE), 3, 0);
    assert_near(gam_model_without(&m, GAM_RESOURCE_NETWORK), 10, 1e-15);
}

static struct gam_model random_model(struct gam_rand *r)
{
    static const double p[] = { 1, 1.3, 2, 4, 16, INFINITY };
    struct gam_model m = { .p = p[gam_rand_below(r, 6)],
                           .omega = gam_rand_below(r, 3) ? gam_rand_unit(r) : (double)gam_rand_below(r, 2) };
    size_t n = 1 + gam_rand_below(r, GAM_RESOURCES);
    for (size_t i = 0; i < n; i++)
        leaf(&m, (enum gam_resource_kind)gam_rand_below(r, 5), gam_rand_below(r, 6) ? exp(8 * gam_rand_normal(r)) : 0);
    return m;
}

/* Sum of elasticities is 1; bounds hold; k times faster on one resource gains at most k; scaling all times scales T and nothing
 * else. */
static void properties_of_any_vector(void **state)
{
    struct gam_rand rand;
    (void)state;
    gam_rand_seed(&rand, 7);
    for (int i = 0; i < 20000; i++) {
        struct gam_model m = random_model(&rand), scaled = m, faster = m;
        struct gam_model_result r = eval(&m), s;
        double sum = 0, k = 1 + 9 * gam_rand_unit(&rand);
        enum gam_resource_kind which = (enum gam_resource_kind)gam_rand_below(&rand, 5);
        for (size_t j = 0; j < m.n; j++) {
            sum += r.elasticity[j];
            assert_true(r.elasticity[j] >= 0);
            scaled.time[j] = 1024 * m.time[j];
            faster.time[j] = m.time[j] / (m.kind[j] == which ? k : 1);
        }
        assert_near(sum, r.mod > 0 ? 1 : 0, 1e-12);
        assert_true(r.lo <= r.mod);
        assert_true(r.mod <= r.hi * (1 + 1e-12));
        s = eval(&scaled);
        assert_near(s.mod, 1024 * r.mod, 1e-12 * s.mod);
        for (size_t j = 0; j < m.n; j++)
            assert_near(s.elasticity[j], r.elasticity[j], 1e-12);
        s = eval(&faster);
        assert_true(r.mod <= k * s.mod * (1 + 1e-12));
        assert_true(s.mod <= r.mod * (1 + 1e-12));
    }
}

/* The elasticity is the derivative that it claims to be. */
static void elasticity_is_a_derivative(void **state)
{
    struct gam_rand rand;
    (void)state;
    gam_rand_seed(&rand, 8);
    for (int i = 0; i < 2000; i++) {
        struct gam_model m = { .p = 1 + 3 * gam_rand_unit(&rand), .omega = gam_rand_unit(&rand) }, up, down;
        for (int k = 0; k < 5; k++)
            leaf(&m, (enum gam_resource_kind)k, 1 + gam_rand_unit(&rand));
        struct gam_model_result r = eval(&m);
        if (fabs(r.device - r.network) < 0.01)
            continue; /* a corner: one-sided derivatives differ */
        for (size_t k = 0; k < m.n; k++) {
            up = down = m;
            up.time[k] *= exp(1e-5);
            down.time[k] *= exp(-1e-5);
            assert_near((log(eval(&up).mod) - log(eval(&down).mod)) / 2e-5, r.elasticity[k], 1e-6);
        }
    }
}

static void fit_finds_the_exponent(void **state)
{
    static const double p[] = { 1, 1.5, 3, 8, 16 };
    (void)state;
    for (size_t k = 0; k < sizeof p / sizeof p[0]; k++) {
        struct gam_pnorm_point point[10];
        double residual;
        for (size_t i = 0; i < 10; i++) {
            double v[2] = { exp2((double)i), 32 };
            point[i] = (struct gam_pnorm_point){ v[0], v[1], gam_pnorm(v, 2, p[k]) };
        }
        assert_near(gam_pnorm_fit(point, 10, &residual), p[k], 1e-3 * p[k]);
        assert_true(residual < 1e-4);
        for (size_t i = 0; i < 10; i++)
            point[i].measured *= i % 2 ? 1.1 : 1 / 1.1;
        gam_pnorm_fit(point, 10, &residual);
        assert_near(residual, log(1.1), 0.02);
    }
}

static void fit_needs_a_sweep_across_the_ridge(void **state)
{
    struct gam_pnorm_point point[6];
    double residual;
    (void)state;
    for (size_t i = 0; i < 6; i++)
        point[i] = (struct gam_pnorm_point){ exp2((double)i), 1, exp2((double)i) };
    assert_true(isnan(gam_pnorm_fit(point, 6, &residual))); /* all compute side */
    assert_true(isnan(residual));
    point[0].compute = 0.25;
    assert_false(isnan(gam_pnorm_fit(point, 6, &residual)));
    assert_true(isnan(gam_pnorm_fit(point, 4, &residual)));
    point[2].measured = 0;
    assert_true(isnan(gam_pnorm_fit(point, 6, &residual)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlap_of_device_and_network),      cmocka_unit_test(hidden_network_has_no_elasticity),
        cmocka_unit_test(equal_times_share_evenly),           cmocka_unit_test(nothing_to_do),
        cmocka_unit_test(pnorm_between_max_and_sum),          cmocka_unit_test(without_a_resource),
        cmocka_unit_test(the_link_to_the_host_is_added),      cmocka_unit_test(properties_of_any_vector),
        cmocka_unit_test(elasticity_is_a_derivative),         cmocka_unit_test(fit_finds_the_exponent),
        cmocka_unit_test(fit_needs_a_sweep_across_the_ridge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
