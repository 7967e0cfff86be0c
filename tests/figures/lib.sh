# SPDX-License-Identifier: MIT
# Sourced by the figures. A figure is one line on stdout: name, value, interval, target, verdict.

# figure NAME VALUE INTERVAL TARGET VERDICT
figure() {
    printf '%-58s %12s  %-20s %-14s %s\n' "$1" "$2" "${3:--}" "${4:--}" "$5"
}

# verdict VALUE OPERATOR TARGET: met or missed; "not measurable here: no value" for a missing one.
verdict() {
    awk -v v="$1" -v op="$2" -v t="$3" 'BEGIN {
        if (v == "" || v == "null" || tolower(v) ~ /nan/) { print "not measurable here: no value"; exit }
        ok = op == ">=" ? v + 0 >= t + 0 : op == "<=" ? v + 0 <= t + 0 : v == t
        print ok ? "met" : "missed" }'
}

seconds_now() { date +%s.%N; }
seconds_since() { awk -v a="$1" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f", b - a }'; }

figures_work() { # a folder that outlives this figure, for the raw material
    mkdir -p "${GAM_FIGURES_FOLDER:-build/figures}/$1"
    echo "${GAM_FIGURES_FOLDER:-build/figures}/$1"
}
