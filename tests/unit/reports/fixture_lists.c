/* SPDX-License-Identifier: MIT */
#include "fixture_report.h"

#include "common/record/record.h"

static const struct gam_doctor_row doctor_rows[] = {
    { "backend", "cpu", "ready", "2 cores", NULL },
    { "backend", "opencl", "missing", "library not found: libOpenCL.so.1", "apt-get install ocl-icd-libopencl1 pocl-opencl-icd" },
    { "meter", "papi", "partial", "lists 60 events, but perf_event_open says: no such device; this virtual machine has no PMU",
      "enable a virtual PMU in the hypervisor" },
    { "condition", "governor", "ready", "performance", NULL },
};
static const struct gam_doctor doctor = { doctor_rows, 4 };

static const struct gam_device_row_level levels[] = { { "L1", 49152, 2 }, { "L2", 2097152, 2 }, { "L3", 33554432, 1 } };
static const struct gam_device_row device_rows[] = {
    { .id = "cpu",
      .backend = "cpu",
      .kind = "cpu",
      .name = "Example CPU 9000",
      .isa = "base,avx2,avx512",
      .memory_text = "24.0 GiB",
      .ready = 1,
      .memory_bytes = 25769803776u,
      .units = 2,
      .level = levels,
      .n_levels = 3 },
    { .backend = "opencl", .reason = "library not found: libOpenCL.so.1" },
};
static const struct gam_device_rows devices = { device_rows, 2 };

static const struct gam_run_row run_rows[] = {
    { 12, "3f2c0d2e-7a6b-4c1d-9e8f-001122334455", "2026-05-04T10:20:30Z", "quick", "complete", "run", "nightly", 84, 10 },
    { 13, "4f2c0d2e-7a6b-4c1d-9e8f-001122334455", "2026-05-05T10:20:30Z", NULL, "interrupted", "run", NULL, 3, GAM_NULL_INT },
};
static const struct gam_run_rows runs = { run_rows, 2 };

static const struct gam_plan_row plan_rows[] = {
    { .role = "roof",
      .spec = "roof_fma:isa=avx512,unroll=12,dtype=f32",
      .implementation = "roof",
      .device = "cpu",
      .cache = "warm",
      .group = "compute f32 avx512 fma t2",
      .status = "ok",
      .threads = 2,
      .calls = 1 },
    { .role = "subject",
      .spec = "gemm:m=512,n=512,k=512,dtype=f32",
      .name = "gemm square",
      .implementation = "onednn",
      .device = "cpu",
      .cache = "warm",
      .status = "skipped",
      .reason = "library not found: libdnnl.so.3",
      .threads = 2,
      .calls = 4 },
};
static const struct gam_plan_rows plan = { plan_rows, 2, 10, 60000000000, 75000000, 42 };

const struct gam_doc *fixture_list(enum gam_doc_kind kind)
{
    static const struct gam_doc docs[] = {
        [GAM_DOC_DOCTOR] = { .kind = GAM_DOC_DOCTOR, .doctor = &doctor, .tool_version = "0.1.0", .tool_commit = "abc1234" },
        [GAM_DOC_DEVICES] = { .kind = GAM_DOC_DEVICES, .devices = &devices, .tool_version = "0.1.0", .tool_commit = "abc1234" },
        [GAM_DOC_RUNS] = { .kind = GAM_DOC_RUNS, .runs = &runs, .tool_version = "0.1.0", .tool_commit = "abc1234" },
        [GAM_DOC_PLAN] = { .kind = GAM_DOC_PLAN, .plan = &plan, .tool_version = "0.1.0", .tool_commit = "abc1234" },
    };

    return &docs[kind];
}
