#!/bin/sh
# SPDX-License-Identifier: MIT
# Speed as ratios to the best peer libraries, side by side. usage: bench.sh [option of gam_bench...]
set -eu
cd "$(dirname "$0")/../.."
exec build/tests/bench/gam_bench "$@"
