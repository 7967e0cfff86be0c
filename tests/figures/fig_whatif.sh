#!/bin/sh
# SPDX-License-Identifier: MIT
# What-ifs against published numbers, the device database, and projections against what was measured.
set -u
. tests/figures/lib.sh
work=$(figures_work whatif)
program=./build/gambrel
models=tests/cli/whatif
number() { sed -n "s/.*\"$1\": \([-0-9.e+]*\),\{0,1\}\$/\1/p" | head -1; }
after_ms() { "$program" whatif "$@" --json 2>/dev/null | sed -n '/"after_ns"/,/}/p' | number value | awk '{ printf "%.4f", $1 / 1e6 }'; }

# near NAME VALUE EXPECTED TOLERANCE
near() {
    figure "$1" "$2" - "$3 +- $4" "$(awk -v v="$2" -v e="$3" -v t="$4" 'BEGIN {
        if (v == "" || v + 0 != v) print "not measurable here: no value"
        else { d = v - e; print (d < 0 ? -d : d) <= t ? "met" : "missed" } }')"
}

checks=$("$program" hw check --json | number devices_known)
figure "hw check: devices, without a fault" "$checks" - ">= 100" "$("$program" hw check -q && verdict "$checks" '>=' 100 || echo missed)"

# the closed forms and tables of published numbers, as the tests state them
for name in test_transformer test_project test_devices; do
    if [ -x "build/tests/$name" ]; then
        "build/tests/$name" >"$work/$name.out" 2>&1
        passed=$(grep -c '^\[       OK' "$work/$name.out")
        all=$(grep -c '^\[ RUN' "$work/$name.out")
        figure "published numbers: $name, groups that hold" "$passed/$all" - "all" "$([ "$passed" = "$all" ] && echo met || echo missed)"
    else
        figure "published numbers: $name" - - all "not measurable here: build/tests/$name is not built"
    fi
done
training=$(sed -n 's/.*published table: mean error \([0-9.]*\), largest.*/\1/p' "$work/test_transformer.out" 2>/dev/null)
largest=$(sed -n 's/.*published table: mean error [0-9.]*, largest \([0-9.]*\).*/\1/p' "$work/test_transformer.out" 2>/dev/null)
figure "training on A100: mean error of 8 published times" "$training" - "<= 0.05" "$(verdict "$training" '<=' 0.05)"
figure "training on A100: largest error" "$largest" - "<= 0.10" "$(verdict "$largest" '<=' 0.10)"

# the same through the program
near "175B on 64 A100, full recomputation [s]" "$(after_ms $models/gpt-175b.json | awk '{ printf "%.2f", $1 / 1000 }')" 18.13 1.8
near "175B, selective recomputation [s]" "$(after_ms $models/gpt-175b.json recompute=selective | awk '{ printf "%.2f", $1 / 1000 }')" 13.75 1.4
# 8 x 819 GB/s in the database, 820 in the published arithmetic: 0.5 %
for row in 0.0625:4.98 0.5:12.13 1:20.30 2:36.65 4:69.33 15:249.09; do
    expected=${row#*:}
    near "LLaMA-2 13B decoding, batch 16 x ${row%:*} [ms]" "$(after_ms $models/llama-2-13b.json "batch=x${row%:*}" mem=x1)" "$expected" \
        "$(awk -v e="$expected" 'BEGIN { printf "%.2f", e * 0.01 }')"
done
for row in "1.66 1.72 false" "2 1.72 true"; do
    set -- $row
    said=$("$program" whatif $models/morphlux.json "net=x$1" --claim "$2" --json | sed -n 's/.*"possible": \([a-z]*\),.*/\1/p')
    figure "claim of $2 x from a network $1 x as fast: possible" "$said" - "$3" "$([ "$said" = "$3" ] && echo met || echo missed)"
done

# projections: one thread -> all threads of this machine
cores=$("$program" devices --json | number units)
if [ "${cores:-1}" -lt 2 ]; then
    figure "backtest 1 -> N threads: median error" - - "<= 0.15" "not measurable here: one core"
    exit 0
fi
db=$work/runs.db
measure() {
    rm -f "$db"*
    "$program" run --suite quick --threads 1 --tag one --db "$db" -o "$work" -q 2>"$work/errors" || { cat "$work/errors"; exit 1; }
    "$program" run --suite quick --tag all --db "$db" -o "$work" -q 2>"$work/errors" || { cat "$work/errors"; exit 1; }
}
"$program" report all --db "$db" -q 2>/dev/null || measure
short() { awk -v v="$1" 'BEGIN { if (v != "") printf "%.3f", v }'; }
percent() { awk -v v="$1" 'BEGIN { if (v == "") printf "?"; else printf "%.1f %%", 100 * v }'; }
field() { sed -n '/"backtest"/,$p' "$1" | number "$2"; }
# how far each run's own arithmetic moved while it was measured, and how far the roofs moved from one run to the other: to be read
# beside the error, whatever it is
wobble() { percent "$("$program" report "$1" --db "$db" --json 2>/dev/null | number fma_cv)"; }
# backtest_lines NAME FILE TARGET MOVED
backtest_lines() {
    median=$(short "$(field "$2" median_error)")
    interval="$(short "$(field "$2" median_error_low)")..$(short "$(field "$2" median_error_high)")"
    [ "$interval" = .. ] && interval=-
    n=$(field "$2" n)
    if [ -z "$median" ]; then
        why=$(sed -n 's/.*"reason": "\(no [^"]*\)",\{0,1\}$/\1/p' "$2" | grep -v '^no operator' | head -1)
        figure "$1: median error" - - "$3" "not measurable here: ${why:-nothing measured on both}"
        return
    fi
    said=printed
    [ "$3" = printed ] || said=$(verdict "$median" '<=' 0.15)
    figure "$1: median error ($n)" "$median" "$interval" "$3" "$said; $4"
    figure "$1: 90th percentile" "$(short "$(field "$2" p90_error)")" - printed printed
    figure "$1: share inside its interval" "$(short "$(field "$2" inside_share)")" - printed printed
}
for rule in own class; do
    file=$work/backtest_$rule.json
    "$program" whatif one --backtest all --db "$db" --json $([ $rule = class ] && echo --class) >"$file" || exit 1
    moved="roofs of both runs moved by $(percent "$(field "$file" roofs_moved)"), at most $(percent "$(field "$file" roofs_moved_most)")"
    moved="$moved; within a run by $(wobble one), $(wobble all)"
    backtest_lines "backtest 1 -> $cores threads, $rule efficiency" "$file" "$([ $rule = own ] && echo '<= 0.15' || echo printed)" "$moved"
done
other=$("$program" devices --json | sed -n 's/.*"id": "\(opencl[^"]*\|cuda[^"]*\|hip[^"]*\)",/\1/p' | head -1)
if [ -z "$other" ]; then
    figure "backtest CPU -> GPU or OpenCL: median error" - - printed "not measurable here: no such device"
    exit 0
fi
file=$work/backtest_other.json
both() { "$program" run --suite quick --device cpu --device "$other" --tag both --db "$db" -o "$work" -q "$@" 2>"$work/errors"; }
project_both() { "$program" whatif both --from cpu --backtest both --to "$other" --db "$db" --json >"$file" 2>"$work/errors"; }
"$program" report both --db "$db" -q 2>/dev/null || both
# a roof that its own checks threw out leaves nothing to project with: once more, and then what it says stands
if project_both && [ -z "$(field "$file" median_error)" ]; then both --fresh && project_both; fi
if [ -s "$file" ]; then
    backtest_lines "backtest cpu -> $other" "$file" printed "one run, its arithmetic moved by $(wobble both)"
else
    figure "backtest cpu -> $other" - - printed "not measurable here: $(head -c 100 "$work/errors")"
fi
