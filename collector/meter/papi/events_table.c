/* SPDX-License-Identifier: MIT */
/* Names: PAPI presets, and perf's generic events as libpfm4 spells them. Order is priority when counters are few. */
#include "collector/meter/papi/events.h"

const struct gam_papi_event gam_papi_events[] = {
    { "cycles", "cycles", { "PAPI_TOT_CYC", "perf::CYCLES", "CPU_CYCLES" }, "ipc", PAPI_TRUTH_NONZERO },
    { "instructions", "instructions", { "PAPI_TOT_INS", "perf::INSTRUCTIONS", "INST_RETIRED" }, "ipc", PAPI_TRUTH_INSTRUCTIONS },
    { "fp_ops_f32", "flop", { "PAPI_SP_OPS" }, "flop", PAPI_TRUTH_FLOP_F32 },
    { "fp_ops_f64", "flop", { "PAPI_DP_OPS" }, "flop", PAPI_TRUTH_FLOP_F64 },
    { "l3_misses",
      "lines",
      { "PAPI_L3_TCM", "perf::PERF_COUNT_HW_CACHE_LL:MISS", "perf::CACHE-MISSES" },
      "l3",
      PAPI_TRUTH_NONZERO },
    { "l3_accesses", "lines", { "PAPI_L3_TCA", "perf::CACHE-REFERENCES" }, "l3", PAPI_TRUTH_NONZERO },
    { "l2_misses", "lines", { "PAPI_L2_TCM", "PAPI_L2_DCM" }, "l2", PAPI_TRUTH_NONZERO },
    { "l2_accesses", "lines", { "PAPI_L2_TCA", "PAPI_L2_DCA" }, "l2", PAPI_TRUTH_NONZERO },
    { "l1d_misses", "lines", { "PAPI_L1_DCM", "perf::PERF_COUNT_HW_CACHE_L1D:MISS" }, "l1", PAPI_TRUTH_NONZERO },
    { "l1d_accesses", "accesses", { "PAPI_L1_DCA", "perf::PERF_COUNT_HW_CACHE_L1D:ACCESS" }, "l1", PAPI_TRUTH_NONZERO },
    { "branches", "branches", { "PAPI_BR_INS", "perf::BRANCH-INSTRUCTIONS" }, "branch", PAPI_TRUTH_BRANCHES },
    { "branch_misses", "branches", { "PAPI_BR_MSP", "perf::BRANCH-MISSES" }, "branch", PAPI_TRUTH_NONZERO },
    { "stalled_cycles", "cycles", { "PAPI_RES_STL", "perf::STALLED-CYCLES-BACKEND" }, "stall", PAPI_TRUTH_NONZERO },
    { "tlb_data_misses", "misses", { "PAPI_TLB_DM", "perf::PERF_COUNT_HW_CACHE_DTLB:MISS" }, "tlb", PAPI_TRUTH_NONZERO },
};
const size_t gam_papi_n_events = sizeof gam_papi_events / sizeof gam_papi_events[0];
