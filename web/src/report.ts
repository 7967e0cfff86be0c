// SPDX-License-Identifier: MIT
// What the script reads of gambrel-report/1 (docs/schema/gambrel-report-1.schema.json). Unknown is null.

export interface Quantity {
  value: number | null;
  ci: [number, number] | null;
  n: number | null;
  source: string | null;
  reason: string | null;
}

export interface Ceiling {
  id: string;
  kind: string;
  level: string | null;
  pipe: string | null;
  class: string | null;
  dtype: string | null;
  pattern: string | null;
  threads: number | null;
  value: number | null;
  unit: string;
  ci: [number, number] | null;
  valid: boolean | null;
  theoretical: number | null;
}

export interface Device {
  id: string;
  name: string | null;
  ceilings: Ceiling[];
}

export interface Operator {
  id: string;
  op: string;
  name: string | null;
  implementation: string | null;
  best: boolean;
  device: string;
  threads: number | null;
  status: string;
  share: number | null;
  time_ns: { median: number | null; ci: [number, number] | null };
  flop: Quantity;
  bytes: { level: string; read: number | null; written: number | null; source: string | null }[];
  intensity: { level: string | null; value: number | null };
  flop_per_s: number | null;
  bytes_per_s: number | null;
  roof: string | null;
  roof_share: Quantity;
  bound: { label: string; level: string | null; link: string | null; confidence: number | null; reason: string | null };
  gain_ns: number | null;
  relief_ns: number | null;
}

export interface Report {
  schema: string;
  devices: Device[];
  operators: Operator[];
}

/** The report embedded in the page; null when it is missing or of another kind. */
export function readReport(): Report | null {
  const text = document.getElementById("report")?.textContent;
  if (!text) return null;
  const report = JSON.parse(text) as Report;
  return report.schema === "gambrel-report/1" ? report : null;
}
