// SPDX-License-Identifier: MIT
// One line of figures about the point under the pointer or focus.
import { element } from "./dom";
import { intensity, percent, withUnit } from "./format";
import type { Point } from "./points";

export class Details {
  private readonly box = element("p", { class: "details", role: "status" });
  private readonly hint = "Point at an operator, or reach it with Tab and the arrow keys, for its figures. Ctrl and wheel zoom; dragging moves.";

  constructor(host: HTMLElement) {
    host.append(this.box);
    this.show(null);
  }

  show(point: Point | null): void {
    if (!point) {
      this.box.textContent = this.hint;
      return;
    }
    const { operator } = point;
    const sure = operator.bound.confidence === null ? "" : ` (${percent(operator.bound.confidence)} sure)`;
    const parts = [
      `${withUnit(operator.time_ns.median, "ns")}, ${percent(operator.share)} of the time`,
      `${withUnit(point.y, "flop/s")} at ${intensity(point.x)} FLOP/byte`,
      `${operator.bound.label}${sure}`,
      `${percent(operator.roof_share.value)} of ${operator.roof ?? "no roof"}`,
      `gain ${withUnit(operator.gain_ns, "ns")}`,
    ];
    this.box.replaceChildren(element("b", {}, `${point.number} `), element("bdi", {}, operator.name ?? operator.op), `: ${parts.join("; ")}`);
  }
}
