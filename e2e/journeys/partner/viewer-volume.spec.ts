import { spherePhantom } from '@deqiq/samples/phantoms/phantoms.ts';
import { scanPhantom } from '@deqiq/samples/phantoms/scan.ts';
import { multiFrameFile } from '@deqiq/samples/phantoms/scan-files.ts';
import type { Page } from '@playwright/test';
import { DEVICES, expect, expectAccessible, test } from '../../fixtures.ts';
import { measureContrast, measureDifference, type Point } from '../../viewer/greys.ts';
import type { ViewerScreen } from '../../viewer/viewer-screen.ts';
import { openFiles, openJaw, waitForSaving } from '../../viewer/viewer-worlds.ts';

// Without a graphics processor a volume is drawn slowly.
test.setTimeout(300_000);

/** The part of a stage with one pane that no label covers. */
const WHOLE = [
  [0.1, 0.2],
  [0.9, 0.8],
] as const;

/** The colour of the dental arch; the picture is grey. It is fainter while another tool is chosen. */
const isArch = (red: number, green: number, blue: number) => green - red > 45 && green - blue > 30;
const isFaintArch = (red: number, green: number, blue: number) =>
  green - red > 25 && green - blue > 15;

/** The control point of the arch in the middle of the face, which is its foremost one. */
async function findArch(viewer: ViewerScreen): Promise<Point> {
  const { width, height } = await viewer.box();
  const [point] = await viewer.findColour(isArch, {
    x: width * 0.4,
    y: height * 0.12,
    width: width * 0.2,
    height: height * 0.7,
  });
  if (!point) throw new Error('no arch is drawn');
  return point;
}

/** Three planes and the bone surface, two planes, and the board: what only a desk has. */
async function checkBoards(page: Page, viewer: ViewerScreen): Promise<void> {
  const opened = await viewer.greys();
  const panes = { axial: [0, 0], coronal: [0.5, 0], sagittal: [0, 0.5], surface: [0.5, 0.5] };
  for (const [left, top] of Object.values(panes) as [number, number][])
    expect(
      measureContrast(opened, [left + 0.1, top + 0.1], [left + 0.4, top + 0.4]),
    ).toBeGreaterThan(3);

  const slices = viewer.main.getByRole('slider', { name: /^Qat / });
  const middle = Number(await slices.inputValue());
  const box = await viewer.box();
  const [x, y] = await viewer.at(0.25, 0.25);
  await page.mouse.move(box.x + x, box.y + y);
  await page.mouse.wheel(0, 100);
  await expect(slices).not.toHaveValue(String(middle));
  expect(Math.abs(Number(await slices.inputValue()) - middle)).toBe(1);
  await slices.fill(String(middle));

  // A press in the axial plane moves the other two.
  const before = await viewer.greys();
  await viewer.tap(await viewer.at(0.3, 0.45));
  const after = await viewer.greys();
  expect(measureDifference(before, after)).toBeGreaterThan(1);

  await viewer.showLayout('İki görünüş');
  const two = await viewer.greys();
  for (const left of [0.1, 0.6])
    expect(measureContrast(two, [left, 0.2], [left + 0.3, 0.8])).toBeGreaterThan(3);
  await expectAccessible(page);
  await viewer.showLayout('Panoram və kəsiklər');
  const board = await viewer.greys();
  expect(measureContrast(board, [0.05, 0.1], [0.6, 0.4])).toBeGreaterThan(3);
  expect(measureContrast(board, [0.3, 0.6], [0.7, 0.95])).toBeGreaterThan(3);
  await expectAccessible(page);
}

for (const { name, viewport, isTouch } of DEVICES)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: isTouch, isMobile: isTouch });

    test('a doctor goes through a volume, moves the arch, plans an implant beside the canal, and finds it all again', async ({
      page,
      staff,
    }) => {
      const viewer = await openJaw(page, staff, isTouch);
      await expectAccessible(page);
      if (!isTouch) await checkBoards(page, viewer);

      await viewer.showLayout('Aksial');
      const slices = viewer.main.getByRole('slider', { name: /^Qat / });
      const middle = Number(await slices.inputValue());
      const axial = await viewer.greys();
      expect(measureContrast(axial, ...WHOLE)).toBeGreaterThan(5);
      await slices.fill(String(middle + 20));
      await expect(slices).toHaveAttribute('aria-valuetext', `Qat ${middle + 21} / 96`);
      expect(measureDifference(axial, await viewer.greys())).toBeGreaterThan(1);
      await slices.fill(String(middle));

      // The cross-hair is one point in all planes.
      await viewer.showLayout('Koronal');
      const before = await slices.inputValue();
      await viewer.showLayout('Aksial');
      await viewer.tap(await viewer.at(0.5, 0.4));
      await viewer.showLayout('Koronal');
      expect(await slices.inputValue()).not.toBe(before);
      await viewer.showLayout('Aksial');

      await viewer.chooseTool('Qövs');
      const [x, y] = await findArch(viewer);
      const arch = waitForSaving(page, 'arch');
      await viewer.drag([x, y], [x, y - 20]);
      expect((await arch).ok()).toBe(true);
      await expectAccessible(page);
      await viewer.showLayout('Panoram');
      expect(measureContrast(await viewer.greys(), ...WHOLE)).toBeGreaterThan(3);
      await expectAccessible(page);

      await viewer.showLayout('Kəsiklər');
      const sections = viewer.main.getByRole('slider', { name: /^En kəsiyi / });
      await sections.fill('3');
      const first = await viewer.greys();
      await sections.fill('11');
      // A swipe to the side: 24 pixels are one cross-section.
      await viewer.chooseTool('Vərəqlə');
      const [from, row] = await viewer.at(0.7, 0.5);
      await viewer.drag([from, row], [from - 96, row]);
      await expect(sections).toHaveAttribute('aria-valuetext', /^En kəsiyi 16 \/ \d+$/);
      const section = await viewer.greys();
      expect(measureContrast(section, ...WHOLE)).toBeGreaterThan(5);
      expect(measureDifference(first, section)).toBeGreaterThan(0.5);

      await viewer.chooseTool('Kanal');
      await viewer.tap(await viewer.at(0.35, 0.65));
      await sections.fill('18');
      await viewer.tap(await viewer.at(0.6, 0.72));
      const canal = waitForSaving(page, 'canal');
      await viewer.press(viewer.main.getByRole('button', { name: 'Bitir' }));
      expect((await canal).ok()).toBe(true);
      await viewer.chooseTool('İmplant');
      const implant = waitForSaving(page, 'implant');
      await viewer.tap(await viewer.at(0.5, 0.4));
      expect((await implant).ok()).toBe(true);
      const list = await viewer.openMeasurements();
      const planned = list.getByRole('button', { name: /^İmplant: / });
      await expect(planned).toContainText(/Ø\s4,0 × 10,0 mm\s*kanala (\d+,\d ± \d+,\d mm|toxunur)/);
      await expectAccessible(page);
      const kinds = [/^İmplant: /, /^Alt çənə kanalı: /, /^Diş qövsü/];
      const saved = await Promise.all(
        kinds.map((kind) => list.getByRole('button', { name: kind }).textContent()),
      );
      await viewer.closeMeasurements();

      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Klaviatura' });
      await expect(help).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(help).toBeHidden();
      await viewer.showLayout('3D');
      const surface = await viewer.greys();
      await viewer.drag(await viewer.at(0.4, 0.5), await viewer.at(0.6, 0.5));
      expect(measureDifference(surface, await viewer.greys())).toBeGreaterThan(1);
      await expectAccessible(page);

      await page.reload();
      await expect(viewer.stage).toBeVisible();
      const again = await viewer.openMeasurements();
      for (const [index, kind] of kinds.entries())
        await expect(again.getByRole('button', { name: kind })).toHaveText(saved[index] ?? '-');
    });

    test('a volume without teeth shows an average arch only to a doctor who needs one', async ({
      page,
      staff,
    }, info) => {
      const volume = multiFrameFile(scanPhantom(spherePhantom(), { side: 64 }));
      const viewer = await openFiles(page, staff, { 'klkt.dcm': volume }, { isTouch });
      const note = page.getByText('Diş qövsü tapılmadı. Nöqtələri özünüz yerləşdirin');
      // The note appears once the search has ended.
      await viewer.showLayout('Panoram');
      await expect(note).toBeVisible();
      await viewer.showLayout('Aksial');
      await expect(note).toBeHidden();
      const { width, height } = await viewer.box();
      // Beside the cross-hair, one of whose lines is green.
      const part = { x: width * 0.55, y: height * 0.55, width: width * 0.4, height: height * 0.3 };
      const arch = () => viewer.findColour(isFaintArch, part);
      await viewer.greys();
      expect(await arch()).toHaveLength(0);
      await page.screenshot({ path: info.outputPath('axial.png') });
      await viewer.chooseTool('Qövs');
      await expect(note).toBeVisible();
      await viewer.greys();
      expect((await arch()).length).toBeGreaterThan(20);
      await page.screenshot({ path: info.outputPath('arch-tool.png') });
    });
  });
