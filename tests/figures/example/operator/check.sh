#!/bin/sh
# SPDX-License-Identifier: MIT
# relu is parsed, computed, found right and measured. Run in a tree that has it, with the program at build/gambrel.
set -eu
db=build/example_operator.db
./build/gambrel run --op relu:n=1000,dtype=f32 --budget 5 --counters off --db "$db" --quiet
./build/gambrel report last --format csv --db "$db" | grep '"relu:n=1000,dtype=f32",,"portable",1,"cpu",.*"ok"'
