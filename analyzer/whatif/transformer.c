/* SPDX-License-Identifier: MIT */
#include "analyzer/whatif/transformer.h"

#include "common/err.h"

#include <math.h>
#include <string.h>

/* Parameters of one layer's products that every token meets: query, key, value, output. */
static double attention_params(const struct gam_transformer *t)
{
    double kv = t->hidden / t->heads * t->kv_heads;

    return 2 * t->hidden * t->hidden + 2 * t->hidden * kv;
}

static double ffn_params(const struct gam_transformer *t)
{
    return (t->gated ? 3 : 2) * t->hidden * t->ffn;
}

static double embedding_params(const struct gam_transformer *t)
{
    return t->vocabulary * t->hidden;
}

/* Experts that a batch of tokens meets: E (1 - (1 - k/E)^T). */
static double experts_met(const struct gam_transformer *t, double tokens)
{
    return t->experts * (1 - pow(1 - t->active / t->experts, tokens));
}

static double new_tokens(const struct gam_transformer *t)
{
    return t->task == GAM_TASK_DECODE ? t->batch : t->batch * t->sequence;
}

/* Forward: products of the layers, attention, and the last projection. */
static void forward_flop(const struct gam_transformer *t, double *layers, double *attention, double *last)
{
    double tokens = new_tokens(t),
           pairs = t->task == GAM_TASK_DECODE ? t->batch * t->sequence : t->batch * t->sequence * t->sequence;

    *attention = 4 * pairs * t->hidden * t->layers;
    *layers = 2 * tokens * t->layers * (attention_params(t) + t->active * ffn_params(t));
    *last = 2 * tokens * embedding_params(t);
}

static double total_flop(const struct gam_transformer *t)
{
    double layers, attention, last;

    forward_flop(t, &layers, &attention, &last);
    if (t->task != GAM_TASK_TRAINING)
        return layers + attention + last;
    return 3 * (layers + attention + last) + (t->recompute == GAM_RECOMPUTE_FULL        ? layers + attention
                                              : t->recompute == GAM_RECOMPUTE_SELECTIVE ? attention
                                                                                        : 0);
}

static int divides(double whole, double part)
{
    return part >= 1 && fmod(whole, part) == 0;
}

static int sizes_check(const struct gam_transformer *t, struct gam_err *err)
{
    const struct {
        double whole, part;
        const char *text;
    } row[] = {
        { t->heads, t->tp, "heads by the tensor-parallel ranks" },
        { t->layers, t->pp * t->interleave, "layers by the pipeline stages" },
        { t->batch, t->dp * t->micro, "the batch by data-parallel ranks times the micro-batch" },
        { t->heads, t->kv_heads, "heads by the key-value heads" },
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (!divides(row[i].whole, row[i].part))
            return gam_err_set(err, -GAM_EINVAL, "%s: %g cannot be divided by %g", row[i].text, row[i].whole, row[i].part);
    if (t->batch < 1 || t->batch != floor(t->batch))
        return gam_err_set(err, -GAM_EINVAL, "batch: %g is no whole number of sequences", t->batch);
    if (t->zero && t->task != GAM_TASK_TRAINING)
        return gam_err_set(err, -GAM_EINVAL, "zero is about training");
    return 0;
}

/* Activations that one device keeps: s b h bytes times 34 + 5 a s / h of a layer without recomputation, 34 with selective, 2 with
 * full (16-bit elements, tensor and sequence parallel); a pipeline's first stage holds as many micro-batches as there are stages.
 */
static double activations(const struct gam_transformer *t)
{
    double sbh = t->sequence * t->micro * t->hidden, layers = t->layers / t->pp,
           held = fmin(t->pp, t->batch / (t->dp * t->micro));

    if (t->task == GAM_TASK_DECODE)
        return 2 * t->batch / t->dp * t->hidden;
    if (t->task == GAM_TASK_PREFILL)
        return 4 * t->batch / t->dp * t->sequence * t->hidden;
    if (t->recompute == GAM_RECOMPUTE_FULL)
        return 2 * sbh * layers * held / t->tp;
    return sbh * (34 + (t->recompute == GAM_RECOMPUTE_NONE ? 5 * t->heads * t->sequence / t->hidden : 0)) * layers * held / t->tp;
}

static void memory_fill(const struct gam_transformer *t, double capacity, struct gam_transformer_result *r)
{
    double own = r->params / (t->tp * t->pp),
           each = t->weight_bytes_each * (t->sparse ? 0.5 + 1 / (8 * t->weight_bytes_each) : 1);
    double cache = 2 * t->layers * t->hidden / t->heads * t->kv_heads * t->sequence * gam_dtype_bytes(t->dtype);

    r->weight_bytes = own * each / (t->zero >= 3 ? t->dp : 1);
    r->kv_bytes = t->task == GAM_TASK_TRAINING ? 0 : cache * t->batch / (t->dp * t->tp * t->pp);
    /* gradients in 2 bytes; Adam's two moments and a copy of the weights in 4 each */
    r->state_bytes =
        t->task != GAM_TASK_TRAINING ? 0 : own * 2 / (t->zero >= 2 ? t->dp : 1) + own * 12 / (t->zero >= 1 ? t->dp : 1);
    r->activation_bytes = activations(t);
    r->need_bytes = r->weight_bytes + r->kv_bytes + r->state_bytes + r->activation_bytes;
    r->fits = isnan(capacity) ? -1 : r->need_bytes <= capacity;
}

/* Ring all-reduce of S bytes among n: 2 (n-1) alpha + 2 (n-1)/n S / B. */
static double all_reduce_s(double n, double bytes, double bandwidth, double alpha)
{
    if (n <= 1)
        return 0;
    return 2 * (n - 1) * (isnan(alpha) ? 0 : alpha) + 2 * (n - 1) / n * bytes / bandwidth;
}

/* Whose link a group of n ranks uses, when ranks of other groups lie between them. */
static void link_of(const struct gam_transformer_rates *r, double span, double *bandwidth, double *alpha)
{
    int inside = isnan(r->node_devices) || span <= r->node_devices;

    *bandwidth = inside ? r->link_bytes_per_s : r->net_bytes_per_s;
    *alpha = inside ? r->link_alpha_s : r->net_alpha_s;
}

static double or_one(double efficiency)
{
    return isnan(efficiency) ? 1 : efficiency;
}

static void tensor_fill(const struct gam_transformer *t, const struct gam_transformer_rates *r,
                        struct gam_transformer_result *out)
{
    double bandwidth, alpha, micros = t->batch / (t->dp * t->micro), bytes, count;
    double passes = t->task != GAM_TASK_TRAINING ? 1 : t->recompute == GAM_RECOMPUTE_FULL ? 3 : 2;
    double tokens = t->task == GAM_TASK_DECODE ? t->micro : t->micro * t->sequence;

    link_of(r, t->tp, &bandwidth, &alpha);
    bytes = tokens * t->hidden * gam_dtype_bytes(t->dtype);
    count = 2 * passes * t->layers / t->pp * micros;
    out->tensor_bytes = t->tp > 1 ? count * 2 * (t->tp - 1) / t->tp * bytes : 0;
    out->tensor_ns = t->tp > 1 ? 1e9 * count * all_reduce_s(t->tp, bytes, bandwidth * or_one(t->link_efficiency), alpha) : 0;
}

static void data_fill(const struct gam_transformer *t, const struct gam_transformer_rates *r, struct gam_transformer_result *out)
{
    double bandwidth, alpha, gradients = out->params / (t->tp * t->pp) * 2 / t->grad_compress,
                             weights = out->params / (t->tp * t->pp) * 2;

    out->data_bytes = out->data_ns = 0;
    if (t->dp <= 1 || t->task != GAM_TASK_TRAINING)
        return;
    link_of(r, t->tp * t->dp, &bandwidth, &alpha);
    bandwidth *= or_one(t->link_efficiency);
    out->data_bytes = 2 * (t->dp - 1) / t->dp * gradients;
    out->data_ns = 1e9 * all_reduce_s(t->dp, gradients, bandwidth, alpha);
    if (t->zero < 3)
        return;
    /* gathered for each pass and once more backward instead of kept: half an all-reduce more */
    out->data_bytes += (t->dp - 1) / t->dp * weights;
    out->data_ns += 1e9 * all_reduce_s(t->dp, weights, bandwidth, alpha) / 2;
}

/* Activations from stage to stage: each micro-batch there and back. */
static void stage_fill(const struct gam_transformer *t, const struct gam_transformer_rates *r, struct gam_transformer_result *out)
{
    double bandwidth, alpha, tokens = t->task == GAM_TASK_DECODE ? t->micro : t->micro * t->sequence;
    double bytes = tokens * t->hidden * gam_dtype_bytes(t->dtype) / t->tp;

    out->stage_ns = 0;
    if (t->pp <= 1)
        return;
    link_of(r, t->tp * t->dp * t->pp, &bandwidth, &alpha);
    if (isnan(bandwidth))
        return; /* small beside the rest, and said to be left out */
    /* only what fills the pipeline is not hidden behind the other micro-batches */
    out->stage_ns = 1e9 * (t->pp - 1) * (t->task == GAM_TASK_TRAINING ? 2 : 1) *
                    ((isnan(alpha) ? 0 : alpha) + bytes / (bandwidth * or_one(t->link_efficiency)));
}

static double bytes_moved(const struct gam_transformer *t, const struct gam_transformer_result *r)
{
    double met = experts_met(t, new_tokens(t)) / t->experts;
    double ffn = t->layers * t->experts * ffn_params(t), share = r->params > 0 ? (r->params - ffn + ffn * met) / r->params : 1;

    return r->weight_bytes * share + r->kv_bytes;
}

static void model_fill(struct gam_transformer_result *r, double bubble)
{
    const struct {
        enum gam_resource_kind kind;
        double ns;
    } row[] = { { GAM_RESOURCE_COMPUTE, r->compute_ns * (1 + bubble) },
                { GAM_RESOURCE_MEMORY, r->memory_ns * (1 + bubble) },
                { GAM_RESOURCE_NETWORK, r->tensor_ns * (1 + bubble) + r->data_ns + r->stage_ns } };

    r->model = (struct gam_model){ .p = INFINITY };
    for (size_t i = 0; i < 3; i++) {
        r->model.kind[r->model.n] = row[i].kind;
        r->model.time[r->model.n++] = isnan(row[i].ns) ? 0 : row[i].ns;
    }
}

int gam_transformer_eval(const struct gam_transformer *t, const struct gam_transformer_rates *r,
                         struct gam_transformer_result *out, struct gam_err *err)
{
    double bubble = gam_bubble(t->pp, t->batch / (t->dp * t->micro), t->interleave);
    struct gam_model_result whole;
    int rc = sizes_check(t, err);

    *out = (struct gam_transformer_result){ .devices = t->tp * t->pp * t->dp };
    if (rc)
        return rc;
    out->params = t->layers * (attention_params(t) + t->experts * ffn_params(t)) + 2 * embedding_params(t);
    out->active_params = t->layers * (attention_params(t) + t->active * ffn_params(t)) + 2 * embedding_params(t);
    out->flop = total_flop(t);
    memory_fill(t, r->capacity_bytes, out);
    out->bound = isnan(t->task == GAM_TASK_DECODE ? t->memory_efficiency : t->compute_efficiency);
    out->compute_ns = 1e9 * out->flop / (out->devices * r->flop_per_s * or_one(t->compute_efficiency)) / (t->sparse ? 2 : 1);
    /* a training step moves far more than its weights; its bytes hide behind its arithmetic and are not counted */
    out->memory_ns =
        t->task == GAM_TASK_TRAINING ? 0 : 1e9 * bytes_moved(t, out) / (r->bytes_per_s * or_one(t->memory_efficiency));
    tensor_fill(t, r, out);
    data_fill(t, r, out);
    stage_fill(t, r, out);
    out->pipeline_ns = bubble * (fmax(out->compute_ns, out->memory_ns) + out->tensor_ns);
    out->missing = isnan(out->compute_ns)  ? "the device has no published rate for this type"
                   : isnan(out->memory_ns) ? "the bandwidth of its memory is not known"
                   : isnan(out->tensor_ns) ? "the link between tensor-parallel ranks is not known"
                   : isnan(out->data_ns)   ? "the link between data-parallel ranks is not known"
                                           : NULL;
    model_fill(out, bubble);
    gam_model_eval(&out->model, &whole);
    out->total_ns = out->missing ? NAN : whole.mod;
    out->tokens_per_s = new_tokens(t) / out->total_ns * 1e9;
    return 0;
}

void gam_transformer_rates(const struct gam_transformer *t, const struct gam_hw_device *d, struct gam_transformer_rates *out)
{
    const char *word = gam_machine_dtype_word(t->dtype);
    const struct gam_hw_fact *peak = word ? gam_hw_peak(d, word, "dense", NULL) : NULL, *bandwidth = gam_hw_bandwidth(d);
    const struct gam_hw_fact *capacity = gam_hw_capacity(d), *link = gam_hw_peer_link(d);

    *out = (struct gam_transformer_rates){ .net_bytes_per_s = NAN, .net_alpha_s = NAN, .node_devices = NAN, .link_alpha_s = NAN };
    out->flop_per_s = peak ? peak->value : NAN;
    out->bytes_per_s = bandwidth ? bandwidth->value : NAN;
    out->capacity_bytes = capacity ? capacity->value : NAN;
    out->link_bytes_per_s = link ? link->value : NAN;
    if (link)
        out->link_alpha_s = gam_hw_link(d, GAM_HW_LINK_ALPHA, link->qualifier[GAM_HW_LINK]);
}
