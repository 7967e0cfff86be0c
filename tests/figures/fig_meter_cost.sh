#!/bin/sh
# SPDX-License-Identifier: MIT
# What measuring costs: a start, stop and read of all meters against a visit of 50 ms; visits with and without, in pairs.
set -u
. tests/figures/lib.sh
work=$(figures_work meter_cost)
./build/tests/figures/meter_cost "${GAM_FIGURE_PAIRS:-200}" >"$work/out" || exit 1
value() { sed -n "s/^$1=//p" "$work/out"; }
share=$(awk -v ns="$(value call_ns)" 'BEGIN { printf "%.6f", ns / 50e6 }')
figure "meters ($(value meters)): one reading / visit of 50 ms" "$share" - "<= 0.005" "$(verdict "$share" '<=' 0.005)"
for kernel in fma dram; do
    high=$(awk -v h="$(value ${kernel}_high)" 'BEGIN { print h - 1 }')
    low=$(value ${kernel}_low)
    said=$(awk -v h="$high" -v l="$low" 'BEGIN { print (h < 0.01 ? "met" : l < 1 ? "not resolvable (the interval holds 1)" : "missed") }')
    figure "visit with meters / without, $kernel" "$(value $kernel)" "$low..$(value ${kernel}_high)" "high < 1.01" "$said"
done
