#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs one command-line case. usage: case.sh CASE FOLDER-OF-GAMBREL [--bless]
# A case: lines `$ COMMAND` (run together in a scratch folder, TMP), `? STATUS`, `> ` exact stdout, `! ` exact stderr. CASES: the case's folder. `# ` is said
# to the reader. --bless rewrites what is expected by what came.
set -u
case_file=$1
[ -x "$2/gambrel" ] || { echo "case.sh: no program $2/gambrel" >&2; exit 2; }
PATH=$(cd "$2" && pwd):$PATH
export PATH LC_ALL=C.UTF-8 COLUMNS=100 HOME=/nonexistent
unset XDG_DATA_HOME NO_COLOR
CASES=$(cd "$(dirname "$case_file")" && pwd) # for files that lie beside the cases
export CASES
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TMP=$work/tmp
mkdir "$TMP"
export TMP
sed -n 's/^\$ //p' "$case_file" >"$work/script"
(cd "$TMP" && sh "$work/script") >"$work/stdout" 2>"$work/stderr" </dev/null
echo "$?" >"$work/status"
for stream in stdout stderr; do
    sed -i "s#$TMP#TMP#g" "$work/$stream"
done
{
    grep -E '^(# |\$ )' "$case_file"
    sed 's/^/? /' "$work/status"
    sed 's/^/> /; s/^> $/>/' "$work/stdout"
    sed 's/^/! /; s/^! $/!/' "$work/stderr"
} >"$work/actual"
if [ "${3:-}" = --bless ]; then
    cp "$work/actual" "$case_file"
    exit 0
fi
diff -u "$case_file" "$work/actual"
