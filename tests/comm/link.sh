#!/bin/sh
# SPDX-License-Identifier: MIT
# The fit of a link against what is known of it: the payload that a bare TCP stream reaches through the same path, and a delay that was
# put in; and what a slow link, a late rank and small messages do to labels.
set -u
GAMBREL=$1
. "$(dirname "$0")/net.sh"
why=$(net_can) || { echo "skipped: $why"; exit 77; }
WORK=$(mktemp -d)
trap 'net_down; rm -rf "$WORK"' EXIT
bad=0
# Told, not judged: whoever else runs here takes a rank's processor in the middle of a step, and what then takes long is not the step.
step_seen() { # NAME FILE LABEL
    echo "told: $1: $(label_of "$2" $step) (alone on the machine it should be $3)"
}
step=step:ranks=2,rows=1024,width=512,layers=2,pieces=2,dtype=f32
reduce=collective:ranks=2,bytes=1048576,dtype=f32
tiny=collective:ranks=2,bytes=8,dtype=f32

measure() { # FOLDER OPTION...
    folder=$1
    shift
    net_mpi comm --db "$WORK/db" -o "$WORK/$folder" -q --timeout 60 --rounds 8 "$@" || { echo "FAIL: gambrel-mpi $*"; exit 1; }
}

RATE=100
net_up && net_rate $RATE || exit 1
before=$(net_stream 5)
measure limited --max-bytes 2097152 --budget 600 --op $step --op $reduce
after=$(net_stream 5)
payload=$(awk -v a="$before" -v b="$after" 'BEGIN { printf "%.0f", (a + b) / 2 }')
echo "tbf $RATE Mbit/s: a bare stream reaches $before and $after bytes/s"
within "bandwidth of the fit" "$(field "$WORK/limited/report.json" network.links.0.bandwidth.value)" "$payload" 0.05 || bad=1
is "the link" "$(field "$WORK/limited/report.json" network.links.0.link)" gam0 || bad=1
step_seen "step behind $RATE Mbit/s" "$WORK/limited/report.json" communication-bound
is "all-reduce of 1 MiB" "$(label_of "$WORK/limited/report.json" $reduce)" communication-bound || bad=1

net_up || exit 1
measure free --max-bytes 2097152 --budget 600 --op $step --op $tiny
step_seen "the same step without a limit" "$WORK/free/report.json" compute-bound
is "all-reduce of 8 bytes" "$(label_of "$WORK/free/report.json" $tiny)" comm-latency || bad=1
measure late --max-bytes 65536 --budget 600 --op $tiny --op $step --delay 1:20000
is "a late rank, all-reduce" "$(label_of "$WORK/late/report.json" $tiny)" imbalance-bound || bad=1
step_seen "a late rank, step" "$WORK/late/report.json" imbalance-bound

DELAY=5000
net_up_delayed 0 || exit 1
measure wire --max-bytes 4096 --budget 20 --op $tiny
own=$(field "$WORK/wire/report.json" network.links.0.smallest_ns.value)
net_down
net_up_delayed $DELAY || exit 1
measure delayed --max-bytes 4096 --budget 30 --op $tiny
echo "delay by $HOW: at 0 us one way takes $own ns"
within "latency" "$(field "$WORK/delayed/report.json" network.links.0.alpha_ns.value)" $((DELAY * 1000)) 0.10 "$own" || bad=1
exit $bad
