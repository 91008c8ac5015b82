import { expect, type Page, test } from '@playwright/test';
import type { Slab } from '../../../web/src/viewer/pixels/renderer.ts';
import {
  brightness,
  createPhantom,
  ORIGIN,
  type Phantom,
  SPACING,
  slabIn,
  toPatient,
} from '../../pixels/phantom.ts';
import { type PixelsServer, startPixelsServer } from '../../pixels/pixels-server.ts';

const SIZE = { width: 120, height: 90 };
const RECT = { x: 0, y: 0, ...SIZE };
const WINDOW = { centre: 2000, width: 6000 };
const THIN: Slab = { millimetres: 0, mode: 'mean' };

type Vector = readonly [number, number, number];
const AXIAL = { right: [1, 0, 0], down: [0, 1, 0] } as const;
const CORONAL = { right: [1, 0, 0], down: [0, 0, -1] } as const;
const SAGITTAL = { right: [0, 1, 0], down: [0, 0, -1] } as const;
/** At right angles to each other, and to nothing else. */
const TILTED = { right: [2 / 3, 2 / 3, 1 / 3], down: [-2 / 3, 1 / 3, 2 / 3] } as const;

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

let server: PixelsServer;
const upright = createPhantom([48, 40, 36], false);
const oblique = createPhantom([48, 40, 36], true);

test.beforeAll(async () => {
  server = await startPixelsServer();
  for (const [name, phantom] of Object.entries({ upright, oblique })) {
    const meta = Buffer.from(JSON.stringify(phantom.metadata));
    server.objects.set(`/${name}/meta`, { bytes: meta });
    server.objects.set(`/${name}/raw`, { bytes: new Uint8Array(phantom.values.buffer) });
  }
});
test.afterAll(() => server.close());
test.beforeEach(({ page }) => page.goto(server.url));

const describeLevel = ({ size: [width, height, slices] }: Phantom, scale = 1) => ({
  kind: 'volume' as const,
  ...{ scale, width, height, slices },
  sampling: 'mean' as const,
  channels: 1 as const,
  isLossless: true,
});

const show = (page: Page, name: string, phantom: Phantom) =>
  page.evaluate(([name, level]) => window.harness.addLevel(`/${name}`, level, 'raw'), [
    name,
    describeLevel(phantom),
  ] as const);

interface PlaneOptions {
  readonly directions: { readonly right: Vector; readonly down: Vector };
  readonly slab?: Slab;
  readonly isInverse?: boolean;
  /** Voxel in the middle of the pane. */
  readonly through?: Vector;
  readonly millimetresPerPixel?: number;
}

function planeOf(phantom: Phantom, options: PlaneOptions) {
  const { directions, slab = THIN, isInverse = false } = options;
  const { through = [20.3, 18.7, 17.1], millimetresPerPixel = 0.131 } = options;
  const centre = toPatient(phantom, through);
  const view = { centre, ...directions, millimetresPerPixel };
  const tone = { window: WINDOW, isInverse, sharpen: 0 };
  return { rect: RECT, kind: 'plane' as const, view, slab, ...tone };
}

/** The grey values of a plane, computed pixel by pixel. */
function expectedPlane(phantom: Phantom, options: PlaneOptions): number[] {
  const { view, slab, isInverse } = planeOf(phantom, options);
  const { centre, right, down, millimetresPerPixel } = view;
  return pixelsOf((x, y) => {
    const point = centre.map(
      (part, axis) =>
        part +
        (x - SIZE.width / 2) * millimetresPerPixel * (right[axis] ?? 0) +
        (y - SIZE.height / 2) * millimetresPerPixel * (down[axis] ?? 0),
    );
    const pixel = slabIn(phantom, point, cross(right, down), slab);
    return pixel === undefined ? 0 : brightness(pixel, WINDOW, isInverse);
  });
}

/** Calls with the centre of every pixel. */
const pixelsOf = (compute: (x: number, y: number) => number): number[] =>
  Array.from({ length: SIZE.width * SIZE.height }, (_, index) =>
    compute((index % SIZE.width) + 0.5, Math.floor(index / SIZE.width) + 0.5),
  );

type DrawnPane = Parameters<typeof window.harness.draw>[0][number];

const drawRgb = (page: Page, pane: DrawnPane, quality: 'rest' | 'moving' = 'rest') =>
  page.evaluate(([pane, size]) => window.harness.draw([pane], size), [
    pane,
    { ...SIZE, quality },
  ] as const);

/** Grey values, after a check that red, green and blue are equal. */
async function drawGrey(page: Page, pane: DrawnPane, quality?: 'moving'): Promise<number[]> {
  const rgb = await drawRgb(page, pane, quality);
  expect(rgb.every((value, index) => value === rgb[index - (index % 3)])).toBe(true);
  return rgb.filter((_, index) => index % 3 === 0);
}

/** At most 2 of 255 apart everywhere. The expected picture must not be a uniform one. */
function expectSame(actual: readonly number[], expected: readonly number[]): void {
  expect(new Set(expected).size).toBeGreaterThan(50);
  expect(actual.length).toBe(expected.length);
  const wrong = expected.flatMap((value, index) =>
    Math.abs(value - (actual[index] ?? Number.NaN)) <= 2
      ? []
      : [`${index % SIZE.width},${Math.floor(index / SIZE.width)}: ${actual[index]} not ${value}`],
  );
  expect(wrong.slice(0, 5), `${wrong.length} pixels`).toEqual([]);
}

const PLANES: Readonly<Record<string, PlaneOptions>> = {
  axial: { directions: AXIAL },
  coronal: { directions: CORONAL },
  sagittal: { directions: SAGITTAL },
  tilted: { directions: TILTED },
  inverse: { directions: AXIAL, isInverse: true },
  'maximum slab': { directions: TILTED, slab: { millimetres: 5, mode: 'maximum' } },
  'mean slab': { directions: CORONAL, slab: { millimetres: 7.3, mode: 'mean' } },
  'slab at the border': {
    directions: AXIAL,
    slab: { millimetres: 6, mode: 'mean' },
    through: [20, 20, 0.3],
  },
};

for (const [name, phantom] of Object.entries({ upright, oblique }))
  for (const [title, options] of Object.entries(PLANES))
    test(`${title} plane of the ${name} volume`, async ({ page }) => {
      await show(page, name, phantom);
      expectSame(await drawGrey(page, planeOf(phantom, options)), expectedPlane(phantom, options));
    });

test('a plane through voxel centres shows the voxels', async ({ page }) => {
  await show(page, 'upright', upright);
  const through: Vector = [23.5, 19.5, 9];
  const millimetresPerPixel = 0.1;
  const grey = await drawGrey(
    page,
    planeOf(upright, { directions: AXIAL, through, millimetresPerPixel }),
  );
  for (const [column, row] of [
    [20, 16],
    [23, 19],
    [26, 22],
  ] as const) {
    const x = SIZE.width / 2 + ((column - 23.5) * SPACING[0]) / millimetresPerPixel;
    const y = SIZE.height / 2 + ((row - 19.5) * SPACING[1]) / millimetresPerPixel;
    // A pixel beside the centre of the voxel: at most a tenth of the next voxel is in it.
    const neighbours = [-1, 0].map(
      (by) => grey[Math.floor(y) * SIZE.width + Math.floor(x) + by] ?? 0,
    );
    const expected = brightness(upright.values[(9 * 40 + row) * 48 + column], WINDOW);
    expect(Math.min(...neighbours.map((value) => Math.abs(value - expected)))).toBeLessThan(8);
  }
});

test('left, right, front, back, head and feet are where they belong', async ({ page }) => {
  await show(page, 'upright', upright);
  // The bright corner is at the patient's right, front and feet; beyond it there is nothing.
  const bright = brightness(4095, WINDOW);
  for (const [name, directions, nothing] of [
    ['axial', AXIAL, ['left', 'top']],
    ['coronal', CORONAL, ['left', 'bottom']],
    ['sagittal', SAGITTAL, ['left', 'bottom']],
  ] as const) {
    const options = { directions, through: [3, 3, 3] as const, millimetresPerPixel: 0.12 };
    const grey = await drawGrey(page, planeOf(upright, options));
    const at = (x: number, y: number) =>
      grey[Math.floor(y * SIZE.height) * SIZE.width + Math.floor(x * SIZE.width)] ?? Number.NaN;
    expect(at(0.5, 0.5)).toBe(bright);
    const edges = {
      left: at(0, 0.5),
      right: at(0.99, 0.5),
      top: at(0.5, 0),
      bottom: at(0.5, 0.99),
    };
    const black = Object.entries(edges).flatMap(([edge, value]) => (value === 0 ? [edge] : []));
    expect(black, name).toEqual(nothing);
    expect(Object.values(edges)).not.toContain(bright);
  }
});

test('a curved panoramic follows the arch', async ({ page }) => {
  await show(page, 'upright', upright);
  const columns = 100;
  const millimetresPerPixel = 0.15;
  const surface = Array.from({ length: columns }, (_, column) => {
    const angle = Math.PI * (0.2 + (0.6 * column) / columns);
    const [nx, ny] = [-Math.cos(angle), -Math.sin(angle)];
    return [ORIGIN[0] + 12 + 8 * nx, ORIGIN[1] + 11 + 8 * ny, 0, nx, ny];
  });
  const top = ORIGIN[2] + 16;
  const slab: Slab = { millimetres: 3, mode: 'mean' };
  const view = {
    centre: [49.7, 50.2],
    scale: 1.13,
    aspect: 1,
    quarterTurns: 0,
    isMirrored: false,
  } as const;
  const grey = await drawGrey(page, {
    ...{ rect: RECT, kind: 'panoramic', view, millimetresPerPixel, top, slab, window: WINDOW },
    ...{ isInverse: false, sharpen: 0, surface: surface.flat() as unknown as Float32Array },
  });
  const expected = pixelsOf((x, y) => {
    const column = view.centre[0] + (x - SIZE.width / 2) / view.scale;
    const row = view.centre[1] + (y - SIZE.height / 2) / view.scale;
    if (column < -0.5 || column > columns - 0.5) return 0;
    const limited = Math.min(Math.max(column, 0), columns - 1);
    const low = Math.min(Math.floor(limited), columns - 2);
    const [px = 0, py = 0, , nx = 0, ny = 0] = (surface[low] ?? []).map(
      (part, index) => part + (limited - low) * ((surface[low + 1]?.[index] ?? 0) - part),
    );
    const norm = Math.hypot(nx, ny);
    const point = [px, py, top - row * millimetresPerPixel];
    return brightness(slabIn(upright, point, [nx / norm, ny / norm, 0], slab), WINDOW);
  });
  expectSame(grey, expected);
});
