#!/bin/sh
# SPDX-License-Identifier: MIT
# Our ceilings to those of likwid-bench: median of alternating pairs.
set -eu
cd "$(dirname "$0")/../.."
exec build/tests/roofs/bench_roofs --figures
