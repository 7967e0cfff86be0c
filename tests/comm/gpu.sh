#!/bin/sh
# SPDX-License-Identifier: MIT
# Collectives between buffers on GPUs, through a fake driver and a fake NCCL: two ranks with a GPU each; more ranks than GPUs; and no
# GPU wanted.
set -u
GAMBREL=$1
FAKE=$2
. "$(dirname "$0")/net.sh"
command -v mpirun >/dev/null || { echo "skipped: needs mpirun"; exit 77; }
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
bad=0

measure() { # FOLDER GPUS OPTION...
    folder=$1 gpus=$2
    shift 2
    mpirun -n 2 --bind-to none -x FAKE_GPUS="$gpus" -x LD_LIBRARY_PATH="$FAKE" "$GAMBREL/gambrel-mpi" comm --rounds 6 --budget 60 \
        --db "$WORK/db" -o "$WORK/$folder" -q "$@" || { echo "FAIL: $folder"; exit 1; }
}

measure two 2 --max-bytes 1048576
python3 - "$WORK/two/report.json" <<'CHECK' || bad=1
import json, sys
r = json.load(open(sys.argv[1]))
bad = []
def check(what, ok):
    if not ok: bad.append(what)
mine = [o for o in r["operators"] if o["implementation"] == "nccl"]
check("five collectives of every size", len(mine) == 5 * 7 and {o["op"].split("what=")[1].split(",")[0] if "what=" in o["op"] else "allreduce" for o in mine} ==
      {"allreduce", "reducescatter", "allgather", "alltoall", "broadcast"})
for o in mine: check("%s: %s %s" % (o["op"], o["status"], o["reason"]), o["status"] == "ok" and o["error"]["value"] == 0)
check("as many in main memory", len([o for o in r["operators"] if o["implementation"] == "mpi"]) == len(mine))
links = {l["link"] for l in r["network"]["links"]}
check("links apart: %s" % links, links == {"GPU NCCL 2.21.5", "shared memory"})
check("fits apart", sorted(c["link"] for c in r["network"]["collectives"]) == 5 * ["GPU NCCL 2.21.5"] + 5 * ["shared memory"])
for c in r["network"]["collectives"]: check("sizes of a fit", c["sizes"] == 7)
check("roofs of both", {"cpu/network/GPU NCCL 2.21.5", "cpu/network/shared memory"} <= {c["id"] for d in r["devices"] for c in d["ceilings"]})
for o in mine:
    t = o["resource_times_ns"]
    check("only the network counts: %s" % t, t["compute"] is None and t["overhead"] is None and not t["memory"] and list(t["network"]) == ["GPU NCCL 2.21.5"])
for b in bad: print("FAIL two GPUs: " + b)
if not bad: print("ok   two GPUs, %d operators" % len(mine))
sys.exit(bool(bad))
CHECK

measure one 1 --max-bytes 64
says() { # FOLDER PATTERN
    if "$GAMBREL/gambrel" db export "$2" --db "$WORK/db" | grep -q "$3"; then echo "ok   $1"; else echo "FAIL $1"; bad=1; fi
}
says "one GPU for two ranks is not used, and it is said" 2 '1 GPU for more ranks'
grep -q nccl "$WORK/one/report.json" && { echo "FAIL one GPU was used by two ranks"; bad=1; }
measure none 2 --max-bytes 64 --no-gpu
grep -q nccl "$WORK/none/report.json" && { echo "FAIL --no-gpu"; bad=1; }
exit $bad
