import { cylinderPhantom } from '@deqiq/samples/phantoms/phantoms.ts';
import { scanPhantom } from '@deqiq/samples/phantoms/scan.ts';
import { multiFrameFile } from '@deqiq/samples/phantoms/scan-files.ts';
import { rod } from '@deqiq/samples/phantoms/scene.ts';
import type { Locator } from '@playwright/test';
import { DEVICES, expect, expectAccessible, test } from '../../fixtures.ts';
import { measureDifference, type Point } from '../../viewer/greys.ts';
import type { ViewerScreen } from '../../viewer/viewer-screen.ts';
import { openFiles, waitForSaving } from '../../viewer/viewer-worlds.ts';

// Without a graphics processor a volume is drawn slowly.
test.setTimeout(300_000);

/** Rods of known directions stand for teeth. */
const teeth = multiFrameFile(scanPhantom(cylinderPhantom(), { side: 96 }));

/** An airway of 6 mm radius from the top to the bottom of the volume. */
const AREA = Math.PI * 6 ** 2;
const airway = multiFrameFile(
  scanPhantom(
    {
      name: 'airway',
      background: 40,
      extent: 40,
      truth: undefined,
      shapes: [rod([0, 0, -40], [0, 0, 40], 6, -1000)],
    },
    { side: 96 },
  ),
);

const readNumber = async (text: Locator, pattern: RegExp): Promise<number> =>
  Number(pattern.exec((await text.textContent()) ?? '')?.[1]?.replace(',', '.'));

/** Three points on the midline of a plane: the middle, one above and one below it. */
async function pressMidline(viewer: ViewerScreen, isTouch: boolean): Promise<void> {
  if (isTouch) {
    // Longer apart than a double tap.
    for (const share of [0.5, 0.25, 0.75]) {
      await viewer.tap(await viewer.at(0.5, share));
      await viewer.page.waitForTimeout(500);
    }
    return;
  }
  await viewer.stage.focus();
  const up = ['ArrowUp', ...Array.from({ length: 4 }, () => 'Shift+ArrowUp')];
  const down = Array.from({ length: 8 }, () => 'Shift+ArrowDown');
  for (const key of ['ArrowDown', 'Enter', ...up, 'Enter', ...down, 'Enter'])
    await viewer.page.keyboard.press(key);
}

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

    test('a doctor compares both jaw joints along their own axes', async ({
      page,
      staff,
    }, info) => {
      const viewer = await openFiles(page, staff, { 'klkt.dcm': teeth }, { isTouch });
      const whole = await viewer.greys();
      await chooseMode(viewer, isTouch, 'Çənə oynaqları');
      const status = page.getByRole('status').filter({ hasText: 'Şəkildə bu nöqtəyə basın' });
      await expect(status).toContainText('Sağ baş, bayır uc');
      await expectAccessible(page);
      if (isTouch) {
        const poles = [
          [0.3, 0.4],
          [0.4, 0.5],
          [0.7, 0.4],
          [0.6, 0.5],
        ] as const;
        const pressed: Point[] = [];
        for (const [x, y] of poles) {
          const at = await viewer.at(x, y);
          pressed.push(at);
          await viewer.tap(at);
          // Longer apart than a double tap.
          await page.waitForTimeout(500);
        }
        const [lateral = [0, 0], medial = [0, 0]] = pressed;
        const radians = Math.atan2(medial[1] - lateral[1], medial[0] - lateral[0]);
        const axis = page.getByText(/^Sağ oynaq: oxun bucağı /);
        await expect(axis).toBeVisible();
        const found = await readNumber(axis, /bucağı ([\d,]+)°/);
        expect(Math.abs(found - (radians * 180) / Math.PI)).toBeLessThan(0.5);
      } else {
        await viewer.stage.focus();
        const left = ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'Enter', 'Shift+ArrowDown', 'Enter'];
        const right = Array.from({ length: 5 }, () => 'Shift+ArrowRight');
        for (const key of [...left, ...right, 'Enter', 'Shift+ArrowUp', 'Enter'])
          await page.keyboard.press(key);
      }
      await expect(page.getByText(/^Sol oynaq: oxun bucağı \d+,\d°, baş \d+,\d mm$/)).toBeVisible();
      expect(measureDifference(whole, await viewer.greys())).toBeGreaterThan(1);
      await page.screenshot({ path: info.outputPath('joints.png') });
      await expectAccessible(page);
    });

    test('a doctor measures an airway and sees where it is narrowest', async ({
      page,
      staff,
    }, info) => {
      const viewer = await openFiles(page, staff, { 'klkt.dcm': airway }, { isTouch });
      await viewer.greys();
      await chooseMode(viewer, isTouch, 'Hava yolu');
      await expect(page.getByText('Şəkildə bu nöqtəyə basın: Hava yolunun içi')).toBeVisible();
      // The file says no unit: halfway between its air and its tissue.
      await viewer.setSlider('Hava bu dəyərdən aşağıdır', -480);
      await pressMidline(viewer, isTouch);
      const volume = page.getByText(/^Həcm: /);
      await expect(volume).toBeVisible();
      const area = page.getByText(/^Ən dar sahə: /);
      const found = await readNumber(area, /: (\d+)/);
      expect(Math.abs(found / AREA - 1)).toBeLessThan(0.03);
      const plot = page.getByRole('img', { name: /^Hava yolunun sahəsi/ });
      const length = Number(
        /: ([\d,]+) mm/.exec((await plot.getAttribute('aria-label')) ?? '')?.[1]?.replace(',', '.'),
      );
      const cubic = (await readNumber(volume, /: ([\d,]+)/)) * 1_000;
      expect(Math.abs(cubic / (AREA * length) - 1)).toBeLessThan(0.02);
      await viewer.greys();
      await page.screenshot({ path: info.outputPath('airway.png') });
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Ən dar yeri göstər' }).click();
      await viewer.greys();
      await page.screenshot({ path: info.outputPath('narrowest.png') });
    });

    test('a doctor measures the air of a sinus and a length in the same planes', async ({
      page,
      staff,
    }, info) => {
      const viewer = await openFiles(page, staff, { 'klkt.dcm': airway }, { isTouch });
      await viewer.greys();
      await chooseMode(viewer, isTouch, 'Haymor cibləri');
      await expect(page.getByText('Şəkildə bu nöqtəyə basın: Cibin içi')).toBeVisible();
      await expectAccessible(page);
      await viewer.setSlider('Hava bu dəyərdən aşağıdır', -480);
      await pressMidline(viewer, isTouch);
      await expect(page.getByText(/^Həcm: [1-9],\d\d ± 0,\d\d sm³/)).toBeVisible();
      await viewer.greys();
      await page.screenshot({ path: info.outputPath('sinus.png') });
      await page.getByRole('button', { name: 'Uzunluğu ölç' }).click();
      const saving = waitForSaving(page, 'length');
      await viewer.tap(await viewer.at(0.4, 0.5));
      await page.waitForTimeout(500);
      await viewer.tap(await viewer.at(0.6, 0.5));
      expect((await saving).ok()).toBe(true);
    });
  });
