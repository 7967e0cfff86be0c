# SPDX-License-Identifier: MIT
"""What the figures have in common that compare the rounds of runs: times, and the interval of a median."""
import math
import statistics


def load_times(run):
    """(spec, device, implementation) -> round -> time of an iteration, of what `gambrel db export` wrote"""
    spec = [o["spec"] for o in run["operator"]]
    node = [spec[n["operator"]] for n in run["node"]]
    device = [d["id"] for d in run["device"]]
    key = [(node[m["node"]], device[m["device"]], m["implementation"]) for m in run["measurement"]]
    rounds = {}
    for s in run["sample"]:
        if s["pass"] == 0:
            rounds.setdefault(key[s["measurement"]], {}).setdefault(s["round"], []).append(s["duration_ns"] / s["iterations"])
    return {k: {r: statistics.median(t) for r, t in v.items()} for k, v in rounds.items()}


def median_interval(values):
    """of the median, at 95 %: ranks by the binomial distribution; (None, None) for fewer than 6"""
    r = sorted(values)
    n, tail, cut = len(r), 0.0, 0
    while cut < n // 2 and tail + math.comb(n, cut) / 2**n <= 0.025:
        tail += math.comb(n, cut) / 2**n
        cut += 1
    return (r[cut - 1], r[n - cut]) if cut else (None, None)
