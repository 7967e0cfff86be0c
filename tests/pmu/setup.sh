#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetches what the emulated Arm machine is made of (Debian's arm64 kernel, busybox, libc, libraries) into $PMU_DIR and builds two
# archives: base.cpio.gz (busybox and init) and libs.cpio.gz (what a dynamic program needs). Also leaves $PMU_DIR/sysroot for
# cross-compiling. The host's own package lists and architectures are not touched.
set -eu
dir=${PMU_DIR:?}
suite=bookworm # library sonames and the kernel are this suite's, whatever the host runs
packages_runtime="libc6 libgcc-s1 libgomp1 libstdc++6 libpapi7.0 libpfm4 libsde1 libhwloc15 libudev1 libcap2 libsqlite3-0 libcjson1 zlib1g"
packages_develop="libpapi-dev libpfm4-dev libhwloc-dev libsqlite3-dev libcjson-dev zlib1g-dev"

mkdir -p "$dir/apt/lists/partial" "$dir/apt/cache/archives/partial" "$dir/debs"
: >"$dir/apt/status"

mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v -i security | grep -E '/debian/?$' | sort -u | head -1)
[ -n "$mirror" ] || {
    echo "tests/pmu: no Debian mirror in this machine's package sources; add one, then run again" >&2
    exit 77
}
echo "deb [arch=arm64 signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$dir/apt/sources.list"
cat >"$dir/apt/apt.conf" <<EOF
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Sandbox::User "root";
Dir::State "$dir/apt";
Dir::State::Lists "$dir/apt/lists";
Dir::State::status "$dir/apt/status";
Dir::Cache "$dir/apt/cache";
Dir::Etc::sourcelist "$dir/apt/sources.list";
Dir::Etc::sourceparts "-";
Acquire::Languages "none";
EOF
export APT_CONFIG="$dir/apt/apt.conf"
apt-get -qq update || { echo "tests/pmu: the arm64 package list cannot be had; is the network there?" >&2; exit 77; }

kernel=$(apt-cache depends linux-image-cloud-arm64 | sed -n 's/^ *Depends: *\(linux-image-[^ ]*\)$/\1/p' | head -1)
cd "$dir/debs"
rm -f ./*.deb
apt-get -qq download "$kernel" busybox-static $packages_runtime $packages_develop ||
    { echo "tests/pmu: the arm64 packages cannot be had" >&2; exit 77; }

cd "$dir"
rm -rf kernel sysroot
mkdir kernel sysroot
for deb in debs/*.deb; do
    case $deb in
        debs/linux-image*) dpkg -x "$deb" kernel ;;
        *) dpkg -x "$deb" sysroot ;;
    esac
done
cp kernel/boot/vmlinuz-* vmlinuz
# Development links point to absolute paths of the machine they are meant for.
find sysroot/usr/lib -type l | while read -r link; do
    target=$(readlink "$link")
    case $target in /*) ln -sf "$dir/sysroot$target" "$link" ;; esac
done

archive() { # archive FOLDER OUT
    (cd "$1" && find . | cpio -o -H newc -R 0:0 --quiet) | gzip -6 >"$2"
}

rm -rf base && mkdir -p base/bin base/proc base/sys base/dev base/tmp base/job
busybox=$(find sysroot -path '*bin/busybox' -type f)
cp "$busybox" base/bin/busybox
for applet in sh mount poweroff stty cat ls echo mkdir dmesg uname sleep grep sed head ln; do ln -s busybox "base/bin/$applet"; done
cat >base/init <<'EOF'
#!/bin/sh
export PATH=/bin:/usr/bin HOME=/tmp
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev 2>/dev/null
mkdir -p /dev/shm && mount -t tmpfs shm /dev/shm
echo "${paranoid:--1}" >/proc/sys/kernel/perf_event_paranoid
stty -opost 2>/dev/null
cd /job
echo "guest-begins"
sh ./command </dev/null 2>&1
status=$?
echo
echo "guest-ends $status"
poweroff -f
EOF
chmod +x base/init
archive base base.cpio.gz

rm -rf libs && mkdir -p libs/lib libs/usr/lib
cp -a sysroot/lib/. libs/lib/
for lib in sysroot/usr/lib/aarch64-linux-gnu/*.so.*; do
    mkdir -p libs/usr/lib/aarch64-linux-gnu
    cp -a "$lib" libs/usr/lib/aarch64-linux-gnu/
done
rm -rf libs/lib/modules libs/lib/systemd
[ ! -d sysroot/usr/share/papi ] || { mkdir -p libs/usr/share && cp -r sysroot/usr/share/papi libs/usr/share/; }
archive libs libs.cpio.gz
echo "$suite $kernel" >ready
