/* SPDX-License-Identifier: MIT */
#include "fixture_report.h"

#include "fixture_devices.h"
#include "fixture_network.h"
#include "fixture_rows.h"

#include "common/strbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A made-up CPU: FLOP/s of f32, bytes/s per level. */
static const double flops = 150e9, launch_ns = 3000;
static const struct level {
    const char *name;
    double rate;
    double size;
} levels[] = { { "L1", 800e9, 64e3 }, { "L2", 350e9, 2e6 }, { "L3", 120e9, 32e6 }, { "DRAM", 20e9, 1e12 } };
enum { LEVELS = 4 };

static struct gam_quantity interval(double value, double relative, const char *unit, enum gam_source source)
{
    return (struct gam_quantity){ .value = value,
                                  .low = value * (1 - relative),
                                  .high = value * (1 + relative),
                                  .unit = unit,
                                  .source = source,
                                  .n = FIXTURE_ROUNDS };
}

static void ceilings_fill(struct fixture *f, size_t device, double scale)
{
    struct gam_ceiling *c = f->ceiling[device];
    size_t n = 0;

    for (int threads = 1; threads <= 2; threads++)
        for (size_t i = 0; i < LEVELS; i++, n++) {
            c[n] = (struct gam_ceiling){ .kind = GAM_CEILING_MEMORY,
                                         .dtype = -1,
                                         .pattern = "read",
                                         .threads = threads,
                                         .device = device,
                                         .theoretical = NAN,
                                         .clock_hz = NAN };
            c[n].value = interval(scale * levels[i].rate * threads / 2, 0.02, "bytes/s", GAM_SOURCE_TIMED);
            snprintf(c[n].level, sizeof c[n].level, "%s", levels[i].name);
            snprintf(c[n].id, sizeof c[n].id, "%s/memory/%s/read/t%d", device ? "opencl:0.1" : "cpu", levels[i].name, threads);
            c[n].method = "roof_stream:pattern=read,dtype=f32";
        }
    for (int dtype = 0; dtype < 2; dtype++, n++) {
        c[n] = (struct gam_ceiling){ .kind = GAM_CEILING_COMPUTE,
                                     .pipe = "avx512",
                                     .class_ = "fma",
                                     .pattern = "fma",
                                     .dtype = dtype ? GAM_DTYPE_F32 : GAM_DTYPE_F64,
                                     .threads = 2,
                                     .device = device };
        c[n].value = interval(scale * flops / (dtype ? 1 : 2), 0.01, "flop/s", GAM_SOURCE_TIMED);
        c[n].theoretical = scale * flops / (dtype ? 1 : 2) * 1.06;
        c[n].clock_hz = 2.6e9;
        c[n].method = "roof_fma:dtype=f32,isa=avx512,unroll=12";
        snprintf(c[n].id, sizeof c[n].id, "%s/compute/%s/fma/avx512/t2", device ? "opencl:0.1" : "cpu", dtype ? "f32" : "f64");
    }
    c[n] = (struct gam_ceiling){ .id = "cpu/compute/f32/special/avx512/t2",
                                 .kind = GAM_CEILING_COMPUTE,
                                 .pipe = "avx512",
                                 .class_ = "special",
                                 .dtype = GAM_DTYPE_F32,
                                 .threads = 2,
                                 .validity = GAM_VOID,
                                 .reason = "twice the work takes 1.3x the time",
                                 .theoretical = NAN,
                                 .clock_hz = NAN,
                                 .device = device };
    c[n].value = interval(30e9, 0.3, "flop/s", GAM_SOURCE_TIMED);
    n++;
    c[n] = (struct gam_ceiling){ .id = "cpu/launch/t2",
                                 .kind = GAM_CEILING_LAUNCH,
                                 .dtype = -1,
                                 .threads = 2,
                                 .validity = GAM_NOISY,
                                 .reason = "its two halves differ by 12 %",
                                 .theoretical = NAN,
                                 .clock_hz = NAN,
                                 .device = device };
    c[n].value = interval(launch_ns, 0.1, "ns", GAM_SOURCE_TIMED);
    f->device[device].ceiling = c;
    f->device[device].n_ceilings = n + 1;
    f->device[device].pnorm = 4;
    f->device[device].pnorm_residual = 0.03;
}

static const struct gam_ceiling *ceiling_of(const struct fixture *f, size_t device, const char *level)
{
    for (size_t i = 0; i < f->device[device].n_ceilings; i++) {
        const struct gam_ceiling *c = &f->ceiling[device][i];

        if (c->threads == 2 && (level ? !strcmp(c->level, level) : c->kind == GAM_CEILING_COMPUTE && c->dtype == GAM_DTYPE_F32))
            return c;
    }
    return NULL;
}

static void vector_fill(struct fixture *f, struct gam_report_operator *op, double flop, double bytes)
{
    const char *level = op->intensity_level;
    double sum = 0;

    op->resource[0] = (struct gam_resource_time){
        .kind = GAM_RESOURCE_COMPUTE, .name = "compute", .time_ns = flop / flops * 1e9, .ceiling = ceiling_of(f, op->device, NULL)
    };
    op->resource[1] = (struct gam_resource_time){ .kind = GAM_RESOURCE_MEMORY,
                                                  .time_ns = bytes / ceiling_of(f, op->device, level)->value.value * 1e9,
                                                  .ceiling = ceiling_of(f, op->device, level) };
    snprintf(op->resource[1].name, sizeof op->resource[1].name, "%s", level);
    op->resource[2] = (struct gam_resource_time){ .kind = GAM_RESOURCE_OVERHEAD, .name = "overhead", .time_ns = launch_ns };
    op->n_resources = 3;
    op->t_lo_ns = op->t_hi_ns = 0;
    for (size_t i = 0; i < op->n_resources; i++) {
        op->t_lo_ns = fmax(op->t_lo_ns, op->resource[i].time_ns);
        op->t_hi_ns += op->resource[i].time_ns;
        op->resource[i].low_ns = op->resource[i].time_ns * 0.98;
        op->resource[i].high_ns = op->resource[i].time_ns * 1.02;
        sum += pow(op->resource[i].time_ns, 4);
    }
    for (size_t i = 0; i < op->n_resources; i++)
        op->resource[i].elasticity = pow(op->resource[i].time_ns, 4) / sum;
}

static void bound_fill(struct gam_report_operator *op, double slack)
{
    size_t top = 0;
    static const enum gam_label label[] = { GAM_LABEL_COMPUTE, GAM_LABEL_MEMORY, GAM_LABEL_OVERHEAD };

    for (size_t i = 1; i < op->n_resources; i++)
        if (op->resource[i].time_ns > op->resource[top].time_ns)
            top = i;
    op->bound.label = slack > 1.7 ? GAM_LABEL_LATENCY : label[top];
    op->bound.confidence = op->bound.label == GAM_LABEL_LATENCY || top == 2 ? NAN : 0.9 + 0.0999 * op->resource[top].elasticity;
    snprintf(op->bound.resource, sizeof op->bound.resource, "%s", top == 0 ? "compute" : top == 1 ? "memory" : "overhead");
    if (top == 1)
        snprintf(op->bound.level, sizeof op->bound.level, "%s", op->intensity_level);
    if (op->bound.label == GAM_LABEL_LATENCY)
        snprintf(op->bound.reason, sizeof op->bound.reason,
                 "the model explains %.0f %% of the time; nearest roof: %s; cause not measured", 100 / slack,
                 op->resource[top].name);
    else
        snprintf(op->bound.reason, sizeof op->bound.reason, "%.0f %% of the modelled time moves with %s",
                 op->resource[top].elasticity * 100, op->resource[top].name);
    op->roof = op->resource[top].ceiling;
    op->roof_share =
        op->roof ? interval(1 / slack, 0.012, "1", GAM_SOURCE_TIMED) : gam_quantity_missing("1", "no roof for overhead");
}

/* An operator of `flop` and `bytes` that takes `slack` times its bound. */
static void op_fill(struct fixture *f, size_t i, const struct fixture_row *row)
{
    struct gam_report_operator *op = &f->op[i];
    size_t level = 0;

    while (level + 1 < LEVELS && row->bytes > levels[level].size)
        level++;
    *op = (struct gam_report_operator){ .name = row->name,
                                        .implementation = row->implementation,
                                        .version = "0.1.0",
                                        .best = 1,
                                        .threads = 2,
                                        .calls = row->calls,
                                        .error = 1.2e-7,
                                        .tolerance = 3e-6 };
    snprintf(op->id, sizeof op->id, "o%zu", i + 1);
    snprintf(op->spec, sizeof op->spec, "%s", row->spec);
    op->op.kind = fixture_kind(row->spec);
    op->op.v[0].i = GAM_DTYPE_F32;
    op->cache = strchr(row->spec, '@') ? GAM_CACHE_COLD : GAM_CACHE_WARM;
    snprintf(op->intensity_level, sizeof op->intensity_level, "%s", levels[level].name);
    vector_fill(f, op, row->flop, row->bytes);
    bound_fill(op, row->slack);
    op->time_ns = interval(op->t_lo_ns * row->slack, row->spread, "ns", GAM_SOURCE_TIMED);
    for (int r = 0; r < FIXTURE_ROUNDS; r++)
        f->round_ns[i][r] = op->time_ns.value * (1 + row->spread * (r * 7 % FIXTURE_ROUNDS - 4.5) / 4.5);
    op->round_ns = f->round_ns[i];
    op->flop =
        row->flop > 0 ? gam_quantity_exact(row->flop, "flop", GAM_SOURCE_SHAPE) : gam_quantity_exact(0, "flop", GAM_SOURCE_SHAPE);
    op->executed_flop = gam_quantity_missing("flop", "no hardware counters");
    op->flop_per_s = interval(row->flop / op->time_ns.value * 1e9, row->spread, "flop/s", GAM_SOURCE_SHAPE);
    op->bytes_per_s = interval(row->bytes / op->time_ns.value * 1e9, row->spread, "bytes/s", GAM_SOURCE_SHAPE);
    op->intensity = gam_quantity_exact(row->flop / row->bytes, "flop/byte", GAM_SOURCE_SHAPE);
    op->n_bytes = 1;
    snprintf(op->bytes[0].level, sizeof op->bytes[0].level, "%s", levels[level].name);
    op->bytes[0].read = gam_quantity_exact(row->bytes * 0.75, "bytes", GAM_SOURCE_SHAPE);
    op->bytes[0].written = gam_quantity_exact(row->bytes * 0.25, "bytes", GAM_SOURCE_SHAPE);
    op->t_mod_ns = op->t_lo_ns * 1.02;
    op->epsilon = 1 / row->slack;
    op->margin = op->resource[0].time_ns / op->resource[1].time_ns;
    op->gain_ns = interval((double)row->calls * (op->time_ns.value - op->t_lo_ns), row->spread, "ns", GAM_SOURCE_TIMED);
    op->relief_ns = interval((double)row->calls * op->t_lo_ns * 0.4, row->spread, "ns", GAM_SOURCE_TIMED);
    op->energy_joule = gam_quantity_missing("joule", "no energy meter");
}

static int gain_compare(const void *a, const void *b)
{
    const struct fixture_row *x = a, *y = b;

    return x->rank < y->rank ? 1 : x->rank > y->rank ? -1 : 0;
}

/* Gain of a row by the fixture's model, to sort rows as the analyzer would. */
static double row_gain(const struct fixture_row *row)
{
    size_t level = 0;

    while (level + 1 < LEVELS && row->bytes > levels[level].size)
        level++;
    return (double)row->calls * (row->slack - 1) *
           fmax(launch_ns, fmax(row->flop / flops, row->bytes / levels[level].rate) * 1e9);
}

static void ops_fill(struct fixture *f, size_t n)
{
    struct fixture_row row[FIXTURE_OPS];
    double total = 0;

    for (size_t i = 0; i < n; i++) {
        row[i] = fixture_row(i, f->name[i]);
        row[i].rank = row_gain(&row[i]);
    }
    qsort(row, n, sizeof *row, gain_compare);
    for (size_t i = 0; i < n; i++) {
        op_fill(f, i, &row[i]);
        total += (double)f->op[i].calls * f->op[i].time_ns.value;
    }
    for (size_t i = 0; i < n; i++)
        f->op[i].share = interval((double)f->op[i].calls * f->op[i].time_ns.value / total, 0.01, "1", GAM_SOURCE_TIMED);
    f->report.n_ops = n;
    f->report.unit_time_ns = interval(total, 0.013, "ns", GAM_SOURCE_TIMED);
}

static void findings_fill(struct fixture *f)
{
    size_t n = 0;

    f->finding[n++] = (struct gam_finding){ .code = "far-from-roof",
                                            .severity = GAM_SEVERITY_WARNING,
                                            .text = "this operator runs at 41 % of its roof",
                                            .evidence = "measured 3.1 ms, its bound is 1.3 ms (compute)",
                                            .remedy = "try --op with another implementation, or a blocked kernel for this shape",
                                            .operator_id = "o1",
                                            .weight = 1.8e6 };
    f->finding[n++] = (struct gam_finding){ .code = "counters-unavailable",
                                            .severity = GAM_SEVERITY_INFO,
                                            .text = "hardware counters cannot be opened here; bytes come from the shape",
                                            .evidence = "perf_event_open: no such device",
                                            .remedy = "run on the bare machine, or enable a virtual PMU in the hypervisor" };
    if (f->report.n_ops > 2)
        f->finding[n++] = (struct gam_finding){ .code = "at-the-roof",
                                                .severity = GAM_SEVERITY_INFO,
                                                .text = "at its roof with a large share of the time",
                                                .evidence = "97 % of DRAM read; 21 % of the time of a unit",
                                                .remedy = "fuse it with its neighbour, or move fewer bytes (bf16 halves them)",
                                                .operator_id = "o3",
                                                .weight = 1e5 };
    f->report.n_findings = n;
}

int fixture_base(struct fixture *f, size_t n_devices)
{
    if (fixture_records(&f->set))
        return -1;
    for (size_t i = 0; i < n_devices; i++) {
        f->device[i].record = &gam_runset_device(&f->set)[i];
        ceilings_fill(f, i, i ? 4 : 1);
    }
    f->report = (struct gam_report){ .run = &f->set,
                                     .roofs = &f->set,
                                     .n_rounds = FIXTURE_ROUNDS,
                                     .device = f->device,
                                     .n_devices = n_devices,
                                     .op = f->op,
                                     .finding = f->finding,
                                     .noise_fma_cv = 0.004,
                                     .noise_dram_cv = 0.021,
                                     .steal_share = 0.0007 };
    f->report.unit_time_ns = gam_quantity_missing("ns", "nothing was timed");
    f->doc = (struct gam_doc){
        .kind = GAM_DOC_REPORT, .report = &f->report, .run_id = 12, .tool_version = "0.1.0", .tool_commit = "abc1234"
    };
    return 0;
}

/* Every point far below or far above where the roofs bend. */
static void extreme_spoil(struct fixture *f)
{
    for (size_t i = 0; i < f->report.n_ops; i++) {
        f->op[i].intensity.value = 1e-6 * (double)(i + 1);
        f->op[i].flop_per_s.value = f->op[i].flop_per_s.low = f->op[i].flop_per_s.high = 1e3 * (double)(i + 1);
    }
}

struct fixture *fixture_new(const char *name)
{
    static const struct {
        const char *name;
        size_t n_ops, n_devices;
    } cases[] = { { "one", 1, 1 },   { "twenty", 20, 1 }, { "two-hundred", 200, 1 }, { "hostile", 20, 2 },
                  { "empty", 0, 0 }, { "extreme", 4, 1 }, { "ranks", 8, 1 },         { "devices-apart", 6, 2 } };
    struct fixture *f = calloc(1, sizeof *f);

    for (size_t i = 0; f && i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(cases[i].name, name))
            continue;
        if (fixture_base(f, cases[i].n_devices))
            break;
        if (cases[i].n_ops) {
            ops_fill(f, cases[i].n_ops);
            findings_fill(f);
        }
        if (!strcmp(name, "hostile"))
            fixture_spoil(f);
        if (!strcmp(name, "ranks"))
            fixture_network(f);
        if (!strcmp(name, "devices-apart"))
            fixture_devices(f);
        if (!strcmp(name, "extreme"))
            extreme_spoil(f);
        return f;
    }
    fixture_free(f);
    return NULL;
}

void fixture_free(struct fixture *f)
{
    if (f)
        gam_runset_release(&f->set);
    free(f);
}

static int buffer_write(void *ctx, const void *bytes, size_t n, struct gam_err *err)
{
    (void)err;
    return gam_strbuf_bytes(ctx, bytes, n);
}

char *fixture_render(const struct gam_doc *doc, const char *format, const struct gam_render_options *options)
{
    const struct gam_renderer *r = gam_renderer_find(format);
    struct gam_strbuf out = GAM_STRBUF_INIT(1u << 30);
    struct gam_byte_sink sink = { buffer_write, &out };

    if (!r || r->render(doc, options, &sink, NULL)) {
        gam_strbuf_release(&out);
        return NULL;
    }
    return gam_strbuf_take(&out);
}
