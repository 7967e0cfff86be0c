#!/bin/sh
# SPDX-License-Identifier: MIT
# Figures of the OpenCL device on PoCL beside the cpu device: both in one run, interleaved in its rounds, PoCL's threads bound to the
# same cores.
set -eu
cd "$(dirname "$0")/../.."
. tests/figures/lib.sh

program=build/gambrel
work=$(figures_work opencl)
device=$("$program" devices 2>/dev/null | sed -n 's/^\(opencl:[0-9.]*\) .*/\1/p' | head -1)
cores=$(nproc)

# ratio KIND...: of the OpenCL device's value to the cpu's, round by round: median, least and most of the middle rounds
ratios() {
    python3 - "$work/report.json" "$work/run.json" <<'PY'
import json, sys, statistics
report = json.load(open(sys.argv[1]))
def rounds_ratio(a, b):
    """a, b: times of the same rounds, the reference's and ours; the ratio of speeds with its order-statistics interval"""
    r = sorted(x / y for x, y in zip(a, b) if x and y)
    if len(r) < 6:
        return None
    cut = 1 if len(r) >= 10 else 0
    return statistics.median(r), r[cut], r[-1 - cut]
def show(name, r):
    print(name, *("%.3f" % x for x in r)) if r else print(name, "null null null")
def best(device, op):
    rows = [o for o in report["operators"] if o["device"].startswith(device) and o["op"] == op and o["status"] == "ok"
            and o["time_ns"]["median"] and not o["implementation"].endswith("+link")
            and (device != "cpu" or o["implementation"] == "simd")]
    return min(rows, key=lambda o: o["time_ns"]["median"])["time_ns"]["rounds"] if rows else []
gemm = "gemm:m=1024,n=1024,k=1024,dtype=f32"
show("gemm", rounds_ratio(best("cpu", gemm), best("opencl", gemm)))
def ceilings(device, want):
    threads = 0
    rows = []
    for d in report["devices"]:
        if d["id"].startswith(device):
            rows = [c for c in d["ceilings"] if want(c) and c["value"]]
    if rows:
        threads = max(c["threads"] for c in rows)
        rows = [c for c in rows if c["threads"] == threads]
    return max(rows, key=lambda c: c["value"], default=None)
for name, want in (
    ("flop", lambda c: c["kind"] == "compute" and c["dtype"] == "f32" and c["class"] == "fma"),
    ("dram", lambda c: c["kind"] == "memory" and c["level"] == "DRAM" and c["pattern"] == "read"),
    ("dram_copy", lambda c: c["kind"] == "memory" and c["level"] == "DRAM" and c["pattern"] == "copy")):
    ours, theirs = ceilings("cpu", want), ceilings("opencl", want)
    if not ours or not theirs:
        show(name, None)
        continue
    low = theirs["ci"][0] / ours["ci"][1] if theirs["ci"] and ours["ci"] and theirs["ci"][0] and ours["ci"][1] else float("nan")
    high = theirs["ci"][1] / ours["ci"][0] if low == low else float("nan")
    show(name, (theirs["value"] / ours["value"], low, high))
PY
}

row() { # row KEY NAME TARGET
    line=$(echo "$values" | grep "^$1 ")
    set -- "$2" "$3" $line
    figure "$1" "$4" "$5 to $6" ">= $2" "$(verdict "$4" '>=' "$2")"
}

if [ -z "$device" ]; then
    for name in "DRAM read roof" "FLOP roof" "shared gemm to simd"; do
        figure "PoCL: $name" - - - "not measurable here: no OpenCL device"
    done
else
    POCL_AFFINITY=1 POCL_MAX_PTHREAD_COUNT=$cores "$program" run --device cpu --device "$device" --threads "$cores" --counters off --fresh \
        --op gemm:m=1024,n=1024,k=1024,dtype=f32 --budget 120 --db "$work/opencl.db" -o "$work" --quiet || true
    values=$(ratios)
    row dram "PoCL: DRAM read roof to ours" 0.9
    row dram_copy "PoCL: DRAM copy roof to ours" 0.9
    row flop "PoCL: f32 FLOP roof to ours" 0.9
    row gemm "PoCL: shared gemm 1024 to simd" 0.5
fi
