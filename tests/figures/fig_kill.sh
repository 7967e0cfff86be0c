#!/bin/sh
# SPDX-License-Identifier: MIT
# A run killed -9 at random moments: the database stays sound and holds everything that --events announced.
set -u
. tests/figures/lib.sh
work=$(figures_work kill)
trials=${GAM_FIGURE_KILLS:-20}
sound=0 kept=0 announced=0 early=0
i=0
while [ $i -lt "$trials" ]; do
    rm -rf "$work"/*
    ./build/gambrel run --op gemm:m=64,n=64,k=64,dtype=f32 --op softmax:rows=64,cols=1000,dtype=f32 --budget 20 --fresh \
        --db "$work/k.db" --events "$work/events" -q >/dev/null 2>&1 &
    pid=$!
    sleep "$(od -An -N2 -tu2 /dev/urandom | awk '{ printf "%.3f", 0.5 + 19 * $1 / 65536 }')"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    i=$((i + 1))
    if [ ! -e "$work/k.db" ]; then # killed before there was anything to keep: a trial that shows nothing
        early=$((early + 1))
        continue
    fi
    ./build/gambrel db check --db "$work/k.db" >/dev/null 2>&1 && sound=$((sound + 1))
    touch "$work/events"
    n=$(grep -c '"committed"' "$work/events")
    announced=$((announced + n))
    ./build/tests/figures/events_check "$work/k.db" "$work/events" >"$work/out" 2>&1 && kept=$((kept + 1)) || cat "$work/out" >&2
done
trials=$((trials - early))
if [ "$trials" -eq 0 ]; then
    figure "killed -9" - - - "not measurable here: no run came as far as a database"
    exit 0
fi
figure "killed -9: database passes db check" "$sound/$trials" - "$trials/$trials" "$(verdict $sound '>=' "$trials")"
said=$(verdict $kept '>=' "$trials")
[ "$announced" -gt 0 ] || said="not measurable here: no run came as far as its first commit"
figure "killed -9: announced measurements are there ($announced visits)" "$kept/$trials" - "$trials/$trials" "$said"
