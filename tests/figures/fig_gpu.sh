#!/bin/sh
# SPDX-License-Identifier: MIT
# Figures of an NVIDIA GPU. Without one each line says so; with one, those that need PyTorch or cuDNN beside us say that.
set -eu
cd "$(dirname "$0")/../.."
. tests/figures/lib.sh

program=build/gambrel
none="not measurable here: no NVIDIA device"
other="not measurable here: no program to compare with"

# ratio SPEC A B: best median of implementation B over that of A, from one run
ratio() {
    "$program" run --device cuda:0 --op "$1" --db "$work/gpu.db" --json -o "$work" 2>/dev/null |
        python3 -c '
import json, sys
report, a, b = json.load(sys.stdin), sys.argv[1], sys.argv[2]
best = {}
for op in report["operators"]:
    time = op["time_ns"]["median"]
    if op["status"] == "ok" and time:
        name = op["implementation"]
        best[name] = min(time, best.get(name, time))
if a in best and b in best:
    print("%.3f" % (best[b] / best[a]))
' "$2" "$3"
}

# line NAME TARGET: one that nothing here measures
line() {
    figure "$1" - - "$2" "$3"
}

if [ ! -e /dev/nvidiactl ]; then
    for row in "HBM copy to PyTorch's:>= 0.95" "bf16 cuBLASLt gemm 8192 to PyTorch's:within 3 %" "own tensor-core gemm to cuBLASLt:>= 0.7" \
        "flash attention to cuDNN's:>= 0.5" "FP32 roof to units x observed clock:>= 0.95" "cost of measuring:< 1 %" \
        "event time to CUPTI's record:within 2 %"; do
        line "gpu: ${row%%:*}" "${row#*:}" "$none"
    done
    exit 0
fi
work=$(figures_work gpu)
value=$(ratio gemm:m=8192,n=8192,k=8192,dtype=bf16 mma cublaslt || true)
figure "gpu: own tensor-core gemm to cuBLASLt" "${value:-none}" - ">= 0.7" "$(verdict "$value" '>=' 0.7)"
line "gpu: HBM copy to PyTorch's" ">= 0.95" "$other"
line "gpu: bf16 cuBLASLt gemm 8192 to PyTorch's" "within 3 %" "$other"
line "gpu: flash attention to cuDNN's" ">= 0.5" "$other"
line "gpu: FP32 roof to units x observed clock" ">= 0.95" "not measurable here: never written against a device"
line "gpu: cost of measuring" "< 1 %" "not measurable here: never written against a device"
line "gpu: event time to CUPTI's record" "within 2 %" "not measurable here: never written against a device"
