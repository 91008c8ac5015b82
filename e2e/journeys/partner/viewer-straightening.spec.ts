import { archPhantom } from '@deqiq/samples/phantoms/phantoms.ts';
import { scanPhantom } from '@deqiq/samples/phantoms/scan.ts';
import { multiFrameFile } from '@deqiq/samples/phantoms/scan-files.ts';
import { DEVICES, expect, expectAccessible, test } from '../../fixtures.ts';
import { measureDifference } from '../../viewer/greys.ts';
import type { ViewerScreen } from '../../viewer/viewer-screen.ts';
import { openFiles, waitForSaving } from '../../viewer/viewer-worlds.ts';

// Without a graphics processor a volume is drawn slowly.
test.setTimeout(300_000);

/** A lower jaw of known geometry whose head was placed askew in the machine. */
const askew = multiFrameFile(scanPhantom(archPhantom({ rotation: 10 }), { side: 96 }));

/** The degrees that a slider of the open settings says. */
const readAngle = async (viewer: ViewerScreen, name: string): Promise<number> => {
  const slider = viewer.page.getByRole('slider', { name: new RegExp(`^${name}`) });
  const text = (await slider.getAttribute('aria-valuetext')) ?? '';
  return Number(text.replace('°', '').replace(',', '.').replace('−', '-'));
};

for (const { name, viewport, isTouch } of DEVICES)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: isTouch, isMobile: isTouch });

    test('a doctor straightens a head by two points and by hand, takes it back, and finds it straightened again', async ({
      page,
      staff,
    }, info) => {
      const viewer = await openFiles(page, staff, { 'klkt.dcm': askew }, { isTouch });
      await viewer.showLayout('Aksial');
      const before = await viewer.greys();
      await viewer.openMeasurements();
      await expectAccessible(page);

      // The midline, marked 6 degrees off the vertical, becomes upright.
      await viewer.press(page.getByRole('button', { name: 'İki nöqtə ilə' }));
      const { width, height } = await viewer.box();
      const reach = Math.round(Math.min(width, height) * 0.4);
      const shift = Math.round(reach * Math.tan((6 * Math.PI) / 180));
      const middle = [Math.round(width / 2), Math.round(height / 2)] as const;
      await viewer.tap([middle[0] + shift, middle[1] - reach]);
      const saving = waitForSaving(page, 'straightening');
      await viewer.tap([middle[0] - shift, middle[1] + reach]);
      await expect.poll(() => readAngle(viewer, 'Sağa-sola dönmə')).not.toBe(0);
      expect(Math.abs((await readAngle(viewer, 'Sağa-sola dönmə')) + 6)).toBeLessThanOrEqual(0.5);
      expect((await saving).ok()).toBe(true);
      await page.screenshot({ path: info.outputPath('midline.png') });
      expect(measureDifference(before, await viewer.greys())).toBeGreaterThan(1);

      // An arrow key is half a degree.
      const pitch = page.getByRole('slider', { name: /^Öndən-arxaya əyilmə/ });
      await pitch.focus();
      for (let count = 0; count < 8; count += 1) await page.keyboard.press('ArrowRight');
      await expect(pitch).toHaveAttribute('aria-valuetext', '4,0°');
      await expectAccessible(page);

      await viewer.closeMeasurements();
      await viewer.showLayout('Sagital');
      await viewer.greys();
      await page.screenshot({ path: info.outputPath('sagittal.png') });
      await viewer.showLayout('Panoram');
      await viewer.greys();
      await page.screenshot({ path: info.outputPath('panoramic.png') });
      await viewer.showLayout('Kəsiklər');
      await viewer.greys();
      await page.screenshot({ path: info.outputPath('section.png') });
      if (!isTouch) {
        await viewer.showLayout('Panoram və kəsiklər');
        await viewer.greys();
        await page.screenshot({ path: info.outputPath('board.png') });
      }

      await viewer.showLayout('Aksial');
      await viewer.press(viewer.toolbar.getByRole('button', { name: 'Geri qaytar' }));
      await viewer.openMeasurements();
      await expect(pitch).toHaveAttribute('aria-valuetext', '3,5°');
      const last = waitForSaving(page, 'straightening');
      await pitch.fill('5');
      expect((await last).ok()).toBe(true);

      await page.reload();
      await expect(viewer.stage).toBeVisible();
      await viewer.openMeasurements();
      await expect(pitch).toHaveAttribute('aria-valuetext', '5,0°');
      await viewer.press(page.getByRole('button', { name: 'Sıfırla' }));
      await expect(pitch).toHaveAttribute('aria-valuetext', '0,0°');
    });

    test('a doctor tilts the other planes by the end of a line', async ({ page, staff }, info) => {
      const viewer = await openFiles(page, staff, { 'klkt.dcm': askew }, { isTouch });
      await viewer.showLayout('Koronal');
      const upright = await viewer.greys();
      await viewer.showLayout('Aksial');
      const axial = await viewer.greys({ isBare: true });
      const { width, height } = await viewer.box();
      // The handle of the coronal line on the right, 44 pixels from its end.
      const from = [width - 44, Math.round(height / 2)] as const;
      const arm = from[0] - width / 2;
      await viewer.drag(from, [
        Math.round(width / 2 + arm * Math.cos(0.35)),
        Math.round(height / 2 + arm * Math.sin(0.35)),
      ]);
      expect(measureDifference(axial, await viewer.greys({ isBare: true }))).toBeLessThan(0.1);
      await viewer.greys();
      await page.screenshot({ path: info.outputPath('lines.png') });
      await viewer.showLayout('Koronal');
      expect(measureDifference(upright, await viewer.greys())).toBeGreaterThan(1);
      await page.screenshot({ path: info.outputPath('oblique.png') });
    });
  });
