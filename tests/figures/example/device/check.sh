#!/bin/sh
# SPDX-License-Identifier: MIT
# The device is listed, and an operator and roofs are measured on it, with one thread whatever the machine has. Run in a tree that
# has it, with the program at build/gambrel.
set -eu
db=build/example_device.db
./build/gambrel devices | grep '^null '
./build/gambrel run --device null --op add:n=100000,dtype=f32 --budget 8 --counters off --db "$db" --quiet
./build/gambrel report last --format csv --db "$db" | grep '"add:n=100000,dtype=f32",,"portable",[01],"null",1,.*"ok"'
./build/gambrel report last --format json --db "$db" | grep -c '"null/memory/DRAM/'
