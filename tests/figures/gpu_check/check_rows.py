# SPDX-License-Identifier: MIT
"""Checks gpu_rows.py and gpu_torch.py with runs written here and the stand-in beside it for PyTorch. usage: check_rows.py FOLDER"""
import json
import os
import pathlib
import statistics
import subprocess
import sys

folder = pathlib.Path(sys.argv[1])
figures = pathlib.Path(__file__).parents[1]
here = dict(os.environ, PYTHONPATH=str(figures / "gpu_check"), PYTHONDONTWRITEBYTECODE="1")
faults = []
SPEC = "roof_fma:isa=gpu,n=8,dtype=f32"
GHZ = 1.5


def check(holds, what):
    if not holds:
        faults.append(what)


def report(theirs, status="ok"):
    """Ours take 4 us; the library's times are told, a round each; the third round is not there."""

    def op(kind, implementation, rounds):
        return {
            "kind": kind, "implementation": implementation, "device": "cuda:0", "status": status, "reason": "as told",
            "time_ns": {"median": statistics.median(r for r in rounds if r), "rounds": rounds},
        }  # fmt: skip

    memory = {"kind": "memory", "level": "DRAM", "pattern": "copy", "value": 600e9, "valid": True, "reason": None}
    compute = {
        "kind": "compute", "dtype": "f32", "class": "fma", "value": 1280e9, "valid": True, "reason": None, "method": f"{SPEC} (gpu)",
    }  # fmt: skip
    void = dict(memory, value=9e12, valid=False)
    return {
        "devices": [{"id": "cuda:0", "name": "Fake GPU F1", "ceilings": [void, memory, compute]}],
        "operators": [op(k, i, r) for k, l in (("gemm", "cublaslt"), ("attention", "cudnn")) for i, r in (("mma", [4000.0] * 6), (l, theirs))],
    }


def run(isa="sm_70", hz=GHZ * 1e9):
    """A roof of 1280 FLOP in a nanosecond on 7 units, with a clock beside its first sample of a round."""
    samples = [
        {"measurement": 0, "pass": p, "round": r, "iterations": 2, "duration_ns": 2000} for p in (0, 1) for r in range(6) for _ in range(2)
    ]
    clock = [{"quantity": 0, "target": "sample", "subject": i, "rvalue": hz, "reason": "lost"} for i in range(0, 12, 2)]
    return {
        "operator": [{"spec": SPEC}], "node": [{"operator": 0}], "device": [{"id": "cuda:0", "isa": isa, "units": 7}],
        "measurement": [{"node": 0, "device": 0, "implementation": "gpu"}], "sample": samples,
        "quantity_def": [{"name": "gpu_clock_hz"}], "reading": clock,
    }  # fmt: skip


def rows(pairs):
    """KEY -> words of its line, of pairs (report, run, what stands in torch.json or None)"""
    work = folder / f"case-{len(list(folder.iterdir()))}"
    for n, (a, b, theirs) in enumerate(pairs):
        at = work / str(n + 1)
        at.mkdir(parents=True)
        (at / "report.json").write_text(json.dumps(a))
        (at / "run.json").write_text(json.dumps(b))
        if theirs is not None:
            (at / "torch.json").write_text(theirs)
    work.mkdir(exist_ok=True)
    out = subprocess.run(
        [sys.executable, figures / "gpu_rows.py", work, "cuda:0"], stdout=subprocess.PIPE, text=True, check=True, env=here
    )
    return {line.split()[0]: line.split(maxsplit=4)[1:] for line in out.stdout.splitlines()}


def torch(**variables):
    out = subprocess.run(
        [sys.executable, figures / "gpu_torch.py"], stdout=subprocess.PIPE, text=True, check=True, env=dict(here, **variables)
    )
    return out.stdout


def is_missing(row, *words):
    return row[:3] == ["null"] * 3 and all(word in row[3] for word in words)


# Six pairs: ratios of rounds and pairs, with an interval; a round without a time is left out.
theirs = [3000.0, 4000.0, None, 5000.0, 5000.0, 5000.0]
six = rows([(report(theirs), run(), torch(FAKE_TORCH_BYTES_PER_NS=str(640 + 10 * n))) for n in range(6)])
check(six["own_gemm"][0] == "1.250" and six["attention"][0] == "1.250", f"ratios of rounds: {six}")
check(six["torch_gemm"][0] == "400.000", f"the product of the stand-in takes 2 ms, ours 5 us: {six['torch_gemm']}")
low, middle, high = (float(six["hbm_copy"][i]) for i in (1, 0, 2))
check(0.86 < low < 0.9 < middle < 0.92 < high < 0.95, f"copies of 640 to 690 bytes/ns against 600: {six['hbm_copy']}")
check(abs(float(six["fp32_roof"][0]) - 1280 / (7 * 64 * 2 * GHZ)) < 0.001, f"the roof to units x lanes x clock: {six['fp32_roof']}")

# One pair: a value of its own has no interval.
one = rows([(report(theirs), run(), torch())])
check(one["hbm_copy"][0] != "null" and one["hbm_copy"][1:3] == ["null", "null"], f"no interval of one pair: {one['hbm_copy']}")

# Everything that is missing says why.
without = rows([(report(theirs, "failed"), run(), None)])
check(is_missing(without["hbm_copy"], "no PyTorch with CUDA"), f"no PyTorch: {without['hbm_copy']}")
check(is_missing(without["own_gemm"], "failed", "as told"), f"an operator that failed: {without['own_gemm']}")
check(is_missing(rows([(report(theirs), run(), "")])["hbm_copy"], "gpu_torch.py failed"), "PyTorch broke off")
check(is_missing(rows([(report(theirs), run(), torch(FAKE_TORCH_DEVICE="B"))])["hbm_copy"], "B, not Fake GPU F1"), "another device")
check(is_missing(rows([(report(theirs), run(), torch(FAKE_TORCH_FREE="1"))])["hbm_copy"], "no room"), "no memory for copies")
check(is_missing(rows([(report(theirs), run("sm_1"), None)])["fp32_roof"], "lanes of sm_1"), "an architecture that no table knows")
check(is_missing(rows([(report(theirs), run(hz=None), None)])["fp32_roof"], "lost"), "no clock")
check(is_missing(rows([(report(theirs), run(hz=1e9), None)])["fp32_roof"], "cannot be true"), "more than the units can do")
check(is_missing(rows([])["fp32_roof"], "no run ended"), "no run")

for f in faults:
    print("FAILED:", f)
sys.exit(1 if faults else 0)
