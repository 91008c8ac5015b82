import { cylinderPhantom } from '@deqiq/samples/phantoms/phantoms.ts';
import { scanPhantom } from '@deqiq/samples/phantoms/scan.ts';
import { multiFrameFile } from '@deqiq/samples/phantoms/scan-files.ts';
import { DEVICES, expect, expectAccessible, test } from '../../fixtures.ts';
import { measureDifference } from '../../viewer/greys.ts';
import type { ViewerScreen } from '../../viewer/viewer-screen.ts';
import { openFiles } from '../../viewer/viewer-worlds.ts';

// Without a graphics processor a volume is drawn slowly.
test.setTimeout(300_000);

/** Rods of known directions stand for teeth. */
const teeth = multiFrameFile(scanPhantom(cylinderPhantom(), { side: 96 }));

/** A phone has the menu in the settings. */
async function chooseMode(viewer: ViewerScreen, isTouch: boolean, label: string): Promise<void> {
  if (isTouch) await viewer.openMeasurements();
  await viewer.page.getByRole('combobox', { name: 'Oxu rejimi' }).selectOption({ label });
}

for (const { name, viewport, isTouch } of DEVICES)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: isTouch, isMobile: isTouch });

    test('a doctor reads along the axis of one tooth, and goes back', async ({
      page,
      staff,
    }, info) => {
      const viewer = await openFiles(page, staff, { 'klkt.dcm': teeth }, { isTouch });
      await chooseMode(viewer, isTouch, 'Endodontiya');
      const status = page.getByRole('status').filter({ hasText: 'Şəkildə bu nöqtəyə basın' });
      await expect(status).toContainText('Tac');
      await expectAccessible(page);
      if (isTouch) {
        await viewer.tap(await viewer.at(0.5, 0.35));
        await expect(status).toContainText('Kök ucu');
        await viewer.tap(await viewer.at(0.6, 0.65));
      } else {
        // A point by the keyboard: arrows move it, Enter sets it.
        await viewer.stage.focus();
        for (const key of ['Shift+ArrowUp', 'Shift+ArrowUp', 'Enter'])
          await page.keyboard.press(key);
        await expect(status).toContainText('Kök ucu');
        for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight', 'Enter'])
          await page.keyboard.press(key);
      }
      await expect(page.getByText(/Tacdan kök ucuna: \d+,\d mm/)).toBeVisible();
      const along = await viewer.greys();
      await page.screenshot({ path: info.outputPath('tooth.png') });
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Rejimi bitir' }).click();
      expect(measureDifference(along, await viewer.greys())).toBeGreaterThan(1);
    });
  });
