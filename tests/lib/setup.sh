# SPDX-License-Identifier: MIT
# Packages by purpose, and their installation. Sourced by ./dev. Names are Debian's; others are mapped in name_here().

packages_build="gcc cmake ninja-build pkg-config libc6-dev git libhwloc-dev libsqlite3-dev libcjson-dev zlib1g-dev"
# Used when they are there; the program says what is missing.
optional_build="libpapi-dev libpfm4-dev libdnnl-dev libopenblas0-openmp ocl-icd-libopencl1 pocl-opencl-icd libopenmpi-dev openmpi-bin"
packages_test="python3-prometheus-client python3-yaml libcmocka-dev libxml2-utils nodejs npm chromium python3 sqlite3 mount procps"
optional_test="libamdhip64-5 libhiprtc-builtins5" # HIP's names are compared with these
packages_pmu="qemu-system-arm gcc-aarch64-linux-gnu libc6-dev-arm64-cross cpio"
optional_pmu=""
packages_bench=""
optional_bench="likwid libblis4-openmp libopenblas0-openmp libdnnl-dev"
packages_figures="debootstrap"
optional_figures="universal-ctags"
packages_lint="clang clang-format clang-tidy"
optional_lint="libclang-rt-14-dev libclang-rt-19-dev"
packages_web="nodejs npm"
optional_web=""
optional_test="$optional_test iproute2" # hosts of tests/comm are network namespaces
optional_test="$optional_test ccache" # what two builds share is compiled once

say() { printf '== %s\n' "$*" >&2; }
fail() { printf './dev: %s\n' "$1" >&2; exit "${2:-1}"; }

distribution() { . /etc/os-release 2>/dev/null && echo "${ID:-unknown}"; }

# Ubuntu has the same names for all but these (not tested there).
name_here() {
    case $(distribution):$1 in
        ubuntu:chromium) echo chromium-browser ;;
        *) echo "$1" ;;
    esac
}

installed() {
    dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed' && return 0
    # a tool that came another way counts too
    case $1 in
        npm | nodejs | git | cmake | python3 | sqlite3) command -v "$(echo "$1" | sed s/nodejs/node/)" >/dev/null ;;
        *) return 1 ;;
    esac
}

missing_of() {
    for package in $1; do
        package=$(name_here "$package")
        installed "$package" || printf '%s ' "$package"
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

may_install() {
    [ "$(id -u)" = 0 ] || { command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; }
}

available_of() {
    for package in $1; do
        [ -n "$(apt-cache madison "$package" 2>/dev/null | head -1)" ] && printf '%s ' "$package"
    done
}

# setup PURPOSE...: installs what these purposes need; needs no root when all is there.
setup() {
    need="" want=""
    for purpose; do
        eval "need=\"\$need \$packages_$purpose\" want=\"\$want \$optional_$purpose\""
    done
    need=$(missing_of "$need") want=$(missing_of "$want")
    [ -n "$need$want" ] || return 0
    if ! command -v apt-get >/dev/null; then
        [ -n "$need" ] || { say "not here, and not needed: $want"; return 0; }
        fail "this is no Debian or Ubuntu; install what these Debian packages hold, then run again: $need"
    fi
    if ! may_install; then
        [ -n "$need" ] || { say "optional packages are missing: apt-get install $want"; return 0; }
        fail "these packages are missing and I may not install them; as root: apt-get install $need$want"
    fi
    apt_lists_ready || as_root apt-get -qq update || fail "apt-get update failed: is the network there?"
    want=$(available_of "$want")
    [ -n "$need$want" ] || return 0
    say "installing: $need$want"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $need $want >build-setup.log 2>&1 || {
        tail -20 build-setup.log >&2
        fail "apt-get install failed (build-setup.log); by hand: apt-get install $need"
    }
    rm -f build-setup.log
}

apt_lists_ready() {
    [ -n "$(find /var/lib/apt/lists -name '*Packages*' -newermt '1 day ago' 2>/dev/null | head -1)" ]
}
