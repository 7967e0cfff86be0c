#!/bin/sh
# SPDX-License-Identifier: MIT
# What the action runs: GATE_* are its inputs. Exits as the gate does: 0 pass, 1 regression, 3 undecided (when it fails), 4 not
# comparable, 5 no baseline, 70 failed.
set -u
folder=${GATE_FOLDER:-gambrel-gate}
mkdir -p "$folder" || exit 2
if ! command -v "${GATE_PROGRAM:-gambrel}" >/dev/null; then
    echo "::error title=Gambrel gate::the program '${GATE_PROGRAM:-gambrel}' is not here; build it before this step, or name it by 'program'"
    exit 2
fi

set -- gate ab
for pair in base-rev:GATE_BASE_REV build:GATE_BUILD run:GATE_RUN base:GATE_BASE cand:GATE_CAND config:GATE_CONFIG \
    threshold:GATE_THRESHOLD budget:GATE_BUDGET undecided:GATE_UNDECIDED; do
    eval "value=\${${pair#*:}:-}"
    [ -z "$value" ] || set -- "$@" "--${pair%%:*}" "$value"
done

code=0
"${GATE_PROGRAM:-gambrel}" "$@" --github --result "$folder/result.json" --junit "$folder/junit.xml" --sarif "$folder/gate.sarif" \
    --md "$folder/gate.md" --svg "$folder/gate.svg" || code=$?

verdict=$(sed -n 's/^  "verdict": "\([a-z-]*\)",$/\1/p' "$folder/result.json" 2>/dev/null | head -n 1)
{
    echo "verdict=${verdict:-failed}"
    echo "folder=$folder"
} >>"${GITHUB_OUTPUT:-/dev/null}"
exit "$code"
