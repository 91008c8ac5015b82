import type { Plane } from './film.ts';

/** Blurs a plane in place with an approximated Gaussian of this standard deviation (pixels): three box blurs. */
export function blur(plane: Plane, width: number, height: number, sigma: number): void {
  if (sigma < 0.3) return;
  const radii = boxRadii(sigma);
  const scratch = new Float32Array(plane.length);
  for (const radius of radii) {
    alongRows(plane, scratch, width, height, radius);
    alongColumns(scratch, plane, width, height, radius);
  }
}

function boxRadii(sigma: number): number[] {
  const ideal = Math.sqrt((12 * sigma * sigma) / 3 + 1);
  const low = Math.floor((ideal - 1) / 2) * 2 + 1;
  const lows = Math.round((12 * sigma * sigma - 3 * low * low - 12 * low - 9) / (-4 * low - 4));
  return [0, 1, 2].map((pass) => ((pass < lows ? low : low + 2) - 1) / 2);
}

function alongRows(from: Plane, to: Plane, width: number, height: number, radius: number): void {
  const share = 1 / (2 * radius + 1);
  const last = width - 1;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let sum = 0;
    for (let x = -radius; x <= radius; x++)
      sum += from[row + Math.min(last, Math.max(0, x))] as number;
    for (let x = 0; x < width; x++) {
      to[row + x] = sum * share;
      sum += from[row + Math.min(last, x + radius + 1)] as number;
      sum -= from[row + Math.max(0, x - radius)] as number;
    }
  }
}

function alongColumns(from: Plane, to: Plane, width: number, height: number, radius: number): void {
  const share = 1 / (2 * radius + 1);
  const last = height - 1;
  const sums = new Float64Array(width);
  for (let y = -radius; y <= radius; y++) {
    const row = Math.min(last, Math.max(0, y)) * width;
    for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) + (from[row + x] as number);
  }
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const entering = Math.min(last, y + radius + 1) * width;
    const leaving = Math.max(0, y - radius) * width;
    for (let x = 0; x < width; x++) {
      const sum = sums[x] as number;
      to[row + x] = sum * share;
      sums[x] = sum + (from[entering + x] as number) - (from[leaving + x] as number);
    }
  }
}
