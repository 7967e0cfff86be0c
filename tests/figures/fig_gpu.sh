#!/bin/sh
# SPDX-License-Identifier: MIT
# Figures of an NVIDIA GPU, in pairs of one of our runs and PyTorch's turn right after it (GAM_FIGURE_RUNS of them, 7 if unset; an
# interval needs 6). Without a GPU each line says so; with one, those that need PyTorch or a library say that.
# No GPU has run this yet: what stands behind it is tests/figures/gpu_check, with a fake driver and a stand-in for PyTorch.
# A product faster than PyTorch's is no fault, so "within 3 %" is at least 0.97 of its speed.
set -eu
cd "$(dirname "$0")/../.."
. tests/figures/lib.sh

program=${GAM_FIGURE_PROGRAM:-build/gambrel}
cost=${GAM_FIGURE_METER_COST:-build/tests/figures/meter_cost}
runs=${GAM_FIGURE_RUNS:-7}
work=$(figures_work gpu)
device=$("$program" devices 2>/dev/null | sed -n 's/^\(cuda:[0-9]*\) .*/\1/p' | head -1)

# pair N: a run of ours, then PyTorch's turn. A run with a wrong result ends with an error, and its other operators still
# count; one that leaves nothing to export has no figures, and its words in run.err.
pair() {
    mkdir -p "$work/$1"
    "$program" run --device "$device" --op gemm:m=8192,n=8192,k=8192,dtype=bf16 --op attention:hq=32,sq=4096,d=128,dtype=bf16 \
        --counters off --fresh --rounds "${GAM_FIGURE_ROUNDS:-10}" --budget 120 --db "$work/$1/runs.db" -o "$work/$1" --quiet \
        2>"$work/$1/run.err" || echo "gpu: run $1 ended with status $?, see run.err and report.json in $work/$1" >&2
    [ -e "$work/$1/report.json" ] && "$program" db export last --db "$work/$1/runs.db" -o "$work/$1/run.json" --quiet || return 0
    [ "$torch" = no ] || python3 tests/figures/gpu_torch.py >"$work/$1/torch.json" 2>"$work/$1/torch.err" || : >"$work/$1/torch.json"
}

# row KEY NAME TARGET: a line of gpu_rows.py
row() {
    said=$(echo "$values" | grep "^$1 ")
    name=$2 target=$3
    set -- $said
    value=$2 interval="$3 to $4"
    shift 4
    case $value in
        null) figure "gpu: $name" - - ">= $target" "not measurable here: $*" ;;
        *) figure "gpu: $name" "$value" "$(echo "$interval" | sed 's/null to null/-/')" ">= $target" "$(verdict "$value" '>=' "$target")" ;;
    esac
}

# meters: what they cost a visit of two roofs, by the upper end of the interval
meters() {
    if ! "$cost" "${GAM_FIGURE_PAIRS:-200}" "$device" >"$work/meters" 2>"$work/meters.err"; then
        figure "gpu: visit with meters / without" - - "high < 1.01" "not measurable here: $(tail -1 "$work/meters.err" | grep . || echo "meter_cost broke off")"
        return
    fi
    for kernel in fma dram; do
        low=$(sed -n "s/^${kernel}_low=//p" "$work/meters") high=$(sed -n "s/^${kernel}_high=//p" "$work/meters")
        figure "gpu: visit with meters / without, $kernel" "$(sed -n "s/^$kernel=//p" "$work/meters")" "$low to $high" "high < 1.01" \
            "$(awk -v l="$low" -v h="$high" 'BEGIN { print h < 1.01 ? "met" : l < 1 ? "not resolvable (the interval holds 1)" : "missed" }')"
    done
}

if [ -z "$device" ]; then
    for line in "HBM copy roof to PyTorch's copy|>= 0.95" "bf16 cuBLASLt gemm 8192 to PyTorch's|>= 0.97" \
        "own tensor-core gemm to cuBLASLt|>= 0.7" "own attention to cuDNN's|>= 0.5" "FP32 roof to units x observed clock|>= 0.95" \
        "visit with meters / without|high < 1.01" "event time to CUPTI's record|within 2 %"; do
        figure "gpu: ${line%|*}" - - "${line#*|}" "not measurable here: no NVIDIA device"
    done
    exit 0
fi
torch=no
python3 -c 'import sys, torch; sys.exit(not torch.cuda.is_available())' 2>/dev/null && torch=yes
rm -rf "${work:?}"/*
n=1
while [ $n -le "$runs" ]; do
    pair $n
    n=$((n + 1))
done
values=$(python3 tests/figures/gpu_rows.py "$work" "$device")
row hbm_copy "HBM copy roof to PyTorch's copy" 0.95
row torch_gemm "bf16 cuBLASLt gemm 8192 to PyTorch's" 0.97
row own_gemm "own tensor-core gemm to cuBLASLt" 0.7
row attention "own attention to cuDNN's" 0.5
row fp32_roof "FP32 roof to units x observed clock" 0.95
meters
figure "gpu: event time to CUPTI's record" - - "within 2 %" "not measurable here: the activity interface of CUPTI is not bound"
