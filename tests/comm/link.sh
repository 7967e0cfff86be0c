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
# Computing is 1.5 x 1024 FLOP for a byte that is sent: a tenth of what 100 Mbit/s take, and many times what an unlimited cable takes.
step=step:ranks=2,rows=1024,width=512,dtype=f32
reduce=collective:ranks=2,bytes=262144,dtype=f32
tiny=collective:ranks=2,bytes=8,dtype=f32

measure() { # FOLDER OPTION...
    folder=$1
    shift
    stalled=$(stalled_us) since=$(date +%s.%N)
    net_mpi comm --db "$WORK/db" -o "$WORK/$folder" -q --timeout 60 --rounds 7 "$@" || { echo "FAIL: gambrel-mpi $*"; exit 1; }
    took=$(awk -v a="$since" -v b="$(date +%s.%N)" 'BEGIN { print b - a }')
    stalled=$(($(stalled_us) - stalled))
}

# A label, tried up to three times. Where other programs took the processors in the middle of a step, a wrong one decides nothing and
# says so; on a machine of its own it fails.
labelled() { # NAME SPEC LABEL FOLDER OPTION...
    name=$1 spec=$2 wanted=$3 into=$4 seen=
    shift 3
    for attempt in 1 2 3; do
        [ $attempt = 1 ] || measure "$@"
        label=$(label_of "$WORK/$into/report.json" "$spec")
        [ "$label" = "$wanted" ] && { echo "ok   $name: $label"; return 0; }
        seen="$seen $label"
        disturbed "$WORK/$into/report.json" "$stalled" "$took" || { echo "FAIL $name: '$label', expected '$wanted'"; return 1; }
    done
    echo "undecided $name:$seen instead of $wanted, on a machine that others used"
}

RATE=100
net_up && net_rate $RATE || exit 1
before=$(net_stream 3)
set -- limited --max-bytes 1048576 --budget 600 --op $step --op $reduce
measure "$@"
after=$(net_stream 3)
payload=$(awk -v a="$before" -v b="$after" 'BEGIN { printf "%.0f", (a + b) / 2 }')
echo "tbf $RATE Mbit/s: a bare stream reaches $before and $after bytes/s"
within "bandwidth of the fit" "$(field "$WORK/limited/report.json" network.links.0.bandwidth.value)" "$payload" 0.05 || bad=1
is "the link" "$(field "$WORK/limited/report.json" network.links.0.link)" gam0 || bad=1
labelled "all-reduce of 256 KiB" $reduce communication-bound "$@" || bad=1
labelled "step behind $RATE Mbit/s" $step communication-bound "$@" || bad=1
exposed=$(field "$WORK/limited/report.json" network.steps.0.exposed_share.ci.0)

net_up || exit 1
set -- free --max-bytes 1048576 --budget 600 --op $step --op $tiny
measure "$@"
labelled "the same step without a limit" $step compute-bound "$@" || bad=1
labelled "all-reduce of 8 bytes" $tiny comm-latency "$@" || bad=1
below "communication that nothing hides, without the limit" "$(field "$WORK/free/report.json" network.steps.0.exposed_share.value)" "$exposed" || bad=1
set -- late --max-bytes 65536 --budget 600 --op $tiny --op $step --delay 1:60000
measure "$@"
labelled "a late rank, all-reduce" $tiny imbalance-bound "$@" || bad=1
labelled "a late rank, step" $step imbalance-bound "$@" || bad=1

DELAY=5000
net_up_delayed 0 || exit 1
measure wire --max-bytes 4096 --budget 10 --op $tiny
own=$(field "$WORK/wire/report.json" network.links.0.smallest_ns.value)
net_down
net_up_delayed $DELAY || exit 1
measure delayed --max-bytes 4096 --budget 15 --op $tiny
echo "delay by $HOW: at 0 us one way takes $own ns"
within "latency" "$(field "$WORK/delayed/report.json" network.links.0.alpha_ns.value)" $((DELAY * 1000)) 0.10 "$own" || bad=1
exit $bad
