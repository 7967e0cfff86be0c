#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares known reports with the files in golden/, byte for byte. usage: golden.sh RENDER_FIXTURE [FILE] [--bless]
# A file is named CASE[.COLUMNS[-MODE]].FORMAT, as in twenty.80-ascii.text. --bless rewrites it from what comes now.
set -u
render=$1
shift
here=$(dirname "$0")/golden
bless=
only=
for argument; do
    case $argument in
    --bless) bless=1 ;;
    *) only=$argument ;;
    esac
done
out=$(mktemp)
trap 'rm -f "$out"' EXIT
status=0
for file in "$here"/${only:-*}; do
    name=$(basename "$file")
    format=${name##*.}
    rest=${name%.*}
    case_name=${rest%%.*}
    size=${rest#"$case_name"}
    size=${size#.}
    columns=${size%%-*}
    mode=${size#"$columns"}
    "$render" "$case_name" "$format" "${columns:-0}" "${mode#-}" >"$out" || exit $?
    if [ -n "$bless" ]; then
        cp "$out" "$file"
    elif ! cmp -s "$file" "$out"; then
        diff -u "$file" "$out" | head -40
        status=1
    fi
done
exit $status
