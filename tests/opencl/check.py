# SPDX-License-Identifier: MIT
"""Checks the outputs of test_side_by_side.sh. usage: check.py FOLDER DEVICE"""
import json
import os
import sys

folder, device = sys.argv[1:]
report = json.load(open(f"{folder}/out/report.json"))
page = open(f"{folder}/out/report.html").read()
text = open(f"{folder}/report.txt").read()
run = json.load(open(f"{folder}/run.json"))
faults = []


def check(holds, what):
    if not holds:
        faults.append(what)


def op(name, where):
    return next((o for o in report["operators"] if o["name"] == name and o["device"] == where and o["best"]), None)


def against(schema, node, value, where):
    """Words and members as the schema names them; tests/web looks at types too, in documents made for it."""
    while "$ref" in node:
        node = schema["$defs"][node["$ref"].rsplit("/", 1)[1]]
    if "enum" in node:
        check(value in node["enum"], f"schema: {where} is {value!r}")
    if isinstance(value, dict):
        check(not set(node.get("required", [])) - set(value), f"schema: {where} lacks a member")
        for key, inner in node.get("properties", {}).items():
            if key in value:
                against(schema, inner, value[key], f"{where}.{key}")
    if isinstance(value, list) and "items" in node:
        for i, inner in enumerate(value):
            against(schema, node["items"], inner, f"{where}[{i}]")


schema = json.load(open(os.path.join(os.path.dirname(__file__), "../../docs/schema/gambrel-report-1.schema.json")))
against(schema, schema, report, "report")
check(len(json.load(open(f"{folder}/list.json"))["runs"]) == 1, "one run")
check([d["id"] for d in report["devices"]] == ["cpu", device], "both devices in one report")
for name in ("product", "stays", "crosses", "tiny"):
    for where in ("cpu", device):
        o = op(name, where)
        check(o and o["status"] == "ok" and o["error"]["value"] <= o["error"]["tolerance"], f"{name} on {where} is right")
    row = next((s for s in report["side_by_side"] if s["name"] == name), None)
    check(row and [d["device"] for d in row["devices"]] == ["cpu", device], f"{name}: side by side")
    check(row and row["devices"][1]["speed"]["value"] > 0 and row["devices"][1]["speed"]["ci"], f"{name}: speed with its interval")
    check(page.count(f">{name}<") >= 2 and name in text, f"{name} in page and text")

# The link: a roof for each way and memory, and a time of the operator that crosses it.
links = {l["host_memory"]: l for l in report["host_links"] if l["device"] == device}
for memory in ("pinned", "pageable"):
    for way in ("to_device", "from_device", "both"):
        check(memory in links and links[memory][way]["value"] > 0, f"link {memory} {way}")
crosses, stays = op("crosses", device), op("stays", device)
check(crosses["implementation"] == "gpu+pinned" and stays["implementation"] == "gpu", "the name says what crosses")
check(crosses["resource_times_ns"]["host_link"] > 0 and crosses["elasticity"]["host_link"] > 0, "time of the link")
check(stays["resource_times_ns"]["host_link"] is None, "what stays does not cross")
check(crosses["time_ns"]["median"] > stays["time_ns"]["median"], "crossing takes longer")
check(op("crosses", "cpu")["implementation"] == "simd", "the cpu has no link")
if crosses["bound"]["label"] in ("communication-bound", "comm-latency", "latency-bound"):
    check(crosses["bound"]["resource"] == "host_link", "the resource is the link")
else:  # a machine that others use: the reader is told what it lies between, or what is missing
    reason = crosses["bound"]["reason"]
    check(any(words in reason for words in ("host link", "link to the host", "rounds with its roofs")), reason)
check("Links between the host and its devices" in text and "Side by side" in text, "tables in the text")
check('id="hostlinks"' in page and 'id="side"' in page, "tables in the page")

# Nothing but its launch.
tiny = op("tiny", device)
check(tiny["bound"]["label"] in ("overhead-bound", "latency-bound"), f"tiny is {tiny['bound']['label']}: {tiny['bound']['reason']}")

# Graphs: not there, and said.
reasons = [m["reason"] or "" for m in run["measurement"] if m["status"] == "skipped"]
check(any("without graphs" in r for r in reasons), "graphs are skipped with a reason")

labels = {(o["name"], o["device"]): o["bound"]["label"] for o in report["operators"] if o["best"]}
print(labels)
for f in faults:
    print("FAILED:", f)
sys.exit(1 if faults else 0)
