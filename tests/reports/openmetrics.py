#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""OpenMetrics text on standard input, read by the parser of Prometheus' own client; prints how many samples there are."""
import sys

try:
    from prometheus_client.openmetrics.parser import text_string_to_metric_families
except ImportError as why:
    print(f"not here: {why}", file=sys.stderr)
    sys.exit(77)

families = list(text_string_to_metric_families(sys.stdin.read()))
for family in families:
    for sample in family.samples:
        if not sample.name.startswith("gambrel_gate_") or set(sample.labels) - {"case", "metric", "number", "gambrel_gate_verdict"}:
            sys.exit(f"a sample that is not ours: {sample}")
print(sum(len(family.samples) for family in families))
