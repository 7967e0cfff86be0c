/* SPDX-License-Identifier: MIT */
/* Eight published iterations on A100s, with one compute and one link efficiency for all. */
#include "../gam_test.h"

#include "ops/training.h"

#include <math.h>

struct published {
    double layers, hidden, ranks, tensor, pipeline, batch, micro_batch, chunks, full_s, selective_s;
};

/* Korthikanti et al., Reducing Activation Recomputation in Large Transformer Models (MLSys 2023) */
static const struct published rows[] = {
    { 48, 6144, 8, 8, 1, 4, 4, 1, 1.42, 1.10 },
    { 96, 12288, 64, 8, 8, 64, 1, 3, 18.13, 13.75 },
    { 105, 20480, 280, 8, 35, 280, 1, 3, 49.05, 37.83 },
    { 128, 25600, 512, 8, 64, 512, 1, 1, 94.42, 71.49 },
};

static struct gam_training training_of(const struct published *p, int recompute_all)
{
    return (struct gam_training){ .layers = p->layers,
                                  .hidden = p->hidden,
                                  .sequence = 2048,
                                  .vocabulary = 51200,
                                  .ranks = p->ranks,
                                  .tensor = p->tensor,
                                  .pipeline = p->pipeline,
                                  .data = 1,
                                  .batch = p->batch,
                                  .micro_batch = p->micro_batch,
                                  .chunks = p->chunks,
                                  .recompute_all = recompute_all,
                                  .peak_flop_s = 312e12,
                                  .link_bytes_s = 300e9,
                                  .element_bytes = 2,
                                  .compute_efficiency = 0.76,
                                  .link_efficiency = 0.25 };
}

static void published_iterations(void **state)
{
    double sum = 0, most = 0;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int all = 0; all < 2; all++) {
            struct gam_training t = training_of(&rows[i], all);
            double off = fabs(gam_training_s(&t) / (all ? rows[i].full_s : rows[i].selective_s) - 1);

            sum += off;
            most = fmax(most, off);
        }
    if (!(sum / 8 <= 0.0235 && most <= 0.0485))
        fail_msg("mean error %.4f, largest %.4f; expected 0.023 and 0.048", sum / 8, most);
}

/* One rank: no bubble and nothing sent. */
static void one_rank(void **state)
{
    struct published alone = { 2, 64, 1, 1, 1, 1, 1, 1, 0, 0 };
    struct gam_training t = training_of(&alone, 0);

    (void)state;
    assert_true(fabs(gam_training_s(&t) / (gam_training_flop(&t) / (312e12 * 0.76)) - 1) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(published_iterations), cmocka_unit_test(one_rank) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
