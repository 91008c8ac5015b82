import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMiddlePlanes } from './planes.ts';

const SIDE = 60;
const DEPTH = 20;

/** A cube of 20 mm in the middle of 60 × 60 × 40 mm; slices are 2 mm apart. */
function cube(): Uint8Array[] {
  const isInside = (at: number, count: number, half: number) => Math.abs(at - count / 2) < half;
  return Array.from({ length: DEPTH }, (_slice, z) =>
    Uint8Array.from({ length: SIDE * SIDE }, (_pixel, at) => {
      const inPlane = isInside(at % SIDE, SIDE, 10) && isInside(Math.floor(at / SIDE), SIDE, 10);
      return inPlane && isInside(z, DEPTH, 5) ? 255 : 0;
    }),
  );
}

test('the three planes of a volume have one scale: a cube is equally wide in each', async () => {
  const volume = { width: SIDE, height: SIDE, slices: cube() };
  const shading = { slope: 1, intercept: 0, isInverse: false, window: { centre: 128, width: 255 } };
  const preview = await renderMiddlePlanes(
    { ...volume, spacing: [1, 1, 2], shift: [0, 0] },
    shading,
  );
  const { data, info } = await preview.raw().toBuffer({ resolveWithObject: true });
  const isWhite = (column: number, row: number) =>
    (data[(row * info.width + column) * info.channels] ?? 0) > 127;
  const countWhite = (from: number, to: number, share: number) => {
    const row = Math.floor(info.height * share);
    return Array.from({ length: to - from }, (_, at) => isWhite(from + at, row)).filter(Boolean)
      .length;
  };
  const middle = Math.floor(info.width / 2);
  const axial = countWhite(0, middle, 0.5);
  const others = [0.25, 0.75].map((share) => countWhite(middle, info.width, share));
  assert.ok(axial > 100, `${axial}`);
  for (const width of others) assert.ok(Math.abs(width - axial) <= 2, `${axial}: ${others}`);
  assert.ok(info.width <= 1600 && info.height <= 1000, `${info.width} × ${info.height}`);
});
