# SPDX-License-Identifier: MIT
"""Figures of an NVIDIA GPU from pairs of runs. usage: gpu_rows.py FOLDER DEVICE

FOLDER/1, FOLDER/2 ... hold a run each: report.json, run.json (db export) and torch.json (gpu_torch.py right after it), where there
was one. Prints a line for each figure: KEY VALUE LOW HIGH WHY, numbers "null" where missing; WHY says why, else "-".
"""
import json
import pathlib
import statistics
import sys

from rounds import load_times, median_interval

# FP32 additions and multiplications together that a multiprocessor ends in a cycle (CUDA C++ Programming Guide, "Throughput of
# native arithmetic instructions": 32-bit multiply-add).
FMA_LANES = {
    "sm_70": 64, "sm_72": 64, "sm_75": 64, "sm_80": 64, "sm_86": 128, "sm_87": 128, "sm_89": 128, "sm_90": 128, "sm_100": 128,
    "sm_103": 128, "sm_120": 128,
}  # fmt: skip


MOST_OF_THEORY = 1.02


class Missing(Exception):
    """Why there is no value."""


def operator(report, device, kind, implementation):
    """The operator of that kind by that implementation, if its result was right."""
    for o in report["operators"]:
        if o["kind"] == kind and o["implementation"] == implementation and o["device"] == device:
            if o["status"] not in ("ok", "partial"):
                raise Missing(f"{kind} by {implementation} {o['status']}: {o['reason']}")
            return o
    raise Missing(f"no {kind} by {implementation} in the run")


def implementations(kind, ours, theirs):
    """Ratios of the rounds in which both were visited: > 1 is faster than theirs."""

    def ratios(pair, device):
        a, b = (operator(pair["report"], device, kind, i)["time_ns"]["rounds"] for i in (ours, theirs))
        return [y / x for x, y in zip(a, b) if x and y]

    return ratios


def ceiling(report, device, **want):
    """The highest ceiling with those words that has a value and is not void."""
    rows = [c for d in report["devices"] if d["id"] == device for c in d["ceilings"] if all(c[k] == v for k, v in want.items())]
    what = " ".join(want.values())
    if not rows:
        raise Missing(f"no ceiling {what} in the run")
    usable = [c for c in rows if c["value"] and c["valid"] is not False]
    if not usable:
        raise Missing(f"ceiling {what}: {rows[0]['reason'] or 'no value'}")
    return max(usable, key=lambda c: c["value"])


def clocks(run, device, spec, implementation):
    """round -> clock of the device during that measurement"""
    names = [q["name"] for q in run["quantity_def"]]
    node = [run["operator"][n["operator"]]["spec"] for n in run["node"]]
    wanted = {
        i
        for i, m in enumerate(run["measurement"])
        if (node[m["node"]], run["device"][m["device"]]["id"], m["implementation"]) == (spec, device, implementation)
    }
    found, why = {}, "the run has no clock of the device; is there NVML?"
    for r in run["reading"]:
        sample = run["sample"][r["subject"]] if r["target"] == "sample" else None
        if sample and names[r["quantity"]] == "gpu_clock_hz" and sample["measurement"] in wanted and sample["pass"] == 0:
            if r["rvalue"]:
                found.setdefault(sample["round"], []).append(r["rvalue"])
            else:
                why = f"gpu_clock_hz: {r['reason']}"
    if not found:
        raise Missing(why)
    return {r: statistics.median(hz) for r, hz in found.items()}


def fp32_roof(pair, device):
    """Measured FLOP/s of each round to units x lanes x 2 x the clock seen in that round."""
    c = ceiling(pair["report"], device, kind="compute", dtype="f32", **{"class": "fma"})
    spec, _, implementation = c["method"].partition(" (")
    implementation = implementation.rstrip(")")
    times = load_times(pair["run"]).get((spec, device, implementation))
    if not times:
        raise Missing(f"the run has no samples of {spec}")
    d = next(d for d in pair["run"]["device"] if d["id"] == device)
    if d["isa"] not in FMA_LANES or not d["units"]:
        raise Missing(f"FP32 lanes of {d['isa']} or its units are not known")
    flop = c["value"] / 1e9 * statistics.median(times.values())
    clock = clocks(pair["run"], device, spec, implementation)
    if not clock.keys() & times.keys():
        raise Missing("no round has both a time and a clock")
    ratios = [flop / times[r] / (d["units"] * FMA_LANES[d["isa"]] * 2 * clock[r] / 1e9) for r in times if r in clock]
    if statistics.median(ratios) > MOST_OF_THEORY:
        raise Missing(f"{statistics.median(ratios):.2f} of units x clock cannot be true")
    return ratios


def torch_of(pair, device):
    theirs = pair["torch"]
    name = next(d["name"] for d in pair["report"]["devices"] if d["id"] == device)
    if not theirs:
        raise Missing(pair["torch_why"])
    if theirs["device"] != name:
        raise Missing(f"PyTorch measured {theirs['device']}, not {name}")
    return theirs


def hbm_copy(pair, device):
    best = max((2 * c["bytes"] / c["ns"] for c in torch_of(pair, device)["copy"]), default=0)
    if not best:
        raise Missing("no room for PyTorch's copies")
    return [ceiling(pair["report"], device, kind="memory", level="DRAM", pattern="copy")["value"] / 1e9 / best]


def torch_gemm(pair, device):
    theirs = torch_of(pair, device)["gemm"]["ns"]
    return [theirs / operator(pair["report"], device, "gemm", "cublaslt")["time_ns"]["median"]]


FIGURES = {
    "hbm_copy": hbm_copy,
    "torch_gemm": torch_gemm,
    "own_gemm": implementations("gemm", "mma", "cublaslt"),
    "attention": implementations("attention", "mma", "cudnn"),
    "fp32_roof": fp32_roof,
}


def pair_read(folder):
    """A run and PyTorch's turn after it."""
    pair = {name: json.loads((folder / f"{name}.json").read_text()) for name in ("report", "run")}
    theirs = folder / "torch.json"
    text = theirs.read_text() if theirs.exists() else ""
    pair["torch"] = json.loads(text) if text else None
    pair["torch_why"] = f"gpu_torch.py failed, see {folder}/torch.err" if theirs.exists() else "no PyTorch with CUDA"
    return pair


def line(key, folder, pairs, device):
    found, why = [], "-"
    for pair in pairs:
        try:
            found += FIGURES[key](pair, device)
        except Missing as missing:
            why = str(missing)
    numbers = (statistics.median(found), *median_interval(found)) if found else (None, None, None)
    if not pairs:
        why = f"no run ended, see {folder}/1/run.err"
    return " ".join([key, *("null" if x is None else f"{x:.3f}" for x in numbers), " ".join(why.split()) or "-"])


def main():
    folder, device = pathlib.Path(sys.argv[1]), sys.argv[2]
    pairs = [pair_read(p.parent) for p in sorted(folder.glob("*/run.json"))]
    for key in FIGURES:
        print(line(key, folder, pairs, device))


if __name__ == "__main__":
    main()
