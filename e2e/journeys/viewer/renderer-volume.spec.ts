import type { Page } from '@playwright/test';
import type { Slab } from '../../../web/src/viewer/pixels/panes.ts';
import {
  computePixels,
  drawGrey,
  drawRgb,
  expectSame,
  RECT,
  SIZE,
  WINDOW,
} from '../../pixels/canvas.ts';
import { brightness, ORIGIN, SPACING, slabIn } from '../../pixels/phantom.ts';
import type { PixelsServer } from '../../pixels/pixels-server.ts';
import { expect, oblique, test, upright } from '../../pixels/pixels-test.ts';
import {
  AXIAL,
  CORONAL,
  computePlane,
  describeLevel,
  expectedPlane,
  type PlaneOptions,
  SAGITTAL,
  show,
  TILTED,
  type Vector,
} from '../../pixels/planes.ts';

const PLANES: Readonly<Record<string, PlaneOptions>> = {
  axial: { directions: AXIAL },
  coronal: { directions: CORONAL },
  sagittal: { directions: SAGITTAL },
  tilted: { directions: TILTED },
  inverse: { directions: AXIAL, isInverse: true },
  'maximum slab': { directions: TILTED, slab: { millimetres: 5, mode: 'maximum' } },
  'minimum slab': { directions: TILTED, slab: { millimetres: 5, mode: 'minimum' } },
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
      expectSame(
        await drawGrey(page, computePlane(phantom, options)),
        expectedPlane(phantom, options),
      );
    });

for (const [name, phantom] of Object.entries({ upright, oblique }))
  for (const directions of [SAGITTAL, TILTED])
    test(`a projection of the ${name} volume is the slab through it, ${directions === TILTED ? 'tilted' : 'sagittal'}`, async ({
      page,
    }) => {
      await show(page, name, phantom);
      const plane = computePlane(phantom, {
        directions,
        slab: { millimetres: 12, mode: 'mean' },
      });
      const slab = await drawGrey(page, plane);
      const projection = await drawGrey(page, { ...plane, kind: 'projection' } as const);
      const difference = (other: readonly number[]) =>
        slab.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) /
        slab.length;
      expect(difference(projection)).toBeLessThan(1);
      expect(difference(projection.toReversed())).toBeGreaterThan(10);
    });

for (const isInverse of [false, true])
  test(`around a tilted volume ${isInverse ? 'an inverted' : 'a'} projection shows what the slab does`, async ({
    page,
  }) => {
    await show(page, 'oblique', oblique);
    const plane = computePlane(oblique, {
      directions: TILTED,
      slab: { millimetres: 60, mode: 'mean' },
      millimetresPerPixel: 0.35,
      isInverse,
    });
    const slab = await drawGrey(page, plane);
    const projection = await drawGrey(page, { ...plane, kind: 'projection' } as const);
    // At the edge of the volume a pixel is on either side.
    const differing = slab.filter(
      (value, index) => Math.abs(value - (projection[index] ?? 0)) > 10,
    );
    expect(differing.length / slab.length).toBeLessThan(0.03);
    expect(slab.filter((value) => value === 0).length / slab.length).toBeGreaterThan(0.2);
  });

test('a plane through voxel centres shows the voxels', async ({ page }) => {
  await show(page, 'upright', upright);
  const through: Vector = [23.5, 19.5, 9];
  const millimetresPerPixel = 0.1;
  const grey = await drawGrey(
    page,
    computePlane(upright, { directions: AXIAL, through, millimetresPerPixel }),
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
    const grey = await drawGrey(page, computePlane(upright, options));
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

/** Radians. */
const NOD = 0.2;
const YAW = 0.15;

/** The directions to the left, the back and the head that a panoramic follows: the patient's, and a straightened head's. */
const HEADS: Readonly<Record<string, readonly [Vector, Vector, Vector]>> = {
  'the arch': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'the arch of a straightened head': [
    [Math.cos(YAW), Math.sin(YAW), 0],
    [-Math.sin(YAW) * Math.cos(NOD), Math.cos(YAW) * Math.cos(NOD), Math.sin(NOD)],
    [Math.sin(YAW) * Math.sin(NOD), -Math.cos(YAW) * Math.sin(NOD), Math.cos(NOD)],
  ],
};

for (const [name, head] of Object.entries(HEADS))
  test(`a curved panoramic follows ${name}`, async ({ page }) => {
    await show(page, 'upright', upright);
    const alongHead = (vector: readonly number[]): Vector => {
      const [x, y, z] = head.map((axis) =>
        axis.reduce((sum, part, index) => sum + part * (vector[index] ?? 0), 0),
      );
      return [x ?? 0, y ?? 0, z ?? 0];
    };
    const inPatient = (vector: readonly number[]) =>
      [0, 1, 2].map((axis) =>
        head.reduce((sum, part, index) => sum + (part[axis] ?? 0) * (vector[index] ?? 0), 0),
      );
    const columns = 100;
    const millimetresPerPixel = 0.15;
    const middle = alongHead([ORIGIN[0] + 12, ORIGIN[1] + 11, ORIGIN[2] + 8]);
    const surface = Array.from({ length: columns }, (_, column) => {
      const angle = Math.PI * (0.2 + (0.6 * column) / columns);
      const nx = -Math.cos(angle);
      const ny = -Math.sin(angle);
      return [middle[0] + 8 * nx, middle[1] + 8 * ny, 0, nx, ny];
    });
    const top = middle[2] + 8;
    const slab: Slab = { millimetres: 3, mode: 'mean' };
    const view = {
      centre: [49.7, 50.2],
      scale: 1.13,
      aspect: 1,
      quarterTurns: 0,
      isMirrored: false,
    } as const;
    const { column: across, row: down, normal } = upright.metadata.geometry;
    const scaled = (vector: readonly number[], spacing: number): Vector => {
      const [x, y, z] = alongHead(vector);
      return [x / spacing, y / spacing, z / spacing];
    };
    const grey = await drawGrey(page, {
      rect: RECT,
      kind: 'panoramic',
      view,
      millimetresPerPixel,
      top,
      slab,
      window: WINDOW,
      isInverse: false,
      sharpen: 0,
      surface: surface.flat() as unknown as Float32Array,
      space: {
        origin: alongHead(ORIGIN),
        axes: [alongHead(across), alongHead(down), alongHead(normal)],
        spacing: SPACING,
        size: upright.size,
        inverse: [scaled(across, SPACING[0]), scaled(down, SPACING[1]), scaled(normal, SPACING[2])],
      },
    });
    const expected = computePixels((x, y) => {
      const column = view.centre[0] + (x - SIZE.width / 2) / view.scale;
      const row = view.centre[1] + (y - SIZE.height / 2) / view.scale;
      if (column < -0.5 || column > columns - 0.5) return 0;
      const limited = Math.min(Math.max(column, 0), columns - 1);
      const low = Math.min(Math.floor(limited), columns - 2);
      const [px = 0, py = 0, , nx = 0, ny = 0] = (surface[low] ?? []).map(
        (part, index) => part + (limited - low) * ((surface[low + 1]?.[index] ?? 0) - part),
      );
      const norm = Math.hypot(nx, ny);
      const point = inPatient([px, py, top - row * millimetresPerPixel]);
      return brightness(slabIn(upright, point, inPatient([nx / norm, ny / norm, 0]), slab), WINDOW);
    });
    expectSame(grey, expected);
  });

test('several panes share the canvas and stay within their rectangles', async ({ page }) => {
  await show(page, 'upright', upright);
  const plane = computePlane(upright, { directions: AXIAL, millimetresPerPixel: 0.05 });
  const panes = [
    { ...plane, rect: { x: 0, y: 0, width: 50, height: 40 } },
    { ...plane, rect: { x: 70, y: 50, width: 50, height: 40 }, isInverse: true },
  ];
  const rgb = await page.evaluate(([panes, size]) => window.harness.draw(panes, size), [
    panes,
    { ...SIZE, ratio: 2 },
  ] as const);
  const grey = rgb.filter((_, index) => index % 3 === 0);
  const at = (x: number, y: number) => grey[2 * y * 2 * SIZE.width + 2 * x] ?? Number.NaN;
  for (const [x, y] of [
    [5, 5],
    [25, 20],
    [45, 35],
  ] as const) {
    expect(at(x, y)).toBeGreaterThan(0);
    expect(Math.abs(at(x, y) + at(x + 70, y + 50) - 255)).toBeLessThanOrEqual(1);
  }
  for (const [x, y] of [
    [60, 20],
    [25, 45],
    [60, 45],
    [90, 20],
    [25, 70],
  ] as const)
    expect(at(x, y)).toBe(0);
});

test('a picture that moves is nearly the same picture', async ({ page }) => {
  await show(page, 'upright', upright);
  const plane = computePlane(upright, { directions: CORONAL });
  const rest = await drawGrey(page, plane);
  const moving = await drawGrey(page, plane, 'moving');
  const difference = rest.reduce(
    (sum, value, index) => sum + Math.abs(value - (moving[index] ?? 0)),
    0,
  );
  expect(difference / rest.length).toBeLessThan(6);
  expect(moving).not.toEqual(rest);
});

/** A ball with a radius of 6 mm in the middle of a volume of 20 mm. */
async function addBall({ page, server }: { page: Page; server: PixelsServer }) {
  const side = 40;
  const values = new Uint16Array(side ** 3);
  for (let index = 0; index < values.length; index += 1) {
    const x = index % side;
    const y = Math.floor(index / side) % side;
    const z = Math.floor(index / side ** 2);
    // Smooth, so that the surface is where the value is 2000: 12 voxels from the middle.
    values[index] = Math.max(0, 2000 + 200 * (12 - Math.hypot(x - 19.5, y - 19.5, z - 19.5)));
  }
  const geometry = { ...upright.metadata.geometry, origin: [0, 0, 0], spacing: [0.5, 0.5, 0.5] };
  const metadata = {
    ...upright.metadata,
    width: side,
    height: side,
    slices: side,
    slope: 1,
    intercept: 0,
    geometry,
  };
  server.putMetadata('/ball', metadata);
  server.put('/ball/raw', values);
  await page.evaluate((level) => window.harness.addLevel('/ball', level, 'raw'), {
    ...describeLevel(upright),
    width: side,
    height: side,
    slices: side,
  });
}

const MIDDLE: Vector = [9.75, 9.75, 9.75];
const BALL_WINDOW = { centre: 2000, width: 4000 };

/** Seen from the front; a radius of 6 mm is 30 pixels. */
const ballPane = {
  rect: RECT,
  kind: 'surface' as const,
  view: { centre: MIDDLE, ...CORONAL, millimetresPerPixel: 0.2 },
  window: BALL_WINDOW,
  isInverse: false,
  threshold: 2000,
};

const red = (drawn: readonly number[], x: number, y: number) =>
  drawn[(Math.round(y) * SIZE.width + Math.round(x)) * 3] ?? Number.NaN;

test('the surface of a ball is where it belongs, lit from above, and can be cut', async ({
  page,
  server,
}) => {
  await addBall({ page, server });
  const rgb = await drawRgb(page, ballPane);
  const cx = SIZE.width / 2;
  const cy = SIZE.height / 2;
  for (const angle of [0, 1, 2, 3, 4, 5, 6]) {
    const at = (radius: number) =>
      red(rgb, cx - 0.5 + radius * Math.cos(angle), cy - 0.5 + radius * Math.sin(angle));
    expect(at(28.5)).toBeGreaterThan(20);
    expect(at(31.5)).toBe(0);
  }
  expect(red(rgb, cx, cy - 18)).toBeGreaterThan(red(rgb, cx, cy + 18) + 30);
  // A cut through the middle, facing the viewer, shows the grey values inside.
  const cut = { point: MIDDLE, normal: [0, -1, 0] as const };
  const inside = await drawRgb(page, { ...ballPane, cut });
  expect(
    Math.abs(
      red(inside, cx, cy) - brightness(4400, BALL_WINDOW, false, { slope: 1, intercept: 0 }),
    ),
  ).toBeLessThanOrEqual(3);
  const lower = brightness(2000 + 200 * 6, BALL_WINDOW, false, { slope: 1, intercept: 0 });
  expect(Math.abs(red(inside, cx + 15, cy) - lower)).toBeLessThanOrEqual(4);
});

test('a scan is hidden where bone is in front of it, and cut like the bone', async ({
  page,
  server,
}) => {
  await addBall({ page, server });
  const cx = SIZE.width / 2;
  const cy = SIZE.height / 2;
  /** A sheet of 16 mm across the line of sight, so many millimetres before the middle of the ball. */
  const draw = async (before: number, cut?: { point: Vector; normal: Vector }) => {
    await page.evaluate((front) => window.harness.setSheet([1.75, 9.75 - front, 1.75], 16), before);
    return drawRgb(page, { ...ballPane, ...(cut && { cut }) });
  };
  // Its light has a white part.
  const isScan = (drawn: readonly number[], x: number, y: number) =>
    red(drawn, x, y) <= 45 && drawn[(y * SIZE.width + x) * 3 + 1] === 255;
  const through = await draw(0);
  for (const radius of [0, 15, 28]) expect(isScan(through, cx + radius, cy)).toBe(false);
  for (const radius of [32, 38]) expect(isScan(through, cx - radius, cy)).toBe(true);
  // It ends 8 mm beside the middle.
  expect(isScan(through, cx + 42, cy)).toBe(false);
  // 4 mm in front the ball has a radius of 4.47 mm, which is 22 pixels.
  const front = await draw(4);
  for (const radius of [0, 20]) expect(isScan(front, cx + radius, cy)).toBe(false);
  for (const radius of [25, 38]) expect(isScan(front, cx + radius, cy)).toBe(true);
  const before = await draw(6.5);
  for (const radius of [0, 38]) expect(isScan(before, cx + radius, cy)).toBe(true);
  // A cut through the middle hides what is in front of it.
  const cut = { point: MIDDLE, normal: [0, -1, 0] as Vector };
  for (const radius of [0, 38]) expect(isScan(await draw(4, cut), cx + radius, cy)).toBe(false);
  expect(isScan(await draw(-1, cut), cx + 38, cy)).toBe(true);
  await page.evaluate(() => window.harness.setSheet(undefined, 0));
  expect(isScan(await drawRgb(page, ballPane), cx + 38, cy)).toBe(false);
});
