#!/bin/sh
# SPDX-License-Identifier: MIT
# tsv says as many rows as csv, each with as many fields as its header; a file's name chooses it. Run in a tree that has it, with
# the program at build/gambrel.
set -eu
run=tests/reports/fixed_run.json out=build/example_format
./build/gambrel report "$run" --format csv >"$out.csv"
./build/gambrel report "$run" --format tsv >"$out.stdout"
./build/gambrel report "$run" -o "$out.tsv"
cmp "$out.stdout" "$out.tsv"
awk -F '\t' 'NR == 1 { n = NF } NF != n || NF < 2 { print FILENAME ": line " NR ": " NF " fields"; bad = 1 } END { exit bad || !NR }' "$out.tsv"
[ "$(wc -l <"$out.tsv")" -gt 1 ]
[ "$(wc -l <"$out.tsv")" -eq "$(wc -l <"$out.csv")" ]
