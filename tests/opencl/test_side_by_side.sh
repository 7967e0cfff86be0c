#!/bin/sh
# SPDX-License-Identifier: MIT
# One run of the cpu and an OpenCL device is one report: the same operators side by side, the link to the host as a roof and as a
# resource, tiny kernels bound by their launch, no graphs with the reason. usage: test_side_by_side.sh GAMBREL FOLDER PYTHON
set -eu
gambrel=$1 here=$2 python=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work"
device=$("$gambrel" devices 2>/dev/null | sed -n 's/^\(opencl:[0-9.]*\) .*/\1/p' | head -1)
[ -n "$device" ] || { echo "skipped: no OpenCL device here"; exit 77; }

"$gambrel" run --suite "$here/suite.json" --device cpu --device "$device" --rounds 6 --budget 60 --counters off --fresh --db "$work/x.db" \
    -o "$work/out" --quiet
"$gambrel" db list --db "$work/x.db" --json >"$work/list.json"
"$gambrel" report last --db "$work/x.db" >"$work/report.txt"
"$gambrel" db export last --db "$work/x.db" -o "$work/run.json" >/dev/null
"$python" "$here/check.py" "$work" "$device"
