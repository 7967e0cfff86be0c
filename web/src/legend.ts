// SPDX-License-Identifier: MIT
// What the shapes of a chart mean.
import { select } from "d3-selection";
import { labelClass, shapePath } from "./shapes";

/** Shapes of these labels with their words, and the dashed line when `theory`. */
export function makeLegend(host: HTMLElement, labels: string[], theory: boolean): void {
  const list = select(host).append("ul").attr("class", "legend");
  for (const label of labels) {
    const item = list.append("li");
    const svg = item.append("svg").attr("class", "key").attr("width", 14).attr("height", 14).attr("viewBox", "-7 -7 14 14").attr("aria-hidden", "true");
    svg.append("path").attr("class", `m ${labelClass(label)}`).attr("d", shapePath(label, 5));
    item.append("span").text(label);
  }
  if (!theory) return;
  const item = list.append("li");
  const svg = item.append("svg").attr("class", "plot sample").attr("width", 30).attr("height", 10).attr("viewBox", "0 0 30 10").attr("aria-hidden", "true");
  svg.append("line").attr("class", "line theory").attr("x1", 0).attr("x2", 30).attr("y1", 5).attr("y2", 5);
  item.append("span").text("theoretical, at the clock seen");
}
