/* SPDX-License-Identifier: MIT */
/* A transformer that is only described: parameters, FLOPs, bytes, memory and time of training, prefill and decoding on one device
 * or many. B sequences of s tokens, L layers of width h, vocabulary V.
 *
 * FLOPs of a forward pass: 2 B s (parameters of the layers' products) + 4 B s^2 h L (attention, unmasked) + 2 B s h V; with
 * feed-forward layers of 4h that is 24 B s L h^2 + ... (Narayanan et al., SC 2021). Backward is twice that. Full recomputation
 * runs the layers once more, selective one the attention (Korthikanti et al., MLSys 2023), whose activation sizes are used here
 * too. Tensor parallelism does two all-reduces of 2 s b h bytes per layer and pass, a pipeline idles (p-1)/(v m) of its ideal
 * time, data parallelism reduces the gradients, ZeRO 3 gathers weights twice. Nothing of the communication is taken to hide
 * behind arithmetic.
 */
#ifndef GAM_ANALYZER_TRANSFORMER_H
#define GAM_ANALYZER_TRANSFORMER_H

#include "analyzer/whatif/whatif.h"
#include "common/record/hw.h"

enum gam_task { GAM_TASK_TRAINING, GAM_TASK_PREFILL, GAM_TASK_DECODE };
enum gam_recompute { GAM_RECOMPUTE_NONE, GAM_RECOMPUTE_SELECTIVE, GAM_RECOMPUTE_FULL };

struct gam_transformer {
    char name[64];
    double layers, hidden, heads, kv_heads, ffn, vocabulary;
    int gated;              /* the feed-forward layer has a third matrix (SwiGLU) */
    double experts, active; /* feed-forward layers per layer, and how many a token uses; 1, 1 */
    double sequence, batch; /* tokens of a sequence; sequences of an iteration or of a decoding step, over all devices */
    enum gam_task task;
    enum gam_dtype dtype;     /* of weights and activations */
    double weight_bytes_each; /* of a weight as it is stored; edits may narrow it */
    double tp, pp, dp, micro, interleave;
    int zero;
    enum gam_recompute recompute;
    double grad_compress; /* 1 */
    int sparse;           /* 2:4 weights */
    /* What is reached of peaks; NaN: not given, and then the answer is a bound. */
    double compute_efficiency, memory_efficiency, link_efficiency;
};

/* What one device and its links can do; NaN: not known. */
struct gam_transformer_rates {
    double flop_per_s, bytes_per_s, capacity_bytes;
    double link_bytes_per_s, link_alpha_s; /* inside a node, one way */
    double net_bytes_per_s, net_alpha_s;   /* between nodes, of one device */
    double node_devices;                   /* devices that the inner link joins */
};

struct gam_transformer_result {
    double devices, params, active_params, flop;                              /* of an iteration or step, all devices */
    double weight_bytes, kv_bytes, state_bytes, activation_bytes, need_bytes; /* of one device; state: gradients and optimizer */
    double compute_ns, memory_ns, tensor_ns, pipeline_ns /* idle */, stage_ns /* between stages */, data_ns;
    double total_ns, tokens_per_s;
    double tensor_bytes, data_bytes; /* that one device sends */
    struct gam_model model;          /* the same as resource times: compute, memory, network */
    int fits;                        /* 1, 0, -1 */
    int bound;                       /* no efficiency was given */
    const char *missing;             /* what a time would need; NULL */
};

/* A description as a file holds it (docs/schema/gambrel-transformer-1.schema.json). */
struct gam_transformer_file {
    struct gam_transformer model;
    char device[64];                     /* of the database; empty: not named */
    struct gam_transformer_rates system; /* figures of its own, which win; NaN: not given */
};
int gam_transformer_read(const char *label, const char *text, size_t length, struct gam_transformer_file *out,
                         struct gam_err *err);
/* Puts the figures that `own` gives over those of the device. */
void gam_transformer_system(const struct gam_transformer_rates *own, struct gam_transformer_rates *rates);

/* Rates of a device of the database for the transformer's type. */
void gam_transformer_rates(const struct gam_transformer *t, const struct gam_hw_device *d, struct gam_transformer_rates *out);

/* -GAM_EINVAL when sizes do not divide (layers by stages, batch by ranks ...) and says which. */
int gam_transformer_eval(const struct gam_transformer *t, const struct gam_transformer_rates *r,
                         struct gam_transformer_result *out, struct gam_err *err);

/* Edits of shape, type and parallelism; the rates are looked up after it, since they are of the type. */
int gam_transformer_reshape(const struct gam_edits *e, struct gam_transformer *t, struct gam_err *err);
/* Edits of weights and resources. */
int gam_transformer_edit(const struct gam_edits *e, struct gam_transformer *t, struct gam_transformer_rates *r,
                         struct gam_err *err);

/* Fills times, labels, limits and parts. */
void gam_whatif_of_model(const struct gam_transformer *t, const struct gam_transformer_result *before,
                         const struct gam_transformer_result *after, struct gam_whatif *out);

#endif
