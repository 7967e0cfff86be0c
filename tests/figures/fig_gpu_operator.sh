#!/bin/sh
# SPDX-License-Identifier: MIT
# What one more operator costs for all GPU languages: the files of a commit that adds one, built, and run where an OpenCL device is.
set -eu
cd "$(dirname "$0")/../.."
. tests/figures/lib.sh

here=$(pwd)
work=$(figures_work gpu_operator)
clone=$work/clone
rm -rf "$clone"
git clone -q . "$clone"
if (
    cd "$clone"
    cp -r "$here/tests/figures/example/operator/files/." .
    git add -A && git -c user.name=figure -c user.email=figure@localhost commit -qm "Add one operator"
    cp -r "$here/tests/figures/gpu_operator/files/." .
    git add -A && git -c user.name=figure -c user.email=figure@localhost commit -qm "Add it to all GPU languages"
    cmake --preset release -DGAM_TESTS=OFF -DGAM_WEB=OFF && ninja -C build gambrel
    device=$(./build/gambrel devices 2>/dev/null | sed -n 's/^\(opencl:[0-9.]*\) .*/\1/p' | head -1)
    [ -z "$device" ] || ./build/gambrel run --device "$device" --op relu:n=100003,dtype=f32 --budget 20 --counters off --db x.db --quiet
    echo "${device:-none}" >device
) >"$work/operator.log" 2>&1; then
    touched=$(git -C "$clone" diff --name-only HEAD~1 HEAD | wc -l)
    figure "files touched by an operator on all GPU languages" "$touched" - "<= 3" "$(verdict "$touched" '<=' 3); built, device that ran it: $(cat "$clone/device")"
else
    tail -5 "$work/operator.log" >&2
    figure "files touched by an operator on all GPU languages" - - "<= 3" "missed: it does not build or run"
fi
rm -rf "$clone"
