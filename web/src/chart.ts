// SPDX-License-Identifier: MIT
// The live roofline: drawn from the JSON report, zoomed by wheel, buttons or keys. The static figure stays for print.
import { axisBottom, axisLeft } from "d3-axis";
import { scaleLog, type ScaleLogarithmic } from "d3-scale";
import { select, type Selection } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from "d3-zoom";
import { cut, tick, withUnit } from "./format";
import { Places } from "./place";
import { rangesOf, roofAt, type Point, type Roof } from "./points";
import { labelClass, shapePath } from "./shapes";

type Scale = ScaleLogarithmic<number, number>;
type Group = Selection<SVGGElement, unknown, null, undefined>;

const NAMED = 12;
const WIDE = 700;
const EM_PER_COLUMN = 0.62;
const FONT = 11;

export interface ChartEvents {
  show(point: Point | null): void;
  pick(point: Point): void;
}

let charts = 0; // for the ids of clip paths

export class Chart {
  private width = 900;
  private height = 480;
  private margin = { top: 18, right: 14, bottom: 40, left: 56 };
  private points: Point[] = [];
  private shown: (point: Point) => boolean = () => true;
  private transform: ZoomTransform = zoomIdentity;
  private readonly svg: Selection<SVGSVGElement, unknown, null, undefined>;
  private readonly clip = `gam-clip-${charts++}`;
  private readonly behaviour: ZoomBehavior<SVGSVGElement, unknown>;

  constructor(
    host: HTMLElement,
    private readonly roofs: Roof[],
    private readonly events: ChartEvents,
  ) {
    this.svg = select(host).append("svg").attr("class", "plot live").attr("role", "group").attr("aria-label", "Roofline; arrow keys move between operators");
    this.behaviour = zoom<SVGSVGElement, unknown>()
      .scaleExtent([1, 60])
      .filter((event: WheelEvent | MouseEvent) => event.type !== "wheel" || event.ctrlKey) // the wheel alone scrolls the page
      .on("zoom", (event: D3ZoomEvent<SVGSVGElement, unknown>) => {
        this.transform = event.transform;
        this.draw();
      });
    this.svg.call(this.behaviour);
    new ResizeObserver(() => this.resize(host.clientWidth)).observe(host);
    this.resize(host.clientWidth);
  }

  setPoints(points: Point[]): void {
    this.points = points;
    this.draw();
  }

  setFilter(shown: (point: Point) => boolean): void {
    this.shown = shown;
    this.draw();
  }

  zoomBy(factor: number): void {
    this.behaviour.scaleBy(this.svg, factor);
  }

  zoomReset(): void {
    this.behaviour.transform(this.svg, zoomIdentity);
  }

  private resize(width: number): void {
    if (width < 50 || Math.abs(width - this.width) < 1) return;
    this.width = width;
    this.height = Math.max(320, Math.min(560, width * 0.5));
    this.margin = { ...this.margin, right: width > WIDE ? 190 : 14 }; // room for the names of compute roofs
    this.draw();
  }

  private scales(): { x: Scale; y: Scale } {
    const ranges = rangesOf(this.points, this.roofs);
    const { top, right, bottom, left } = this.margin;
    const x = scaleLog(ranges.x, [left, this.width - right]);
    const y = scaleLog(ranges.y, [this.height - bottom, top]);
    return { x: this.transform.rescaleX(x), y: this.transform.rescaleY(y) };
  }

  private draw(): void {
    const { top, right, bottom, left } = this.margin;
    const focused = document.activeElement?.getAttribute("data-op");
    const had = focused && this.svg.node()?.contains(document.activeElement);
    this.behaviour.extent([[left, top], [this.width - right, this.height - bottom]]);
    this.behaviour.translateExtent([[left, top], [this.width - right, this.height - bottom]]);
    this.svg.attr("viewBox", `0 0 ${this.width} ${this.height}`).selectAll("*").remove();
    this.svg
      .append("clipPath")
      .attr("id", this.clip)
      .append("rect")
      .attr("x", left)
      .attr("y", top)
      .attr("width", this.width - left - right)
      .attr("height", this.height - top - bottom);
    const { x, y } = this.scales();
    this.axes(x, y);
    const body = this.svg.append("g").attr("clip-path", `url(#${this.clip})`);
    const places = new Places({ x: left, y: top, w: this.width - left - right, h: this.height - top - bottom });
    this.drawRoofs(body, x, y, places);
    this.drawPoints(body, x, y, places);
    if (had) this.svg.select<SVGGElement>(`[data-op="${focused}"]`).node()?.focus();
  }

  private axes(x: Scale, y: Scale): void {
    const { top, right, bottom, left } = this.margin;
    const xTicks = x.ticks(Math.max(3, this.width / 90)).filter((value, _, all) => all.length < 14 || Math.log10(value) % 1 === 0);
    const yTicks = y.ticks(8).filter((value, _, all) => all.length < 16 || Math.abs(Math.log10(value) % 1) < 1e-9);
    this.svg
      .append("g")
      .attr("class", "scale")
      .attr("transform", `translate(0,${this.height - bottom})`)
      .call(axisBottom(x).tickValues(xTicks).tickSize(-(this.height - top - bottom)).tickFormat((value) => tick(Number(value), false)));
    this.svg
      .append("g")
      .attr("class", "scale")
      .attr("transform", `translate(${left},0)`)
      .call(axisLeft(y).tickValues(yTicks).tickSize(-(this.width - left - right)).tickFormat((value) => tick(Number(value), true)));
    this.svg.append("text").attr("class", "axis").attr("x", 2).attr("y", 11).text("FLOP/s");
    this.svg.append("text").attr("class", "axis end").attr("x", this.width - right).attr("y", this.height - 6).text("FLOP per byte");
  }

  private drawRoofs(body: Group, x: Scale, y: Scale, places: Places): void {
    const [low = 1, high = 10] = x.domain();
    const top = this.roofs.find((roof) => !roof.memory)?.value ?? Infinity;
    const fastest = this.roofs.find((roof) => roof.memory)?.value ?? Infinity;
    let last = -Infinity;
    for (const roof of this.roofs) {
      const from = roof.memory ? low : Math.max(low, roof.value / fastest);
      const to = roof.memory ? Math.min(high, top / roof.value) : high;
      if (!(from < to)) continue;
      const line = (value: number, css: string) =>
        body.append("line").attr("class", css).attr("x1", x(from)).attr("x2", x(to)).attr("y1", y(roofAt({ ...roof, value }, from))).attr("y2", y(roofAt({ ...roof, value }, to)));
      line(roof.value, "line");
      if (roof.ceiling.theoretical) line(roof.ceiling.theoretical, "line theory");
      if (roof.memory) this.memoryLabel(body, roof, x, y, { from, to });
      else last = this.computeLabel(body, roof, y(roof.value), last, places);
    }
  }

  private roofText(roof: Roof): string {
    const { ceiling } = roof;
    const name = roof.memory ? ceiling.level : [ceiling.dtype, ceiling.pipe, ceiling.class === "fma" ? "" : ceiling.class].filter(Boolean).join(" ");
    return `${name} ${withUnit(roof.value, ceiling.unit)}`;
  }

  private memoryLabel(body: Group, roof: Roof, x: Scale, y: Scale, span: { from: number; to: number }): void {
    const [yLow = 1] = y.domain();
    const begin = Math.max(span.from, yLow / roof.value);
    const x1 = x(begin), y1 = y(roofAt(roof, begin));
    const angle = (Math.atan2(y(roofAt(roof, span.to)) - y1, x(span.to) - x1) * 180) / Math.PI;
    body.append("text").attr("class", "rl").attr("transform", `translate(${x1},${y1}) rotate(${angle}) translate(16,-4)`).text(this.roofText(roof));
  }

  /** In the margin, each below the one before; on narrow screens above the line's end. Returns where it stands. */
  private computeLabel(body: Group, roof: Roof, y: number, last: number, places: Places): number {
    const right = this.width - this.margin.right;
    const text = this.roofText(roof);
    if (y < this.margin.top || y > this.height - this.margin.bottom) return last;
    if (this.width <= WIDE) {
      const w = text.length * FONT * EM_PER_COLUMN;
      places.reserve({ x: right - w - 4, y: y - 16, w, h: 14 });
      body.append("text").attr("class", "rl end").attr("x", right - 4).attr("y", y - 4).text(text);
      return y;
    }
    const at = Math.max(y, last + 14);
    this.svg.append("line").attr("class", "tie").attr("x1", right).attr("x2", right + 8).attr("y1", y).attr("y2", at);
    this.svg.append("text").attr("class", "rl").attr("x", right + 11).attr("y", at + 4).text(text);
    return at;
  }

  private radius(point: Point): number {
    return 4 + 11 * Math.sqrt(Math.min(1, point.share));
  }

  private drawPoints(body: Group, x: Scale, y: Scale, places: Places): void {
    const { top, right, bottom, left } = this.margin;
    const inside = (at: { x: number; y: number }): boolean => at.x >= left && at.x <= this.width - right && at.y >= top && at.y <= this.height - bottom;
    const visible = this.points.filter((point) => this.shown(point) && inside({ x: x(point.x), y: y(point.y) }));
    for (const point of this.points) if (!this.shown(point)) this.dot(body, point, x, y).classed("dim", true);
    for (const point of [...visible].reverse()) {
      this.marker(body, point, x, y, visible);
      const r = this.radius(point);
      places.reserve({ x: x(point.x) - r, y: y(point.y) - r, w: 2 * r, h: 2 * r });
    }
    visible.forEach((point, index) => this.label(body, point, { x: x(point.x), y: y(point.y) }, places, index < NAMED));
  }

  private dot(body: Group, point: Point, x: Scale, y: Scale): Group {
    const group = body.append("g").attr("class", "pt").attr("transform", `translate(${x(point.x)},${y(point.y)})`);
    group.append("path").attr("class", `m ${labelClass(point.operator.bound.label)}`).attr("d", shapePath(point.operator.bound.label, this.radius(point)));
    return group;
  }

  private marker(body: Group, point: Point, x: Scale, y: Scale, visible: Point[]): void {
    if (point.yLow < point.yHigh)
      body.append("line").attr("class", "whisker").attr("x1", x(point.x)).attr("x2", x(point.x)).attr("y1", y(point.yLow)).attr("y2", y(point.yHigh));
    this.dot(body, point, x, y)
      .attr("tabindex", point === visible[0] ? "0" : "-1")
      .attr("role", "button")
      .attr("data-op", point.number)
      .attr("aria-label", `${point.number} ${point.operator.name ?? point.operator.op}, ${point.operator.bound.label}`)
      .on("pointerenter", () => this.events.show(point))
      .on("pointerleave", () => this.events.show(null))
      .on("focus", () => this.events.show(point))
      .on("blur", () => this.events.show(null))
      .on("click", () => this.events.pick(point))
      .on("keydown", (event: KeyboardEvent) => this.key(event, point, visible));
  }

  /** Arrow keys walk through the visible points in the order of the table; Enter goes to the row. */
  private key(event: KeyboardEvent, point: Point, visible: Point[]): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" || event.key === " ") this.events.pick(point);
    else if (event.key === "+") this.zoomBy(1.5);
    else if (event.key === "-") this.zoomBy(1 / 1.5);
    else if (step) {
      const next = visible[(visible.indexOf(point) + step + visible.length) % visible.length];
      this.svg.select<SVGGElement>(`[data-op="${next?.number}"]`).node()?.focus();
    } else return;
    event.preventDefault();
  }

  private label(body: Group, point: Point, at: { x: number; y: number }, places: Places, named: boolean): void {
    const number = String(point.number);
    const texts = named && this.width > 600 ? [`${number} ${cut(point.operator.name ?? point.operator.op)}`, number] : [number];
    for (const text of texts) {
      const size = { w: text.length * FONT * EM_PER_COLUMN + 2, h: FONT + 2 };
      const box = places.find(at.x, at.y, this.radius(point), size, named ? 44 : 9);
      if (!box) continue;
      const middle = box.y + box.h / 2;
      const side = box.x > at.x ? box.x : box.x + box.w < at.x ? box.x + box.w : box.x + box.w / 2;
      if (Math.hypot(side - at.x, middle - at.y) > this.radius(point) + 16)
        body.append("line").attr("class", "leader").attr("x1", at.x).attr("y1", at.y).attr("x2", side).attr("y2", middle);
      body.append("text").attr("class", "pl").attr("x", box.x + 1).attr("y", box.y + box.h - 3.5).text(text);
      return;
    }
  }
}
