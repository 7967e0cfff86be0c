#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: test_install.sh BUILD-FOLDER CMAKE COMPILER
set -eu
build=$1 cmake=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work"
fail() { echo "FAILED: $*" >&2; exit 1; }

DESTDIR="$work/stage" "$cmake" --install "$build" --prefix /opt/gambrel >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "not installed"; }
root=$work/stage/opt/gambrel
[ -x "$root/bin/gambrel" ] || fail "no program"
[ ! -x "$build/gambrel-mpi" ] || [ -x "$root/bin/gambrel-mpi" ] || fail "gambrel-mpi is not beside it"
outside=$(find "$work/stage" -type f | grep -cv "^$root/" || true)
[ "$outside" = 0 ] || fail "files outside the prefix"

# Its data come with it: run from another folder, without the sources.
cd "$work"
"$root/bin/gambrel" hw list | grep -q h100 || fail "the program does not know the hardware"
"$root/bin/gambrel" run --dry-run --db x.db | grep -q gemm || fail "the program does not know its suite"

# The example, as a stranger builds it.
example=$(find "$root/share" -name abacus.c)
[ -n "$example" ] || fail "no example"
flags="-I$root/include -I$root/include/gambrel"
if command -v pkg-config >/dev/null; then
    flags=$(PKG_CONFIG_PATH=$(dirname "$(find "$root" -name gambrel.pc)") pkg-config --cflags gambrel) || fail "gambrel.pc"
fi
mkdir plugins
# shellcheck disable=SC2086
"$compiler" -std=c17 -Wall -Wextra -fPIC -shared -fvisibility=hidden $flags "$example" -o plugins/abacus.so || fail "the example does not build"
chmod 755 plugins plugins/abacus.so
"$root/bin/gambrel" devices --plugin-dir plugins | grep -q '^abacus ' || fail "the example is not listed"
