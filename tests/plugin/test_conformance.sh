#!/bin/sh
# SPDX-License-Identifier: MIT
# Every backend withstands what a backend must. usage: test_conformance.sh GAMBREL FOLDER
set -eu
gambrel=$1 built=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work"
mkdir "$work/plugins"
cp "$built/abacus/abacus.so" "$work/plugins/"
chmod 755 "$work/plugins" "$work/plugins/abacus.so"
names=$("$gambrel" doctor --plugin-dir "$work/plugins" --json | sed -n 's/.*"group": *"backend", *"name": *"\([^"]*\)".*/\1/p')
[ -n "$names" ] || names=$("$gambrel" doctor --plugin-dir "$work/plugins" --json | tr -d ' \n' | grep -o '"group":"backend","name":"[^"]*"' | sed 's/.*"name":"//; s/"//')
echo "$names" | grep -qx cpu && echo "$names" | grep -qx abacus || { echo "no list of backends: $names" >&2; exit 1; }
for name in $names; do
    "$gambrel" doctor --conformance "$name" --plugin-dir "$work/plugins" || { echo "FAILED: $name" >&2; exit 1; }
done
code=0
"$gambrel" doctor --conformance nothing 2>"$work/said" || code=$?
[ "$code" = 77 ] && grep -q "no device backend 'nothing'" "$work/said"
