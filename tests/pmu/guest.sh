#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs one shell command in an emulated Arm machine whose PMU counts, and ends with its status. Output of the command on stdout.
# usage: guest.sh [-c CPU] [-i SHIFT|none] [-s CPUS] [-p PARANOID] [-t SECONDS] [-f FILE]... 'COMMAND'
#   -c  cortex-a57 (default), cortex-a72, "cortex-a57,pmu=off" ...
#   -i  2^SHIFT ns per instruction, counts are exact with one cpu (default 0); none: no instruction counter
#   -f  a file that lies in the guest's working folder /job
# 125: the guest never finished.
set -eu
dir=${PMU_DIR:?}
cpu=cortex-a57 shift_=0 cpus=1 paranoid=-1 limit=300
work=$(mktemp -d "$dir/guest.XXXXXX")
trap 'rm -rf "$work"' EXIT INT TERM
mkdir "$work/job"
while getopts c:i:s:p:t:f: option; do
    case $option in
        c) cpu=$OPTARG ;;
        i) shift_=$OPTARG ;;
        s) cpus=$OPTARG ;;
        p) paranoid=$OPTARG ;;
        t) limit=$OPTARG ;;
        f) cp -r "$OPTARG" "$work/job/" ;;
        *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -eq 1 ] || { sed -n '4,9p' "$0" >&2; exit 2; }
printf '%s\n' "$1" >"$work/job/command"
(cd "$work" && find job | cpio -o -H newc -R 0:0 --quiet) | gzip -1 >"$work/job.cpio.gz"
cat "$dir/base.cpio.gz" "$dir/libs.cpio.gz" "$work/job.cpio.gz" >"$work/initrd"
icount="-icount shift=$shift_"
[ "$shift_" != none ] || icount=
timeout -k 5 "$limit" nice -n 5 qemu-system-aarch64 -M virt -cpu "$cpu" -smp "$cpus" -m 1024 $icount -nographic -nodefaults -serial stdio \
    -no-reboot -kernel "$dir/vmlinuz" -initrd "$work/initrd" \
    -append "console=ttyAMA0 quiet loglevel=0 panic=-1 paranoid=$paranoid rdinit=/init" </dev/null 2>"$work/errors" |
    tr -d '\r' >"$work/output" || true
sed -n '/^guest-begins$/,/^guest-ends [0-9]*$/p' "$work/output" | sed '1d;$d'
status=$(sed -n 's/^guest-ends \([0-9]*\)$/\1/p' "$work/output" | tail -1)
[ -n "$status" ] || { cat "$work/errors" >&2; tail -5 "$work/output" >&2; echo "guest.sh: the guest never finished" >&2; exit 125; }
exit "$status"
