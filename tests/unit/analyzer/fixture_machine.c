/* SPDX-License-Identifier: MIT */
#include "fixture_machine.h"

#include "../gam_test.h"

#include <math.h>
#include <stdio.h>

enum { THREADS = 2, PAGE_UNIT = 4096 * 12 /* whole pages for one to three arrays and two threads */ };

const struct machine_rates machine_usual = {
    .fma_f32 = 200e9,
    .fma_f64 = 100e9,
    .special_f32 = 20e9,
    .read = { 800e9, 300e9, 80e9, 20e9 },
    .write = 0.75,
    .copy = 0.9,
    .triad = 1.0,
    .launch_ns = 2000,
};

void machine_add(struct machine *m, enum gam_record which, const void *record)
{
    struct gam_err err = { 0 };
    if (gam_runset_add(&m->set, which, record, &err) != 0)
        fail_msg("fixture: %s", err.text);
}

static void add_levels(struct machine *m)
{
    static const struct {
        const char *name;
        int64_t size, instances, shared_by;
    } row[] = { { "L1", 32 << 10, THREADS, 1 },
                { "L2", 1 << 20, THREADS, 1 },
                { "L3", 32 << 20, 1, THREADS },
                { "DRAM", 8ll << 30, 1, THREADS } };
    for (int64_t i = 0; i < 4; i++) {
        struct gam_memory memory;
        gam_record_clear(GAM_RECORD_MEMORY, &memory);
        memory.ordinal = i;
        memory.device = 0;
        memory.level = row[i].name;
        memory.kind = i < 3 ? GAM_MEMORY_CACHE : GAM_MEMORY_MAIN;
        memory.size_bytes = row[i].size;
        memory.instances = row[i].instances;
        memory.shared_by = row[i].shared_by;
        machine_add(m, GAM_RECORD_MEMORY, &memory);
    }
}

void machine_init(struct machine *m, int rounds, double sigma)
{
    struct gam_run run;
    struct gam_host host;
    struct gam_device device;
    *m = (struct machine){ .rounds = rounds, .threads = THREADS, .sigma = sigma, .doubling = 2, .samples = 1 };
    gam_rand_seed(&m->rand, 1);
    gam_runset_init(&m->set);
    gam_record_clear(GAM_RECORD_RUN, &run);
    run.uuid = "00000000-0000-4000-8000-000000000000";
    run.purpose = GAM_PURPOSE_RUN;
    run.status = GAM_RUN_COMPLETE;
    run.started = "2026-11-30T10:00:00.000Z";
    run.seed = 1;
    run.rounds_planned = run.rounds_done = rounds;
    run.threads = THREADS;
    run.counters = "full";
    machine_add(m, GAM_RECORD_RUN, &run);
    gam_record_clear(GAM_RECORD_HOST, &host);
    host.cores = THREADS;
    machine_add(m, GAM_RECORD_HOST, &host);
    gam_record_clear(GAM_RECORD_DEVICE, &device);
    device.host = 0;
    device.id = "cpu";
    device.backend = device.kind = "cpu";
    machine_add(m, GAM_RECORD_DEVICE, &device);
    add_levels(m);
}

void machine_release(struct machine *m)
{
    gam_runset_release(&m->set);
}

int64_t machine_measure(struct machine *m, enum gam_role role, const char *spec, const char *implementation)
{
    struct gam_operator op;
    struct gam_node node;
    struct gam_measurement k;
    int64_t which = 0;
    char kind[32];
    while ((size_t)which < gam_runset_node_n(&m->set) &&
           (role == GAM_ROLE_ROOF || strcmp(gam_runset_operator(&m->set)[which].spec, spec) != 0))
        which++;
    if ((size_t)which == gam_runset_node_n(&m->set)) { /* a node and an operator per spec: their ordinals are equal */
        snprintf(kind, sizeof kind, "%.*s", (int)strcspn(spec, ":"), spec);
        gam_record_clear(GAM_RECORD_OPERATOR, &op);
        gam_record_clear(GAM_RECORD_NODE, &node);
        op.ordinal = node.ordinal = node.operator= which;
        op.spec = spec;
        op.kind = kind;
        node.calls = 1;
        machine_add(m, GAM_RECORD_OPERATOR, &op);
        machine_add(m, GAM_RECORD_NODE, &node);
    }
    gam_record_clear(GAM_RECORD_MEASUREMENT, &k);
    k.ordinal = (int64_t)gam_runset_measurement_n(&m->set);
    k.role = role;
    k.node = which;
    k.device = 0;
    k.implementation = implementation;
    k.threads = m->threads;
    k.cache = GAM_CACHE_WARM;
    k.status = GAM_STATUS_OK;
    k.error = 1e-7;
    k.tolerance = 1e-6;
    machine_add(m, GAM_RECORD_MEASUREMENT, &k);
    return k.ordinal;
}

static void add_sample(struct machine *m, int64_t measurement, int64_t round, int64_t pass, int64_t iterations,
                       int64_t duration_ns)
{
    struct gam_sample s = { .ordinal = (int64_t)gam_runset_sample_n(&m->set),
                            .measurement = measurement,
                            .rank = 0,
                            .round = round,
                            .pass = pass,
                            .iterations = iterations,
                            .duration_ns = duration_ns };
    machine_add(m, GAM_RECORD_SAMPLE, &s);
}

void machine_sample(struct machine *m, int64_t measurement, int64_t round, int64_t iterations, int64_t duration_ns)
{
    add_sample(m, measurement, round, 0, iterations, duration_ns);
}

void machine_time(struct machine *m, int64_t measurement, double ns)
{
    const int64_t iterations = 1000000; /* so that whole nanoseconds lose nothing */
    for (int r = 0; r < m->rounds; r++) {
        double noise = m->sigma > 0 ? exp(m->sigma * gam_rand_normal(&m->rand)) : 1;
        for (int64_t i = 0; i < m->samples; i++)
            machine_sample(m, measurement, r, iterations, llround(ns * noise * (double)iterations));
    }
}

int64_t machine_op(struct machine *m, const char *spec, double ns)
{
    int64_t k = machine_measure(m, GAM_ROLE_SUBJECT, spec, "simd");
    machine_time(m, k, ns);
    return k;
}

void machine_reading(struct machine *m, int64_t measurement, const char *name, enum gam_quantity_kind kind, double trust,
                     double value)
{
    struct gam_quantity_def def;
    struct gam_reading r;
    gam_record_clear(GAM_RECORD_QUANTITY_DEF, &def);
    def.ordinal = (int64_t)gam_runset_quantity_def_n(&m->set);
    def.name = name;
    def.unit = "1";
    def.scope = GAM_SCOPE_PROCESS;
    def.kind = kind;
    def.trust = trust;
    machine_add(m, GAM_RECORD_QUANTITY_DEF, &def);
    for (int round = 0; round < m->rounds; round++) {
        add_sample(m, measurement, round, def.ordinal + 1, 10, 1000);
        gam_record_clear(GAM_RECORD_READING, &r);
        r.ordinal = (int64_t)gam_runset_reading_n(&m->set);
        r.quantity = def.ordinal;
        r.target = GAM_TARGET_SAMPLE;
        r.subject = (int64_t)gam_runset_sample_n(&m->set) - 1;
        r.rank = 0;
        r.rvalue = kind == GAM_QUANTITY_DELTA ? 10 * value : value;
        r.source = GAM_SOURCE_COUNTER;
        r.flags = 0;
        machine_add(m, GAM_RECORD_READING, &r);
    }
}

/* A roof that runs at `rate` (work per second), and its twin with the work key doubled. */
static void roof_pair(struct machine *m, const char *head, const char *work_key, int64_t size, double rate)
{
    struct gam_op op;
    struct gam_cost cost;
    char spec[GAM_OP_SPEC_MAX];
    for (int twice = 0; twice < 2; twice++) {
        snprintf(spec, sizeof spec, "%s,%s=%lld", head, work_key, (long long)(twice ? 2 * size : size));
        if (gam_op_parse(spec, &op, NULL) != 0)
            fail_msg("fixture: %s", spec);
        gam_op_spec(&op, spec, sizeof spec);
        gam_op_cost(&op, &cost);
        double work =
            op.kind->class == GAM_OP_ROOF_COMPUTE ? cost.fma_flop + cost.special_flop : cost.read_bytes + cost.written_bytes;
        double ns = work / rate * 1e9 * (twice ? m->doubling / 2 : 1);
        machine_time(m, machine_measure(m, twice ? GAM_ROLE_CONTROL : GAM_ROLE_ROOF, spec, "roof"), ns);
    }
}

static void level_roofs(struct machine *m, const struct machine_rates *rates, int level)
{
    static const char *const name[] = { "L1", "L2", "L3", "DRAM" };
    static const int64_t bytes[] = { PAGE_UNIT, 1 << 20, 8 << 20, 192 << 20 };
    const struct {
        const char *pattern;
        double relative;
    } row[] = { { "read", 1 }, { "write", rates->write }, { "copy", rates->copy }, { "triad", rates->triad } };
    char head[200];
    for (size_t i = 0; i < 4 && rates->read[level] > 0; i++) {
        if (row[i].relative <= 0)
            continue;
        snprintf(head, sizeof head, "roof_stream:isa=avx2,pattern=%s,level=%s,bytes=%lld,threads=2,dtype=f64", row[i].pattern,
                 name[level], (long long)((bytes[level] + PAGE_UNIT - 1) / PAGE_UNIT * PAGE_UNIT));
        roof_pair(m, head, "chunk", 10 * PAGE_UNIT, rates->read[level] * row[i].relative);
    }
}

void machine_roofs(struct machine *m, const struct machine_rates *rates)
{
    if (rates->fma_f32 > 0)
        roof_pair(m, "roof_fma:isa=avx2,chains=10,threads=2,dtype=f32", "n", 65536, rates->fma_f32);
    if (rates->fma_f64 > 0)
        roof_pair(m, "roof_fma:isa=avx2,chains=10,threads=2,dtype=f64", "n", 65536, rates->fma_f64);
    if (rates->special_f32 > 0)
        roof_pair(m, "roof_fma:isa=avx2,class=special,mix=exp,chains=8,threads=2,dtype=f32", "n", 65536, rates->special_f32);
    for (int level = 0; level < 4; level++)
        level_roofs(m, rates, level);
    if (rates->launch_ns > 0)
        machine_time(m, machine_measure(m, GAM_ROLE_ROOF, "roof_launch:threads=2,dtype=f64", "roof"), rates->launch_ns);
}

void machine_analyze(const struct machine *m, struct gam_report *out)
{
    struct gam_err err = { 0 };
    if (gam_analyze(&m->set, &m->set, NULL, out, &err) != 0)
        fail_msg("gam_analyze: %s", err.text);
}

const struct gam_report_operator *report_op(const struct gam_report *r, const char *spec, const char *implementation)
{
    for (size_t i = 0; i < r->n_ops; i++)
        if (strcmp(r->op[i].spec, spec) == 0 && (!implementation || strcmp(r->op[i].implementation, implementation) == 0))
            return &r->op[i];
    fail_msg("no operator %s", spec);
    return NULL;
}

const struct gam_ceiling *report_ceiling(const struct gam_report *r, const char *id)
{
    for (size_t d = 0; d < r->n_devices; d++)
        for (size_t i = 0; i < r->device[d].n_ceilings; i++)
            if (strcmp(r->device[d].ceiling[i].id, id) == 0)
                return &r->device[d].ceiling[i];
    return NULL;
}

const struct gam_finding *report_finding(const struct gam_report *r, const char *code)
{
    for (size_t i = 0; i < r->n_findings; i++)
        if (strcmp(r->finding[i].code, code) == 0)
            return &r->finding[i];
    return NULL;
}
