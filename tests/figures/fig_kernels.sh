#!/bin/sh
# SPDX-License-Identifier: MIT
# Own kernels against the best peer libraries: medians of interleaved pairs.
set -eu
cd "$(dirname "$0")/../.."
exec build/tests/bench/gam_bench --figures --rounds 15
