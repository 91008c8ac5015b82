import { scanPhantom } from '@deqiq/samples/phantoms/scan.ts';
import { multiFrameFile } from '@deqiq/samples/phantoms/scan-files.ts';
import { rod } from '@deqiq/samples/phantoms/scene.ts';
import type { Locator } from '@playwright/test';
import { DEVICES, expect, expectAccessible, test } from '../../fixtures.ts';
import { type Greys, measureDifference, type Point } from '../../viewer/greys.ts';
import type { ViewerScreen } from '../../viewer/viewer-screen.ts';
import { openFiles, waitForSaving } from '../../viewer/viewer-worlds.ts';

// Without a graphics processor a volume is drawn slowly.
test.setTimeout(300_000);

const SIDE = 96;
const EXTENT = 40;
/** Millimetres from the middle to the axis of each root. */
const BESIDE = 8;

/** A root of 5 mm on each side, 8 mm from the middle, and a floor 14 mm above it. */
const jaw = multiFrameFile(
  scanPhantom(
    {
      name: 'clearances',
      background: 40,
      extent: EXTENT,
      truth: undefined,
      shapes: [
        rod([-BESIDE, 0, -14], [-BESIDE, 0, 8], 2.5, 2000),
        rod([BESIDE, 0, -14], [BESIDE, 0, 8], 2.5, 2000),
        rod([-14, 0, 14], [14, 0, 14], 0.6, 2800),
      ],
    },
    { side: SIDE },
  ),
);

const HALF_VOXEL = EXTENT / SIDE / 2;

/** The middle of the bright pixels along a row or a column of a part of the stage. */
function findMiddle({ width, values }: Greys, from: Point, to: Point): number {
  const isRow = from[1] === to[1];
  const first = isRow ? from[0] : from[1];
  const count = (isRow ? to[0] : to[1]) - first;
  const bright = Array.from({ length: count }, (_, index) => first + index).filter((at) => {
    const [x, y] = isRow ? [at, from[1]] : [from[0], at];
    return (values[y * width + x] ?? 0) > 128;
  });
  return Math.round(bright.reduce((sum, at) => sum + at, 0) / bright.length);
}

const choice = (viewer: ViewerScreen) =>
  viewer.main.getByRole('combobox', { name: 'Anatomik struktur' }).first();

async function drawLine(
  viewer: ViewerScreen,
  structure: string,
  points: readonly Point[],
): Promise<void> {
  await choice(viewer).selectOption({ label: structure });
  await expectAccessible(viewer.page);
  for (const point of points) {
    await viewer.tap(point);
    // Longer apart than a double tap.
    await viewer.page.waitForTimeout(500);
  }
  const saved = waitForSaving(viewer.page, 'canal');
  await viewer.press(viewer.main.getByRole('button', { name: 'Bitir' }));
  expect((await saved).ok()).toBe(true);
}

/** Where the roots and the floor are seen, in pixels of the stage. */
async function findBodies(viewer: ViewerScreen) {
  const greys = await viewer.greys({ isBare: true });
  const { width, height } = greys;
  const middle = Math.round(width / 2);
  const row = Math.round(height / 2);
  const left = findMiddle(greys, [0, row], [middle, row]);
  const right = findMiddle(greys, [middle, row], [width, row]);
  const scale = (right - left) / (2 * BESIDE);
  const [top, bottom] = [18, 10].map((above) => Math.round(row - above * scale));
  const floor = findMiddle(greys, [middle, Math.max(0, top ?? 0)], [middle, bottom ?? 0]);
  return { left, right, floor, row, scale };
}

/** Gives the selected implant a system and a size that it has. */
async function chooseSize(viewer: ViewerScreen, list: Locator): Promise<void> {
  const choose = async (field: string, option: string) => {
    const saved = waitForSaving(viewer.page, 'implant');
    await list.getByRole('combobox', { name: field }).selectOption({ label: option });
    expect((await saved).ok()).toBe(true);
  };
  const implant = list.getByRole('button', { name: /^İmplant: / });
  const before = await viewer.greys();
  await choose('İmplant sistemi', 'Straumann BLX');
  await expect(implant).toContainText('Straumann BLX Ø 3,75 × 10,0 mm');
  await expect(list.getByText(/Frezləmədən əvvəl istehsalçının kataloqu/)).toBeVisible();
  await choose('Uzunluq (mm)', '12,0');
  await expect(implant).toContainText('Straumann BLX Ø 3,75 × 12,0 mm');
  await viewer.press(list.getByRole('button', { name: 'Geri qaytar' }));
  await expect(implant).toContainText('Straumann BLX Ø 3,75 × 10,0 mm');
  await choose('Uzunluq (mm)', '12,0');
  // Its caption and its outline.
  expect(measureDifference(before, await viewer.greys())).toBeGreaterThan(0);
}

/** The content of the next implant, which is set at a point. */
async function addImplant(viewer: ViewerScreen, point: Point): Promise<unknown> {
  const saved = waitForSaving(viewer.page, 'implant');
  await viewer.tap(point);
  const response = await saved;
  expect(response.ok()).toBe(true);
  return response.request().postDataJSON().content;
}

const readDistance = (text: string | null, pattern: RegExp): number =>
  Number(pattern.exec(text ?? '')?.[1]?.replace(',', '.'));

for (const { name, viewport, isTouch } of DEVICES)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: isTouch, isMobile: isTouch });

    test('a doctor plans an implant between two roots and below the sinus', async ({
      page,
      staff,
    }, info) => {
      const viewer = await openFiles(page, staff, { 'klkt.dcm': jaw }, { isTouch });
      await viewer.showLayout('Koronal');
      await viewer.chooseTool('Kanal');
      // It takes room from the picture once it is loaded.
      await expect(choice(viewer)).toBeVisible();
      const { left, right, floor, row, scale } = await findBodies(viewer);
      const draw = (structure: string, ...points: Point[]) => drawLine(viewer, structure, points);
      const up = Math.round(4 * scale);
      await draw('Haymor cibinin dibi', [left, floor], [right, floor]);
      await draw('Diş kökü', [left, row - up], [left, row + 2 * up]);
      await draw('Diş kökü', [right, row - up], [right, row + 2 * up]);
      await viewer.chooseTool('İmplant');
      const seen = await findBodies(viewer);
      const middle = Math.round((seen.left + seen.right) / 2);
      await addImplant(viewer, [middle, seen.floor + Math.round(12 * seen.scale)]);

      const list = await viewer.openMeasurements();
      const text = await list.getByRole('button', { name: /^İmplant: / }).textContent();
      const toFloor = readDistance(text, /haymor cibinin dibinə ([\d,]+) ± [\d,]+ mm/);
      const toRoot = readDistance(text, /diş kökünə ([\d,]+) ± [\d,]+ mm/);
      // 8 mm to its axis, less the radii 2.5 and 2.
      expect(Math.abs(toRoot - 3.5)).toBeLessThan(HALF_VOXEL);
      expect(Math.abs(toFloor - 12)).toBeLessThan(HALF_VOXEL);
      await chooseSize(viewer, list);
      await expectAccessible(page);
      await page.screenshot({ path: info.outputPath('implant.png') });
      await list.getByRole('button', { name: /^Haymor cibinin dibi/ }).click();
      await expect(list.getByText(/implantın oxundan keçən kəsikdə/)).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: info.outputPath('list.png') });
      await viewer.closeMeasurements();
      await viewer.greys();
      await page.screenshot({ path: info.outputPath('picture.png') });
      await viewer.chooseTool('İmplant');
      const second = await addImplant(viewer, [
        seen.right + Math.round(6 * seen.scale),
        seen.floor,
      ]);
      expect(second).toMatchObject({ system: 'straumann-blx', diameter: 3.75, length: 12 });
    });
  });
