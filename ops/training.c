/* SPDX-License-Identifier: MIT */
#include "ops/training.h"

#include "ops/collective.h"
#include "ops/parallel.h"

static double layers_flop(const struct gam_training *t)
{
    return 24 * t->batch * t->sequence * t->layers * t->hidden * t->hidden +
           4 * t->batch * t->sequence * t->sequence * t->hidden * t->layers;
}

double gam_training_flop(const struct gam_training *t)
{
    double layers = layers_flop(t), output = 2 * t->batch * t->sequence * t->hidden * t->vocabulary;
    double again = t->recompute_all ? layers : 4 * t->batch * t->sequence * t->sequence * t->hidden * t->layers;

    return 3 * (layers + output) + again;
}

/* Per layer and micro-batch two all-reduces forward and two backward, two more when the forward pass is repeated. */
static double tensor_s(const struct gam_training *t)
{
    const double link[2] = { 0, t->link_bytes_s * t->link_efficiency };
    double bytes = t->element_bytes * t->sequence * t->micro_batch * t->hidden,
           micro_batches = t->batch / (t->data * t->micro_batch);
    double one = gam_collective_ns(GAM_ALL_REDUCE, GAM_ALGORITHM_RING, (int)t->tensor, bytes, link) / 1e9;

    return (t->recompute_all ? 6 : 4) * t->layers / t->pipeline * micro_batches * one;
}

double gam_training_s(const struct gam_training *t)
{
    double compute = gam_training_flop(t) / (t->ranks * t->peak_flop_s * t->compute_efficiency);
    double bubble = gam_pipeline_bubble(t->pipeline, t->batch / (t->data * t->micro_batch), t->chunks);

    return (compute + tensor_s(t)) * (1 + bubble);
}
