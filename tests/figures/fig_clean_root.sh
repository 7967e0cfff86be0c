#!/bin/sh
# SPDX-License-Identifier: MIT
# From a clone to a report in a clean Debian root: set-up, build and run, each. Needs root, debootstrap and a package mirror.
set -u
. tests/figures/lib.sh
for suite in ${GAM_FIGURE_SUITES:-bookworm trixie}; do
    root=$(pwd)/build/figures/root-$suite
    if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
        figure "clean root, $suite" - - - "not measurable here: needs root and debootstrap"
        continue
    fi
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v -i security | grep -E '/debian/?$' | sort -u | head -1)
    rm -rf "$root"
    mkdir -p "$root"
    if ! debootstrap --variant=minbase --include=ca-certificates "$suite" "$root" "$mirror" >"$root.log" 2>&1; then
        figure "clean root, $suite" - - - "not measurable here: debootstrap failed"
        continue
    fi
    # the mirror needs what this machine's own package client needs
    cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/" 2>/dev/null
    cp /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null
    [ ! -d /usr/local/share/ca-certificates ] || cp -r /usr/local/share/ca-certificates/. "$root/usr/local/share/ca-certificates/"
    chroot "$root" update-ca-certificates >/dev/null 2>&1
    git clone -q . "$root/gambrel"
    mount --bind /proc "$root/proc" && mount --rbind /sys "$root/sys" && mount --rbind /dev "$root/dev" || exit 1
    begin=$(seconds_now)
    chroot "$root" sh -c 'cd /gambrel && . tests/lib/setup.sh && setup build' >"$root.log" 2>&1
    figure "clean root, $suite: set-up [s]" "$(seconds_since "$begin")" - - "stated"
    begin=$(seconds_now)
    chroot "$root" sh -c 'cd /gambrel && ./dev build' >>"$root.log" 2>&1
    figure "clean root, $suite: build [s]" "$(seconds_since "$begin")" - - "stated"
    begin=$(seconds_now)
    chroot "$root" sh -c 'cd /gambrel && HOME=/root ./dev run' >>"$root.log" 2>&1
    status=$?
    took=$(seconds_since "$begin")
    umount -l "$root/proc" "$root/sys" "$root/dev"
    figure "clean root, $suite: run [s]" "$took" - - "stated"
    ok=0
    [ $status -eq 0 ] && [ -s "$root/gambrel/report.html" ] && [ -s "$root/gambrel/report.json" ] && ok=1
    figure "clean root, $suite: both reports are there" "$ok" - 1 "$(verdict $ok '>=' 1)"
    [ $ok = 1 ] || tail -20 "$root.log" >&2
    rm -rf "$root"
done
