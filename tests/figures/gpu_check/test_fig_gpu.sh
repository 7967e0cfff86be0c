#!/bin/sh
# SPDX-License-Identifier: MIT
# The figures of an NVIDIA GPU without one. usage: test_fig_gpu.sh GAMBREL METER_COST FAKES PYTHON [whole]
# whole: with a run on the fake device that computes; it takes half a minute, so it is for those who change the script.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
fakes=$3 python=$4 whole=${5:-}
export GAM_FIGURE_PROGRAM="$1" GAM_FIGURE_METER_COST="$2" GAM_FIGURE_RUNS=1 GAM_FIGURE_ROUNDS=1 GAM_FIGURE_PAIRS=6 PYTHONDONTWRITEBYTECODE=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work" GAM_FIGURES_FOLDER="$work/figures" FAKE_COMPUTES=1
mkdir "$work/lib" "$work/rows"
ln -s "$fakes/fake/libcuda.so.1" "$fakes/fake/libnvrtc.so.13" "$fakes/fake/libnvidia-ml.so.1" "$work/lib" # none that computes

fail() {
    echo "test_fig_gpu: $1" >&2
    exit 1
}

"$python" "$here/check_rows.py" "$work/rows"

# Without a device every line says so.
LD_LIBRARY_PATH="$fakes/broken" "$here/../fig_gpu.sh" >"$work/none.txt"
[ "$(grep -c 'not measurable here: no NVIDIA device$' "$work/none.txt")" = 7 ] || fail "no device: $(cat "$work/none.txt")"
[ "$(wc -l <"$work/none.txt")" = 7 ] || fail "no device: other lines"

# What the meters cost on a device: theirs take part, and both kernels run.
LD_LIBRARY_PATH="$work/lib" "$GAM_FIGURE_METER_COST" 6 cuda:0 >"$work/cost.txt" || fail "meter_cost broke off"
grep -q '^meters=.*gpu' "$work/cost.txt" || fail "the meter of GPUs is not among them: $(cat "$work/cost.txt")"
for kernel in fma dram; do
    awk -F= -v k=$kernel '$1 == k && $2 > 0.5 && $2 < 10 { found = 1 } END { exit !found }' "$work/cost.txt" || fail "no ratio of $kernel"
done
LD_LIBRARY_PATH="$work/lib" "$GAM_FIGURE_METER_COST" 6 cuda:5 2>"$work/err.txt" && fail "a device that is not there was measured"
grep -q 'meter_cost: .*cuda:5' "$work/err.txt" || fail "the device that is not there is not named: $(cat "$work/err.txt")"

[ -n "$whole" ] || exit 0
# A device of 7 units x 64 lanes x 2 x 1.5 GHz = 1344 FLOP/ns that reaches 1290 of them, and 500 bytes/ns as PyTorch's stand-in does.
FAKE_FLOP_PER_NS=1290 LD_LIBRARY_PATH="$work/lib" PYTHONPATH="$here" "$here/../fig_gpu.sh" | tee "$work/whole.txt"
grep -Eq "^gpu: HBM copy roof to PyTorch's copy +1\.0[01].* met$" "$work/whole.txt" || fail "the copy"
grep -Eq '^gpu: FP32 roof to units x observed clock +0\.9[56].* met$' "$work/whole.txt" || fail "the FP32 roof"
grep -q 'own tensor-core gemm .* not measurable here: gemm by mma skipped: ' "$work/whole.txt" || fail "the reason of what did not run"
