#!/bin/sh
# SPDX-License-Identifier: MIT
# Ranks: our loops against bare ones, predictions of the data-parallel step, slow ranks found, databases merged.
set -u
. tests/figures/lib.sh
work=$(figures_work comm)
GAMBREL=$(pwd)/build
WORK=$work
. tests/comm/net.sh
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
if [ ! -x build/gambrel-mpi ] || ! command -v mpirun >/dev/null; then
    figure "ranks" - - - "not measurable here: built without Open MPI"
    exit 0
fi
if [ "$(nproc)" -lt 2 ]; then
    figure "ranks" - - - "not measurable here: needs two processors"
    exit 0
fi

# Two seconds in which somebody waited for a processor a tenth of the time: what is measured then is not this program.
before=$(stalled_us)
sleep 2
if [ $(($(stalled_us) - before)) -gt 200000 ]; then
    figure "ranks" - - - "not measurable here: other programs take the processors (load $(cut -d' ' -f1 /proc/loadavg))"
    exit 0
fi

# Alternating pairs: our program's loop and the bare one of comm_bare, in one job.
loops() {
    mpirun -n 2 build/tests/figures/comm_bare >"$work/bare" 2>"$work/bare.err" || cat "$work/bare.err" >&2
    while read -r name ratio low high; do
        said=$(awk -v r="$ratio" -v l="$low" -v h="$high" 'BEGIN { print (r >= 0.95 && r <= 1.05) || (l <= 1 && h >= 1) ? "met" : "missed" }')
        figure "$name over the bare loop" "$ratio" "$low..$high" "0.95..1.05" "$said"
    done <"$work/bare"
}

spec=step:ranks=2,rows=256,width=512,layers=4,pieces=4,dtype=f32
predict() { # TEXT FILE
    python3 -c '
import json, sys
r = json.load(open(sys.argv[1]))
op = next(o["id"] for o in r["operators"] if o["op"] == sys.argv[2])
e = next(s for s in r["network"]["steps"] if s["operator"] == op)["prediction_error"]
print(" ".join("null" if v is None else "%.3f" % v for v in [e["value"] and abs(e["value"]), *e["ci"]]))' "$2" $spec >"$work/error"
    read -r error low high <"$work/error"
    figure "$1" "$error" "$low..$high" "<= 0.15" "$(verdict "$error" '<=' 0.15)"
}

steps() {
    sizes="--op collective:ranks=2,bytes=65536,dtype=f32 --op collective:ranks=2,bytes=1048576,dtype=f32 --op collective:ranks=2,bytes=4194304,dtype=f32"
    mpirun -n 2 build/gambrel-mpi run --db "$work/p.db" -o "$work/free" -q --op $spec $sizes --max-bytes 4194304 --budget 60 --rounds 20 &&
        predict "data-parallel step, shared memory: prediction error" "$work/free/report.json"
    if why=$(net_can); then
        trap net_down EXIT
        net_up && net_rate 200 &&
            net_mpi run --db "$work/p.db" -o "$work/limited" -q --op $spec $sizes --max-bytes 1048576 --budget 200 --rounds 12 --timeout 120 &&
            predict "data-parallel step behind 200 Mbit/s: prediction error" "$work/limited/report.json"
        net_down
    else
        figure "data-parallel step behind a rate limit" - - "<= 0.15" "not measurable here: $why"
    fi
}

named() { # RANK ...: whether these ranks, and no others, are said to be slow
    mpirun -n 2 --bind-to core build/gambrel-mpi comm --db "$work/f.db" -o "$work/fleet" -q --max-bytes 64 --op collective:ranks=2,bytes=64,dtype=f32 \
        --budget 10 --rounds 20 || return 1
    python3 -c '
import json, sys
ranks = json.load(open(sys.argv[1]))["network"]["ranks"]
for r in ranks: print(r["rank"], r["slow"], r["slowness"]["value"], r["slowness"]["ci"], r["roof"], file=sys.stderr)
sys.exit([str(r["rank"]) for r in ranks if r["slow"]] != sys.argv[2:])' "$work/fleet/report.json" "$@" 2>>"$work/fleet.log"
}

fleet() {
    found=0 quiet=0 trials=${GAM_FIGURE_FLEET:-10}
    for i in $(seq "$trials"); do
        named && quiet=$((quiet + 1))
        taskset -c 1 sh -c 'while :; do :; done' &
        busy=$!
        named 1 && found=$((found + 1))
        kill $busy 2>/dev/null
        wait $busy 2>/dev/null
    done
    figure "a rank slowed by a co-runner is found" "$found/$trials" - "$trials/$trials" "$(verdict $found '>=' "$trials")"
    figure "no rank is named without a co-runner" "$quiet/$trials" - "$trials/$trials" "$(verdict $quiet '>=' "$trials")"
}

# A thousand runs of fifty samples, made here.
merge() {
    rm -rf "$work/many" "$work"/many*.db
    mkdir -p "$work/many"
    python3 - "$work/many" <<'RUNS'
import json, sys
for i in range(1000):
    run = {"schema": "gambrel-run/1", "run": {"uuid": "00000000-0000-4000-8000-%012d" % i, "purpose": "run", "status": "complete",
           "started": "2026-01-01T00:%02d:%02dZ" % (i // 60 % 60, i % 60), "seed": "1", "rounds_planned": 10},
           "host": [{}], "device": [{"host": 0, "id": "cpu", "backend": "cpu", "kind": "cpu"}],
           "operator": [{"spec": "gelu:n=8,dtype=f32", "kind": "gelu"}], "node": [{"operator": 0, "calls": 1}],
           "measurement": [{"role": "subject", "node": 0, "device": 0, "implementation": "x", "threads": 1, "cache": "warm", "status": "ok"}],
           "sample": [{"measurement": 0, "rank": 0, "round": k // 5, "pass": 0, "iterations": 1, "duration_ns": 1000 + k, "flags": 0}
                      for k in range(50)]}
    json.dump(run, open("%s/%04d.json" % (sys.argv[1], i), "w"))
RUNS
    ls "$work"/many/*.json | xargs -n 50 ./build/gambrel db import --db "$work/many1.db" -q
    start=$(seconds_now)
    ./build/gambrel db merge "$work/many1.db" --db "$work/many2.db" -q
    took=$(seconds_since "$start")
    n=$(./build/gambrel db merge "$work/many1.db" --db "$work/many2.db" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["present"])')
    figure "db merge of 1000 runs: seconds" "$took" - "<= 10" "$(verdict "$took" '<=' 10)"
    figure "db merge again: runs left as they are" "$n" - 1000 "$(verdict "$n" '>=' 1000)"
}

# All of them, or those that are named: fig_comm.sh fleet merge
[ $# -gt 0 ] || set -- loops steps fleet merge
for part; do
    $part
done
