// SPDX-License-Identifier: MIT
// Labels beside points without overlap; the first come keep their place (as reports/svg/place.c).

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const WAYS: [number, number][] = [[1, 0], [-1, 0], [0, -1], [0, 1], [1, -1], [1, 1], [-1, -1], [-1, 1]];
const STEPS = [2, 9, 18, 30, 44];

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

export class Places {
  private readonly taken: Box[] = [];

  constructor(private readonly area: Box) {}

  reserve(box: Box): void {
    this.taken.push(box);
  }

  /** A free box of w x h at most `reach` from a marker of radius r, or null. */
  find(x: number, y: number, r: number, size: { w: number; h: number }, reach: number): Box | null {
    for (const step of STEPS) {
      if (step > reach) break;
      for (const [dx, dy] of WAYS) {
        const gap = r + step;
        const box = {
          x: x + dx * gap - (dx < 0 ? size.w : dx === 0 ? size.w / 2 : 0),
          y: y + dy * gap - (dy < 0 ? size.h : dy === 0 ? size.h / 2 : 0),
          ...size,
        };
        if (this.isFree(box)) {
          this.taken.push(box);
          return box;
        }
      }
    }
    return null;
  }

  private isFree(box: Box): boolean {
    const { x, y, w, h } = this.area;
    if (box.x < x || box.y < y || box.x + box.w > x + w || box.y + box.h > y + h) return false;
    return !this.taken.some((other) => overlap(box, other));
  }
}
