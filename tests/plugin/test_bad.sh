#!/bin/sh
# SPDX-License-Identifier: MIT
# Plug-ins that misbehave end in one clear line, a row that says what fails, or a measurement that failed; never in a crash, a hang
# or a document that is none. usage: test_bad.sh GAMBREL FOLDER PYTHON
set -eu
gambrel=$1 built=$2 python=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work"
fail() { echo "FAILED: $*" >&2; exit 1; }
mkdir "$work/p"
cp "$built/bad/bad.so" "$work/p/"
chmod 755 "$work/p" "$work/p/bad.so"

# refused WAY TEXT: not loaded, with one line.
refused() {
    code=0
    BAD=$1 timeout 60 "$gambrel" devices --json --plugin-dir "$work/p" >"$work/out" 2>"$work/said" || code=$?
    [ "$code" = 1 ] || [ "$code" = 2 ] || fail "$1: exit code $code"
    grep -q "$2" "$work/said" || { cat "$work/said" >&2; fail "$1: does not say '$2'"; }
    [ "$(wc -l <"$work/said")" = 1 ] && [ ! -s "$work/out" ] || fail "$1: more than one line"
}
refused crash-begin "bad.so' crashed (Aborted) while it was loaded"
refused exit-begin "bad.so' ended the program (exit code 0) while it was loaded"
refused taken-name "there is a backend 'cpu' already"
refused odd-name "no name for a backend"
refused no-run "lacks its name or a function"
refused backend-abi "is for interface 99"

# described WAY TEXT: listed as a backend that is not ready, with the reason, and without a device.
described() {
    BAD=$1 timeout 60 "$gambrel" devices --json --plugin-dir "$work/p" >"$work/out" || fail "$1: devices"
    "$python" - "$work/out" "$2" <<'EOF' || fail "$1: does not say '$2'"
import json, sys
rows = [d for d in json.load(open(sys.argv[1]))["devices"] if d.get("backend") == "abacus"]
assert len(rows) == 1 and not rows[0].get("ready") and sys.argv[2] in rows[0]["reason"], rows
EOF
    code=0
    BAD=$1 timeout 60 "$gambrel" run --plugin-dir "$work/p" --device abacus --op add:n=64,dtype=f32 --db "$work/none.db" -q 2>"$work/said" || code=$?
    [ "$code" = 77 ] && [ "$(wc -l <"$work/said")" = 1 ] || { cat "$work/said" >&2; fail "$1: run gives $code"; }
}
described endless-id "a text that has no end"
described empty-id "id '' is neither"
described other-id "id 'cpu' is neither"
described escape-id "is neither 'abacus'"
described levels "77 memory levels"
described silent-info "gives no reason"
described silent-count "gives no reason"
described many "2000000000 devices"

# conformance WAY TEXT: exit code 1 and a row that says so.
conformance() {
    code=0
    BAD=$1 timeout 120 "$gambrel" doctor --conformance abacus --plugin-dir "$work/p" >"$work/out" 2>&1 || code=$?
    [ "$code" = 1 ] || fail "$1: conformance gives $code"
    tr -s '\n ' ' ' <"$work/out" | grep -q "missing $2" || { cat "$work/out" >&2; fail "$1: no row '$2'"; }
}
conformance crash-close "double close: crashed (Aborted)"
conformance crash-run "right result: crashed (Aborted)"
conformance exit-run "right result: ended the program (exit code 0)"
conformance wrong "right result"
conformance silent-run "right result"
conformance lost "lost device\|missing wrong result"
conformance no-time "right result: .* took no time"
conformance long-time "right result: .* by the device's clock, while the host waited"

# failed WAY TEXT CODE SAID: the run goes on to its end, the measurement failed, what was asked for is stored and is a document.
failed() {
    code=0
    BAD=$1 timeout 120 "$gambrel" run --plugin-dir "$work/p" --device abacus --op add:n=4096,dtype=f32 --rounds 2 --budget 3 \
        --counters off --db "$work/$1.db" --json >"$work/out" 2>"$work/said" || code=$?
    [ "$code" = "$3" ] || { cat "$work/said" >&2; fail "$1: run gives $code"; }
    [ "$code" = 0 ] || grep -q "$4" "$work/said" || { cat "$work/said" >&2; fail "$1: run does not say why it failed"; }
    "$python" -m json.tool "$work/out" >/dev/null || fail "$1: no JSON"
    grep -q "$2" "$work/out" || fail "$1: the report does not say '$2'"
    "$gambrel" db check --db "$work/$1.db" >/dev/null || fail "$1: the database is damaged"
}
failed no-time "took no time" 1 "nothing that was asked for"
failed long-time "while the host waited" 1 "nothing that was asked for"
failed wrong "never written" 1 "wrong results: "
failed lost "fell off the table" 1 "nothing that was asked for"
failed print '"ok"' 0

# A plug-in that hangs does not outlive the program, however that ends.
gone() { [ ! -e "/proc/$1" ] || grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null; }
BAD=hang-begin BAD_SAID="$work/who" "$gambrel" devices --plugin-dir "$work/p" >/dev/null 2>&1 &
program=$!
n=0
while [ ! -s "$work/who" ] && [ $n -lt 600 ]; do sleep 0.1; n=$((n + 1)); done
child=$(cat "$work/who")
! gone "$child" || fail "hang-begin: it does not hang"
kill -9 "$program"
n=0
while ! gone "$child" && [ $n -lt 600 ]; do sleep 0.1; n=$((n + 1)); done
gone "$child" || { kill -9 "$child"; fail "hang-begin: the plug-in lives on"; }

mkfifo "$work/p/pipe.so"
refused none "no regular file"
echo ok
