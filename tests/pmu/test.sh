#!/bin/sh
# SPDX-License-Identifier: MIT
# The counters for real, in an emulated Arm machine (three seconds to boot): the PAPI meter and whole runs of gambrel, on
# processors that PAPI knows, that only the kernel knows, and without a PMU. Prints "N passed, N failed".
# Exit 77 when the emulator or the arm64 packages cannot be had; a failure under CI.
set -u
cd "$(dirname "$0")/../.."
PMU_DIR=${PMU_DIR:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/gambrel/pmu}
export PMU_DIR
mkdir -p "$PMU_DIR"
work=$(mktemp -d "$PMU_DIR/test.XXXXXX")
lanes=$(nproc) lane=0 guests=
trap 'stop_all; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
passed=0 failed=0

stop_all() {
    for pid in $guests; do kill -- "-$pid" 2>/dev/null; done
}

skip() {
    echo "tests/pmu: skipped: $1" >&2
    [ -z "${CI:-}" ] || { echo "tests/pmu: under CI a skip is a failure" >&2; exit 1; }
    exit 77
}

check() { # check NAME COMMAND...: counts and prints
    name=$1
    shift
    if "$@" >"$work/check" 2>&1; then
        passed=$((passed + 1))
        echo "  ok    $name"
    else
        failed=$((failed + 1))
        echo "  FAIL  $name: $*"
        cat "$work/check" "$work/out" 2>/dev/null | head -40
    fi
}

# begin KEY OPTIONS... COMMAND: an emulated machine in the background; as many at once as there are processors.
begin() {
    key=$1 lane=$(((lane + 1) % lanes))
    shift
    setsid flock "$work/lane.$lane" tests/pmu/guest.sh "$@" >"$work/$key.out" 2>"$work/$key.errors" &
    guests="$guests $!"
    eval "guest_$key=$!"
}

guest() { # guest KEY NAME: waits for that machine; output in $work/out, status in $status
    echo "$2"
    eval "wait \$guest_$1"
    status=$?
    cp "$work/$1.out" "$work/out"
    [ $status -ne 125 ] || { cat "$work/$1.errors"; cat "$work/out"; }
}

has() { grep -q -- "$1" "$work/out"; }
lacks() { ! grep -q -- "$1" "$work/out"; }

# instructions=N against the known loop: within one in a thousand.
exact() {
    awk -F'[= ]' '/^truth=/ { t = $2 } /^instructions=/ { n = $2 } END { d = n - t; if (d < 0) d = -d; exit !(t > 0 && n > 0 && d <= t / 1000) }' "$work/out"
}

for tool in qemu-system-aarch64 aarch64-linux-gnu-gcc cpio; do
    command -v $tool >/dev/null || skip "$tool is not here"
done
if [ ! -e "$PMU_DIR/ready" ] || [ tests/pmu/setup.sh -nt "$PMU_DIR/ready" ]; then
    tests/pmu/setup.sh || skip "the emulated machine could not be put together"
fi
cmake -S . -B build/pmu -G Ninja -DCMAKE_TOOLCHAIN_FILE=tests/pmu/toolchain.cmake -DGAM_TESTS=OFF -DGAM_PMU=ON -DGAM_WEB=OFF >build/pmu.log 2>&1 &&
    ninja -C build/pmu >>build/pmu.log 2>&1 || { tail -30 build/pmu.log; echo "tests/pmu: the cross build failed: build/pmu.log" >&2; exit 1; }
meter="-f build/pmu/tests/pmu/pmu_meter"
run="./gambrel run --op gemm:m=32,n=32,k=32,dtype=f32 --rounds 6 --budget 4 --db x.db -q && ./gambrel db export last --db x.db"

begin whole -t 580 -f build/pmu/gambrel "$run"
begin a72_whole -c cortex-a72 -t 580 -f build/pmu/gambrel "$run"
begin counts $meter './pmu_meter probe && ./pmu_meter loop'
begin fill $meter './pmu_meter fill'
begin cycles -i none $meter './pmu_meter loop'
begin a72 -c cortex-a72 $meter './pmu_meter probe; true'
begin no_pmu -c cortex-a57,pmu=off $meter './pmu_meter probe; ./pmu_meter loop'
begin forbidden -p 3 $meter 'grep -q . /proc/sys/kernel/perf_event_paranoid && ./pmu_meter --uid 1000 probe; true'

guest counts "cortex-a57: PAPI counts"
check "probe is ready" has '^ready=1'
check "instructions of a known loop within 0.1 %" exact
check "cycles count" has '^cycles=[1-9]'
check "what always reads 0 is said to" has 'always reads 0'
check "every missing event has a reason" lacks 'NO REASON'

guest fill "cortex-a57: more events than counters"
check "the event too many is refused" has '^refused=PAPI cannot add'
check "the others still count" has '^status=ok'

guest whole "cortex-a57: a whole run"
check "the run succeeds" [ "$status" -eq 0 ]
check "it says that counters were there" has '"counters": *"\(full\|partial\)"'
check "it stores counted instructions" has '"instructions"'

guest cycles "cortex-a57 without an instruction counter"
check "cycles alone count" has '^cycles=[1-9]'
check "instructions are missing with a reason" has '^instructions=missing (.*[a-z]'

guest a72 "cortex-a72: the kernel counts, PAPI does not know the processor"
check "probe is not ready" has '^ready=0'
check "the reason names PAPI" has '^reason=the kernel counts cycles, but PAPI'

guest a72_whole "cortex-a72: a whole run"
check "the run succeeds" [ "$status" -eq 0 ]
check "software-only" has '"counters": *"software-only"'

guest no_pmu "no PMU"
check "probe is not ready" has '^ready=0'
check "the reason says that there are none" has '^reason=no hardware counters\|^reason=.*cannot be added'
check "opening fails with a reason" has '^open=.'

guest forbidden "counting forbidden"
check "the reason says who forbids" has '^reason=the kernel does not permit'
check "the remedy is one command" has '^remedy=.*perf_event_paranoid'

echo
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
