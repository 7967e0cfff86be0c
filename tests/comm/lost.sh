#!/bin/sh
# SPDX-License-Identifier: MIT
# A rank that dies and one that hangs, at any time: the error names it, and the rounds that were complete are stored; without rank 0 the
# others leave their records in files, and so does rank 0 without its database.
set -u
GAMBREL=$1
. "$(dirname "$0")/net.sh"
command -v mpirun >/dev/null || { echo "skipped: needs mpirun"; exit 77; }
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1
bad=0

child_of() { # PID NAME RANK: the process of that rank below mpirun PID
    for pid in $(cat "/proc/$1/task/$1/children" 2>/dev/null); do
        tr '\0' '\n' <"/proc/$pid/environ" 2>/dev/null | grep -qx "OMPI_COMM_WORLD_RANK=$2" && echo "$pid"
    done
}

start() { # OPTION...
    rm -f "$WORK/events"
    (cd "$WORK" && exec mpirun -n 2 --oversubscribe --bind-to none "$GAMBREL/gambrel-mpi" comm --rounds 1000 --budget 100 --max-bytes 512 --timeout 8 \
        --db "$WORK/db" --events "$WORK/events" "$@") >"$WORK/out" 2>&1 &
    job=$!
    i=0
    while [ "$(cat "$WORK/events" 2>/dev/null | wc -l)" -lt 2 ] && [ $i -lt 1500 ]; do # some rounds
        sleep 0.1
        i=$((i + 1))
    done
}

end() {
    i=0
    while kill -0 $job 2>/dev/null && [ $i -lt 600 ]; do
        sleep 0.1
        i=$((i + 1))
    done
    if kill -0 $job 2>/dev/null; then
        echo "FAIL: it still runs after a minute"
        kill -9 $job
        bad=1
    fi
    wait $job
    code=$?
    [ $code -ne 0 ] || { echo "FAIL: exit code 0"; bad=1; }
}

says() { # WHAT PATTERN
    if grep -qE "$2" "$WORK/out"; then echo "ok   $1"; else
        echo "FAIL $1: nothing like '$2' in:"
        cat "$WORK/out"
        bad=1
    fi
}

start
kill -9 "$(child_of $job 1)"
end
says "a rank that died is named" "gambrel-mpi: rank 1 on .*died"
says "its rounds are kept" "[1-9][0-9]* rounds? of all ranks are stored as run 1"
[ "$("$GAMBREL/gambrel" db export 1 --db "$WORK/db" | python3 -c 'import json, sys
r = json.load(sys.stdin); print(len({s["rank"] for s in r["sample"]}))')" = 2 ] || { echo "FAIL: the stored run lacks a rank"; bad=1; }

start
stopped=$(child_of $job 1)
kill -STOP "$stopped"
end
kill -9 "$stopped" 2>/dev/null
says "a rank that hangs is named" "rank 1 on .*(stopped|process $stopped)"
says "its rounds are kept" "rounds? of all ranks are stored as run 2"

start
kill -9 "$(child_of $job 0)"
end
says "without rank 0 the other leaves its records" "rank 1 left its records in"
"$GAMBREL/gambrel" db import "$WORK"/gambrel-*.rank1.json --db "$WORK/other" -q || { echo "FAIL: its file cannot be imported"; bad=1; }

# The database is locked from the first rounds on, so that rank 0 stands at its end; rank 1 is stopped there ("stop"), and then the lock
# goes away; or the lock stays ("keep").
hold() { # stop|keep ROUNDS PID
    python3 - "$WORK" "$@" <<'HOLD'
import os, signal, sqlite3, sys, time
work, what, rounds, pid = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
lock = sqlite3.connect(work + "/db", isolation_level=None)
lock.execute("begin immediate")
def alive():
    try: return os.kill(pid, 0) is None
    except ProcessLookupError: return False
while alive() and (what == "keep" or len(open(work + "/events").readlines()) < rounds): time.sleep(.05)
if what == "stop": os.kill(pid, signal.SIGSTOP)
HOLD
}

start --rounds 16 --budget 10 --timeout 3
stopped=$(child_of $job 1)
hold stop 16 "$stopped"
end
kill -9 "$stopped" 2>/dev/null
says "a rank that hangs at the end is named, everything is kept" "rank 1 on .*stopped; all rounds are stored: gambrel report 3"

start --rounds 16 --budget 10
hold keep 16 "$(child_of $job 0)"
end
says "what the database does not take is left in a file" "gambrel: .*the records are in 'gambrel-.*.rank0.json'"
"$GAMBREL/gambrel" db import "$WORK"/gambrel-*.rank0.json --db "$WORK/other2" -q || { echo "FAIL: its file cannot be imported"; bad=1; }

(cd "$WORK" && exec mpirun -n 2 --oversubscribe --bind-to none sh -c '[ $OMPI_COMM_WORLD_RANK = 0 ] || exec sleep 300
exec "$0" comm --timeout 2 --db other3' "$GAMBREL/gambrel-mpi") >"$WORK/out" 2>&1 &
job=$!
end
says "ranks that never meet end" "MPI did not bring the ranks together within"

(cd "$WORK" && exec mpirun -n 2 --oversubscribe --bind-to none "$GAMBREL/gambrel-mpi" comm --db /dev/null) >"$WORK/out" 2>&1 &
job=$!
end
says "a place that holds no database is known before anything runs" "gambrel: rank 0 on .*cannot open '/dev/null'"

"$GAMBREL/gambrel-mpi" comm --timeout 0 >"$WORK/out" 2>&1
says "no time to wait is refused" "^gambrel: --timeout: at least 1 s"
exit $bad
