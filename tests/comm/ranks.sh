#!/bin/sh
# SPDX-License-Identifier: MIT
# Three and four ranks on whatever processors there are: every collective and step is right, every rank's records arrive, and more ranks
# than processors draw no roof.
set -u
GAMBREL=$1
. "$(dirname "$0")/net.sh"
command -v mpirun >/dev/null || { echo "skipped: needs mpirun"; exit 77; }
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
bad=0
for n in 3 4; do
    mpirun -n $n --bind-to none "$GAMBREL/gambrel-mpi" run --rounds 2 --budget 200 --max-bytes 3072 --db "$WORK/db" -o "$WORK/$n" -q || {
        echo "FAIL: $n ranks"
        exit 1
    }
    "$GAMBREL/gambrel" db export $((n - 2)) --db "$WORK/db" -o "$WORK/$n/run.json" || exit 1
    python3 - "$WORK/$n/report.json" "$WORK/$n/run.json" $n "$(nproc)" <<'CHECK' || bad=1
import json, sys
report, run, n, cpus = json.load(open(sys.argv[1])), json.load(open(sys.argv[2])), int(sys.argv[3]), int(sys.argv[4])
bad = []
def check(what, ok):
    if not ok: bad.append(what)
check("every operator is right", all(o["status"] == "ok" for o in report["operators"]))
check("operators are there", len(report["operators"]) >= 5 * 3 + 7)
check("errors were compared", all(o["error"]["value"] <= o["error"]["tolerance"] for o in report["operators"]))
check("ranks", sorted(r["rank"] for r in run["rank"]) == list(range(n)))
ranked = {}
for s in run["sample"]: ranked.setdefault(s["measurement"], set()).add(s["rank"])
for i, m in enumerate(run["measurement"]):
    spec = run["operator"][run["node"][m["node"]]["operator"]]["spec"]
    if spec.startswith("collective"): check("samples of all ranks for " + spec, ranked.get(i) == set(range(n)))
check("a link for each pair", len(run["link"]) == n * (n - 1) // 2)
check("clock errors", all(r["clock_error_ns"] is not None for r in run["rank"]))
check("oversubscribed", report["network"]["oversubscribed"] == (n > cpus))
if n > cpus:
    check("no roof", not report["devices"][0]["ceilings"])
    check("said", any(f["code"] == "oversubscribed" for f in report["findings"]))
    check("nothing judged", all(o["bound"]["label"] == "indeterminate" for o in report["operators"]))
for o in report["operators"]:
    if o["status"] != "ok": print(o["op"], o["status"], o["reason"])
for b in bad: print("FAIL %d ranks: %s" % (n, b))
print("ok   %d ranks, %d operators" % (n, len(report["operators"])))
sys.exit(bool(bad))
CHECK
done
exit $bad
