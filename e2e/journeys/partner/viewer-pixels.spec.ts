import { type Ball, spherePhantom } from '@deqiq/samples/phantoms/phantoms.ts';
import { scanPhantom } from '@deqiq/samples/phantoms/scan.ts';
import { multiFrameFile } from '@deqiq/samples/phantoms/scan-files.ts';
import { VARIANTS } from '@deqiq/samples/phantoms/variants.ts';
import { dcmtkMissing, drawWithDcmtk } from '../../dcmtk.ts';
import { DERIVED, expect, PHONE, test } from '../../fixtures.ts';
import { createBars } from '../../sample-files.ts';
import type { Greys, Point } from '../../viewer/greys.ts';
import { fingers } from '../../viewer/touch.ts';
import type { ViewerScreen } from '../../viewer/viewer-screen.ts';
import { openFiles, PATIENT } from '../../viewer/viewer-worlds.ts';

test.setTimeout(300_000);

const SMALL_DESK = { width: 1100, height: 760 };
const SIDE = 120;
const phantom = spherePhantom();
/** As a device may write it: signed values, a slope, and the last slice first. */
const variant = { ...VARIANTS.reversed, isSigned: true, slope: 0.5, intercept: 100 };
const volume = multiFrameFile(scanPhantom(phantom, { side: SIDE, noise: 60, variant }));

/** The middle of a picture. Its size and the part's are even: pixels of both meet. */
function middleOf({ width, height, values }: Greys, part: { width: number; height: number }) {
  const left = (width - part.width) / 2;
  const top = (height - part.height) / 2;
  const size = part.width * part.height;
  return Uint8Array.from({ length: size }, (_, at) => {
    const x = at % part.width;
    const y = Math.floor(at / part.width);
    return values[(top + y) * width + left + x] ?? 0;
  });
}

/** At most 2 of 255 apart everywhere. */
function expectEqual(actual: Uint8Array, expected: Uint8Array): void {
  expect(new Set(expected).size).toBeGreaterThan(100);
  expect(actual).toHaveLength(expected.length);
  const differences = actual.map((value, at) => Math.abs(value - (expected[at] ?? 0)));
  expect(differences.reduce((max, value) => Math.max(max, value), 0)).toBeLessThanOrEqual(2);
}

test.describe('on a desk computer', () => {
  test.use({ viewport: SMALL_DESK });

  /** Shows one pixel of the picture on one of the screen, in a window of the settings. */
  async function showActual(viewer: ViewerScreen, window: { centre: number; width: number }) {
    const { page } = viewer;
    const centre = await viewer.setSlider('Pəncərənin mərkəzi', window.centre);
    const width = await viewer.setSlider('Pəncərənin eni', window.width);
    await viewer.stage.focus();
    await page.keyboard.press('1');
    // A stage with an odd size would have its pixels between those of the picture.
    const { width: across, height: down } = await viewer.box();
    const screen = page.viewportSize();
    await page.setViewportSize({
      width: (screen?.width ?? 0) - (across % 2),
      height: (screen?.height ?? 0) - (down % 2),
    });
    return { centre, width };
  }

  test(`a slice and a panoramic look as dcmtk draws them${dcmtkMissing && ` (skipped: ${dcmtkMissing})`}`, async ({
    page,
    staff,
  }) => {
    test.skip(dcmtkMissing !== '', dcmtkMissing);
    const panoramic = createBars(PATIENT);
    const viewer = await openFiles(page, staff, { 'klkt.dcm': volume, 'opg.dcm': panoramic });
    await viewer.showLayout('Aksial');
    await expect(viewer.badge).toHaveText('tam ölçü', DERIVED);
    const shown = await showActual(viewer, { centre: 700, width: 2200 });
    const slices = viewer.main.getByRole('slider', { name: /^Qat / });
    for (const slice of [29, 60, 83]) {
      await slices.fill(String(slice));
      const expected = drawWithDcmtk(volume, SIDE - slice, shown);
      expectEqual(middleOf(await viewer.greys({ isBare: true }), expected), expected.values);
    }

    await viewer.showFile('opg.dcm');
    await expect(viewer.badge).toHaveText('tam ölçü');
    const window = await showActual(viewer, { centre: 900, width: 900 });
    const part = { width: 600, height: 500 };
    expectEqual(
      middleOf(await viewer.greys({ isBare: true }), part),
      middleOf(drawWithDcmtk(panoramic, 1, window), part),
    );
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  /** The middle of what is brighter than soft tissue around a point. */
  function ballNear({ width, values }: Greys, [x, y]: Point, reach: number): Point {
    const found: Point[] = [];
    for (let row = Math.round(y - reach); row <= y + reach; row += 1)
      for (let column = Math.max(0, Math.round(x - reach)); column <= x + reach; column += 1)
        if ((values[row * width + column] ?? 0) > 128) found.push([column + 0.5, row + 0.5]);
    const mean = (axis: 0 | 1) => found.reduce((sum, at) => sum + at[axis], 0) / found.length;
    return [mean(0), mean(1)];
  }

  test('two fingers zoom a slice about the point between them', async ({ page, staff }) => {
    const viewer = await openFiles(page, staff, { 'klkt.dcm': volume }, { isTouch: true });
    await expect(viewer.badge).toHaveText('önbaxış 1/2');
    const { width, height, x: left, y: top } = await viewer.box();
    const pixelsPerMillimetre = Math.min(width, height) / phantom.extent;
    const ballAt = ({ centre: [x, y] }: Ball): Point => [
      width / 2 + x * pixelsPerMillimetre,
      height / 2 + y * pixelsPerMillimetre,
    ];
    const { spheres } = phantom.truth;
    const wanted = ([x, y]: Point) =>
      spheres.filter(({ centre }) => centre[0] === x && centre[1] === y && centre[2] === 0);
    const balls = [...wanted([-10, 0]), ...wanted([0, 10])];
    const reach = 4 * pixelsPerMillimetre;
    const before = await viewer.greys({ isBare: true });
    const at = balls.map((ball) => ballNear(before, ballAt(ball), reach));
    // Millimetres on the screen are those of the phantom.
    for (const [index, ball] of balls.entries())
      expect(Math.hypot(...minus(at[index], ballAt(ball)))).toBeLessThan(1);

    const middle: Point = [width / 2 - 60, height / 2 + 30];
    const factor = 1.8;
    const side = (sign: 1 | -1): readonly [Point, Point] => [
      [left + middle[0] + sign * 50, top + middle[1]],
      [left + middle[0] + sign * 50 * factor, top + middle[1]],
    ];
    await (await fingers(page)).move([side(-1), side(1)]);
    const after = await viewer.greys({ isBare: true });
    for (const from of at) {
      const [x, y] = minus(from, middle);
      const to: Point = [middle[0] + factor * x, middle[1] + factor * y];
      const found = ballNear(after, to, factor * reach);
      expect(Math.hypot(...minus(found, to))).toBeLessThan(1);
    }
  });
});

const minus = ([x, y]: Point = [Number.NaN, Number.NaN], by: Point): Point => [
  x - by[0],
  y - by[1],
];
