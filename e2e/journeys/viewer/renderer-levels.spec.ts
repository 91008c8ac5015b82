import { drawGrey, drawRgb, expectSame, SIZE, WINDOW } from '../../pixels/canvas.ts';
import { brightness, SPACING } from '../../pixels/phantom.ts';
import { expect, oblique, test, upright } from '../../pixels/pixels-test.ts';
import {
  AXIAL,
  CORONAL,
  computePlane,
  describeLevel,
  expectedPlane,
  show,
  TILTED,
} from '../../pixels/planes.ts';

test('a coarser level fills the slices that have not arrived', async ({ page, server }) => {
  // Levels of plain values: what is drawn names its level.
  const fine = 1000;
  const coarse = 3000;
  const levels = {
    fine: new Uint16Array(upright.values.length).fill(fine),
    coarse: new Uint16Array(24 * 20 * 18).fill(coarse),
  };
  for (const [name, values] of Object.entries(levels)) server.put(`/upright/${name}`, values);
  const add = (scale: 1 | 2, name: string, ready?: number) =>
    page.evaluate(
      ([level, name, ready]) => window.harness.addLevel('/upright', level, name, ready),
      [
        {
          ...describeLevel(upright, scale),
          width: 48 / scale,
          height: 40 / scale,
          slices: 36 / scale,
        },
        name,
        ready,
      ] as const,
    );
  await add(2, 'coarse');
  const plane = computePlane(upright, {
    directions: CORONAL,
    through: [24, 20, 17.5],
    millimetresPerPixel: 0.3,
  });
  const rowOf = (slice: number) =>
    Math.round(SIZE.height / 2 - ((slice - 17.5) * SPACING[2]) / 0.3);
  const middle = async (slice: number) =>
    (await drawGrey(page, plane))[rowOf(slice) * SIZE.width + SIZE.width / 2] ?? Number.NaN;
  expect(await middle(5)).toBe(brightness(coarse, WINDOW));
  await add(1, 'fine', 12);
  expect(await middle(5)).toBe(brightness(fine, WINDOW));
  expect(await middle(15)).toBe(brightness(coarse, WINDOW));
  expect(await page.evaluate(() => window.harness.valueAt([5, 5, 5]))).toBe(fine * 2 - 1000);
  expect(await page.evaluate(() => window.harness.valueAt([5, 5, 20]))).toBe(coarse * 2 - 1000);
  expect(await page.evaluate(() => window.harness.valueAt([5, 5, 36]))).toBeUndefined();
});

test('a lost context is restored with everything that was loaded', async ({ page }) => {
  await show(page, 'oblique', oblique);
  const plane = computePlane(oblique, { directions: TILTED });
  const before = await drawGrey(page, plane);
  const events = () => page.evaluate(() => window.harness.events);
  await page.evaluate(() => window.harness.loseContext());
  await expect.poll(events).toEqual(['lost']);
  // Drawing in this state does nothing.
  expect(new Set(await drawRgb(page, plane)).size).toBe(1);
  await page.evaluate(() => window.harness.restoreContext());
  await expect.poll(events).toEqual(['lost', 'restored']);
  expect(await drawGrey(page, plane)).toEqual(before);
});

test('too large a volume is refused', async ({ page }) => {
  await show(page, 'upright', upright);
  const isDrawn = await page.evaluate(() => {
    const { maxTexture3d } = window.harness.limits();
    const level = {
      kind: 'volume',
      scale: 1,
      width: 1,
      height: 1,
      slices: maxTexture3d + 1,
    } as const;
    const rest = { sampling: 'mean', channels: 1, isLossless: true } as const;
    return window.harness.addLevel('/upright', { ...level, ...rest }, 'raw', 0);
  });
  expect(isDrawn).toBe(false);
  const options = { directions: AXIAL };
  expectSame(await drawGrey(page, computePlane(upright, options)), expectedPlane(upright, options));
});

test('a half level lies where the full one does', async ({ page, server }) => {
  // Means of 2 × 2 × 2 voxels of a linear function are the function between them.
  const ramp = (x: number, y: number, z: number) => 200 + 40 * x + 30 * y + 20 * z;
  const half = Uint16Array.from({ length: 24 * 20 * 18 }, (_, index) => {
    const x = index % 24;
    const y = Math.floor(index / 24) % 20;
    const z = Math.floor(index / 480);
    return ramp(2 * x + 0.5, 2 * y + 0.5, 2 * z + 0.5);
  });
  server.put('/upright/ramp', half);
  const size = { width: 24, height: 20, slices: 18 };
  await page.evaluate((level) => window.harness.addLevel('/upright', level, 'ramp'), {
    ...describeLevel(upright, 2),
    ...size,
  });
  const through = [24, 20, 18] as const;
  const options = { directions: TILTED, through, millimetresPerPixel: 0.06 };
  const plane = computePlane(upright, options);
  const full = {
    ...upright,
    values: upright.values.map((_, index) =>
      ramp(index % 48, Math.floor(index / 48) % 40, Math.floor(index / 1920)),
    ),
  };
  expectSame(await drawGrey(page, plane), expectedPlane(full, options));
});
