/* SPDX-License-Identifier: MIT */
#include "analyzer/roof_facts.h"

#include "ops/link.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void copy_word(const struct gam_op *op, const char *key, char *out, size_t size)
{
    const char *word = gam_op_has(op, key) ? gam_op_word(op, key) : NULL;
    snprintf(out, size, "%s", word ? word : "");
}

static bool compute_facts(const struct gam_op *op, const struct gam_cost *cost, struct gam_roof_facts *out)
{
    out->kind = GAM_CEILING_COMPUTE;
    copy_word(op, "isa", out->pipe, sizeof out->pipe);
    copy_word(op, "class", out->class_, sizeof out->class_);
    copy_word(op, "mix", out->pattern, sizeof out->pattern);
    out->dtype = (int)gam_op_dtype(op);
    out->work = strcmp(out->class_, "special") == 0 ? cost->special_flop : cost->fma_flop;
    return out->class_[0] != 0;
}

static bool memory_facts(const struct gam_op *op, const struct gam_cost *cost, struct gam_roof_facts *out)
{
    char pattern[sizeof out->pattern];
    out->kind = GAM_CEILING_MEMORY;
    copy_word(op, "isa", out->pipe, sizeof out->pipe);
    copy_word(op, "level", out->level, sizeof out->level);
    copy_word(op, "pattern", pattern, sizeof pattern);
    bool nt = gam_op_has(op, "nt") && gam_op_int(op, "nt") != 0;
    snprintf(out->pattern, sizeof out->pattern, "%.12s%s", pattern, nt ? "-nt" : "");
    out->work = cost->read_bytes + cost->written_bytes;
    return out->level[0] != 0 && pattern[0] != 0;
}

static bool latency_facts(const struct gam_op *op, const struct gam_cost *cost, struct gam_roof_facts *out)
{
    (void)cost;
    out->kind = GAM_CEILING_LATENCY;
    copy_word(op, "level", out->level, sizeof out->level);
    out->work = gam_op_has(op, "steps") ? (double)gam_op_int(op, "steps") : NAN;
    return out->level[0] != 0;
}

static bool launch_facts(const struct gam_op *op, const struct gam_cost *cost, struct gam_roof_facts *out)
{
    int64_t graph = gam_op_int(op, "graph");
    (void)cost;
    out->kind = GAM_CEILING_LAUNCH;
    out->work = graph ? (double)graph : 1;
    if (graph)
        snprintf(out->pattern, sizeof out->pattern, "graph-%lld", (long long)graph);
    return true;
}

static bool transfer_facts(const struct gam_op *op, const struct gam_cost *cost, struct gam_roof_facts *out)
{
    bool start = gam_op_int(op, "bytes") == GAM_LINK_WORD_BYTES; /* of a copy, not its bytes */
    out->kind = start ? GAM_CEILING_LATENCY : GAM_CEILING_HOST_LINK;
    snprintf(out->class_, sizeof out->class_, "%s", start ? "copy" : "");
    copy_word(op, "host", out->pipe, sizeof out->pipe);
    copy_word(op, "way", out->pattern, sizeof out->pattern);
    out->work = start ? cost->messages : cost->sent_bytes;
    return true;
}

bool gam_roof_facts(const struct gam_op *op, int threads, struct gam_roof_facts *out)
{
    static bool (*const read[])(const struct gam_op *, const struct gam_cost *, struct gam_roof_facts *) = {
        [GAM_OP_ROOF_COMPUTE] = compute_facts, [GAM_OP_ROOF_MEMORY] = memory_facts,     [GAM_OP_ROOF_LATENCY] = latency_facts,
        [GAM_OP_ROOF_LAUNCH] = launch_facts,   [GAM_OP_ROOF_TRANSFER] = transfer_facts,
    };
    *out = (struct gam_roof_facts){ .dtype = -1, .threads = threads, .bytes = NAN };
    if (!op->kind || (size_t)op->kind->class >= sizeof read / sizeof read[0] || !read[op->kind->class])
        return false;
    struct gam_cost cost;
    gam_op_cost(op, &cost);
    if (gam_op_has(op, "bytes"))
        out->bytes = (double)gam_op_int(op, "bytes");
    return read[op->kind->class](op, &cost, out) && out->work > 0;
}

const char *gam_measurement_spec(const struct gam_runset *run, const struct gam_measurement *m)
{
    if (m->node < 0 || (size_t)m->node >= gam_runset_node_n(run))
        return NULL;
    int64_t which = gam_runset_node(run)[m->node].operator;
    return which >= 0 && (size_t)which < gam_runset_operator_n(run) ? gam_runset_operator(run)[which].spec : NULL;
}

bool gam_roof_op(const struct gam_runset *run, const struct gam_measurement *m, struct gam_op *op)
{
    const char *spec = gam_measurement_spec(run, m);
    return spec && gam_op_parse(spec, op, NULL) == 0 && op->kind && op->kind->class != GAM_OP_SUBJECT &&
           op->kind->class != GAM_OP_DISTRIBUTED;
}

void gam_roof_id(const char *device, const struct gam_roof_facts *f, char *out, size_t size)
{
    bool by_pipe = f->pipe[0] && f->kind != GAM_CEILING_MEMORY;
    char dtype[16] = "";
    if (f->dtype >= 0)
        snprintf(dtype, sizeof dtype, "/%s", gam_dtype_info((enum gam_dtype)f->dtype)->name);
    snprintf(out, size, "%.32s/%s%s%s%s%s%s%s%s%s%s/t%d", device, gam_ceiling_kind_word(f->kind), dtype, f->class_[0] ? "/" : "",
             f->class_, by_pipe ? "/" : "", by_pipe ? f->pipe : "", f->level[0] ? "/" : "", f->level, f->pattern[0] ? "/" : "",
             f->pattern, f->threads);
}

const char *gam_ceiling_unit(enum gam_ceiling_kind kind)
{
    static const char *const unit[] = {
        [GAM_CEILING_COMPUTE] = "flop/s",    [GAM_CEILING_MEMORY] = "bytes/s", [GAM_CEILING_NETWORK] = "bytes/s",
        [GAM_CEILING_HOST_LINK] = "bytes/s", [GAM_CEILING_LATENCY] = "ns",     [GAM_CEILING_LAUNCH] = "ns",
    };
    return unit[kind];
}

double gam_ceiling_value(enum gam_ceiling_kind kind, double work, double ns)
{
    return gam_ceiling_is_rate(kind) ? work / ns * 1e9 : ns / work;
}

double gam_ceiling_time_ns(enum gam_ceiling_kind kind, double amount, double value)
{
    if (amount == 0)
        return 0;
    return gam_ceiling_is_rate(kind) ? amount / value * 1e9 : amount * value;
}
