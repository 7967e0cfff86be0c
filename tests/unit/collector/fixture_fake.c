/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "fixture_fake.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Implementations get no context; the tests run one fake at a time. */
static struct fake *current;

static uint64_t fake_now(void *ctx)
{
    struct fake *f = ctx;

    f->now_ns += f->tick_ns;
    return f->now_ns;
}

static int fake_launch_run(struct gam_launch *launch, void *const *operand)
{
    const struct fake_item *item = launch->state;
    const float *a = operand[0], *b = operand[1];
    float *c = operand[2];
    size_t n = (size_t)launch->turn;

    for (size_t i = 0; i < n; i++)
        c[i] = a[i] + b[i];
    c[0] += (float)item->wrong + (item->variants && item->variant_ns[item->variant] < 0 ? 1.0f : 0.0f);
    return 0;
}

static void fake_launch_release(struct gam_launch *launch)
{
    struct fake_item *item = launch->state;

    item->releases++;
    launch->state = NULL;
}

static int fake_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    for (size_t i = 0; i < current->plan.n; i++) {
        struct fake_item *item = &current->item[i];

        if (&current->plan.item[i].op != op)
            continue;
        if (item->plan_code)
            return gam_err_set(err, item->plan_code, "the fake was told to fail");
        item->plans++;
        *out = (struct gam_launch){
            .run = fake_launch_run, .state = item, .release = fake_launch_release, .threads = caps->threads
        };
        out->turn = (uint64_t)gam_op_int(op, "n"); /* no device counts it: room for the number of elements */
        snprintf(out->detail, sizeof out->detail, "fake %zu", i);
        item->variant = caps->variant;
        if (item->variants)
            snprintf(out->detail, sizeof out->detail, "fake %zu TILE=%u", i, caps->variant);
        return 0;
    }
    return gam_err_set(err, -GAM_EINTERNAL, "an op that is not the plan's");
}

static uint32_t fake_variants(const struct gam_op *op, const struct gam_caps *caps)
{
    (void)caps;
    for (size_t i = 0; i < current->plan.n; i++)
        if (&current->plan.item[i].op == op && current->item[i].variants)
            return current->item[i].variants;
    return 1;
}

static const char *fake_version(void)
{
    return "fake 1";
}

static int fake_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    (void)op;
    (void)caps;
    (void)why;
    return 0;
}

static void fake_caps(void *state, int threads, struct gam_caps *out)
{
    const struct fake *f = state;

    *out = (struct gam_caps){ .device_kind = "cpu", .langs = 1u << GAM_LANG_HOST, .threads = threads, .llc_bytes = f->llc_bytes };
}

static int fake_alloc(void *state, int threads, uint64_t bytes, struct gam_buffer *out, struct gam_err *err)
{
    struct fake *f = state;

    (void)threads;
    *out = (struct gam_buffer){ .handle = NULL };
    if (++f->allocations == f->fail_allocation || (f->limit_bytes && f->allocated_bytes + bytes > f->limit_bytes))
        return gam_err_set(err, -GAM_ENOMEM, "the fake has no more memory");
    out->handle = calloc(1, bytes);
    out->bytes = bytes;
    f->allocated_bytes += bytes;
    if (f->allocated_bytes > f->most_bytes)
        f->most_bytes = f->allocated_bytes;
    f->now_ns += f->alloc_ns_per_kib * (bytes >> 10);
    return out->handle ? 0 : gam_err_nomem(err);
}

static void fake_free(void *state, struct gam_buffer *buffer)
{
    struct fake *f = state;

    f->allocated_bytes -= buffer->bytes;
    free(buffer->handle);
    *buffer = (struct gam_buffer){ .handle = NULL };
}

static int fake_device_run(void *state, struct gam_launch *launch, void *const *const *set, size_t sets, uint64_t start,
                           uint64_t iterations, uint64_t *duration_ns, struct gam_err *err)
{
    struct fake *f = state;
    struct fake_item *item = launch->state;
    double t = item->time_ns    ? item->time_ns(f, item)
               : item->variants ? fabs(item->variant_ns[item->variant])
                                : item->iteration_ns;
    int rc = launch->run(launch, set[start % sets]);

    if (++f->runs == f->cancel_at_run)
        f->cancel = 1;
    if (++item->runs == item->fail_at_run)
        return gam_err_set(err, -GAM_EDEVICE, "the fake device fell over");
    item->launches += iterations;
    if (f->round >= 0 && f->n_order < FAKE_LOG)
        f->order[f->n_order++] = (char)('A' + (item - f->item));
    *duration_ns = (uint64_t)llround(t * (double)iterations);
    f->now_ns += *duration_ns;
    return rc;
}

static size_t fake_workers(void *state, int *tid, size_t n)
{
    (void)state;
    for (size_t i = 0; i < 2 && i < n; i++)
        tid[i] = 100 + (int)i;
    return n < 2 ? n : 2;
}

static struct fake_meter_script script;

struct fake_meter_script *fake_script(void)
{
    return &script;
}

static const struct gam_meter_quantity *fake_quantities(void)
{
    static struct gam_meter_quantity q[4];

    q[0] = (struct gam_meter_quantity){ "steal_ns", "ns", GAM_SCOPE_CORE, GAM_QUANTITY_DELTA, 0, NAN, { 0 } };
    q[1] = (struct gam_meter_quantity){ "cycles", "1", GAM_SCOPE_PROCESS, GAM_QUANTITY_DELTA, 1, script.trust, { 0 } };
    q[2] = (struct gam_meter_quantity){ "instructions", "1", GAM_SCOPE_PROCESS, GAM_QUANTITY_DELTA, 2, NAN, { 0 } };
    q[3] = (struct gam_meter_quantity){ "nothing", "1", GAM_SCOPE_PROCESS, GAM_QUANTITY_DELTA, 0, NAN, { 0 } };
    return q;
}

struct fake_meter_state {
    int pass;
};

static void fake_meter_probe(struct gam_probe *out)
{
    *out = (struct gam_probe){ .ready = 1, .reason = "a script", .remedy = "none" };
}

static int fake_meter_open(void *state, const struct gam_meter_target *target, struct gam_err *err)
{
    (void)state;
    script.opened++;
    script.n_tids = target->n_tids;
    script.n_workers = target->n_workers;
    return script.open_code ? gam_err_set(err, script.open_code, "the script says no") : 0;
}

static void fake_meter_close(void *state)
{
    (void)state;
    script.closed++;
}

static size_t fake_meter_list(void *state, const struct gam_meter_quantity **out)
{
    (void)state;
    *out = fake_quantities();
    return 4;
}

static int fake_meter_passes(void *state)
{
    (void)state;
    return script.passes;
}

static int fake_meter_start(void *state, int pass, size_t workers, struct gam_err *err)
{
    struct fake_meter_state *s = state;

    script.computing = workers;
    s->pass = pass;
    script.starts++;
    return script.start_code && script.starts >= script.fail_from_start
               ? gam_err_set(err, script.start_code, "the script stopped")
               : 0;
}

static int fake_meter_stop(void *state, struct gam_err *err)
{
    (void)state;
    (void)err;
    script.stops++;
    return 0;
}

static int fake_meter_read(void *state, struct gam_meter_reading *out, size_t n, struct gam_err *err)
{
    const struct fake_meter_state *s = state;

    (void)err;
    for (size_t i = 0; i < n; i++)
        out[i] = (struct gam_meter_reading){ .ivalue = GAM_NULL_INT, .rvalue = NAN, .reason = "never there" };
    out[0].ivalue = script.free_value;
    out[0].reason = script.free_value == GAM_NULL_INT ? "not shown" : NULL;
    if (s->pass == 1)
        out[1] = (struct gam_meter_reading){ .ivalue = 1000, .rvalue = NAN, .enabled_ns = 10, .running_ns = 5, .flags = 1 };
    if (s->pass == 2)
        out[2] = (struct gam_meter_reading){ .ivalue = 2000, .rvalue = NAN };
    return 0;
}

#define FAKE_METER(is_hardware)                                                                                                  \
    {                                                                                                                            \
        .name = "fake", .summary = "as told", .hardware = is_hardware, .state_size = sizeof(struct fake_meter_state),            \
        .probe = fake_meter_probe, .open = fake_meter_open, .close = fake_meter_close, .quantities = fake_meter_list,            \
        .passes = fake_meter_passes, .start = fake_meter_start, .stop = fake_meter_stop, .read = fake_meter_read                 \
    }

const struct gam_meter fake_meter = FAKE_METER(0), fake_hardware_meter = FAKE_METER(1);

static int fake_put(void *ctx, enum gam_record which, const void *record, struct gam_err *err)
{
    struct fake *f = ctx;

    if (++f->puts == f->fail_put)
        return gam_err_set(err, -GAM_EIO, "the fake disk is full");
    return gam_runset_put(&f->set, which, record, err);
}

static int fake_commit(void *ctx, struct gam_err *err)
{
    struct fake *f = ctx;

    return ++f->commits == f->fail_commit ? gam_err_set(err, -GAM_EIO, "the fake disk is full") : 0;
}

static void fake_progress(void *ctx, const struct gam_progress *p)
{
    struct fake *f = ctx;

    f->round = p->phase == GAM_PHASE_ROUNDS ? p->round : -1;
    if (f->n_told < FAKE_TOLD) {
        f->told[f->n_told] = *p;
        f->told[f->n_told++].what = NULL; /* borrowed for the call */
    }
}

int fake_setup(void **state)
{
    struct fake *f = calloc(1, sizeof *f);

    if (!f)
        return -1;
    current = f;
    script = (struct fake_meter_script){ .free_value = 0, .trust = NAN };
    f->round = -1;
    f->clock = (struct gam_clock){ fake_now, f };
    f->backend = (struct gam_device_backend){ .abi = GAM_DEVICE_ABI,
                                              .name = "fake",
                                              .langs = 1u << GAM_LANG_HOST,
                                              .caps = fake_caps,
                                              .alloc = fake_alloc,
                                              .release = fake_free,
                                              .run = fake_device_run,
                                              .workers = fake_workers };
    f->device = (struct gam_open_device){ .backend = &f->backend, .state = f, .threads = 1 };
    f->device.info =
        (struct gam_device_info){ .id = "fake", .kind = "cpu", .n_memory = 1, .memory = { { .level = "DRAM", .instances = 1 } } };
    f->plan = (struct gam_plan){ .keep = 1, .rounds = 10, .rounds_least = 6, .seed = 1 };
    gam_runset_init(&f->set);
    gam_emitter_init(&f->emit, (struct gam_sink){ fake_put, fake_commit, f });
    f->config = (struct gam_runner_config){ .clock = &f->clock,
                                            .visit_ns = 10000000,
                                            .emit = &f->emit,
                                            .progress = fake_progress,
                                            .progress_ctx = f,
                                            .cancel = &f->cancel };
    *state = f;
    return 0;
}

int fake_teardown(void **state)
{
    struct fake *f = *state;
    int lost = f->allocated_bytes != 0;

    for (size_t i = 0; i < f->plan.n; i++)
        lost |= f->item[i].plans != f->item[i].releases;
    gam_plan_release(&f->plan);
    gam_runset_release(&f->set);
    free(f);
    current = NULL;
    return lost; /* every buffer and every launch was given back */
}

struct fake_item *fake_add(struct fake *f, const char *spec, double iteration_ns)
{
    struct gam_plan_item item = GAM_PLAN_ITEM_INIT;
    size_t i = f->plan.n;

    if (i >= FAKE_ITEMS || gam_op_parse(spec, &item.op, NULL))
        abort();
    snprintf(f->impl_name[i], sizeof f->impl_name[i], "i%zu", i);
    f->impl[i] = (struct gam_impl){ .name = f->impl_name[i], .kinds = { "add" }, .supports = fake_supports, .plan = fake_plan };
    f->impl[i].variants = fake_variants;
    f->impl[i].version = fake_version;
    item.impl = &f->impl[i];
    item.threads = 1;
    item.node = f->plan.n_nodes;
    if (gam_plan_push(&f->plan, &item, NULL))
        abort();
    f->item[i].iteration_ns = iteration_ns;
    return &f->item[i];
}

struct gam_plan_item *fake_last(struct fake *f)
{
    return &f->plan.item[f->plan.n - 1];
}

int fake_run(struct fake *f)
{
    struct gam_runner_request request = { .plan = &f->plan, .devices = &f->device, .n_devices = 1, .config = &f->config };

    return gam_runner_run(&request, &f->result, &f->err);
}

const struct gam_measurement *fake_measurement(const struct fake *f, size_t item)
{
    return &gam_runset_measurement(&f->set)[item];
}

size_t fake_samples(const struct fake *f, size_t item, int pass)
{
    size_t n = 0;

    for (size_t i = 0; i < gam_runset_sample_n(&f->set); i++) {
        const struct gam_sample *s = &gam_runset_sample(&f->set)[i];

        n += s->measurement == (int64_t)item && (pass < 0 || s->pass == pass);
    }
    return n;
}

void fake_assert_ok(struct fake *f)
{
    if (fake_run(f))
        fail_msg("%s", f->err.text);
}

void fake_assert_status(const struct fake *f, size_t item, enum gam_status status, const char *part)
{
    const struct gam_measurement *m = fake_measurement(f, item);

    if (m->status != (int64_t)status || (part && (!m->reason || !strstr(m->reason, part))) || (!part && m->reason))
        fail_msg("item %zu: status %s, reason '%s'", item, gam_words_status.word[m->status], m->reason ? m->reason : "");
}
