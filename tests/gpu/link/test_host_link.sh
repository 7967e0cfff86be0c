#!/bin/sh
# SPDX-License-Identifier: MIT
# The program from end to end on a fake GPU that computes: what binds is what the script makes slow. The same suite with a slow link
# and quick kernels, then with a quick link and slow memory. usage: test_host_link.sh GAMBREL FOLDER PYTHON FAKES
set -eu
gambrel=$1 here=$2 python=$3 fakes=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work" LD_LIBRARY_PATH="$work/lib" FAKE_COMPUTES=1
mkdir "$work/lib"
ln -s "$fakes/libcuda.so.1" "$fakes/libnvrtc.so.13" "$work/lib" # no library that computes: the kernels of the program do

run() { # NAME variables...: one run of the suite
    name=$1
    shift
    env "$@" "$gambrel" run --suite "$here/suite.json" --device cuda:0 --rounds 6 --budget 60 --counters off --fresh \
        --db "$work/$name.db" -o "$work/$name" --quiet
    "$gambrel" report last --db "$work/$name.db" >"$work/$name.txt"
}
run link FAKE_COPY_NS=524288 FAKE_COPY_START_NS=500000 # 2 GB/s
run memory FAKE_BYTES_PER_NS=1
"$python" "$here/check.py" "$work"
