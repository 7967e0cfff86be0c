/* SPDX-License-Identifier: MIT */
/* Time of one training iteration of a transformer, divided over tensor (TP), pipeline (PP) and data parallel ranks: FLOPs over
 * peak, ring all-reduces of the tensor parallel groups, and the pipeline's bubble on both. Data parallel communication is taken
 * as hidden.
 *
 * FLOPs of layers forward: 24 B s L h^2 + 4 B s^2 h L; of the output layer 2 B s h V; backward twice that. Recomputation: all of
 * the layers once more, or only the attention's 4 B s^2 h L (Narayanan et al., SC 2021; Korthikanti et al., MLSys 2023).
 */
#ifndef GAM_OPS_TRAINING_H
#define GAM_OPS_TRAINING_H

struct gam_training {
    double layers, hidden, sequence, vocabulary;
    double ranks, tensor, pipeline, data; /* ranks = tensor x pipeline x data */
    double batch, micro_batch, chunks;    /* global; of one micro-batch; model chunks of one stage (interleaving) */
    int recompute_all;                    /* 0: selective, with sequence parallelism */
    double peak_flop_s, link_bytes_s, element_bytes;
    double compute_efficiency, link_efficiency; /* 0 .. 1 */
};

double gam_training_flop(const struct gam_training *t); /* of an iteration, all ranks */
double gam_training_s(const struct gam_training *t);

#endif
