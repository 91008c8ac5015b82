import { archPhantom, spherePhantom } from '@deqiq/samples/phantoms/phantoms.ts';
import { scanPhantom } from '@deqiq/samples/phantoms/scan.ts';
import { sliceFiles } from '@deqiq/samples/phantoms/scan-files.ts';
import { zipSync } from 'fflate';
import { DEVICES, expect, expectAccessible, test } from '../../fixtures.ts';
import { createPanoramic } from '../../sample-files.ts';
import { measureContrast } from '../../viewer/greys.ts';
import { openFiles, PATIENT } from '../../viewer/viewer-worlds.ts';

// Without a graphics processor a volume is drawn slowly.
test.setTimeout(300_000);

const zip = (files: Record<string, Buffer>): Buffer => Buffer.from(zipSync(files, { level: 0 }));

/** A CBCT of which one slice is missing, and a panoramic, in one ZIP. */
function exportOfMachine(): Buffer {
  const slices = Object.entries(sliceFiles(scanPhantom(archPhantom(), { side: 64 })));
  const rest = slices.filter((_, index) => index !== 30);
  return zip({ ...Object.fromEntries(rest), 'opg.dcm': createPanoramic(PATIENT) });
}

for (const { name, viewport, isTouch } of DEVICES)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: isTouch, isMobile: isTouch });

    test('a doctor finds the volume and the panoramic of one ZIP, and what was filled', async ({
      page,
      staff,
    }, info) => {
      const files = { 'export.zip': exportOfMachine() };
      const viewer = await openFiles(page, staff, files, { isTouch });
      await expect(page.getByText('1 qat çatışmır, qonşu qatlardan hesablanıb')).toBeVisible();
      await page.screenshot({ path: info.outputPath('volume.png') });
      const pictures = page.getByRole('combobox', { name: 'Şəkillər' });
      const options = await pictures.locator('option').allTextContents();
      expect(options).toEqual([
        '1 / 2 · KLKT · export.zip',
        '2 / 2 · Panoramik · 20.11.2026 · export.zip',
      ]);
      await pictures.selectOption({ index: 1 });
      await expect(viewer.badge).toHaveText(/^tam ölçü$/);
      await expect(page.getByText(/qat çatışmır/)).toHaveCount(0);
      const greys = await viewer.greys();
      expect(measureContrast(greys, [0.1, 0.3], [0.9, 0.7])).toBeGreaterThan(3);
      await page.screenshot({ path: info.outputPath('panoramic.png') });
      await expectAccessible(page);

      const list = (await viewer.openMeasurements())
        .getByRole('list')
        .filter({ hasText: 'Panoramik' });
      const panoramic = list.getByRole('button', { name: /^Panoramik/ });
      await expect(panoramic).toHaveAttribute('aria-current', 'true');
      await expect(list.locator('img')).toHaveCount(2);
      await expectAccessible(page);
      await page.screenshot({ path: info.outputPath('list.png') });
      await viewer.press(list.getByRole('button', { name: 'Yanında göstər: KLKT · export.zip' }));
      await expect(page.getByRole('button', { name: 'Müqayisəni bağla' })).toBeVisible();
      await viewer.openMeasurements();
      await viewer.press(list.getByRole('button', { name: /^KLKT/ }));
      await expect(page.getByText('1 qat çatışmır, qonşu qatlardan hesablanıb')).toBeVisible();
    });

    test('slices that are no volume open in their middle and say why', async ({
      page,
      staff,
    }, info) => {
      const scan = scanPhantom(spherePhantom(), { side: 32 });
      const slices = Object.entries(sliceFiles(scan)).filter((_, index) => index % 5 !== 0);
      const files = { 'ct.zip': zip(Object.fromEntries(slices)) };
      const viewer = await openFiles(page, staff, files, { isTouch });
      const reason = 'Həcm kimi göstərilmir: bəzi qatlar çatışmır';
      await expect(page.getByText(reason)).toBeVisible();
      const slider = viewer.main.getByRole('slider').first();
      await expect(slider).toHaveValue('12');
      await page.screenshot({ path: info.outputPath('stack.png') });
      await expectAccessible(page);
    });
  });
