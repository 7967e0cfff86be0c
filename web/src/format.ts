// SPDX-License-Identifier: MIT
// Numbers as the static page writes them: three digits, decimal prefixes.

const SYMBOLS: Record<string, [string, number]> = {
  ns: ["s", 1e-9],
  "flop/s": ["FLOP/s", 1],
  "bytes/s": ["B/s", 1],
};

const PREFIXES = ["n", "µ", "m", "", "k", "M", "G", "T", "P", "E"];

function digits(value: number): string {
  const size = Math.abs(value);
  if (size >= 99.95 || value === 0) return value.toFixed(0);
  if (size >= 9.995) return value.toFixed(1);
  return value.toFixed(2);
}

/** "1.53 TFLOP/s"; a dash for null. */
export function withUnit(value: number | null, unit: string): string {
  if (value === null || !Number.isFinite(value)) return "–";
  const [symbol, scale] = SYMBOLS[unit] ?? [unit, 1];
  let scaled = value * scale;
  let power = 3;
  while (power < PREFIXES.length - 1 && Math.abs(scaled) >= 999.5) {
    scaled /= 1000;
    power++;
  }
  while (power > 0 && Math.abs(scaled) < 0.9995 && scaled !== 0) {
    scaled *= 1000;
    power--;
  }
  return `${digits(scaled)} ${PREFIXES[power]}${symbol}`;
}

/** "97 %", one decimal below 10 %. */
export function percent(share: number | null): string {
  if (share === null || !Number.isFinite(share)) return "–";
  return `${(share * 100).toFixed(Math.abs(share) < 0.0995 ? 1 : 0)} %`;
}

/** FLOP per byte with three digits. */
export function intensity(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return "–";
  return value >= 1e5 || (value < 1e-3 && value > 0) ? value.toExponential(1) : String(Number(value.toPrecision(3)));
}

/** A tick of an axis: "0.1", "100"; with prefixes "1 G". */
export function tick(value: number, prefixed: boolean): string {
  if (!prefixed) return value >= 1e5 || value < 1e-3 ? value.toExponential(0).replace("e+", "e") : String(Number(value.toPrecision(1)));
  let power = 3;
  while (power < PREFIXES.length - 1 && value >= 999.5) {
    value /= 1000;
    power++;
  }
  return `${Number(value.toPrecision(1))} ${PREFIXES[power]}`.trim();
}

/** Beginning of a name, at most 24 characters. */
export function cut(name: string): string {
  const characters = Array.from(name);
  return characters.length <= 24 ? name : characters.slice(0, 23).join("") + "…";
}
