import { binaryStl } from '@deqiq/samples/phantoms/surface-files.ts';
import { surfacePhantom } from '@deqiq/samples/phantoms/surface-phantom.ts';
import { DEVICES, expect, expectAccessible, test } from '../../fixtures.ts';
import { fingers } from '../../viewer/touch.ts';
import type { ViewerScreen } from '../../viewer/viewer-screen.ts';
import { openFiles } from '../../viewer/viewer-worlds.ts';

/** A jaw that lies askew, as in the coordinates of a scanner. */
const jaw = surfacePhantom({ columns: 321, rows: 81 });
const askew = binaryStl({
  ...jaw,
  positions: jaw.positions.map((_, at) => jaw.positions[at - (at % 3) + ((at + 1) % 3)] ?? 0),
});

/** Where the scan is seen: the box around all that is not black, in CSS pixels of the stage. */
async function findScan(viewer: ViewerScreen) {
  const { width, height } = await viewer.box();
  const points = await viewer.findColour((red, green, blue) => red + green + blue > 120, {
    x: 0,
    y: 0,
    width,
    height,
  });
  const columns = points.map(([x]) => x);
  const rows = points.map(([, y]) => y);
  const smallest = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);
  const largest = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0);
  return {
    count: points.length,
    left: smallest(columns),
    top: smallest(rows),
    width: largest(columns) - smallest(columns),
    height: largest(rows) - smallest(rows),
  };
}

for (const { name, viewport, isTouch } of DEVICES)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: isTouch, isMobile: isTouch });

    test('a surface scan opens on its teeth, and is rotated, moved and enlarged', async ({
      page,
      staff,
    }) => {
      const viewer = await openFiles(page, staff, { 'skan.stl': askew }, { isTouch });
      const first = await findScan(viewer);
      // The arch is 64 mm wide and 41 mm deep.
      expect(first.width / first.height).toBeCloseTo(64 / 41, 1);
      await expectAccessible(page);

      await viewer.press(page.getByRole('button', { name: 'Öndən' }));
      const front = await findScan(viewer);
      // From the front it is 10 mm high.
      expect(front.width / front.height).toBeGreaterThan(5);

      await viewer.press(page.getByRole('button', { name: 'Üstdən' }));
      expect(await findScan(viewer)).toEqual(first);

      await viewer.drag(await viewer.at(0.5, 0.3), await viewer.at(0.5, 0.45));
      const rotated = await findScan(viewer);
      expect(rotated.height).not.toBe(first.height);
      if (isTouch) await spreadFingers(viewer);
      else await page.mouse.wheel(0, -300);
      await expect(async () =>
        expect((await findScan(viewer)).count).toBeGreaterThan(rotated.count * 1.2),
      ).toPass();
    });

    if (!isTouch)
      test('a keyboard rotates, moves and enlarges a surface scan', async ({ page, staff }) => {
        const viewer = await openFiles(page, staff, { 'skan.stl': askew });
        const first = await findScan(viewer);
        await viewer.stage.focus();
        await page.keyboard.press('Shift+ArrowRight');
        const moved = await findScan(viewer);
        expect(moved.left - first.left).toBeGreaterThanOrEqual(10);
        expect(moved.width).toBe(first.width);
        for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
        expect((await findScan(viewer)).height).not.toBe(first.height);
        await page.keyboard.press('0');
        expect(await findScan(viewer)).toEqual(first);
        await page.keyboard.press('-');
        expect((await findScan(viewer)).width / first.width).toBeCloseTo(0.8, 1);
      });
  });

async function spreadFingers(viewer: ViewerScreen): Promise<void> {
  const { x, y, width, height } = await viewer.box();
  const middleX = x + width / 2;
  const middleY = y + height / 2;
  await (await fingers(viewer.page)).move([
    [
      [middleX - 20, middleY],
      [middleX - 45, middleY],
    ],
    [
      [middleX + 20, middleY],
      [middleX + 45, middleY],
    ],
  ]);
}
