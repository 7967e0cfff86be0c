// SPDX-License-Identifier: MIT
// The shape of a label, as in the static figure: colour never stands alone. Corners on a circle of radius 1; none: a circle.

const TRIANGLE_UP: [number, number][] = [[0, -1.15], [1.05, 0.75], [-1.05, 0.75]];

const CORNERS: Record<string, [number, number][]> = {
  "memory-bound": [[-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]],
  "communication-bound": TRIANGLE_UP,
  "comm-latency": TRIANGLE_UP,
  "overhead-bound": [[0, -1.2], [1, 0], [0, 1.2], [-1, 0]],
  "latency-bound": [[0, 1.15], [1.05, -0.75], [-1.05, -0.75]],
  "imbalance-bound": [[0, -1.1], [1.05, -0.34], [0.65, 0.89], [-0.65, 0.89], [-1.05, -0.34]],
  mixed: [[1, 0], [0.5, 0.87], [-0.5, 0.87], [-1, 0], [-0.5, -0.87], [0.5, -0.87]],
  invalid: [[-0.85, -0.85], [0.85, 0.85], [-0.85, 0.85], [0.85, -0.85]],
};

/** Path around the origin. */
export function shapePath(label: string, r: number): string {
  const corners = CORNERS[label];
  if (!corners) return `M${-r} 0A${r} ${r} 0 1 0 ${r} 0A${r} ${r} 0 1 0 ${-r} 0Z`;
  return "M" + corners.map(([x, y]) => `${(x * r).toFixed(1)} ${(y * r).toFixed(1)}`).join("L") + "Z";
}

/** CSS class of a label: "b-memory" of "memory-bound". */
export function labelClass(label: string): string {
  return "b-" + (label === "comm-latency" ? label : label.replace(/-bound$/, "").replace(/[^a-z-]/g, ""));
}
