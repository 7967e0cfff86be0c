# SPDX-License-Identifier: MIT
"""PyTorch's copy and bf16 product on the first CUDA device, as JSON: medians of samples timed by CUDA events.

Copies of several sizes, for the reader to take the best of; the product of two 8192 x 8192 matrices of the values that gambrel's
own operands have (uniform in [-1, 1)), since what they hold changes the power and so the clock.
"""
import json
import statistics

import torch

SAMPLES = 7
LEAST_MS = 20.0  # of a sample
EDGE = 8192
COPY_BYTES = (1 << 28, 1 << 30, 1 << 32)


def launches_ms(call, n):
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    for _ in range(n):
        call()
    end.record()
    torch.cuda.synchronize()
    return begin.elapsed_time(end)


def enough(call):
    """Launches that make a sample, once libraries and clocks are warm."""
    n = 1
    launches_ms(call, n)
    while launches_ms(call, n) < LEAST_MS:
        n *= 2
    return n


def median_ns(call):
    """Time of a launch."""
    n = enough(call)
    return statistics.median(launches_ms(call, n) * 1e6 / n for _ in range(SAMPLES))


def copies():
    free = torch.cuda.mem_get_info()[0]
    out = []
    for size in (b for b in COPY_BYTES if 2 * b <= free // 2):
        source = torch.rand(size // 4, dtype=torch.float32, device="cuda")
        target = torch.empty_like(source)
        out.append({"bytes": size, "ns": median_ns(lambda a=source, b=target: b.copy_(a))})
        del source, target
    return out


def product():
    a, b = (torch.rand(EDGE, EDGE, device="cuda").mul_(2).sub_(1).to(torch.bfloat16) for _ in range(2))
    c = torch.empty(EDGE, EDGE, dtype=torch.bfloat16, device="cuda")
    return {"edge": EDGE, "ns": median_ns(lambda: torch.matmul(a, b, out=c))}


def main():
    name = torch.cuda.get_device_name(0)
    print(json.dumps({"torch": torch.__version__, "device": name, "copy": copies(), "gemm": product()}))


if __name__ == "__main__":
    main()
