# SPDX-License-Identifier: MIT
"""Checks the outputs of test_host_link.sh. usage: check.py FOLDER"""
import json
import sys

folder = sys.argv[1]
faults = []


def check(holds, what):
    if not holds:
        faults.append(what)


def operators(name):
    report = json.load(open(f"{folder}/{name}/report.json"))
    return {o["name"]: o for o in report["operators"]}


def bound(name, op, label, resource):
    b = runs[name][op]["bound"]
    check(runs[name][op]["status"] == "ok", f"{name}: {op} has a right result")
    check((b["label"], b["resource"]) == (label, resource), f"{name}: {op} is {b['label']} ({b['resource']}): {b['reason']}")


runs = {name: operators(name) for name in ("link", "memory")}

# A slow link: what crosses it is bound by it, by its bytes or by the start of its copies; what stays is not.
bound("link", "crosses", "communication-bound", "host_link")
bound("link", "stays", "memory-bound", "memory")
bound("link", "tiny-crosses", "comm-latency", "host_link")
bound("link", "tiny", "overhead-bound", "overhead")

# The link's part is what the script says: 12 MiB at 0.5 ms each and three starts of 0.5 ms; two starts. Waiting may take longer.
for op, ns in (("crosses", 6.29e6 + 1.5e6), ("tiny-crosses", 1e6)):
    times = runs["link"][op]["resource_times_ns"]
    check(times["host_link"] > 0.98 * ns, f"{op}: {times['host_link']} ns on the link, scripted {ns}")
    check(times["host_link"] > 10 * max([times["compute"] or 0, times["overhead"], *times["memory"].values()]), f"{op}: its rest is small")
check(runs["link"]["stays"]["resource_times_ns"]["host_link"] is None, "what stays has no time on the link")

# A kernel shorter than its launch takes what the launch takes, 5 us by the device's clock.
check(abs(runs["link"]["tiny"]["resource_times_ns"]["overhead"] / 5000 - 1) < 0.01, "the launch of the script")
check(abs(runs["link"]["tiny"]["time_ns"]["median"] / 5000 - 1) < 0.01, "the time of the script")

# Slow memory behind a quick link: the same operators are bound by memory, both of them.
bound("memory", "crosses", "memory-bound", "memory")
bound("memory", "stays", "memory-bound", "memory")

# What a reader sees.
text, page = open(f"{folder}/link.txt").read(), open(f"{folder}/link/report.html").read()
for where in (text, page):
    check("host link" in where, "the link is named where a person reads")
check("Links between the host and its devices" in text, "the table of links in the text")

print({(name, op): o["bound"]["label"] for name in runs for op, o in runs[name].items()})
for f in faults:
    print("FAILED:", f)
sys.exit(1 if faults else 0)
