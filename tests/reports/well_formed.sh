#!/bin/sh
# SPDX-License-Identifier: MIT
# SVG and the page without its script are well-formed XML, whatever they show; JUnit XML follows its schema. usage: well_formed.sh RENDER_FIXTURE XMLLINT
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
    for format in svg html; do
        "$1" "$case_name" "$format" >"$out" || exit 1
        "$2" --noout --nonet "$out" || { echo "$case_name.$format is not well-formed"; status=1; }
    done
done
for case_name in cost cost-no-price cost-hostile cost-empty; do
    "$1" "$case_name" html >"$out" || exit 1
    "$2" --noout --nonet "$out" || { echo "$case_name.html is not well-formed"; status=1; }
done
for case_name in gate gate-hostile gate-large gate-empty gate-advisory; do
    "$1" "$case_name" junit >"$out" || exit 1
    "$2" --noout --nonet --schema "$(dirname "$0")/junit.xsd" "$out" 2>&1 | grep -v ' validates$' && { echo "$case_name.junit is not valid"; status=1; }
    "$1" "$case_name" svg >"$out" || exit 1
    "$2" --noout --nonet "$out" || { echo "$case_name.svg is not well-formed"; status=1; }
done
exit $status
