# SPDX-License-Identifier: MIT
# "Hosts" that are network namespaces of this machine, made and removed by the test. Sourced; the caller sets GAMBREL (folder of the
# programs) and WORK (scratch). Only processes that were started here are ended, by their number.
NET=gt$$
RELAY=

net_can() { # says why not on stdout
    [ "$(id -u)" = 0 ] || { echo "needs root"; return 1; }
    for tool in ip tc mpirun unshare python3; do
        command -v $tool >/dev/null || { echo "needs $tool"; return 1; }
    done
    [ -x "$GAMBREL/gambrel-mpi" ] || { echo "gambrel-mpi is not built"; return 1; }
    ip netns add "${NET}probe" 2>/dev/null || { echo "this machine allows no network namespaces"; return 1; }
    ip netns del "${NET}probe"
}

net_down() {
    [ -z "$RELAY" ] || { kill "$RELAY" 2>/dev/null; wait "$RELAY" 2>/dev/null; }
    RELAY=
    ip netns del "${NET}a" 2>/dev/null
    ip netns del "${NET}b" 2>/dev/null
}

net_addresses() {
    i=1
    for n in a b; do
        ip netns exec "$NET$n" ip addr add "10.77.0.$i/24" dev gam0
        ip netns exec "$NET$n" ip link set gam0 up
        ip netns exec "$NET$n" ip link set lo up
        # windows that both directions at once do not wait for
        ip netns exec "$NET$n" sh -c 'cd /proc/sys/net/ipv4 && echo "4096 4194304 8388608" >tcp_rmem && echo "4096 1048576 8388608" >tcp_wmem'
        i=$((i + 1))
    done
}

net_up() { # two namespaces and a cable
    net_down
    ip netns add "${NET}a" && ip netns add "${NET}b" || return 1
    ip link add "${NET}v" type veth peer name "${NET}w" || return 1
    ip link set "${NET}v" netns "${NET}a" name gam0
    ip link set "${NET}w" netns "${NET}b" name gam0
    net_addresses
}

net_up_delayed() { # DELAY-US: a cable that is so long, by netem where the kernel has it, else by the relay; HOW says which
    net_up || return 1
    if ip netns exec "${NET}a" tc qdisc add dev gam0 root netem delay "${1}us" 2>/dev/null; then
        ip netns exec "${NET}b" tc qdisc add dev gam0 root netem delay "${1}us"
        HOW=netem
        return
    fi
    net_down
    ip netns add "${NET}a" && ip netns add "${NET}b" || return 1
    "$GAMBREL/tests/comm/comm_relay" "${NET}a" "${NET}b" gam0 "$1" >"$WORK/relay" 2>&1 &
    RELAY=$!
    i=0
    while ! grep -q ready "$WORK/relay" 2>/dev/null; do
        i=$((i + 1))
        [ $i -lt 100 ] || { cat "$WORK/relay" >&2; return 1; }
        sleep 0.1
    done
    net_addresses
    HOW=relay
}

net_rate() { # MBIT: both ends send no faster
    for n in a b; do
        ip netns exec "$NET$n" tc qdisc add dev gam0 root tbf rate "${1}mbit" burst 4kb latency 100ms || return 1
    done
}

# Open MPI's remote-shell agent: the first argument is the "host", its name that of the namespace.
net_agent() {
    cat >"$WORK/agent" <<AGENT
#!/bin/sh
host=\$1
shift
exec ip netns exec "\$host" unshare --uts sh -c 'hostname "\$0"; eval "\$*"' "\$host" "\$@"
AGENT
    chmod +x "$WORK/agent"
}

# Large messages go in pieces (btl_tcp_flags: send): in one piece, the word that the other side may send waits behind all of one's
# own, and whether it does depends on who came first: the same exchange then takes once or twice as long.
net_mpi() { # COMMAND OPTIONS of gambrel-mpi on the two hosts, one rank each, TCP only
    net_agent
    ip netns exec "${NET}a" unshare --uts sh -c 'hostname "$0"; exec "$@"' "${NET}a" \
        env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 HOME="$WORK" \
        mpirun -n 2 --host "${NET}a:1,${NET}b:1" --bind-to none --mca mpi_yield_when_idle 1 --mca plm_rsh_agent "$WORK/agent" --mca btl tcp,self --mca btl_tcp_flags 1 \
        --mca btl_tcp_if_include gam0 --mca oob_tcp_if_include gam0 --mca orte_keep_fqdn_hostnames 1 \
        "$GAMBREL/gambrel-mpi" "$@"
}

# Payload of a bare TCP stream from a to b for SECONDS, in bytes per second: the median of tenths of a second, as who waits for a
# processor in some of them loses what the link could have carried.
net_stream() {
    ip netns exec "${NET}b" python3 -c '
import socket, statistics, time
s = socket.socket(); s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1); s.bind(("10.77.0.2", 7700)); s.listen(1)
c, _ = s.accept(); n = 0; since = None; rates = []
while True:
    b = c.recv(1 << 16)
    if not b: break
    now = time.monotonic()
    n += len(b)
    if since is None or now - since >= 0.1:
        if since is not None: rates.append(n / (now - since))
        n = 0; since = now
print("%.0f" % statistics.median(rates[5:]))' >"$WORK/stream" &
    server=$!
    sleep 0.5
    ip netns exec "${NET}a" python3 -c '
import socket, sys, time
c = socket.create_connection(("10.77.0.2", 7700)); end = time.monotonic() + float(sys.argv[1])
while time.monotonic() < end: c.sendall(b"x" * 65536)' "$1"
    wait $server
    cat "$WORK/stream"
}

field() { # FILE PATH: a value of a JSON file, "links.0.bandwidth.value"
    python3 -c '
import json, sys
v = json.load(open(sys.argv[1]))
for k in sys.argv[2].split("."): v = v[int(k)] if isinstance(v, list) else v[k]
print("null" if v is None else v)' "$1" "$2"
}

within() { # NAME VALUE WANTED RELATIVE [ABSOLUTE]: a line and a status
    awk -v n="$1" -v v="$2" -v w="$3" -v r="$4" -v a="${5:-0}" 'BEGIN {
        d = v - w; if (d < 0) d = -d
        ok = v != "null" && d <= r * w + a
        printf "%s %s: %s, expected %s within %g %%%s\n", ok ? "ok  " : "FAIL", n, v, w, 100 * r, a ? " + " a : ""
        exit !ok }'
}

label_of() { # FILE SPEC: the label of an operator
    python3 -c '
import json, sys
for o in json.load(open(sys.argv[1]))["operators"]:
    if o["op"] == sys.argv[2]:
        print(o["bound"]["label"])
        print("     ", o["bound"]["label"], o["time_ns"]["median"], o["bound"]["reason"], file=sys.stderr)' "$1" "$2"
}

is() { # NAME VALUE WANTED
    if [ "$2" = "$3" ]; then echo "ok   $1: $2"; else echo "FAIL $1: '$2', expected '$3'"; return 1; fi
}

below() { # NAME VALUE LIMIT
    awk -v n="$1" -v v="$2" -v l="$3" 'BEGIN {
        ok = v != "null" && l != "null" && v + 0 < l + 0
        printf "%s %s: %s, expected below %s\n", ok ? "ok  " : "FAIL", n, v, l
        exit !ok }'
}

# Time that some process waited for a processor, in microseconds; 0 where the kernel does not count it.
stalled_us() {
    { sed -n 's/^some.*total=//p' /proc/pressure/cpu 2>/dev/null || :; } | awk '{ us = $1 } END { printf "%.0f", us }'
}

disturbed() { # FILE STALLED-US SECONDS: whether others used the processors: a tenth of the time somebody waited, or the report says so
    python3 -c '
import json, sys
said = {"noisy-machine", "slow-rank"} & {f["code"] for f in json.load(open(sys.argv[1]))["findings"]}
sys.exit(not (said or float(sys.argv[2]) > 1e5 * float(sys.argv[3])))' "$1" "$2" "$3"
}
