import type { Locator } from '@playwright/test';
import { barsIn, gapOf } from '../../bars.ts';
import { DEVICES, expect, expectAccessible, test } from '../../fixtures.ts';
import { BARS, barsOf } from '../../sample-files.ts';
import { differenceOf } from '../../viewer-screen.ts';
import { openFiles, PATIENT, savingOf } from '../../viewer-worlds.ts';

/** The number of millimetres in the list of measurements. */
async function readLength(list: Locator): Promise<number> {
  const entry = list.getByRole('button', { name: /^Uzunluq: / });
  await expect(entry).toHaveCount(1);
  const [, millimetres] =
    /Uzunluq: (?:≈ )?([\d,]+) ± [\d,]+ mm/.exec(await entry.innerText()) ?? [];
  return Number(millimetres?.replace(',', '.'));
}

for (const { name, viewport, isTouch } of DEVICES)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: isTouch, isMobile: isTouch });

    test('a doctor windows, zooms and measures a panoramic, and finds the measurement again', async ({
      page,
      staff,
    }) => {
      const viewer = await openFiles(page, staff, { 'opg.dcm': barsOf(PATIENT) }, { isTouch });
      await expect(viewer.badge).toHaveText(isTouch ? /^önizləmə 1\/2$/ : /^tam ölçü$/);
      await expectAccessible(page);
      const opened = await viewer.greys();

      const saving = savingOf(page, 'window');
      await viewer.drag(await viewer.at(0.4, 0.5), await viewer.at(0.4, 0.7));
      const windowed = await viewer.greys();
      expect(differenceOf(opened, windowed)).toBeGreaterThan(2);
      expect((await saving).ok()).toBe(true);

      await viewer.zoomIn(await viewer.at(0.5, 0.5));
      await expect
        .poll(async () => gapOf(await viewer.greys()))
        .toBeGreaterThan(1.8 * gapOf(opened));

      // The sharper level takes the place of the coarse one, zoom and window stay.
      const load = viewer.main.getByRole('button', { name: /^Tam ölçünü yüklə/ });
      const zoomed = await viewer.greys();
      if (isTouch) await viewer.press(load);
      await expect(viewer.badge).toHaveText('tam ölçü');
      await expect(load).toHaveCount(0);
      const sharp = await viewer.greys();
      expect(Math.abs(gapOf(sharp) - gapOf(zoomed))).toBeLessThan(2);

      await viewer.chooseTool('Uzunluq');
      const [left, right] = barsIn(sharp);
      const { height } = await viewer.box();
      const measured = savingOf(page, 'length');
      await viewer.drag([left, height / 2], [right, height / 2]);
      expect((await measured).ok()).toBe(true);
      const list = await viewer.openMeasurements();
      expect(Math.abs((await readLength(list)) - BARS.millimetres)).toBeLessThan(0.3);
      await expectAccessible(page);
      const text = await list.getByRole('button', { name: /^Uzunluq: / }).innerText();
      await viewer.closeMeasurements();

      await page.reload();
      await expect(viewer.stage).toBeVisible();
      const again = await viewer.openMeasurements();
      await expect(again.getByRole('button', { name: /^Uzunluq: / })).toHaveText(
        text.replaceAll('\n', ''),
      );
      await viewer.closeMeasurements();
      // The window was kept as well.
      const reloaded = await viewer.greys();
      expect(differenceOf(windowed, reloaded)).toBeLessThan(differenceOf(windowed, opened) / 2);
      await viewer.press(viewer.close);
      await expect(page.getByRole('button', { name: /^Bax: opg\.dcm/ }).first()).toBeVisible();
    });
  });
