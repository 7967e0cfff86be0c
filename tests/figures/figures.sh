#!/bin/sh
# SPDX-License-Identifier: MIT
# Every promised figure, one line each. usage: figures.sh [NAME...] (names of tests/figures/fig_NAME.sh; default all)
set -u
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- $(ls tests/figures/fig_*.sh | sed 's#.*/fig_\(.*\)\.sh#\1#')
printf '%-58s %12s  %-20s %-14s %s\n' figure value interval target verdict
for name; do
    [ -x "tests/figures/fig_$name.sh" ] || { echo "figures: no figure '$name'" >&2; exit 2; }
    "tests/figures/fig_$name.sh" || echo "figures: $name broke off (status $?)"
done
