/* SPDX-License-Identifier: MIT */
/* Metric names: CUPTI, "metrics mapping" and what libcupti's host side lists for each chip. Executed operations count every lane
 * that is switched on; those of the tensor path count a product and its sum as two. A chip without a metric makes its group's
 * quantities missing, with that reason; nothing is put in its place. */
#include "collector/meter/cupti/metrics.h"

#define OPS(letter)                                                                                                              \
    {                                                                                                                            \
        { 2, "sm__sass_thread_inst_executed_op_" letter "fma_pred_on.sum" },                                                     \
            { 1, "sm__sass_thread_inst_executed_op_" letter "add_pred_on.sum" },                                                 \
            { 1, "sm__sass_thread_inst_executed_op_" letter "mul_pred_on.sum" },                                                 \
    }

const struct cupti_group cupti_groups[] = {
    { { { "gpu_dram_read_bytes", "bytes", { { 1, "dram__bytes_read.sum" } } },
        { "gpu_dram_written_bytes", "bytes", { { 1, "dram__bytes_write.sum" } } },
        { "gpu_l2_bytes", "bytes", { { 1, "lts__t_bytes.sum" } } },
        { "gpu_l1_bytes", "bytes", { { 1, "l1tex__t_bytes.sum" } } } },
      4 },
    { { { "gpu_fp_ops_f32", "1", OPS("f") } }, 1 },
    { { { "gpu_fp_ops_f64", "1", OPS("d") } }, 1 },
    { { { "gpu_tensor_cycles", "1", { { 1, "sm__pipe_tensor_cycles_active.sum" } } },
        { "gpu_unit_cycles", "1", { { 1, "sm__cycles_active.sum" } } } },
      2 },
    { { { "gpu_tensor_ops_bf16", "1", { { 1, "sm__ops_path_tensor_src_bf16_dst_fp32.sum" } } } }, 1 },
    { { { "gpu_tensor_ops_f16", "1", { { 1, "sm__ops_path_tensor_src_fp16_dst_fp32.sum" } } } }, 1 },
};

const size_t cupti_n_groups = sizeof cupti_groups / sizeof cupti_groups[0];
