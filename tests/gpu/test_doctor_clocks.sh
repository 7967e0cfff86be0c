#!/bin/sh
# SPDX-License-Identifier: MIT
# `gambrel doctor` on clocks of NVIDIA's boards, against a fake NVML. usage: test_doctor_clocks.sh GAMBREL FAKES LACKING-FAKES
set -eu
gambrel=$1 fakes=$2 lacking=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work" LC_ALL=C

# doctor FOLDER-OF-LIBRARIES [VARIABLE=VALUE...]: its rows, one a line
doctor() {
    folder=$1
    shift
    env LD_LIBRARY_PATH="$folder" "$@" "$gambrel" doctor --json >"$work/json"
    tr -d '\n' <"$work/json" | sed 's/} *, *{/}\n{/g; s/": *"/":"/g' >"$work/rows"
}
fails() {
    echo "FAILED: $1" >&2
    cat "$work/rows" >&2
    exit 1
}
says() { # NAME STATE TEXT
    grep "\"name\":\"$1\"" "$work/rows" | grep "\"state\":\"$2\"" | grep -qF -e "$3" || fails "no row '$1' that is $2 and says '$3'"
}
silent() { # NAME
    ! grep -q "\"name\":\"$1" "$work/rows" || fails "a row '$1' that nothing stands behind"
}

doctor "$fakes" FAKE_GPUS=2 # nothing is set
for board in 0 1; do
    says "gpu $board clock" partial "at its default, 1500 MHz"
    says "gpu $board clock" partial "as root, at the cost of the boost above MAX: nvidia-smi -i $board -lgc MIN,MAX"
    says "gpu $board persistence" partial "nvidia-smi -i $board -pm 1"
done
silent "gpu 2"

doctor "$fakes" FAKE_APPLICATION_MHZ=1200 FAKE_PERSISTENCE=1
says "gpu 0 clock" ready "set to 1200 MHz (default 1500 MHz)"
says "gpu 0 persistence" ready on
! grep -q 'nvidia-smi -i 0' "$work/rows" || fails "help where none is needed"

doctor "$fakes" FAKE_SLOW_REASONS=0x2 # a setting holds the clock although the application clock is the default
says "gpu 0 clock" ready "a setting holds the clock"

doctor "$fakes" FAKE_SLOW_REASONS=0x1 # idle is no setting
says "gpu 0 clock" partial "at its default"

doctor "$fakes" FAKE_APPLICATION_MHZ=0 FAKE_PERSISTENCE=-1 # the driver does not support the question
silent "gpu 0 "

doctor "$lacking" # the library does not have the functions
says nvml ready "" # but it is there
silent "gpu 0 "

mkdir "$work/broken" # no library, also where a real one is installed
for name in libnvidia-ml.so.1 libnvidia-ml.so; do echo "no library" >"$work/broken/$name"; done
doctor "$work/broken"
says nvml missing ""
silent "gpu 0 "
