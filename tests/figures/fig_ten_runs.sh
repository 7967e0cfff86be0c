#!/bin/sh
# SPDX-License-Identifier: MIT
# Ten quick runs in a row, no roofs cached: time, the progress estimate, agreement of intervals, labels.
set -u
. tests/figures/lib.sh
work=$(figures_work ten_runs)
runs=${GAM_FIGURE_RUNS:-10}
rm -rf "$work"/*
i=0
longest=0
worst=0
while [ $i -lt "$runs" ]; do
    i=$((i + 1))
    mkdir -p "$work/$i"
    begin=$(seconds_now)
    ./build/gambrel run --suite quick --fresh --db "$work/runs.db" -o "$work/$i" -q --progress-log "$work/$i/progress" 2>"$work/$i/errors" ||
        { cat "$work/$i/errors"; exit 1; }
    took=$(seconds_since "$begin")
    longest=$(awk -v a="$longest" -v b="$took" 'BEGIN { print (a > b ? a : b) }')
    # |estimated - true| / true of what was left, at 25, 50 and 75 % of the run
    off=$(sed 's/[^0-9]\{1,\}/ /g' "$work/$i/progress" | awk '{ e[NR] = $1; l[NR] = $2 } END {
        total = e[NR]; worst = 0
        for (q = 1; q <= 3; q++) {
            for (k = 1; k <= NR && e[k] < total * q / 4; k++) ;
            true = total - e[k]; d = l[k] - true; d = (d < 0 ? -d : d) / true
            if (d > worst) worst = d
        }
        printf "%.3f", worst }')
    worst=$(awk -v a="$worst" -v b="$off" 'BEGIN { print (a > b ? a : b) }')
done
./build/tests/figures/runs_stats "$work"/*/report.json >"$work/stats" || exit 1
value() { sed -n "s/^$1=//p" "$work/stats"; }
figure "quick: longest of $runs runs, no roofs cached [s]" "$longest" - "<= 60" "$(verdict "$longest" '<=' 60)"
figure "quick: worst error of the time left at 25, 50, 75 %" "$worst" - "<= 0.20" "$(verdict "$worst" '<=' 0.20)"
figure "intervals that hold the other runs' median ($(value coverage_n))" "$(value coverage)" - ">= 0.90" "$(verdict "$(value coverage)" '>=' 0.90)"
figure "median half-width, compute side ($(value half_compute_n))" "$(value half_compute)" - "<= 0.05" "$(verdict "$(value half_compute)" '<=' 0.05)"
figure "median half-width, DRAM side ($(value half_dram_n))" "$(value half_dram)" - "<= 0.15" "$(verdict "$(value half_dram)" '<=' 0.15)"
figure "highest compute roof / width x pipes x clock" "$(value theory)" - "<= 1.02" "$(verdict "$(value theory)" '<=' 1.02)"
for name in gemm1024 gemm2048 add decode gemm16; do
    n=$(value runs.$name)
    if [ "${n:-0}" -eq 0 ]; then
        figure "label of $name" - - - "not measurable here: no run had this operator"
        continue
    fi
    least=$(awk -v n="$n" 'BEGIN { printf "%d", int(0.9 * n + 0.999) }')
    figure "label of $name right" "$(value right.$name)/$n" - ">= $least" "$(verdict "$(value right.$name)" '>=' "$least")"
    figure "label of $name another decided one" "$(value other.$name)/$n" - "0" "$(verdict "$(value other.$name)" '<=' 0)"
done
figure "operators with a decided label" "$(value decided)" - ">= 0.70" "$(verdict "$(value decided)" '>=' 0.70)"
