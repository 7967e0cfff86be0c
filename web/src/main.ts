// SPDX-License-Identifier: MIT
// Adds to the page what needs a script: live rooflines, sorting, filtering. The page is complete without it.
import { Chart } from "./chart";
import { Details } from "./details";
import { element } from "./dom";
import { makeLegend } from "./legend";
import { levelsOf, pointsOf, roofsOf, type Point } from "./points";
import { readReport, type Device, type Report } from "./report";
import { makeFilter, makeSortable } from "./table";

function pick(point: Point): void {
  const row = document.getElementById(`op-${point.number}`);
  if (!row) return;
  row.hidden = false;
  location.hash = row.id;
  row.scrollIntoView({ block: "center" });
}

function button(text: string, label: string, act: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", "aria-label": label, title: label }, text);
  made.addEventListener("click", act);
  return made;
}

/** A choice of the memory level whose bytes make the intensity. */
function levelChoice(levels: string[], changed: (level: string) => void): HTMLElement {
  const options = levels.map((level) => element("option", { value: level }, `bytes at ${level}`));
  const choice = element("select", {}, element("option", { value: "" }, "the level that serves each operator"), ...options);
  choice.addEventListener("change", () => changed(choice.value));
  return element("label", {}, "Intensity by ", choice);
}

function makeChart(figure: HTMLElement, report: Report, device: Device): Chart {
  const host = element("div", { class: "chart" });
  const tools = element("div", { class: "tools" });
  figure.querySelector("figcaption")?.after(tools, host);
  const points = pointsOf(report, device, "");
  const roofs = roofsOf(report, device);
  const labels = [...new Set(points.map((point) => point.operator.bound.label))].sort();
  const details = new Details(figure);
  makeLegend(
    figure,
    labels,
    roofs.some((roof) => roof.ceiling.theoretical !== null),
  );
  const chart = new Chart(host, roofs, { show: (point) => details.show(point), pick });
  chart.setPoints(points);
  const levels = levelsOf(report, device);
  if (levels.length > 1) tools.append(levelChoice(levels, (level) => chart.setPoints(pointsOf(report, device, level))));
  tools.append(
    button("+", "Zoom in", () => chart.zoomBy(1.5)),
    button("−", "Zoom out", () => chart.zoomBy(1 / 1.5)),
    button("Reset", "Show all", () => chart.zoomReset()),
  );
  figure.classList.add("is-live");
  return chart;
}

function start(): void {
  const report = readReport();
  if (!report) return;
  const charts: Chart[] = [];
  for (const figure of document.querySelectorAll<HTMLElement>("figure.roofline")) {
    const device = report.devices[Number(figure.dataset["device"])];
    if (device) charts.push(makeChart(figure, report, device));
  }
  for (const table of document.querySelectorAll("table")) makeSortable(table);
  const ranked = document.getElementById("ranked");
  if (ranked instanceof HTMLTableElement)
    makeFilter(ranked, (matches) => charts.forEach((chart) => chart.setFilter((point) => matches.has(`op-${point.number}`))));
}

start();
