/* SPDX-License-Identifier: MIT */
/* The roofs of a plan: working sets on machines of several kinds, groups, controls, shared operands, spot checks. */
#include "../gam_test.h"

#include "collector/plan.h"
#include "collector/plan_roof_size.h"
#include "ops/kind/roof.h"

#include <stdio.h>
#include <stdlib.h>

static const uint64_t kib = 1024, mib = 1024 * 1024, gib = UINT64_C(1) << 30;

/* A device that offers what it is told; nothing runs on it. */
static void told_caps(void *state, int threads, struct gam_caps *out)
{
    *out = *(const struct gam_caps *)state;
    out->threads = threads;
}

static const struct gam_device_backend told_backend = { .name = "told", .langs = 1u << GAM_LANG_HOST, .caps = told_caps };

static void level_add(struct gam_device_info *info, const char *level, uint64_t bytes, unsigned instances, unsigned shared_by)
{
    struct gam_device_memory *m = &info->memory[info->n_memory++];

    snprintf(m->level, sizeof m->level, "%s", level);
    m->is_cache = strcmp(level, "DRAM") != 0;
    m->size_bytes = bytes;
    m->instances = instances;
    m->shared_by = shared_by;
}

/* Two cores of a virtual machine on a large server. */
static struct gam_device_info machine_virtual(void)
{
    struct gam_device_info info = { .id = "cpu" };

    level_add(&info, "L1", 48 * kib, 2, 1);
    level_add(&info, "L2", 2 * mib, 2, 1);
    level_add(&info, "L3", 260 * mib, 1, 2);
    level_add(&info, "DRAM", 24 * gib, 1, 2);
    return info;
}

/* 16 cores, two clusters with a last-level cache each. */
static struct gam_device_info machine_clustered(void)
{
    struct gam_device_info info = { .id = "cpu" };

    level_add(&info, "L1", 32 * kib, 16, 1);
    level_add(&info, "L2", 512 * kib, 16, 1);
    level_add(&info, "L3", 32 * mib, 2, 8);
    level_add(&info, "DRAM", 64 * gib, 1, 16);
    return info;
}

/* 4 cores, a last level hardly larger than the caches inside it. */
static struct gam_device_info machine_flat(void)
{
    struct gam_device_info info = { .id = "cpu" };

    level_add(&info, "L1", 32 * kib, 4, 1);
    level_add(&info, "L2", 1 * mib, 4, 1);
    level_add(&info, "L3", 5 * mib, 1, 4);
    level_add(&info, "DRAM", 8 * gib, 1, 4);
    return info;
}

static void test_reach(void **state)
{
    struct gam_device_info info = machine_clustered();

    (void)state;
    assert_int_equal(gam_roof_reach(&info, 0, 1), 32 * kib);
    assert_int_equal(gam_roof_reach(&info, 0, 16), 512 * kib);
    assert_int_equal(gam_roof_reach(&info, 2, 8), 32 * mib);
    assert_int_equal(gam_roof_reach(&info, 2, 9), 64 * mib);
    assert_int_equal(gam_roof_reach(&info, 2, 32), 64 * mib); /* more workers than cores reach no more */
}

static void expect_sizes(const struct gam_device_info *info, size_t level, int threads, uint64_t memory, size_t n, uint64_t first,
                         uint64_t second)
{
    struct gam_roof_sizes s;

    gam_roof_sizes(info, level, threads, memory, &s);
    if (s.n != n || (n > 0 && s.bytes[0] != first) || (n > 1 && s.bytes[1] != second))
        fail_msg("%s, %d threads: %zu sizes, %llu, %llu", info->memory[level].level, threads, s.n, (unsigned long long)s.bytes[0],
                 (unsigned long long)s.bytes[1]);
    assert_int_equal(s.note[0] != '\0', n == 0 || (n == 1 && level + 1 == info->n_memory && first * 4 == memory));
}

static void test_sizes(void **state)
{
    struct gam_device_info vm = machine_virtual(), clustered = machine_clustered(), flat = machine_flat();

    (void)state;
    expect_sizes(&vm, 0, 1, 24 * gib, 1, 24 * kib, 0);
    expect_sizes(&vm, 0, 2, 24 * gib, 1, 48 * kib, 0);
    expect_sizes(&vm, 1, 1, 24 * gib, 1, 321059, 0); /* the geometric middle of 48 KiB and 2 MiB */
    expect_sizes(&vm, 2, 1, 24 * gib, 2, 16 * mib, 32 * mib);
    expect_sizes(&vm, 2, 2, 24 * gib, 2, 32 * mib, 64 * mib);
    expect_sizes(&vm, 3, 2, 24 * gib, 1, 1040 * mib, 0);
    expect_sizes(&clustered, 2, 1, 64 * gib, 2, 4 * mib, 8 * mib);
    expect_sizes(&clustered, 2, 16, 64 * gib, 1, 23726566, 0); /* the middle of 8 MiB and 64 MiB */
    expect_sizes(&clustered, 3, 1, 64 * gib, 1, 128 * mib, 0);
    expect_sizes(&clustered, 3, 16, 64 * gib, 1, 256 * mib, 0);
    expect_sizes(&flat, 2, 4, 8 * gib, 0, 0, 0);       /* 5 MiB around 4 MiB */
    expect_sizes(&flat, 2, 2, 8 * gib, 1, 3932160, 0); /* 5 MiB around 2 MiB: three quarters */
    expect_sizes(&vm, 3, 1, 3 * gib, 1, 768 * mib, 0); /* less than 4 times the cache, with a note */
    expect_sizes(&vm, 3, 1, 1 * gib, 0, 0, 0);
    expect_sizes(&vm, 3, 1, 0, 1, 1040 * mib, 0); /* memory not known */
}

static void test_unknown_size(void **state)
{
    struct gam_device_info info = machine_virtual();
    struct gam_roof_sizes s;

    (void)state;
    info.memory[1].size_bytes = 0;
    gam_roof_sizes(&info, 1, 1, 24 * gib, &s);
    assert_int_equal(s.n, 0);
    assert_non_null(strstr(s.note, "L2 is not known"));
    gam_roof_sizes(&info, 2, 1, 24 * gib, &s);
    assert_int_equal(s.n, 0);
    assert_non_null(strstr(s.note, "L2 is not known"));
}

#if defined(__aarch64__)
enum { ISA_HERE = GAM_ISA_BASE | GAM_ISA_NEON };
#elif defined(__x86_64__)
enum { ISA_HERE = GAM_ISA_BASE | GAM_ISA_AVX2 | GAM_ISA_AVX512 };
#else
enum { ISA_HERE = GAM_ISA_BASE };
#endif

static struct gam_plan plan_of(struct gam_device_info info, int threads, uint64_t memory, struct gam_plan_request request)
{
    struct gam_caps caps = { .device_kind = "cpu", .langs = 1u << GAM_LANG_HOST, .isa = ISA_HERE, .memory_bytes = memory };
    struct gam_open_device device = { .backend = &told_backend, .state = &caps, .info = info, .threads = threads };
    struct gam_plan plan = { 0 };
    struct gam_err err = { 0 };

    request.devices = &device;
    request.n_devices = 1;
    if (gam_plan_add_roofs(&plan, &request, 0, &err))
        fail_msg("%s", err.text);
    return plan;
}

static size_t count_role(const struct gam_plan *plan, enum gam_role role)
{
    size_t n = 0;

    for (size_t i = 0; i < plan->n; i++)
        n += plan->item[i].role == role;
    return n;
}

/* Items of a group; the group's number is theirs alone. */
static size_t group_size(const struct gam_plan *plan, const char *name)
{
    int group = -1;
    size_t n = 0;

    for (size_t i = 0; i < plan->n; i++) {
        if (strcmp(plan->item[i].group_name, name) || plan->item[i].role == GAM_ROLE_CONTROL)
            continue;
        assert_true(group < 0 || plan->item[i].group == group);
        group = plan->item[i].group;
        n++;
    }
    return n;
}

static void test_groups(void **state)
{
    static const char *const names[] = {
        "compute f32 muladd t1",
        "compute f64 muladd t2",
        "compute f32 special t2",
        "memory L1 read t1",
        "memory L2 triad t2",
        "memory L3 copy t1",
        "memory DRAM read t2",
        "memory DRAM write t1",
        "latency L1",
        "latency DRAM",
        "launch t1",
        "launch t2",
    };
    struct gam_plan plan = plan_of(machine_virtual(), 2, 24 * gib, (struct gam_plan_request){ .one_thread = 1 });

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!group_size(&plan, names[i]))
            fail_msg("no candidate for '%s'", names[i]);
    assert_int_equal(group_size(&plan, "memory L1 write t1"), 0); /* only when everything is asked for */
    gam_plan_release(&plan);
    plan = plan_of(machine_virtual(), 2, 24 * gib, (struct gam_plan_request){ .all_isas = 1 });
    assert_true(group_size(&plan, "memory L1 write t2") > 0);
    assert_int_equal(group_size(&plan, "compute f32 muladd t2"), 0);
    assert_true(group_size(&plan, "compute f32 muladd base t2") > 0);
    assert_int_equal(group_size(&plan, "launch t1"), 0); /* not asked for */
    gam_plan_release(&plan);
}

static int64_t work_of(const struct gam_op *op)
{
    return gam_op_int(op, op->kind->work_key);
}

/* Every candidate with a work key has one control: the same operator with twice the work, on the same operands. */
static void test_controls(void **state)
{
    struct gam_plan plan = plan_of(machine_clustered(), 16, 64 * gib, (struct gam_plan_request){ .one_thread = 1 });
    size_t with_key = 0;

    (void)state;
    for (size_t i = 0; i < plan.n; i++) {
        const struct gam_plan_item *c = &plan.item[i], *roof = &plan.item[c->twin_of];

        with_key += c->role == GAM_ROLE_ROOF && c->op.kind->work_key;
        if (c->role != GAM_ROLE_CONTROL)
            continue;
        assert_int_equal(roof->role, GAM_ROLE_ROOF);
        assert_ptr_equal(roof->op.kind, c->op.kind);
        assert_int_equal(work_of(&c->op), 2 * work_of(&roof->op));
        assert_int_equal(gam_op_footprint(&c->op), gam_op_footprint(&roof->op));
        assert_int_equal(c->threads, roof->threads);
        assert_int_equal(c->group, roof->group);
        assert_int_equal(c->share, roof->share);
        assert_int_not_equal(c->node, roof->node);
    }
    assert_true(with_key > 100);
    assert_int_equal(count_role(&plan, GAM_ROLE_CONTROL), with_key);
    gam_plan_release(&plan);
}

static void expect_same_operands(const struct gam_op *a, const struct gam_op *b)
{
    struct gam_operand of_a[GAM_OP_MAX_OPERANDS], of_b[GAM_OP_MAX_OPERANDS];
    size_t n = gam_op_operands(a, of_a);

    assert_int_equal(gam_op_operands(b, of_b), n);
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(of_a[i].name, of_b[i].name);
        assert_int_equal(of_a[i].bytes, of_b[i].bytes);
        assert_int_equal(of_a[i].dtype, of_b[i].dtype);
    }
}

/* The intensity sweep crosses the ridge with all workers, on the buffer of the reading stream. */
static void test_sweep(void **state)
{
    struct gam_plan plan = plan_of(machine_virtual(), 2, 24 * gib, (struct gam_plan_request){ .one_thread = 1 });
    int share = 0;
    size_t n = 0;

    (void)state;
    for (size_t i = 0; i < plan.n; i++)
        if (!strcmp(plan.item[i].group_name, "memory DRAM read t2"))
            share = plan.item[i].share;
    assert_true(share > 0);
    for (size_t i = 0; i < plan.n; i++) {
        if (strcmp(plan.item[i].op.kind->name, "roof_sweep") != 0)
            continue;
        n++;
        assert_int_equal(plan.item[i].share, share);
        assert_int_equal(plan.item[i].threads, 2);
    }
    assert_true(n >= 5);
    assert_int_equal(group_size(&plan, "sweep 1 t2"), 1);
    assert_int_equal(group_size(&plan, "sweep 256 t2"), 1);
    gam_plan_release(&plan);
}

/* A number of its own for every set of operands, and the same for equal ones. */
static void test_shares(void **state)
{
    struct gam_plan plan = plan_of(machine_virtual(), 2, 24 * gib, (struct gam_plan_request){ .one_thread = 1 });

    (void)state;
    for (size_t i = 0; i < plan.n; i++)
        for (size_t j = 0; j < i; j++) {
            const struct gam_plan_item *a = &plan.item[i], *b = &plan.item[j];

            if (!a->share || a->share != b->share)
                continue;
            assert_int_equal(a->threads, b->threads);
            expect_same_operands(&a->op, &b->op);
        }
    gam_plan_release(&plan);
}

/* Every item can be checked and run here: the sizes divide, a kernel exists. */
static void expect_runnable(const struct gam_plan *plan)
{
    for (size_t i = 0; i < plan->n; i++) {
        const struct gam_plan_item *item = &plan->item[i];
        char spec[GAM_OP_SPEC_MAX];
        struct gam_op again;
        struct gam_err err = { 0 };

        assert_true(gam_op_spec(&item->op, spec, sizeof spec) > 0);
        if (gam_op_parse(spec, &again, &err))
            fail_msg("%s: %s", spec, err.text);
        assert_true(gam_op_equal(&again, &item->op));
        assert_non_null(item->impl);
        assert_int_equal(item->status, GAM_STATUS_OK);
        if (gam_op_has(&item->op, "threads"))
            assert_int_equal(gam_op_int(&item->op, "threads"), item->threads);
    }
}

static void test_items(void **state)
{
    static const int threads[] = { 1, 13, 4096 };

    (void)state;
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        struct gam_plan_request request = { .one_thread = 1, .all_isas = 1 };
        struct gam_plan plan = plan_of(machine_clustered(), threads[i], 64 * gib, request);

        expect_runnable(&plan);
        gam_plan_release(&plan);
    }
}

static int64_t first_work(const struct gam_plan *plan, const char *group)
{
    for (size_t i = 0; i < plan->n; i++)
        if (!strcmp(plan->item[i].group_name, group))
            return work_of(&plan->item[i].op);
    fail_msg("no group '%s'", group);
    return 0;
}

/* More workers take longer to start and join: each is given more to do. */
static void test_longer_launches(void **state)
{
    struct gam_plan plan = plan_of(machine_clustered(), 16, 64 * gib, (struct gam_plan_request){ .one_thread = 1 });

    (void)state;
    assert_true(first_work(&plan, "compute f64 muladd t16") >= 5 * first_work(&plan, "compute f64 muladd t1") - 2);
    assert_true(first_work(&plan, "memory DRAM copy t16") == 5 * 16 * first_work(&plan, "memory DRAM copy t1"));
    gam_plan_release(&plan);
}

static void test_spot_check(void **state)
{
    struct gam_plan plan = plan_of(machine_virtual(), 2, 24 * gib, (struct gam_plan_request){ .spot_only = 1 });

    (void)state;
    assert_int_equal(count_role(&plan, GAM_ROLE_CONTROL), 0);
    assert_int_equal(group_size(&plan, "compute f32 fma t2") + group_size(&plan, "memory DRAM read t2") +
                         group_size(&plan, "launch t2"),
                     plan.n);
    assert_true(group_size(&plan, "memory DRAM read t2") > 0);
    assert_int_equal(group_size(&plan, "launch t2"), 1);
    gam_plan_release(&plan);
}

/* What cannot be measured is said, once per level and number of threads. */
static void test_skipped_level(void **state)
{
    struct gam_plan plan = plan_of(machine_flat(), 4, 8 * gib, (struct gam_plan_request){ .one_thread = 0 });
    size_t skipped = 0;

    (void)state;
    for (size_t i = 0; i < plan.n; i++) {
        if (plan.item[i].status != GAM_STATUS_SKIPPED)
            continue;
        skipped++;
        assert_string_equal(gam_op_word(&plan.item[i].op, "level"), "L3");
        assert_non_null(strstr(plan.item[i].reason, "less than twice"));
    }
    assert_int_equal(skipped, 1);
    gam_plan_release(&plan);
}

static void test_little_memory(void **state)
{
    struct gam_plan plan = plan_of(machine_virtual(), 2, 3 * gib, (struct gam_plan_request){ .one_thread = 0 });
    size_t noted = 0;

    (void)state;
    for (size_t i = 0; i < plan.n; i++) {
        if (!gam_op_has(&plan.item[i].op, "level") || strcmp(gam_op_word(&plan.item[i].op, "level"), "DRAM"))
            continue;
        noted++;
        assert_non_null(strstr(plan.item[i].reason, "below 4 times the last cache"));
        assert_true(gam_op_int(&plan.item[i].op, "bytes") < (int64_t)(769 * mib));
    }
    assert_true(noted > 0);
    gam_plan_release(&plan);
}

/* A device that runs source code gets ceilings made of launches of its own, of the types that it has. */
static void source_device_check(uint64_t dtypes, unsigned offers)
{
    struct gam_caps caps = {
        .device_kind = "gpu", .langs = 1u << GAM_LANG_OPENCL, .units = 10, .group_items = 1024, .threads = 1
    };
    struct gam_device_backend backend = told_backend;
    struct gam_open_device device = { .backend = &backend, .state = &caps, .info = machine_virtual(), .threads = 1 };
    struct gam_plan_request request = { .devices = &device, .n_devices = 1 };
    struct gam_plan plan = { 0 };
    int f64 = 0, launches = 0, transfers = 0, reasons = 0, no_tensors = 0, chases = 0;

    caps.dtypes = dtypes;
    caps.offers = offers;
    caps.local_bytes = 49152;
    caps.memory_bytes = 64 * gib;
    backend.langs = 1u << GAM_LANG_OPENCL;
    assert_int_equal(gam_plan_add_roofs(&plan, &request, 0, NULL), 0);
    for (size_t i = 0; i < plan.n; i++) {
        const struct gam_op *op = &plan.item[i].op;

        transfers += op->kind->class == GAM_OP_ROOF_TRANSFER && plan.item[i].status == GAM_STATUS_OK;
        reasons += plan.item[i].status == GAM_STATUS_SKIPPED && strstr(plan.item[i].reason, "without graphs");
        no_tensors += plan.item[i].status == GAM_STATUS_SKIPPED && strstr(plan.item[i].reason, "no implementation has tensor");
        if (op->kind->class == GAM_OP_ROOF_TRANSFER || plan.item[i].status == GAM_STATUS_SKIPPED)
            continue;
        assert_string_equal(plan.item[i].impl->name, "gpu");
        assert_int_equal(plan.item[i].threads, 1);
        launches += op->kind->class == GAM_OP_ROOF_LAUNCH;
        chases += op->kind->class == GAM_OP_ROOF_LATENCY;
        if (op->kind->class == GAM_OP_ROOF_LAUNCH || op->kind->class == GAM_OP_ROOF_LATENCY)
            continue;
        assert_string_equal(gam_op_word(op, "isa"), "gpu");
        f64 += gam_op_dtype(op) == GAM_DTYPE_F64;
    }
    assert_int_equal(launches, caps.offers & GAM_OFFER_GRAPH ? 3 : 1);
    assert_int_equal(no_tensors, 5); /* one for each type, instead of its ceiling */
    assert_int_equal(chases, 2 * 4); /* L1 L2 L3 DRAM, and their controls */
    assert_int_equal(reasons, caps.offers & GAM_OFFER_GRAPH ? 0 : 2);
    /* two sizes and their controls; pageable one way at a time without anything, three ways of both memories with all. And the
     * start of a copy with its control, one way at a time. */
    assert_int_equal(transfers, caps.offers ? 3 * 2 * 4 + 2 * 2 * 2 : 2 * 4 + 2 * 2);
    assert_int_equal(f64 > 0, (dtypes & 1u << GAM_DTYPE_F64) != 0);
    assert_true(group_size(&plan, "compute f32 fma t1") > 1); /* a search, not a guess */
    assert_true(group_size(&plan, "memory DRAM read t1") > 1);
    assert_true(group_size(&plan, "memory LOCAL read t1") > 1);
    gam_plan_release(&plan);
}

static void test_source_device(void **state)
{
    (void)state;
    source_device_check(1u << GAM_DTYPE_F32 | 1u << GAM_DTYPE_F64, GAM_OFFER_PINNED | GAM_OFFER_EXCHANGE | GAM_OFFER_GRAPH);
    source_device_check(1u << GAM_DTYPE_F32, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reach),         cmocka_unit_test(test_sizes),         cmocka_unit_test(test_unknown_size),
        cmocka_unit_test(test_groups),        cmocka_unit_test(test_controls),      cmocka_unit_test(test_shares),
        cmocka_unit_test(test_sweep),         cmocka_unit_test(test_items),         cmocka_unit_test(test_longer_launches),
        cmocka_unit_test(test_spot_check),    cmocka_unit_test(test_skipped_level), cmocka_unit_test(test_little_memory),
        cmocka_unit_test(test_source_device),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
