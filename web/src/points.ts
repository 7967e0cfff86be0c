// SPDX-License-Identifier: MIT
// Which points and roofs a chart shows. The same choices as the static figure (reports/plot.c).
import type { Ceiling, Device, Operator, Report } from "./report";

export interface Point {
  operator: Operator;
  number: number; // as in the table
  x: number; // FLOP per byte
  y: number; // FLOP/s
  yLow: number;
  yHigh: number;
  share: number;
}

export interface Roof {
  ceiling: Ceiling;
  memory: boolean;
  value: number;
}

function usable(value: number | null | undefined): value is number {
  return value !== null && value !== undefined && Number.isFinite(value) && value > 0;
}

/** Ranked: the best, right implementation of its node. */
export function isRanked(operator: Operator): boolean {
  return operator.best && usable(operator.time_ns.median) && (operator.status === "ok" || operator.status === "partial");
}

/** Bytes at a level per FLOP; the level that serves the operator when `level` is empty. */
export function intensityAt(operator: Operator, level: string): number | null {
  if (!level || level === operator.intensity.level) return operator.intensity.value;
  const bytes = operator.bytes.find((row) => row.level === level);
  const flop = operator.flop.value;
  if (!bytes || bytes.read === null || bytes.written === null || flop === null) return null;
  return flop / (bytes.read + bytes.written);
}

export function pointsOf(report: Report, device: Device, level: string): Point[] {
  const points: Point[] = [];
  report.operators.forEach((operator, index) => {
    const x = intensityAt(operator, level);
    const y = operator.flop_per_s;
    if (operator.device !== device.id || !isRanked(operator) || !usable(x) || !usable(y)) return;
    const [fast, slow] = operator.time_ns.ci ?? [operator.time_ns.median, operator.time_ns.median];
    const median = operator.time_ns.median ?? NaN;
    points.push({
      operator,
      number: index + 1,
      x,
      y,
      yLow: usable(slow) ? (y * median) / slow : y,
      yHigh: usable(fast) ? (y * median) / fast : y,
      share: usable(operator.share) ? operator.share : 0,
    });
  });
  return points;
}

/** Levels for which some operator has bytes. */
export function levelsOf(report: Report, device: Device): string[] {
  const levels = new Set<string>();
  for (const operator of report.operators)
    if (operator.device === device.id && isRanked(operator)) for (const row of operator.bytes) levels.add(row.level);
  return [...levels];
}

function mostThreads(report: Report, device: Device): number {
  const count = new Map<number, number>();
  for (const operator of report.operators)
    if (operator.device === device.id && isRanked(operator) && operator.threads)
      count.set(operator.threads, (count.get(operator.threads) ?? 0) + 1);
  let best = 0;
  for (const [threads, n] of count) if (n > (count.get(best) ?? 0)) best = threads;
  return best || Math.max(0, ...device.ceilings.map((ceiling) => ceiling.threads ?? 0));
}

/** One roof per memory level and per pipe, class and type: of the thread count that most operators use, the highest valid. */
export function roofsOf(report: Report, device: Device): Roof[] {
  const threads = mostThreads(report, device);
  const chosen = new Map<string, Roof>();
  for (const ceiling of device.ceilings) {
    const memory = ceiling.kind === "memory";
    const compute = ceiling.kind === "compute" && ceiling.class !== "special"; // special functions bound only a part of the FLOPs
    if ((!memory && !compute) || ceiling.valid === false || !usable(ceiling.value)) continue;
    const key = memory ? `m ${ceiling.level}` : `c ${ceiling.dtype} ${ceiling.pipe} ${ceiling.class}`;
    const other = chosen.get(key);
    const mine = ceiling.threads === threads;
    const theirs = other?.ceiling.threads === threads;
    if (!other || (mine && !theirs) || (mine === theirs && ceiling.value > other.value)) chosen.set(key, { ceiling, memory, value: ceiling.value });
  }
  return [...chosen.values()].sort((a, b) => Number(b.memory) - Number(a.memory) || b.value - a.value);
}

/** Rate that a roof allows. */
export function roofAt(roof: Roof, x: number): number {
  return roof.memory ? roof.value * x : roof.value;
}

function span(values: number[], below: number, above: number): [number, number] {
  if (values.length === 0) return [1, 100];
  let low = Math.min(...values) / below;
  let high = Math.max(...values) * above;
  while (high / low < 100) {
    low /= 1.2;
    high *= 1.2;
  }
  return [low, high];
}

/** Ranges of both axes: every point, every ridge. */
export function rangesOf(points: Point[], roofs: Roof[]): { x: [number, number]; y: [number, number] } {
  const memory = roofs.filter((roof) => roof.memory);
  const compute = roofs.filter((roof) => !roof.memory);
  const ridges = compute.slice(0, 1).flatMap((roof) => memory.map((other) => roof.value / other.value));
  const x = span([...points.map((point) => point.x), ...ridges], 2.5, 2.5);
  const tops = compute.length ? compute.flatMap((roof) => [roof.value, roof.ceiling.theoretical ?? roof.value]) : memory.map((roof) => roof.value * Math.sqrt(x[0] * x[1]));
  return { x, y: span([...points.flatMap((point) => [point.yLow, point.yHigh]), ...tops], 3, 2) };
}
