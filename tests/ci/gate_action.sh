#!/bin/sh
# SPDX-License-Identifier: MIT
# The script of the GitHub action with a program that only writes down how it was called. usage: gate_action.sh GATE.SH
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/fake" <<'END'
#!/bin/sh
for argument; do printf '%s\n' "$argument" >>"$FAKE_SAYS"; done
while [ $# -gt 0 ]; do
    [ "$1" != --result ] || printf '{\n  "schema": "gambrel-gate/1",\n  "verdict": "%s",\n  "cases": [\n    {\n      "verdict": "pass",\n' "$FAKE_VERDICT" >"$2"
    shift
done
exit "$FAKE_CODE"
END
chmod +x "$work/fake"
fail() {
    echo "$1"
    exit 1
}
export FAKE_SAYS="$work/says" FAKE_VERDICT=undecided FAKE_CODE=3 GITHUB_OUTPUT="$work/output"
hostile='./bench "a b"; touch '"$work"'/owned $(touch '"$work"'/owned)'
GATE_PROGRAM="$work/fake" GATE_BASE_REV=main GATE_BUILD='make bench' GATE_RUN="$hostile" GATE_UNDECIDED=fail GATE_FOLDER="$work/out" sh "$1"
[ $? -eq 3 ] || fail "the exit code of the gate is lost"
[ ! -e "$work/owned" ] || fail "an input was run by the script"
grep -qxF -e "$hostile" "$work/says" || fail "the command did not arrive whole"
grep -qx -e '--base-rev' "$work/says" || fail "no --base-rev"
grep -qx -e '--cand' "$work/says" && fail "an empty input became an option"
grep -qx 'verdict=undecided' "$work/output" || fail "no verdict among the outputs"
FAKE_VERDICT=pass FAKE_CODE=0 GATE_PROGRAM="$work/fake" GATE_BASE=a GATE_CAND=b GATE_FOLDER="$work/out2" sh "$1" || fail "a pass fails"
GATE_PROGRAM="$work/not-here" GATE_FOLDER="$work/out3" sh "$1" >"$work/said"
[ $? -eq 2 ] || fail "a program that is not there is not refused"
grep -q '^::error ' "$work/said" || fail "a program that is not there is not said"
exit 0
