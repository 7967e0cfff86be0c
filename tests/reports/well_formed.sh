#!/bin/sh
# SPDX-License-Identifier: MIT
# SVG and the page without its script are well-formed XML, whatever they show. usage: well_formed.sh RENDER_FIXTURE XMLLINT
set -u
out=$(mktemp)
trap 'rm -f "$out"' EXIT
status=0
for case_name in one twenty two-hundred hostile empty extreme; do
    for format in svg html; do
        "$1" "$case_name" "$format" >"$out" || exit 1
        "$2" --noout --nonet "$out" || { echo "$case_name.$format is not well-formed"; status=1; }
    done
done
for case_name in compare compare-machines compare-hostile compare-empty; do
    "$1" "$case_name" html >"$out" || exit 1
    "$2" --noout --nonet "$out" || { echo "$case_name.html is not well-formed"; status=1; }
done
exit $status
