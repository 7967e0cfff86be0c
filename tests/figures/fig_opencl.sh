#!/bin/sh
# SPDX-License-Identifier: MIT
# Figures of the OpenCL device on PoCL beside the cpu device: both in the same runs, interleaved in their rounds, PoCL's threads bound
# to the same cores. A figure is the median of the rounds' ratios, its interval the order statistics around it: the machine's own
# slow changes meet both devices of a round.
set -eu
cd "$(dirname "$0")/../.."
. tests/figures/lib.sh

program=build/gambrel
runs=2
work=$(figures_work opencl)
device=$("$program" devices 2>/dev/null | sed -n 's/^\(opencl:[0-9.]*\) .*/\1/p' | head -1)
cores=$(nproc)

# ratios: KEY MEDIAN LEAST MOST of speeds, the OpenCL device's to the cpu's, over all rounds of all runs
ratios() {
    PYTHONPATH=tests/figures python3 - "$work" "$runs" <<'PY'
import json, statistics, sys

from rounds import load_times, median_interval

work, runs = sys.argv[1], int(sys.argv[2])
gemm = "gemm:m=1024,n=1024,k=1024,dtype=f32"

def ceiling(report, device, want):
    rows = [c for d in report["devices"] if d["id"].startswith(device) for c in d["ceilings"] if want(c) and c["value"]]
    most = max((c["threads"] for c in rows), default=0)
    return max((c for c in rows if c["threads"] == most), key=lambda c: c["value"], default=None)

def speeds_of_ceiling(report, rounds, device, want):
    c = ceiling(report, device, want)
    if not c:
        return {}
    spec, _, implementation = c["method"].partition(" (")
    for (s, d, i), times in rounds.items():
        if s == spec and d.startswith(device) and i == implementation.rstrip(")"):
            typical = statistics.median(times.values())
            return {r: c["value"] * typical / t for r, t in times.items()}
    return {}

def speeds_of_gemm(report, rounds, device, want):
    rows = [(i, t) for (s, d, i), t in rounds.items() if s == gemm and d.startswith(device) and want(i)]
    best = min(rows, key=lambda row: statistics.median(row[1].values()), default=("", {}))[1]
    return {r: 1 / t for r, t in best.items()}

cases = {
    "flop": (speeds_of_ceiling, *2 * (lambda c: c["kind"] == "compute" and c["dtype"] == "f32" and c["class"] == "fma",)),
    "dram": (speeds_of_ceiling, *2 * (lambda c: c["kind"] == "memory" and c["level"] == "DRAM" and c["pattern"] == "read",)),
    "dram_copy": (speeds_of_ceiling, *2 * (lambda c: c["kind"] == "memory" and c["level"] == "DRAM" and c["pattern"] == "copy",)),
    "gemm": (speeds_of_gemm, lambda i: i == "simd", lambda i: not i.endswith("+link")),
}
found = {name: [] for name in cases}
for n in range(1, runs + 1):
    report = json.load(open(f"{work}/{n}/report.json"))
    rounds = load_times(json.load(open(f"{work}/{n}/run.json")))
    for name, (speeds, ours, theirs) in cases.items():
        a, b = speeds(report, rounds, "cpu", ours), speeds(report, rounds, "opencl", theirs)
        found[name] += [b[r] / a[r] for r in a if r in b]
for name, r in found.items():
    low, high = median_interval(r)
    print(name, *("null" if x is None else "%.3f" % x for x in (statistics.median(r) if low else None, low, high)))
PY
}

row() { # row KEY NAME TARGET
    line=$(echo "$values" | grep "^$1 ")
    set -- "$2" "$3" $line
    figure "$1" "$4" "$5 to $6" ">= $2" "$(verdict "$4" '>=' "$2")"
}

if [ -z "$device" ]; then
    for name in "DRAM read roof" "DRAM copy roof" "f32 FLOP roof" "shared gemm 1024 to simd"; do
        figure "PoCL: $name" - - - "not measurable here: no OpenCL device"
    done
else
    n=1
    while [ $n -le $runs ]; do
        rm -rf "${work:?}/$n"
        mkdir -p "$work/$n"
        POCL_AFFINITY=1 POCL_MAX_PTHREAD_COUNT=$cores "$program" run --device cpu --device "$device" --threads "$cores" \
            --counters off --fresh --op gemm:m=1024,n=1024,k=1024,dtype=f32 --budget 120 --db "$work/$n/runs.db" -o "$work/$n" --quiet
        "$program" db export last --db "$work/$n/runs.db" -o "$work/$n/run.json" --quiet
        n=$((n + 1))
    done
    values=$(ratios)
    row dram "PoCL: DRAM read roof to ours" 0.9
    row dram_copy "PoCL: DRAM copy roof to ours" 0.9
    row flop "PoCL: f32 FLOP roof to ours" 0.9
    row gemm "PoCL: shared gemm 1024 to simd" 0.5
fi
