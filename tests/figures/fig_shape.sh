#!/bin/sh
# SPDX-License-Identifier: MIT
# Lines: length of files and functions; and how many files a change touches that adds one operator, one format, one device: the
# change lies in tests/figures/example/<what>/, is committed on a branch of a scratch clone, built, tried, and dropped.
set -u
. tests/figures/lib.sh
work=$(figures_work shape)
files=$(git ls-files | grep -E '^(common|ops|kernels|collector|hwdb|analyzer|store|reports|cli)/.*\.[ch]$' | grep -v '_table\.c$')
figure "lines of a file, median" "$(wc -l $files | grep -v ' total$' | awk '{ print $1 }' | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }')" - - stated
figure "lines of a file, longest" "$(wc -l $files | grep -v ' total$' | awk '{ print $1 }' | sort -n | tail -1)" - "<= 500" \
    "$(verdict "$(wc -l $files | grep -v ' total$' | awk '{ print $1 }' | sort -n | tail -1)" '<=' 500)"
if command -v ctags >/dev/null && ctags --version 2>/dev/null | grep -q Universal; then
    lengths=$(ctags -x --_xformat='%{line} %{end}' --kinds-C=f --fields=+ne $(echo "$files" | grep '\.c$') | awk '{ print $2 - $1 + 1 }' | sort -n)
    figure "lines of a function, median" "$(echo "$lengths" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }')" - - stated
    figure "lines of a function, longest" "$(echo "$lengths" | tail -1)" - "<= 60" "$(verdict "$(echo "$lengths" | tail -1)" '<=' 60)"
else
    figure "lines of a function" - - - "not measurable here: Universal Ctags is not installed"
fi
for example in tests/figures/example/*/; do
    what=$(basename "$example")
    rm -rf "$work/clone"
    git clone -q . "$work/clone" || exit 1
    cp -r "$example/files/." "$work/clone/"
    touched=$(cd "$work/clone" && git add -A && git -c user.name=figure -c user.email=figure@localhost commit -qm "Add one $what" && git show --stat --format= | grep -c '|')
    if (cd "$work/clone" && mkdir -p build && cmake --preset release -DGAM_TESTS=OFF >build.log 2>&1 && ninja -C build gambrel >>build.log 2>&1 &&
        sh ./build-check.sh >>build.log 2>&1); then
        figure "files touched by one more $what" "$touched" - "-" "stated; built and ran"
    else
        figure "files touched by one more $what" "$touched" - "-" "missed: it does not build or run"
        tail -5 "$work/clone/build.log" >&2
    fi
done
