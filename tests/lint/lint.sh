#!/bin/sh
# SPDX-License-Identifier: MIT
# Everything that reads the source without running it.
set -u
cd "$(dirname "$0")/../.."
bad=0
tests/lint/layers.sh || bad=1
files=$(git ls-files '*.c' '*.h' | grep -v '^docs/')
clang-format --dry-run -Werror $files || { echo "lint: clang-format -i $(echo "$files" | head -1) ... would change the above"; bad=1; }
run-clang-tidy -quiet -p build/test -j "$(nproc)" "$(pwd)/(common|ops|kernels|collector|comm|hwdb|analyzer|store|reports|cli)/.*" 2>/dev/null |
    grep -E '(warning|error):' | sort -u | tee build/clang-tidy.log
[ ! -s build/clang-tidy.log ] || bad=1
for script in dev .ci/run $(git ls-files '*.sh'); do
    sh -n "$script" || bad=1
done
[ $bad -eq 0 ] && echo "lint: clean"
exit $bad
