#!/bin/sh
# SPDX-License-Identifier: MIT
# Lines: length of files and functions; and how many files a change touches that adds one operator, one format, one device: the
# change lies in tests/figures/example/<what>/: files/ (added), change.patch (to what is there, if need be) and check.sh (proves that
# it works). It is committed in a scratch clone, built, tried, and dropped.
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
example_add() { # example_add EXAMPLE: in the clone, what it adds and changes as a commit
    git reset -q --hard "$base" && git clean -qfd || return 1 # build/ is ignored and stays: the next one builds faster
    cp -r "$1/files/." . || return 1
    [ ! -f "$1/change.patch" ] || patch -s -p1 --no-backup-if-mismatch <"$1/change.patch" || return 1
    git add -A && git -c user.name=figure -c user.email=figure@localhost commit -qm "Add one $(basename "$1")"
}
example_try() { # in the clone: builds and runs the example's check
    cmake --preset release -DGAM_TESTS=OFF -DGAM_WEB=OFF && ninja -C build gambrel && sh "$1/check.sh"
}
here=$(pwd)
clone=$work/clone
rm -rf "$clone"
git clone -q . "$clone" || exit 1
base=$(git -C "$clone" rev-parse HEAD)
for example in "$here"/tests/figures/example/*/; do
    example=${example%/}
    what=$(basename "$example")
    if (cd "$clone" && example_add "$example" && example_try "$example") >"$work/$what.log" 2>&1; then
        verdict="stated; built and ran"
    else
        verdict="missed: it does not build or run"
        tail -5 "$work/$what.log" >&2
    fi
    figure "files touched by one more $what" "$(git -C "$clone" diff --name-only "$base" HEAD | wc -l)" - - "$verdict"
done
rm -rf "$clone"
