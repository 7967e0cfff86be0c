#!/bin/sh
# SPDX-License-Identifier: MIT
# Speed as ratios to the best peers, side by side. usage: bench.sh [option of gam_bench...]: implementations against libraries;
# bench.sh roofs [option of bench_roofs...]: ceilings against likwid-bench
set -eu
cd "$(dirname "$0")/../.."
if [ "${1:-}" = roofs ]; then
    shift
    exec build/tests/roofs/bench_roofs "$@"
fi
exec build/tests/bench/gam_bench "$@"
