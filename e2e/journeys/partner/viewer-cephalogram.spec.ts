import { scanPhantom } from '@deqiq/samples/phantoms/scan.ts';
import { multiFrameFile } from '@deqiq/samples/phantoms/scan-files.ts';
import { sphere } from '@deqiq/samples/phantoms/scene.ts';
import { DESK, expect, expectAccessible, PHONE, test } from '../../fixtures.ts';
import type { Point } from '../../viewer/greys.ts';
import type { ViewerScreen } from '../../viewer/viewer-screen.ts';
import { openFiles, waitForSaving } from '../../viewer/viewer-worlds.ts';

// Without a graphics processor a volume is drawn slowly.
test.setTimeout(300_000);

const EXTENT = 60;

/** Landmarks in the patient: each at another distance from the midline. */
const HEAD = {
  S: [1, 14, 12],
  N: [-8, -22, 18],
  A: [6, -18, -18],
  B: [14, -12, -25],
} as const;

const head = multiFrameFile(
  scanPhantom(
    {
      name: 'cephalogram',
      background: 40,
      extent: EXTENT,
      truth: undefined,
      shapes: Object.values(HEAD).map((at) => sphere(at, 2, 3000)),
    },
    { side: 64 },
  ),
);

/** The angle at N between S and another landmark, as seen from the side. */
function angleAt([, y, z]: readonly [number, number, number]): number {
  const direction = (to: readonly [number, number, number]) =>
    Math.atan2(to[2] - HEAD.N[2], to[1] - HEAD.N[1]);
  return (Math.abs(direction(HEAD.S) - direction([0, y, z])) * 180) / Math.PI;
}

/** The middle of what is bright within 4 mm of where a landmark must be, and how many pixels are. */
async function findSphere(viewer: ViewerScreen, name: keyof typeof HEAD) {
  const { width, height, values } = await viewer.greys({ isBare: true });
  const scale = Math.min(width, height) / EXTENT;
  const [, y, z] = HEAD[name];
  const middle: Point = [width / 2 + y * scale, height / 2 - z * scale];
  const reach = Math.round(4 * scale);
  const found: Point[] = [];
  for (let row = Math.round(middle[1]) - reach; row <= middle[1] + reach; row += 1)
    for (let column = Math.round(middle[0]) - reach; column <= middle[0] + reach; column += 1)
      if ((values[row * width + column] ?? 0) > 120) found.push([column, row]);
  const mean = (axis: 0 | 1) =>
    Math.round(found.reduce((sum, point) => sum + point[axis], 0) / Math.max(found.length, 1));
  return { at: [mean(0), mean(1)] as const, count: found.length };
}

for (const { name, viewport, isTouch } of [
  { name: 'a phone', viewport: PHONE, isTouch: true },
  { name: 'a desk computer', viewport: DESK, isTouch: false },
])
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: isTouch, isMobile: isTouch });

    test('a doctor measures a cephalogram that is projected from a volume', async ({
      page,
      staff,
    }, info) => {
      const viewer = await openFiles(page, staff, { 'klkt.dcm': head }, { isTouch });
      if (isTouch) {
        // Its button lies over a landmark.
        await viewer.press(viewer.main.getByRole('button', { name: /^Tam ölçü · / }));
        await expect(viewer.badge).toHaveText('tam ölçü');
        await viewer.openMeasurements();
      }
      const modes = page.getByRole('combobox', { name: 'Oxu rejimi' });
      await modes.selectOption({ label: 'Yan sefaloqram' });
      const landmarks = page.getByRole('button', { name: 'Sefalometrik nöqtələri qoy' });
      await expect(landmarks).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Sağ yarı' }).click();
      await expect.poll(async () => (await findSphere(viewer, 'B')).count).toBe(0);
      expect((await findSphere(viewer, 'N')).count).toBeGreaterThan(5);
      await page.getByRole('button', { name: 'Hər iki tərəf' }).click();
      await expect.poll(async () => (await findSphere(viewer, 'B')).count).toBeGreaterThan(5);

      await landmarks.click();
      // The controls of a phone make room for the picture.
      if (isTouch) await page.locator('summary', { hasText: 'Yan sefaloqram' }).click();
      const guide = viewer.main.getByRole('region', { name: 'Sefalometriya' });
      await expect(guide).toBeVisible();
      for (const landmark of Object.keys(HEAD) as (keyof typeof HEAD)[]) {
        await guide.getByRole('combobox', { name: 'Nöqtə' }).selectOption(landmark);
        const { at, count } = await findSphere(viewer, landmark);
        expect(count).toBeGreaterThan(5);
        const saved = waitForSaving(page, 'ceph');
        await viewer.tap(at);
        expect((await saved).ok()).toBe(true);
      }
      await viewer.greys();
      await page.screenshot({ path: info.outputPath('cephalogram.png') });
      const panel = await viewer.openMeasurements();
      const table = panel.getByRole('table', { name: 'Steiner' });
      for (const [angle, landmark] of [
        ['SNA', 'A'],
        ['SNB', 'B'],
      ] as const) {
        const text =
          (await table.getByRole('row', { name: new RegExp(`^${angle} `) }).textContent()) ?? '';
        const value = Number(/([\d,]+)°/.exec(text)?.[1]?.replace(',', '.'));
        expect(Math.abs(value - angleAt(HEAD[landmark]))).toBeLessThan(0.3);
      }
      await expectAccessible(page);
      await page.screenshot({ path: info.outputPath('table.png') });
    });
  });
