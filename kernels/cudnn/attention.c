/* SPDX-License-Identifier: MIT */
/* Attention as one operation of cuDNN's graphs (scaled dot product). Every engine that the library proposes is a variant. */
#include "ops/kind/attention.h"
#include "common/err.h"
#include "kernels/cudnn/attention.h"

#include <stdio.h>

enum { ATTENTION_VARIANTS = 4, VERSION_LEAST = 91900 /* whose numbers these are */, SCALE = 4, PLACES };

static int impl_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    const struct gam_gpu_queue *queue = caps->host;
    const struct gam_cudnn *library;
    struct gam_attention s;
    int rc = cudnn_takes(op, caps, why);

    if (rc)
        return rc;
    gam_attention_shape(op, &s);
    if ((gam_op_dtype(op) != GAM_DTYPE_F16 && gam_op_dtype(op) != GAM_DTYPE_BF16) || queue->major < 8)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "cuDNN has attention in f16 and bf16, from sm_80 on");
    if (s.mask != GAM_MASK_NONE)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "cuDNN's operation for attention has no causal mask");
    if (s.d % 8 || s.dv % 8)
        return gam_err_set(why, -GAM_EUNSUPPORTED, "cuDNN wants multiples of 8 elements in a query, a key, a value");
    rc = gam_cudnn_get(&library, why);
    if (!rc && library->version() < VERSION_LEAST)
        rc = gam_err_set(why, -GAM_EUNSUPPORTED, "attention in one operation is asked of cuDNN from 9.19 on; this is %s",
                         library->text);
    return rc;
}

int cudnn_attention_graph(struct cudnn_plan *p, const struct gam_op *op, void **graph)
{
    static const int role[] = { GAM_CUDNN_ATTRIBUTE_SDPA_Q, GAM_CUDNN_ATTRIBUTE_SDPA_K, GAM_CUDNN_ATTRIBUTE_SDPA_V,
                                GAM_CUDNN_ATTRIBUTE_SDPA_O, GAM_CUDNN_ATTRIBUTE_SDPA_SCALE };
    struct cudnn_attribute part[PLACES], whole[2];
    void *tensor[PLACES], *operation = NULL;
    struct gam_attention s;
    int status = 0;

    gam_attention_shape(op, &s);
    const int64_t dimension[PLACES][4] = { { s.b, s.hq, s.sq, s.d },
                                           { s.b, s.hkv, s.skv, s.d },
                                           { s.b, s.hkv, s.skv, s.dv },
                                           { s.b, s.hq, s.sq, s.dv },
                                           { 1, 1, 1, 1 } };
    for (int i = 0; i < PLACES && !status; i++) {
        int type = i == SCALE ? GAM_CUDNN_FLOAT : cudnn_type(gam_op_dtype(op));

        status = cudnn_tensor_make(p, i + 1, type, dimension[i], i == SCALE, &tensor[i]);
        part[i] = (struct cudnn_attribute){ role[i], GAM_CUDNN_TYPE_DESCRIPTOR, 1, &tensor[i] };
    }
    if (!status)
        status = cudnn_desc_make(p, GAM_CUDNN_KIND_SDPA, part, PLACES, &operation);
    whole[0] = (struct cudnn_attribute){ GAM_CUDNN_ATTRIBUTE_GRAPH_OPERATIONS, GAM_CUDNN_TYPE_DESCRIPTOR, 1, &operation };
    whole[1] = (struct cudnn_attribute){ GAM_CUDNN_ATTRIBUTE_GRAPH_HANDLE, GAM_CUDNN_TYPE_HANDLE, 1, &p->handle };
    return status ? status : cudnn_desc_make(p, GAM_CUDNN_KIND_GRAPH, whole, p->handle ? 2 : 1, graph);
}

/* Graph and proposals; returns how many, or an error. */
static int proposals_ask(struct cudnn_plan *p, const struct gam_op *op, void *engine[ATTENTION_VARIANTS], struct gam_err *err)
{
    void *graph = NULL;
    int64_t found = 0;
    int status = cudnn_attention_graph(p, op, &graph), rc;

    if (!status)
        status = cudnn_engines_ask(p, graph, engine, ATTENTION_VARIANTS, &found);
    rc = cudnn_said(p, status, err);
    if (!rc && !found)
        rc = gam_err_set(err, -GAM_EUNSUPPORTED, "cuDNN has no engine for this attention");
    return rc ? rc : (int)found;
}

static uint32_t impl_variants(const struct gam_op *op, const struct gam_caps *caps)
{
    void *engine[ATTENTION_VARIANTS];
    struct cudnn_plan *p;
    int found;

    if (cudnn_plan_new(op, caps, &p, NULL))
        return 1;
    found = proposals_ask(p, op, engine, NULL);
    cudnn_plan_free(p);
    return found < 1 ? 1 : (uint32_t)found;
}

/* What is executed with these operands; made anew only when they are others than last time. */
static int pack_make(struct cudnn_plan *p, void *const *operand)
{
    static const int64_t ids[PLACES] = { 1, 2, 3, 4, 5 };
    const void *pointer[PLACES], *workspace = (const void *)(uintptr_t)p->workspace;
    const struct cudnn_attribute attribute[] = {
        { GAM_CUDNN_ATTRIBUTE_PACK_IDS, GAM_CUDNN_TYPE_INT64, PLACES, ids },
        { GAM_CUDNN_ATTRIBUTE_PACK_POINTERS, GAM_CUDNN_TYPE_POINTER, PLACES, pointer },
        { GAM_CUDNN_ATTRIBUTE_PACK_WORKSPACE, GAM_CUDNN_TYPE_POINTER, 1, &workspace },
    };
    int same = p->pack != NULL, status;

    for (int i = 0; i < SCALE; i++) {
        same = same && p->packed[i] == operand[i];
        p->packed[i] = pointer[i] = operand[i];
    }
    pointer[SCALE] = &p->scale;
    if (same)
        return 0;
    if (p->pack) { /* the last one made */
        p->library->backend_destroy(p->pack);
        p->n_desc--;
        p->pack = NULL;
    }
    status = cudnn_desc_make(p, GAM_CUDNN_KIND_PACK, attribute, sizeof attribute / sizeof attribute[0], &p->pack);
    return status;
}

static int impl_run(struct gam_launch *launch, void *const *operand)
{
    struct cudnn_plan *p = launch->state;
    int status = pack_make(p, operand);

    if (!status)
        status = p->library->backend_execute(p->handle, p->execution, p->pack);
    return status ? -GAM_EDEVICE : 0;
}

static int engine_take(struct cudnn_plan *p, void *engine, struct gam_err *err)
{
    const struct cudnn_attribute attribute[] = {
        { GAM_CUDNN_ATTRIBUTE_PLAN_HANDLE, GAM_CUDNN_TYPE_HANDLE, 1, &p->handle },
        { GAM_CUDNN_ATTRIBUTE_PLAN_ENGINE, GAM_CUDNN_TYPE_DESCRIPTOR, 1, &engine },
    };
    int64_t bytes = 0, n = 0;
    int status = cudnn_desc_make(p, GAM_CUDNN_KIND_PLAN, attribute, 2, &p->execution);

    if (!status)
        status = p->library->backend_get(p->execution, GAM_CUDNN_ATTRIBUTE_PLAN_WORKSPACE, GAM_CUDNN_TYPE_INT64, 1, &n, &bytes);
    if (status)
        return cudnn_said(p, status, err);
    p->workspace_bytes = (size_t)bytes;
    if (bytes && p->queue->driver->memory_alloc(&p->workspace, p->workspace_bytes))
        return gam_err_set(err, -GAM_ENOMEM, "no device memory for cuDNN's workspace of %zu bytes", p->workspace_bytes);
    return 0;
}

static int impl_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    void *engine[ATTENTION_VARIANTS];
    struct gam_attention s;
    struct cudnn_plan *p;
    int found, rc = impl_supports(op, caps, err);

    if (!rc)
        rc = cudnn_plan_new(op, caps, &p, err);
    if (rc)
        return rc;
    gam_attention_shape(op, &s);
    p->scale = (float)s.scale;
    found = proposals_ask(p, op, engine, err);
    rc = found < 0 ? found : 0;
    if (!rc && caps->variant >= (uint32_t)found)
        rc = gam_err_set(err, -GAM_EUNSUPPORTED, "cuDNN proposes %d engines only", found);
    if (!rc)
        rc = engine_take(p, engine[caps->variant], err);
    if (rc) {
        cudnn_plan_free(p);
        return rc;
    }
    *out = (struct gam_launch){
        .lang = GAM_LANG_CUDA, .run = impl_run, .state = p, .release = cudnn_release, .threads = 1, .flop_scale = 1
    };
    snprintf(out->detail, sizeof out->detail, "cuDNN %s, proposal %u of %d, workspace %zu", p->library->text, caps->variant + 1,
             found, p->workspace_bytes);
    return 0;
}

const struct gam_impl gam_impl_cudnn_attention = {
    .name = "cudnn",
    .kinds = { "attention" },
    .lang = GAM_LANG_CUDA,
    .version = cudnn_version,
    .supports = impl_supports,
    .plan = impl_plan,
    .variants = impl_variants,
};
