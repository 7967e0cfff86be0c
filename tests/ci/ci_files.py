#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The files of docs/ci: they parse, hold what their systems ask for, and put no input into the text of a script."""
import pathlib
import re
import sys

try:
    import yaml
except ImportError as why:
    print(f"not here: {why}", file=sys.stderr)
    sys.exit(77)

folder = pathlib.Path(sys.argv[1])
faults = []


def fault(condition, text):
    if condition:
        faults.append(text)


def steps_check(name, steps):
    for step in steps:
        fault("run" not in step and "uses" not in step, f"{name}: a step does nothing: {step}")
        fault("${{" in step.get("run", ""), f"{name}: an expression in the text of a script: {step.get('run')}")
        fault("uses" in step and not step["uses"].startswith("./") and not re.search(r"@v\d+$", step["uses"]), f"{name}: {step.get('uses')}: no version")


documents = {str(path.relative_to(folder)): yaml.safe_load(path.read_text()) for path in sorted(folder.rglob("*.yml"))}
action = documents["github-action/action.yml"]
fault(action["runs"]["using"] != "composite", "action: not composite")
steps_check("action", action["runs"]["steps"])
environment = action["runs"]["steps"][0]["env"]
for name in action["inputs"]:
    fault(f"GATE_{name.upper().replace('-', '_')}" not in environment, f"action: the input '{name}' is not handed on")
for step in action["runs"]["steps"]:
    fault("run" in step and "shell" not in step, "action: a step without a shell")
script = (folder / "github-action" / "gate.sh").read_text()
for name in environment:
    fault(name not in script, f"gate.sh does not use {name}")
used = {key for step in documents["github-gate.yml"]["jobs"]["gate"]["steps"] if step.get("uses", "").endswith("gambrel-gate") for key in step["with"]}
fault(not used, "github-gate.yml does not use the action")
fault(used - set(action["inputs"]), f"github-gate.yml: inputs that the action has not: {used - set(action['inputs'])}")
for name in ("github-gate.yml", "github-comment.yml"):
    fault("permissions" not in documents[name], f"{name}: permissions are not stated")
    for job in documents[name]["jobs"].values():
        steps_check(name, job["steps"])
fault("write" in str(documents["github-gate.yml"]["permissions"]), "github-gate.yml: the job that runs foreign code may write")
fault("checkout" in str(documents["github-comment.yml"]["jobs"]), "github-comment.yml: the job that may write checks code out")
job = documents["gitlab-gate.yml"][".gambrel-gate"]
for kind in ("junit", "codequality", "metrics"):
    path = job["artifacts"]["reports"][kind]
    fault(path not in " ".join(job["script"]), f"gitlab-gate.yml: nothing writes {path}")
options = set(re.findall(r"--[a-z-]+", " ".join(job["script"]) + script))
program = sys.argv[2:]
if program:
    import subprocess

    text = subprocess.run([*program, "gate", "ab", "--help"], capture_output=True, text=True, check=True).stdout
    for option in sorted(options):
        fault(option + " " not in text and option + "\n" not in text, f"'gambrel gate ab' has no option {option}")
for text in faults:
    print(text)
sys.exit(1 if faults else 0)
