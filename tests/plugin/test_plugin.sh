#!/bin/sh
# SPDX-License-Identifier: MIT
# The example plug-in is listed, measured and reported; what must not be loaded is not. usage: test_plugin.sh GAMBREL FOLDER
set -eu
gambrel=$1 built=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work"
fail() { echo "FAILED: $*" >&2; exit 1; }

# refused NAME TEXT: loading the plug-in folder NAME fails with exit code 1 or 2 and says TEXT.
refused() {
    code=0
    "$gambrel" devices --plugin-dir "$work/$1" >"$work/out" 2>"$work/said" || code=$?
    [ "$code" = 1 ] || [ "$code" = 2 ] || fail "$1: exit code $code"
    grep -q "$2" "$work/said" || { cat "$work/said" >&2; fail "$1: does not say '$2'"; }
    [ "$(wc -l <"$work/said")" = 1 ] || fail "$1: more than one line"
}

for plugin in abacus other_interface same_name no_plugin; do
    mkdir "$work/$plugin"
    cp "$built/$plugin/$plugin.so" "$work/$plugin/"
    chmod 755 "$work/$plugin" "$work/$plugin/$plugin.so"
done
"$gambrel" devices --plugin-dir "$work/abacus" | grep -q '^abacus an abacus' || fail "not listed"
"$gambrel" doctor --plugin-dir "$work/abacus" | grep -q 'ready *abacus' || fail "not in doctor"
"$gambrel" run --plugin-dir "$work/abacus" --device cpu --device abacus --op add:n=100000,dtype=f32 --threads 1 --rounds 2 --budget 6 --counters off \
    --db "$work/x.db" --quiet
"$gambrel" report last --db "$work/x.db" --format csv >"$work/csv"
grep -q '"add:n=100000,dtype=f32",.*"abacus",1,.*"ok"' "$work/csv" || { cat "$work/csv" >&2; fail "not measured"; }
grep -q '"add:n=100000,dtype=f32",.*"cpu",.*"ok"' "$work/csv" || fail "the cpu beside it is missing"

refused other_interface "interface 3, this program has 2"
refused same_name "lacks its name or a function"
refused no_plugin "no plug-in"
printf 'text' >"$work/no_plugin/no_plugin.so"
refused no_plugin "cannot load"
chmod o+w "$work/abacus/abacus.so"
refused abacus "can be written by others"
chmod o-w "$work/abacus/abacus.so"
chmod g+w "$work/abacus"
refused abacus "can be written by others"
chmod g-w "$work/abacus"
if [ "$(id -u)" = 0 ]; then
    chown 12345 "$work/abacus/abacus.so"
    refused abacus "belongs to user 12345"
    chown 0 "$work/abacus/abacus.so"
fi
refused nowhere "cannot look into"
echo ok
